"""A round robin by the circle method: one player stays, all others move on by one place a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def robin_round(players: Sequence[str], active: set[str], number: int) -> tuple[list[list[str | None]], list[str]]:
    """The tables of a round, counted from 1, and who pauses: also who would meet somebody that has withdrawn."""
    circle: list[str | None] = [*players, *[None] * (len(players) % 2)]
    fixed, moving = circle[0], circle[1:]
    shift = (number - 1) % len(moving)
    line = [fixed, *moving[shift:], *moving[:shift]]
    tables: list[list[str | None]] = []
    pauses: list[str] = []
    for one, other in zip(line[: len(line) // 2], reversed(line), strict=False):
        here = [name for name in (one, other) if name is not None and name in active]
        if len(here) == 2:  # noqa: PLR2004 - both are there
            tables.append([one, other])
        else:
            pauses += here
    return tables, pauses
