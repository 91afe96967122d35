"""A good player who now and then plays like a weaker one: a human kind of mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.bots.bot import Advice, Bot


class Slips:
    """Leaves a share of the decisions to a weaker player."""

    def __init__(self, better: Bot, weaker: Bot, share: float) -> None:
        """Take both, and how often the weaker one decides."""
        self.better = better
        self.weaker = weaker
        self.share = share

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """Let one of them choose."""
        return self.deciding(rng).choose(view, legal, rng)

    def advise(self, view: Any, legal: Sequence[Any], rng: Random) -> Advice:
        """Let one of them advise."""
        return self.deciding(rng).advise(view, legal, rng)

    def deciding(self, rng: Random) -> Bot:
        """Draw who decides."""
        return self.weaker if rng.random() < self.share else self.better
