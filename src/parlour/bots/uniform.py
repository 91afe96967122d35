"""The simplest bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.bots.bot import Advice, Candidate
from parlour.bots.reasons import ONLY_MOVE
from parlour.core.game import Move, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Uniform:
    """Plays every legal move with the same probability."""

    def choose(self, view: object, legal: Sequence[Move], rng: Random) -> Move:
        """A legal move at random; the view does not matter."""
        del view
        return legal[rng.randrange(len(legal))]

    def advise(self, view: object, legal: Sequence[Move], rng: Random) -> Advice[Move]:
        """A legal move at random."""
        move = self.choose(view, legal, rng)
        reason = ONLY_MOVE if len(legal) == 1 else Reason("random", {"count": len(legal)})
        return Advice(move, (Candidate(move),), (reason,))
