"""The people at a table: who is away, whose clock runs, who is ready for the next round."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from parlour.core.game import Seat
from parlour.server.events import Substituted
from parlour.server.service_clock import RELOAD_SECONDS

if TYPE_CHECKING:
    from parlour.server.store import Clocks
    from parlour.server.writer import Writer

STAND_IN: Final = "regular"
"""The bot that plays for people who are away, late or gone."""
EARLY_SECONDS: Final = 0.02
"""Timers can fire a little early."""


class Seating:
    """Absence, clocks and readiness at one table; only clocks are stored."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.log = writer.log
        self.ready: set[int] = set()
        self.deadlines: dict[Seat, tuple[int, float]] = {}
        """By seat, which of its decisions the clock is for, counting those that stand, and until when it runs."""
        self.notified = {seat: self.log.decision_point(seat) for seat in self.log.to_act()}
        """The decisions that people were told of, or knew of when the table was loaded."""

    # Between rounds.

    def mark_ready(self, seat: Seat, number: int) -> bool:
        """Note that a seat wants the next round; whether that is news."""
        if not self.log.between_rounds() or number != len(self.log.sheet) or seat in self.ready:
            return False
        self.ready.add(seat)
        return True

    def waits(self) -> bool:
        """Whether the next round waits for somebody who is here."""
        if not self.log.between_rounds():
            return False
        present = self.writer.present()
        people = [s.seat for s in self.log.seated if s.person in present and not self.log.substitutes[s.seat]]
        return not all(seat in self.ready for seat in people) or (not people and bool(self.log.players()))

    def limit_pause(self) -> None:
        """Start the timer that ends a pause between rounds, or cancel it."""
        if self.waits():
            end_pause = partial(self.writer.post, self.end_pause)
            self.writer.timers.schedule_once("pause", self.writer.settings.pause, end_pause)
        else:
            self.writer.timers.cancel("pause")

    async def end_pause(self) -> None:
        """Deal although somebody is not ready."""
        if self.waits() and self.writer.present() & self.log.players():
            self.ready.update(range(self.log.game.seats))
            await self.writer.advance()

    # Clocks.

    def start_clocks(self) -> None:
        """Start the clocks of people who have to move from now on.

        Who takes a move back has as much time as if it had not been made. Who then no longer has to move
        starts anew when it is her turn again.
        """
        clock = self.log.opening.clock
        if clock is None:
            return
        to_act = self.log.to_act()
        for seat in list(self.deadlines):
            if seat not in to_act and self.deadline(seat) is not None:
                del self.deadlines[seat]
        for seat in to_act:
            if not self.log.bot_at(seat) and self.deadline(seat) is None:
                self.deadlines[seat] = (self.log.standing_decisions(seat), self.writer.clock() + clock)
            deadline = self.deadline(seat)
            if deadline is not None and not self.is_late(seat):
                left = max(EARLY_SECONDS, deadline - self.writer.clock())
                self.writer.timers.schedule_once(f"clock {seat}", left, self.writer.wake)

    def restore(self, clocks: Clocks) -> None:
        """Let clocks run on that were running when the table was last in memory."""
        most = self.log.opening.clock
        if most is not None:
            latest = self.writer.clock() + most
            for seat, (number, deadline) in clocks.items():
                self.deadlines[Seat(seat)] = (number, min(latest, deadline + RELOAD_SECONDS))

    def deadline(self, seat: Seat) -> float | None:
        """Until when a person must move, if her clock runs."""
        number, deadline = self.deadlines.get(seat, (None, 0.0))
        return deadline if number == self.log.standing_decisions(seat) else None

    def is_late(self, seat: Seat) -> bool:
        """Whether a seat's time is up."""
        deadline = self.deadline(seat)
        return deadline is not None and self.writer.clock() > deadline - EARLY_SECONDS

    def seconds_left(self) -> tuple[float | None, ...]:
        """What is left on each seat's clock; empty without clocks."""
        if self.log.opening.clock is None:
            return ()
        left: list[float | None] = [None] * self.log.game.seats
        for seat in self.log.to_act():
            deadline = self.deadline(seat)
            if deadline is not None:
                left[seat] = round(max(0.0, deadline - self.writer.clock()), 1)
        return tuple(left)

    # Absence.

    def watch_absent(self) -> None:
        """Schedule a substitute for everybody who is away while somebody here waits for her.

        Nobody is replaced while her clock runs: where a move may take a day, being away is no absence.
        """
        present = self.writer.present()
        if not present & self.log.players():
            return
        for seat in self.log.to_act():
            person = self.log.seated[seat].person
            if person is not None and person not in present and not self.log.substitutes[seat]:
                substitute = partial(self.writer.post, partial(self.substitute, seat))
                deadline = self.deadline(seat) or 0.0
                delay = max(self.writer.settings.grace, deadline - self.writer.clock())
                self.writer.timers.schedule_once(f"absent {seat}", delay, substitute)

    def notify_turns(self) -> None:
        """Tell people of new decisions, each once."""
        for seat in self.log.to_act():
            person, point = self.log.seated[seat].person, self.log.decision_point(seat)
            if person is not None and not self.log.bot_at(seat) and self.notified.get(seat) != point:
                self.notified[seat] = point
                self.writer.notify(person)

    def is_back(self, seat: Seat) -> None:
        """Cancel the substitute of somebody who has come back."""
        self.writer.timers.cancel(f"absent {seat}")

    async def substitute(self, seat: Seat) -> None:
        """Let a bot play for a person who is still away."""
        person = self.log.seated[seat].person
        present = self.writer.present()
        if person is None or person in present or self.log.substitutes[seat] or not present & self.log.players():
            return
        if self.deadline(seat) is not None and not self.is_late(seat):
            self.watch_absent()  # it was set for an earlier move
        elif seat in self.log.to_act():
            await self.writer.commit([Substituted(seat, STAND_IN)])
            await self.writer.advance()
