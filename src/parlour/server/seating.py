"""The people at a table: who is away, over whom the win can be claimed, who is ready for the next round."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from parlour.core.game import Seat
from parlour.server.events import Substituted
from parlour.server.time_control import LIVE_SECONDS
from parlour.server.timing import MOST_WAIT

if TYPE_CHECKING:
    from parlour.server.timing import Timing
    from parlour.server.writer import Writer

STAND_IN: Final = "regular"
"""The bot that plays for people who are away, late or gone."""


class Seating:
    """Absence and readiness at one table; nothing of it is stored."""

    def __init__(self, writer: Writer, timing: Timing) -> None:
        self.writer = writer
        self.timing = timing
        self.log = writer.log
        self.ready: set[int] = set()
        self.away_since: dict[int, float] = {}
        """By person who is not here, since when, by the monotonic clock; a load of the table begins it anew."""
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
        if not self.log.between_rounds() or self.log.closed:
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

    # The time of a tournament's round.

    def is_closing(self) -> bool:
        """Whether the time of the round is up and that is not noted; until then a timer runs."""
        closes = self.log.opening.closes
        if closes is None or self.log.closed or self.log.status == "over":
            return False
        left = closes - self.writer.clock()
        if left > 0:
            self.writer.timers.schedule_once("closing", left, self.writer.wake)
        return left <= 0

    def time_left(self) -> float | None:
        """Seconds of the round that are left, where it has a limit."""
        closes = self.log.opening.closes
        return None if closes is None else round(max(0.0, closes - self.writer.clock()), 1)

    # Absence.

    @property
    def grace(self) -> float:
        """Seconds after which something is done about somebody who is away; 0 where nobody need be there."""
        return self.writer.settings.grace if (self.log.opening.clock or 0) < LIVE_SECONDS else 0.0

    def watch_absent(self) -> None:
        """Note who is away, and look again when something is due about it."""
        present = self.writer.present()
        away = {each.person for each in self.log.seated if each.person is not None and each.person not in present}
        since = self.writer.now()
        self.away_since = {person: self.away_since.get(person, since) for person in away}
        if not present & self.log.players():
            return
        for seat in self.log.to_act():
            if self.log.seated[seat].person in away and not self.log.substitutes[seat]:
                self.watch_seat(seat)

    def watch_seat(self, seat: Seat) -> None:
        """Schedule what becomes of a seat whose person is away while somebody here waits for her.

        Nobody is replaced while her clock runs, unless others want it; at a bank her time runs out instead.
        """
        timers, post = self.writer.timers, self.writer.post
        if not self.log.opening.bank:
            deadline = self.timing.deadline(seat) or 0.0
            delay = max(self.writer.settings.grace, deadline + MOST_WAIT - self.writer.clock())
            timers.schedule_once(f"absent {seat}", delay, partial(post, partial(self.substitute, seat)))
        if self.log.opening.is_timed and self.grace and not self.is_overdue(seat):
            timers.schedule_once(f"claim {seat}", self.grace, partial(post, self.writer.show_presence))

    def is_overdue(self, seat: Seat) -> bool:
        """Whether somebody is away for so long that others need not wait for her clock."""
        since = self.away_since.get(self.log.seated[seat].person or 0)
        return since is not None and 0.0 < self.grace <= self.writer.now() - since

    def claims(self) -> frozenset[int]:
        """The seats over which others may claim the win, or let a bot play."""
        if self.log.status != "playing" or self.log.opening.sealed:  # every deal of a duplicate round is played
            return frozenset()
        return frozenset(each.seat for each in self.log.seated if self.is_claimable(Seat(each.seat)))

    def is_claimable(self, seat: Seat) -> bool:
        """Whether a person's time is up, she has left her seat, or the match waits for her who is away too long.

        Who comes back before the claim keeps her seat.
        """
        person = self.log.seated[seat].person
        if person is None or seat in self.log.abandoned:
            return False
        if seat in self.log.flagged or seat in self.log.left:
            return True
        if person in self.writer.present():
            return False
        return bool(self.log.substitutes[seat]) or (seat in self.log.to_act() and self.is_overdue(seat))

    def notify_turns(self) -> None:
        """Tell people of new decisions, each once."""
        for seat in self.log.to_act():
            person, point = self.log.seated[seat].person, self.log.decision_point(seat)
            if person is not None and not self.log.bot_at(seat) and self.notified.get(seat) != point:
                self.notified[seat] = point
                self.writer.notify(person)

    def is_back(self, seat: Seat) -> None:
        """Note that somebody has come back: nothing is due about her."""
        self.away_since.pop(self.log.seated[seat].person or 0, None)
        self.writer.timers.cancel(f"absent {seat}")
        self.writer.timers.cancel(f"claim {seat}")

    async def substitute(self, seat: Seat) -> None:
        """Let a bot play for a person who is still away."""
        person = self.log.seated[seat].person
        present = self.writer.present()
        if person is None or person in present or self.log.substitutes[seat] or not present & self.log.players():
            return
        if self.timing.deadline(seat) is not None and not self.timing.is_up(seat):
            self.watch_absent()  # it was set for an earlier move
        elif seat in self.log.to_act():
            await self.writer.commit([Substituted(seat, STAND_IN)])
            await self.writer.advance()
