"""Looking one race further in a draft: its leaves are judged by what the next race brings."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.kernel.racing import race_ahead
from parlour.games.damenrennen.notation import TAKE, plain
from parlour.games.damenrennen.position import PHASES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.bots.budget import Budget
    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game

    Ahead = Callable[[Game, int], float]
    """The chance of seat 0 to win a game between races, by a race that a seed draws."""

DRAFT: Final = PHASES.index("draft")
PRIOR: Final = 6
"""How many races the value net's estimate of a leaf counts for."""


class Leaf:
    """A game after a draft, and the results of races tried from there, for seat 0."""

    def __init__(self, game: Game, mind: Mind, prior: int) -> None:
        """The value net's estimate comes first, and counts for so many races."""
        self.game = game
        self.total = prior * mind.win_chance(game)
        self.count = prior

    @property
    def worth(self) -> float:
        """The mean so far."""
        return self.total / self.count

    def look(self, ahead: Ahead, seed: int) -> None:
        """Try one race more; leaves that share a seed share random numbers, as far as these go."""
        self.total += ahead(self.game, seed)
        self.count += 1


class Tree:
    """A draft from here on: who takes, what follows each card; leaves that are equal are one."""

    def __init__(self, game: Game, leaf_of: Callable[[Game], Leaf]) -> None:
        """All orders in which the market can be drafted."""
        self.leaf: Leaf | None = None
        self.seat = 0 if game.asked & 1 else 1
        self.branches: list[Tree] = []
        if game.phase != DRAFT:
            self.leaf = leaf_of(game)
            return
        self.branches = [Tree(game.after(self.seat, move), leaf_of) for move in game.legal(self.seat)]

    def worth(self) -> float:
        """The chance of seat 0 to win where both choose best."""
        if self.leaf is not None:
            return self.leaf.worth
        return (min if self.seat else max)(branch.worth() for branch in self.branches)


def look_ahead(  # noqa: PLR0913, PLR0917 - a search is all of these
    game: Game,
    cards: Sequence[int],
    mind: Mind,
    seed: int,
    budget: Budget,
    ahead: Ahead | None = None,
    prior: int = PRIOR,
) -> list[float]:
    """The chance of seat 0 to win for each card that the drafter may take; every leaf is tried equally often.

    Without an `ahead` of its own, a race is prepared by rule.
    """
    seat = 0 if game.asked & 1 else 1
    leaves: dict[Game, Leaf] = {}

    def leaf_of(end: Game) -> Leaf:
        if end not in leaves:
            leaves[end] = Leaf(end, mind, prior)
        return leaves[end]

    def by_rule(leaf: Game, drawn: int) -> float:
        return race_ahead(leaf, mind, drawn)

    trees = [Tree(game.after(seat, plain(TAKE, card)), leaf_of) for card in cards]
    open_leaves = [leaf for leaf in leaves.values() if not leaf.game.over]
    began, turn = monotonic(), 0
    while open_leaves and budget.allows((turn + 1) * len(open_leaves), began):
        for leaf in open_leaves:
            leaf.look(ahead or by_rule, seed + turn)
        turn += 1
    return [tree.worth() for tree in trees]
