"""The running clocks of a table: until when a seat must decide, and what a decision took.

A deadline is in seconds of the service's clock and is stored, so a restart and a takeover cost nobody time. A seat's
time is up when the deadline and the lag that is granted have passed; what counts is when a move has come, not when it
is its turn in the queue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.core.game import Seat
from parlour.server.service_clock import RELOAD_SECONDS

if TYPE_CHECKING:
    from parlour.server.lag import LagMeter
    from parlour.server.store import Clocks
    from parlour.server.writer import Writer

MOST_WAIT: Final = 2.0
"""How long after a deadline a move may come at most, however large the quota is."""
CHECK_SECONDS: Final = 0.25
"""How often it is checked then whether the time is up: an answered ping may end the wait."""
LEAST_SECONDS: Final = 0.02
"""Timers can fire a little early; then they are set again."""


class Spent(NamedTuple):
    """What a decision cost its seat, in milliseconds: time of the bank, and lag of the quota."""

    took: int = 0
    lag: int = 0


NOTHING: Final = Spent()


class Timing:
    """The clocks of one table, bank or per move; only deadlines are stored."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.log = writer.log
        self.deadlines: dict[Seat, tuple[int, float]] = {}
        """By seat, which of its decisions the clock is for, counting those that stand, and until when it runs."""

    def limit(self, seat: Seat) -> float | None:
        """Seconds for a seat's next decision; None without a clock."""
        opening = self.log.opening
        return self.log.times.banks[seat] / 1000 if opening.bank else opening.clock

    def start(self) -> None:
        """Start the clocks of people who have to move from now on.

        Who takes a move back has as much time as if it had not been made. Who then no longer has to move
        starts anew when it is her turn again.
        """
        if not self.log.opening.is_timed:
            return
        to_act = self.log.to_act()
        for seat in list(self.deadlines):
            if (seat not in to_act and self.deadline(seat) is not None) or seat in self.log.flagged:
                del self.deadlines[seat]
        for seat in to_act:
            if not self.log.bot_at(seat):
                self.run(seat)

    def run(self, seat: Seat) -> None:
        """Start a person's clock unless it runs, and look again when her time may be up."""
        limit = self.limit(seat)
        assert limit is not None
        deadline = self.deadline(seat)
        if deadline is None:
            deadline = self.writer.clock() + limit
            self.deadlines[seat] = (self.log.standing_decisions(seat), deadline)
            self.probe(seat)
        left = deadline - self.writer.clock()
        if left <= 0:
            if left > -CHECK_SECONDS:
                self.probe(seat)
            left = min(CHECK_SECONDS, left + self.allowance(seat))
        if not self.is_up(seat):
            self.writer.timers.schedule_once(f"clock {seat}", max(LEAST_SECONDS, left), self.writer.wake)

    def probe(self, seat: Seat) -> None:
        """Measure how far a person is away."""
        for subscriber in self.writer.connections_of(self.log.seated[seat].person):
            subscriber.probe()

    def restore(self, clocks: Clocks) -> None:
        """Let clocks run on that were running when the table was last in memory."""
        for number, (decision, deadline) in clocks.items():
            limit = self.limit(Seat(number))
            if limit is not None:
                latest = self.writer.clock() + limit
                self.deadlines[Seat(number)] = (decision, min(latest, deadline + RELOAD_SECONDS))

    def deadline(self, seat: Seat) -> float | None:
        """Until when a person must move, if her clock runs."""
        number, deadline = self.deadlines.get(seat, (None, 0.0))
        return deadline if number == self.log.standing_decisions(seat) else None

    def allowance(self, seat: Seat) -> float:
        """How long after the deadline a move may come: what its way may take, within the quota."""
        lags = [each.lag.most for each in self.writer.connections_of(self.log.seated[seat].person)]
        return min([MOST_WAIT, self.log.times.quotas[seat] / 1000, max(lags, default=MOST_WAIT)])

    def is_up(self, seat: Seat, at: float | None = None) -> bool:
        """Whether a person's time is up, now or when something came."""
        deadline = self.deadline(seat)
        if deadline is None or seat not in self.log.to_act() or self.log.bot_at(seat):
            return False
        return (self.writer.clock() if at is None else at) >= deadline + self.allowance(seat)

    def spent(self, seat: Seat, lag: LagMeter, at: float) -> Spent:
        """What a decision that came at a time takes: of a bank the time without the lag, if the clock ran."""
        deadline = self.deadline(seat)
        if deadline is None or seat not in self.log.to_act():
            return NOTHING
        over, quota = at - deadline, self.log.times.quotas[seat]
        if not self.log.opening.bank:
            return Spent(lag=min(quota, milliseconds(over)))
        bank = self.log.times.banks[seat]
        given = min(quota, max(milliseconds(lag.usual), milliseconds(over)), bank + round(1000 * over))
        left = round(-1000 * over) + given
        return Spent(bank - min(bank, max(0, left)), max(0, given))

    def seconds_left(self) -> tuple[float | None, ...]:
        """What is left on each clock that runs; empty without clocks."""
        if not self.log.opening.is_timed:
            return ()
        left: list[float | None] = [None] * self.log.game.seats
        for seat in self.log.to_act():
            deadline = self.deadline(seat)
            if deadline is not None and not self.log.bot_at(seat):
                left[seat] = round(max(0.0, deadline - self.writer.clock()), 1)
        return tuple(left)

    def banks(self) -> tuple[float | None, ...]:
        """What each person's bank holds without the decision that is being made; empty without banks."""
        if not self.log.opening.bank:
            return ()
        return tuple(
            None if seated.person is None else round(bank / 1000, 1)
            for seated, bank in zip(self.log.seated, self.log.times.banks, strict=True)
        )


def milliseconds(seconds: float) -> int:
    """Whole milliseconds; none for a time that has not passed."""
    return max(0, round(1000 * seconds))
