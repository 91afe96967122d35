"""What a judge says about a seat's decisions, and the one table of thresholds by which they are classed."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec

from parlour.core.game import Reason

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "too_close"]
"""The class of a decision; `too_close`: the worlds cannot tell whether another move is better."""
Unit = Literal["points", "percent"]
"""What a cost is measured in: points of a round, or percentage points of the chance to win a game."""


class Thresholds(NamedTuple):
    """From which cost on a decision is of a class."""

    inaccuracy: float
    mistake: float
    blunder: float


THRESHOLDS: Final[dict[Unit, Thresholds]] = {
    "points": Thresholds(2.0, 6.0, 15.0),
    "percent": Thresholds(2.0, 5.0, 10.0),
}
LEAST_CHANCE: Final = 0.2
"""Percentage points of the chance to win the match; where less is at stake, nothing is called a mistake."""
FEWEST_DECISIONS: Final = 30
"""From how many decisions on a match's figure is compared with the levels of bots."""


class Judge(msgspec.Struct, frozen=True):
    """Who spoke: the same name and version always say the same about the same log."""

    name: str
    version: int


class Candidate(msgspec.Struct, frozen=True):
    """A move that was compared, in the judge's unit."""

    move: str
    value: float
    """Points of the round, one's own less the mean of the others'; or the chance to win the game in percent."""
    first: float | None = None
    """The chance to go out first in percent, where the game knows that."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True, rename={"grade": "class"}):
    """One decision, judged in worlds that its seat held possible."""

    round: int
    """From 1; in a match of several games, the game."""
    number: int
    """How many events of the log came before it."""
    kind: str
    """What was decided: `lead`, `answer`, `gift`, `bet`; `take`, `show`, `swap`, `discard`, `exchange`.

    A seat that plays its first card without a bet has decided two things, so number and kind identify a verdict.
    """
    move: str
    best: str
    """The best move; the one that was made, where the judge knows no better one."""
    cost: float
    """How much better the best other move is than the one that was made; negative where it is worse."""
    low: float
    high: float
    """The 95 % interval of the cost."""
    chance: float
    """The cost in percentage points of the chance to win the match."""
    chance_low: float | None = None
    chance_high: float | None = None
    """The 95 % interval of that; None in reviews of earlier versions."""
    grade: Grade
    worlds: int
    """In how many worlds, or markets, the two moves were compared; 0 where only the net was asked."""
    stake: float = 1.0
    """How many times as much was at stake as usual, where a game has bets."""
    reasons: tuple[Reason, ...] = ()
    """What speaks for the best move, only as far as it was computed."""
    candidates: tuple[Candidate, ...] = ()
    """Best first; the two that the verdict is about were tried in more worlds than the others."""

    @property
    def given_away(self) -> float:
        """What it adds to the figure of a match: the cost at usual stakes, and nothing where no move was better."""
        return max(0.0, self.cost) / self.stake


class RoundLuck(msgspec.Struct, frozen=True, kw_only=True):
    """A round (or game) with the part of its result that chance brought."""

    round: int
    result: float
    deal: float
    """Luck of the deals."""
    chance: float
    """Luck of other chance within the round."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's decisions in a finished match, and how much of the result was luck."""

    judge: Judge
    game: str
    seat: int
    unit: Unit
    decisions: tuple[Verdict, ...]
    """Those that count: forced moves and moves without a sensible alternative are left out."""
    lost_per_decision: float | None
    """The mean cost at usual stakes, a negative one counted as 0; None where there was nothing to decide."""
    margin: float | None
    """Half the 95 % interval of that mean."""
    level: str | None
    """The level of bots that gives away as much; None below `FEWEST_DECISIONS` or where none was measured."""
    result: float
    """Points less the mean of the others'; or percentage points above or below even chances, game by game."""
    luck: float
    adjusted: float
    """The result less the luck: what play brought."""
    rounds: tuple[RoundLuck, ...]
    chances: tuple[tuple[float, ...], ...]
    """Every seat's chance to win the match in percent, by the score: before the first round and after each."""


def grade_of(cost: float, low: float, high: float, chance: float, unit: Unit) -> Grade:
    """The class of a decision by the lower end of its interval; `chance` is what it cost in the match."""
    limits = THRESHOLDS[unit]
    if low >= limits.inaccuracy and chance >= LEAST_CHANCE:
        return "blunder" if low >= limits.blunder else "mistake" if low >= limits.mistake else "inaccuracy"
    if cost <= 0:
        return "best"
    return "too_close" if low <= 0 and high >= limits.inaccuracy else "good"


def is_settled(low: float, high: float, unit: Unit) -> bool:
    """Whether more worlds cannot change the class: no threshold lies within the interval."""
    return not any(low < limit <= high for limit in THRESHOLDS[unit])


def dearest(decisions: tuple[Verdict, ...], count: int = 3) -> list[Verdict]:
    """The clear mistakes that cost most, dearest first: the lesson of a match."""
    clear = [each for each in decisions if each.grade in {"mistake", "blunder"}]
    return sorted(clear, key=lambda each: -each.low)[:count]
