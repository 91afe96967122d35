"""What the log of a finished match tells a ladder; nothing but the log decides it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from parlour.core.game import Seat
from parlour.ratings.conduct import ABANDONED, FEWEST_DECISIONS, HINTS
from parlour.ratings.result import Entrant, Result, Unrated
from parlour.server.events import Committed, Moved, Neighbours, Seated

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.server.events import AnyEvent
    from parlour.server.table_log import AnyTableLog


def result_of(log: AnyTableLog, events: Sequence[AnyEvent], day: int) -> Result:
    """The result of a match that is over, entered on a day."""
    holders = first_holders(log.game.seats, events)
    own = Counter(event.seat for event in events if isinstance(event, Moved) and not event.by)
    entrants = tuple(entrant(log, holder, own[holder.seat]) for holder in holders)
    return Result(
        day=day,
        entrants=entrants,
        scores=log.scores,
        winners=log.winners,
        neighbours=tuple(sorted({event.seats for event in events if isinstance(event, Neighbours)})),
        void=void(log, entrants, own),
    )


def first_holders(seats: int, events: Iterable[AnyEvent]) -> list[Seated]:
    """Who held the seats when the match began: whoever comes later plays for them."""
    holders = [Seated(seat) for seat in range(seats)]
    for event in events:
        if isinstance(event, Seated):
            holders[event.seat] = event
        elif isinstance(event, Committed):
            break
    return holders


def entrant(log: AnyTableLog, holder: Seated, own: int) -> Entrant:
    """Who held a seat, and whether she saw the match through: she is there, and made half her decisions or more."""
    if holder.person is None:
        return Entrant(bot=holder.bot)
    seat = Seat(holder.seat)
    absent = seat in log.left or seat in log.flagged or seat not in log.stayers()
    gone = absent or log.seated[seat].person != holder.person
    return Entrant(person=holder.person, left=gone or 2 * own < log.standing_decisions(seat))


def void(log: AnyTableLog, entrants: Sequence[Entrant], own: Counter[int]) -> Unrated | None:
    """Why a match does not count at all; None where it does."""
    persons = [seat for seat, each in enumerate(entrants) if each.person is not None]
    if log.opening.hints:
        return HINTS
    left = any(each.left for each in entrants)
    early = any(own[seat] < FEWEST_DECISIONS for seat in persons)
    return ABANDONED if left and early else None
