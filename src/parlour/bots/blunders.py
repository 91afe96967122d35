"""A good player who now and then plays like a weaker one: mistakes of a human kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from parlour.core.game import Move, View

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.bots.bot import Advice, Bot


class Blunders(Generic[View, Move]):
    """Leaves a share of the decisions to a weaker bot."""

    def __init__(self, better: Bot[View, Move], weaker: Bot[View, Move], share: float) -> None:
        """`share` is the probability that the weaker bot decides."""
        self.better = better
        self.weaker = weaker
        self.share = share

    def choose(self, view: View, legal: Sequence[Move], rng: Random) -> Move:
        """The move of the bot that is drawn."""
        return self.draw(rng).choose(view, legal, rng)

    def advise(self, view: View, legal: Sequence[Move], rng: Random) -> Advice[Move]:
        """The advice of the bot that is drawn."""
        return self.draw(rng).advise(view, legal, rng)

    def draw(self, rng: Random) -> Bot[View, Move]:
        """The bot that decides."""
        return self.weaker if rng.random() < self.share else self.better
