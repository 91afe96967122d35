"""Plays on from a moment of a finished match: a new table whose log begins with the same deals and moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.core.game import CHANCE
from parlour.server.errors import RefusalError
from parlour.server.events import AnyEvent, Dealt, Moved, Opening, Seated
from parlour.server.judging import check_level

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parlour.core.game import Seat
    from parlour.server.store import Person
    from parlour.server.table_log import AnyTableLog


class Practice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where to play on, and against whom."""

    event: int
    """How many events of the match came before."""
    level: str
    """The level of the bots."""


def practice_opening(log: AnyTableLog, person: Person) -> Opening:
    """The opening of a table to practise at: the same rules, no clock."""
    opening = log.opening
    return Opening(game=opening.game, version=opening.version, options=opening.options, owner=person.id, practice=True)


def practice_events(
    log: AnyTableLog, person: Person, seat: Seat, wanted: Practice, levels: Sequence[str]
) -> list[AnyEvent]:
    """A person in her seat, bots in all others, and the first events of the match; RefusalError after its end."""
    check_level(wanted.level, levels)
    if not 0 < wanted.event < len(log.table.events):
        most = len(log.table.events) - 1
        raise RefusalError(
            "practice/event", f"one plays on from event 1 to {most}, got {wanted.event}", parameters={"most": most}
        )
    seated = [
        Seated(each, person.id, person.name) if each == seat else Seated(each, bot=wanted.level)
        for each in range(log.game.seats)
    ]
    return [*seated, *first_events(log, wanted.event)]


def first_events(log: AnyTableLog, count: int) -> Iterator[AnyEvent]:
    """The first deals and moves of a match, as events of a table."""
    commitments = iter(log.commitments)
    for event in log.table.events[:count]:
        if event.actor is CHANCE:
            yield next(commitments)
            yield Dealt()
        else:
            yield Moved(event.actor, log.game.format_move(event.move))
