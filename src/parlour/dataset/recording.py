"""Rounds that are recorded decision by decision: what a seat saw, might do and did, and what the round brought it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.arena.bout import Bout
from parlour.core.game import RoundResult, Seat

if TYPE_CHECKING:
    from parlour.arena.job import Contest, Lineup


class Decision(msgspec.Struct, frozen=True):
    """One decision of a bot, as it was made."""

    seat: Seat
    bot: str
    view: Any
    legal: Sequence[Any]
    move: Any


class RecordedRound(msgspec.Struct, frozen=True):
    """The decisions of a round in order; no result where a bot forfeited it."""

    number: int
    decisions: tuple[Decision, ...]
    result: RoundResult | None


class RecordedBout(Bout):
    """A bout that keeps every decision."""

    def __init__(self, contest: Contest, seating: Lineup, deal: int) -> None:
        """Set up the table."""
        super().__init__(contest, seating, deal)
        self.recorded: list[Decision] = []

    def decide(self, seat: Seat) -> None:
        """Ask a bot and make its move, or raise Forfeited; keep what it saw and did."""
        view, legal = self.table.view(seat), self.table.legal_moves(seat)
        super().decide(seat)
        self.recorded.append(Decision(seat, self.specs[seat], view, legal, self.table.events[-1].move))


def play_round(contest: Contest, number: int, seats: int) -> RecordedRound:
    """The round of this number: the deal depends on the seed and the number, and the bots take turns in the seats."""
    bots = len(contest.bots)
    bout = RecordedBout(contest, tuple((seat + number) % bots for seat in range(seats)), number)
    forfeit = bout.play()
    return RecordedRound(number, tuple(bout.recorded), None if forfeit else bout.table.round_result())
