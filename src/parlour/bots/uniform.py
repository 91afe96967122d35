"""The simplest bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.bots.bot import Advice, Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Uniform:
    """Plays every legal move as often as the next."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """Draw one."""
        del view
        return legal[rng.randrange(len(legal))]

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Advice:
        """Draw one, for no reason."""
        move = self.choose(view, legal, rng)
        return Advice(move, (Candidate(move),), f"one of {len(legal)} legal moves, drawn at random")
