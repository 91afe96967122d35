"""What others may see of somebody's matches: how many she has played and won."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from parlour.server.identity.types import MatchRecord, WonMatches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.review_store import PlayedRow
    from parlour.server.store import Person

MATCHES_PER_TOKEN: Final = 40
"""How many matches are read for a token."""


def record_of(person: Person, rows: Sequence[PlayedRow]) -> MatchRecord:
    """The record of a person who lets others see it, from her finished matches."""
    played: Counter[tuple[str, int]] = Counter()
    won: Counter[tuple[str, int]] = Counter()
    for row in rows:
        opening, summary = row.table.opening, row.table.summary
        if opening.practice or person.id not in summary.persons:
            continue
        key = (opening.game, len(summary.persons))
        played[key] += 1
        won[key] += summary.persons.index(person.id) in summary.winners
    lists = tuple(
        WonMatches(game, players, count, won[game, players]) for (game, players), count in played.most_common()
    )
    return MatchRecord(person.name, public=True, lists=lists)
