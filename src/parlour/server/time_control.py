"""How long decisions may take: the terms of a clock, and what its log leaves each seat.

A bank is a seat's time for the whole match; every decision adds the increment to it. What a decision took is in the
log, so what is left is the same for everybody and after every replay. The quota bounds the lag that is given back.
Everything is in whole milliseconds, but for the terms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.server.errors import RefusalError

if TYPE_CHECKING:
    from parlour.server.events import Opening

SHORTEST_CLOCK, LONGEST_CLOCK = 5, 7 * 24 * 3600
"""Seconds for a move."""
SHORTEST_BANK, LONGEST_BANK = 10, 10 * 3600
"""Seconds for the decisions of a match."""
LONGEST_INCREMENT: Final = 600
LIVE_SECONDS: Final = 3600
"""From this clock on a match is played by correspondence: nobody need be there, so being away is no absence."""
DECISIONS: Final = 40
"""How many decisions a match is taken to have, where the quota depends on its length."""
MOST_GAIN, LEAST_GAIN, SHARE = 1000, 150, 4
"""What a decision adds to the quota of lag: 4 ms for each second of the match and 150 ms, at most a second."""
FIRST_GAINS, MOST_GAINS = 3, 7
"""What a quota begins with, and what it holds at most, in gains."""


def check_clock(clock: int | None, bank: int, increment: int) -> None:
    """Refuse clocks that make no sense: too short, too long, or of two kinds."""
    if clock is not None:
        check_seconds("a clock for moves", clock, SHORTEST_CLOCK, LONGEST_CLOCK)
        check_seconds("the bank beside a clock for moves", bank, 0, 0)
    elif bank:
        check_seconds("a bank", bank, SHORTEST_BANK, LONGEST_BANK)
    check_seconds("the increment of a bank", increment, 0, LONGEST_INCREMENT if bank else 0)


def check_seconds(what: str, got: int, least: int, most: int) -> None:
    """Refuse seconds that are out of bounds."""
    if not least <= got <= most:
        raise RefusalError(
            "table/clock",
            f"{what} has {least} to {most} seconds, got {got}",
            parameters={"least": least, "most": most, "got": got},
        )


def quota_gain(opening: Opening) -> int:
    """What a decision adds to the quota of lag; the more, the longer the match is."""
    estimate = opening.bank + DECISIONS * (opening.increment if opening.clock is None else opening.clock)
    return min(MOST_GAIN, SHARE * estimate + LEAST_GAIN)


class TimeSheet:
    """What each seat has left, of its time and of its quota: a fold of the log."""

    def __init__(self, opening: Opening, seats: int) -> None:
        """Begin a match."""
        self.increment = 1000 * opening.increment
        self.banks = [1000 * opening.bank] * seats
        self.gain = quota_gain(opening)
        self.quotas = [FIRST_GAINS * self.gain] * seats

    def spend(self, seat: int, took: int, lag: int) -> None:
        """Take in a decision that a person made in her turn."""
        self.banks[seat] = max(0, self.banks[seat] - took) + self.increment
        self.quotas[seat] = max(0, min(MOST_GAINS * self.gain, self.quotas[seat] + self.gain - lag))

    def undo(self, seat: int) -> None:
        """Take in that such a decision was taken back: its increment goes, and the time that it took stays spent."""
        self.banks[seat] -= self.increment

    def flag(self, seat: int) -> None:
        """Take in that a seat's time is up; who comes back has the increment."""
        self.banks[seat] = self.increment
