"""What a bot is: it sees what its seat may see, and chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from parlour.core.game import Move, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

View_contra = TypeVar("View_contra", contravariant=True)


class Candidate(msgspec.Struct, Generic[Move], frozen=True):
    """A move that a bot considered, and what it expects of it."""

    move: Move
    points: float | None = None
    """Points of the round for this seat, less the mean of the others."""
    wins: float | None = None
    """The probability of being first in the round, as `GameKind.first` names it."""
    behind: float | None = None
    """How much less it is worth than the advised move, in what the bot maximizes (points, or a probability).

    0 where the bot cannot tell the two apart; None for the advised move, and where the bot does not measure.
    """


class Advice(msgspec.Struct, Generic[Move], frozen=True):
    """A move, the best candidates (best first), and the reasons for it, as keys that others put into words."""

    move: Move
    candidates: tuple[Candidate[Move], ...]
    reasons: tuple[Reason, ...] = ()


def shortfall(best: float, other: float, noise: float) -> float:
    """How much less one move is worth than the best: 0 where the difference is within the noise."""
    return best - other if best - other > noise else 0.0


class Bot(Protocol[View_contra, Move]):
    """Chooses moves from views.

    The same view, moves and generator give the same choice: whatever a bot keeps between calls does not
    change what it chooses, so one bot can serve many tables. Only a budget in milliseconds is exempt.
    """

    def choose(self, view: View_contra, legal: Sequence[Move], rng: Random) -> Move:
        """One of the legal moves."""

    def advise(self, view: View_contra, legal: Sequence[Move], rng: Random) -> Advice[Move]:
        """The move that `choose` would give, with candidates and reasons."""


AnyBot = Bot[Any, Any]
