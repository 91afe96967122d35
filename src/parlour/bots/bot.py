"""What a bot is: it sees what its seat may see, and chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Candidate(msgspec.Struct, frozen=True):
    """A move that a bot considered, and what it expects of it."""

    move: Any
    points: float | None = None
    """Points of the round or race, for this seat, less the best of the others."""
    wins: float | None = None
    """The probability of going out first (Haggis) or of winning the game (Damenrennen)."""


class Advice(msgspec.Struct, frozen=True):
    """A choice with its reasons: the best candidates, best first, and a sentence."""

    move: Any
    candidates: tuple[Candidate, ...]
    reason: str


class Bot(Protocol):
    """Chooses moves from views; the same view, moves and generator give the same choice."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """Choose one of the legal moves."""

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Advice:
        """Choose, and say why."""
