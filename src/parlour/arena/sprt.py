"""The generalized sequential probability ratio test: it stops as soon as the result is clear.

The unit is a deal; its score is the mean over the seatings, so the luck of the cards cancels out
before anything is counted. The likelihood ratio is that of two normal distributions with the
variance that was seen. One deal of 0 and one of 1 are added, so that a variance is never 0.
"""

from __future__ import annotations

from math import log
from typing import Final, Literal

import msgspec

from parlour.arena.errors import ArenaError

ERROR: Final = 0.05
"""The probability of a wrong verdict, either way."""
BOUND: Final = log((1 - ERROR) / ERROR)
FEWEST: Final = 20
"""Deals before the first verdict: a variance from fewer is too rough."""

Verdict = Literal["accept", "reject"]


class Hypotheses(msgspec.Struct, frozen=True):
    """The first bot is at most `elo0` stronger than the second, or at least `elo1`."""

    elo0: float
    elo1: float


class State(msgspec.Struct, frozen=True):
    """Where a test stands: accepted that the first bot is stronger by `elo1`, rejected, or undecided."""

    elo0: float
    elo1: float
    deals: int
    llr: float
    bound: float
    verdict: Verdict | None


class Sprt:
    """A test under way; deals come in their order."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        """Start with the two deals that keep the variance above 0."""
        self.hypotheses = hypotheses
        self.deals = 0
        self.total = 1.0
        self.squares = 1.0

    def add(self, score: float) -> Verdict | None:
        """Add the score of one deal, from 0 to 1; the verdict, if there is one."""
        self.deals += 1
        self.total += score
        self.squares += score * score
        return self.state.verdict

    @property
    def state(self) -> State:
        """Where the test stands now."""
        low, high = expected_score(self.hypotheses.elo0), expected_score(self.hypotheses.elo1)
        count = self.deals + 2
        mean = self.total / count
        variance = self.squares / count - mean * mean
        ratio = count * (high - low) * (2 * mean - low - high) / (2 * variance)
        verdict: Verdict | None = None
        if self.deals >= FEWEST and abs(ratio) >= BOUND:
            verdict = "accept" if ratio > 0 else "reject"
        return State(self.hypotheses.elo0, self.hypotheses.elo1, self.deals, ratio, BOUND, verdict)


def expected_score(elo: float) -> float:
    """The score that a difference in Elo predicts."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def parse_hypotheses(text: str) -> Hypotheses:
    """The hypotheses in `elo0,elo1`, or ArenaError."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise ArenaError(f"--sprt is two numbers, elo0,elo1, got {text!r}") from None
    if not low < high:
        raise ArenaError(f"--sprt: elo0 lies below elo1, got {text!r}")
    return Hypotheses(low, high)
