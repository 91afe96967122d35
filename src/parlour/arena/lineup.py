"""Which bots meet."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from parlour.arena.errors import ArenaError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.arena.job import Lineup


def entrants(bots: Sequence[str]) -> tuple[str, ...]:
    """Every bot once; a bot that is named several times and alone meets itself."""
    distinct = tuple(dict.fromkeys(bots))
    return distinct if len(distinct) > 1 else tuple(bots)


def lineups(bots: Sequence[str], seats: int) -> list[Lineup]:
    """The line-ups of a contest, as indices into `entrants`.

    As many bots as seats are one line-up, also where one is named twice. More bots: every choice
    of as many as there are seats. Fewer: every way to fill the seats in which each bot sits.
    """
    if len(bots) < 2:  # noqa: PLR2004 - two make a contest
        raise ArenaError(f"a contest needs two bots or more, got {len(bots)}")
    field = entrants(bots)
    if len(bots) == seats and len(field) < seats:
        return [tuple(sorted(field.index(bot) for bot in bots))]
    if len(field) < seats:
        return [some for some in combinations_with_replacement(range(len(field)), seats) if len(set(some)) > 1]
    return list(combinations(range(len(field)), seats))
