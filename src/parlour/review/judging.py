"""What a game must bring to be reviewed."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.core.game import Reason, RoundResult, Seat
    from parlour.review.verdict import Judge, Unit


class Question(NamedTuple):
    """Something that a move decided: which of several options, seen from a view."""

    kind: str
    options: Sequence[Any]
    played: Any


class Option(NamedTuple):
    """A move with its value, in the judge's unit, and the chance to go out first in percent."""

    move: Any
    value: float
    first: float | None = None


class Judgement(NamedTuple):
    """What a judge found: the cost of the move played, against the best other one."""

    best: Any
    cost: float
    low: float
    high: float
    chance: float
    """The cost in percentage points of the chance to win the match."""
    chance_low: float
    chance_high: float
    """The 95 % interval of that."""
    worlds: int
    options: tuple[Option, ...]
    reasons: tuple[Reason, ...]
    stake: float = 1.0
    """How many times as much as usual was at stake."""


class Chance(NamedTuple):
    """A move of chance, the state before it, and the states from there to the next one or to the end."""

    before: Any
    move: Any
    states: list[Any]


class Luck(NamedTuple):
    """What chance brought a seat: by the deal, and otherwise."""

    deal: float
    chance: float


class GameJudge(Protocol):
    """Judges the decisions of one game; everything it says of a decision is a function of a view."""

    @property
    def judge(self) -> Judge:
        """Its name and version."""

    @property
    def unit(self) -> Unit:
        """What it measures in."""

    @property
    def from_the_end(self) -> bool:
        """Whether the last decisions of a round are the quickest to judge; otherwise the first ones are."""

    def ladder(self, seats: int) -> Mapping[str, float]:
        """What bots of each level give away per decision at a table of so many; empty where nobody measured it."""

    def questions(self, view: Any, legal: Sequence[Any], move: Any) -> tuple[Question, ...]:
        """What a move decided; nothing where it was forced."""

    def judged(self, view: Any, question: Question, seed: int) -> Judgement | None:
        """What the played option cost; None where no alternative was sensible."""

    def match_chances(self, view: Any) -> Sequence[float]:
        """Every seat's chance to win the match between two rounds, by the score alone."""

    def result(self, result: RoundResult, seat: Seat) -> float:
        """The result of a round for a seat."""

    def luck(self, event: Chance, seat: Seat, seed: int) -> Luck:
        """What a chance event brought a seat; its mean over all that chance could have done is 0."""


def seed_of(*parts: object) -> int:
    """A seed from what it must depend on, and on nothing else."""
    text = "\n".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")
