"""What a table of a tournament scored, from its own log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.game import Seat

if TYPE_CHECKING:
    from parlour.server.table_log import AnyTableLog
    from parlour.tournament.events import Places, Scores


def result_of(log: AnyTableLog, places: Places) -> Scores:
    """The scores of a match that is over; None for a player who did not come, conceded, or left her seat to a bot."""
    return tuple(
        score if player is None or played_to_the_end(log, Seat(seat)) else None
        for seat, (player, score) in enumerate(zip(places, log.scores, strict=True))
    )


def played_to_the_end(log: AnyTableLog, seat: Seat) -> bool:
    """Whether a person made a move of her own, and no bot had taken her place when the match or its time ended."""
    gone = log.seated[seat].person is None or log.conceded == seat or bool(log.substitutes[seat])
    moves = zip(log.table.events, log.deciders, strict=True)
    return not gone and any(event.actor == seat and not decider for event, decider in moves)
