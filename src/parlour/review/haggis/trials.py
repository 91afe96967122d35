"""Moves tried in sampled worlds, played out by a net; two of them until the class of a decision is settled."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.bots.haggis.bets import chance_after, point_worth
from parlour.bots.haggis.habits import weights_of
from parlour.bots.haggis.kernel.net import valued_moves
from parlour.bots.haggis.playouts import tried_in_worlds
from parlour.review.verdict import is_settled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.bots.haggis.bots import Situation
    from parlour.bots.haggis.kernel.net import Net
    from parlour.bots.haggis.playouts import Result

BATCHES: Final = (550, 550, 1100, 2200, 3600)
"""New worlds at a time: 550 at least, 8,000 at most."""
NARROW: Final = 1.0
"""Points; a narrower interval is good enough."""
DEVIATIONS: Final = 2.2
"""Half a 95 % interval in standard errors.

Not 1.96: the decision when to stop looks at the same worlds, and the interval shall hold the result of a second
judgement with four times the worlds, which has an error of its own (docs/review.md has the measurement).
"""


class Brought(NamedTuple):
    """What a move brought in one world."""

    value: float
    chance: float
    """To win the match."""
    first: bool
    """Whether its seat went out first."""


class Trial:
    """Moves in the same worlds: their points, their chances, and how the second compares with the first."""

    def __init__(self, situation: Situation, net: Net, moves: Sequence[int]) -> None:
        self.situation = situation
        self.net = net
        self.moves = moves
        self.worlds = 0
        self.values = [0.0] * len(moves)
        self.firsts = [0.0] * len(moves)
        self.chances = [0.0] * len(moves)
        self.squares = 0.0
        self.chance_squares = 0.0

    def settle(self, rng: Random) -> None:
        """Try two moves in more worlds until they are enough."""
        for batch in BATCHES:
            self.extend(batch, rng.getrandbits(63))
            low, high = self.interval
            if high - low <= 2 * NARROW or is_settled(low, high, "points"):
                return

    def extend(self, worlds: int, seed: int) -> None:
        """Try all moves in so many worlds more."""
        for results in tried_in_worlds(self.net, self.situation, self.moves, worlds, seed):
            self.count([self.brought(result) for result in results])
        self.worlds += worlds

    def brought(self, result: Result) -> Brought:
        """What a move brought in one world."""
        view = self.situation.view
        seat = view.seat or 0
        chance = chance_after(view.standing.scores, result.points, view.options.target, seat)
        return Brought(self.value(result.gained(seat), chance), chance, result.first == seat)

    def value(self, points: float, chance: float) -> float:
        """What is compared: points of the round."""
        del chance
        return points

    def count(self, found: Sequence[Brought]) -> None:
        """Count what the moves brought in one world."""
        for k, each in enumerate(found):
            self.values[k] += each.value
            self.firsts[k] += each.first
            self.chances[k] += each.chance
        if len(found) > 1:
            self.squares += (found[1].value - found[0].value) ** 2
            self.chance_squares += (found[1].chance - found[0].chance) ** 2

    @property
    def cost(self) -> float:
        """How much better the second move is than the first, in points."""
        return (self.values[1] - self.values[0]) / self.worlds

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the cost."""
        return self.around(self.cost, self.squares)

    @property
    def chance_interval(self) -> tuple[float, float]:
        """The 95 % interval of `chance`."""
        low, high = self.around(self.chance / 100, self.chance_squares)
        return 100 * low, 100 * high

    def around(self, mean: float, squares: float) -> tuple[float, float]:
        """The 95 % interval of a mean difference, from the sum of the squares."""
        half = DEVIATIONS * sqrt(max(0.0, squares / self.worlds - mean**2) / (self.worlds - 1))
        return mean - half, mean + half

    @property
    def chance(self) -> float:
        """The cost in percentage points of the chance to win the match."""
        return 100 * (self.chances[1] - self.chances[0]) / self.worlds


class BetTrial(Trial):
    """Bets in the same worlds, measured by what the chances to win the match are worth in points at this score.

    Worlds in which the seat goes out first count for more or less, so that its chance is the one that players believe
    who know what the others have declared: worlds are drawn without that.
    """

    def __init__(self, situation: Situation, net: Net, moves: Sequence[int]) -> None:
        super().__init__(situation, net, moves)
        view, seat = situation.view, situation.view.seat or 0
        scores = view.standing.scores
        self.slope = point_worth(view)
        self.now = chance_after(scores, (0,) * len(scores), view.options.target, seat)
        """The chance to win the match from these scores."""
        self.found: list[Sequence[Brought]] = []
        self.says = [valued_moves(net, situation.world.after(seat, move), seat)[0][2] for move in moves]
        """The net's chance of going out first after each bet."""

    def value(self, points: float, chance: float) -> float:
        """What is compared: what the round adds to the chance to win the match, in points."""
        del points
        return (chance - self.now) / self.slope

    def count(self, found: Sequence[Brought]) -> None:
        """Keep what the bets brought in one world."""
        self.found.append(found)

    def extend(self, worlds: int, seed: int) -> None:
        """Try all bets in so many worlds more, and weigh all worlds anew."""
        super().extend(worlds, seed)
        weights = [self.weights(k) for k in range(len(self.moves))]
        for k, (out, other) in enumerate(weights):
            column = [(each[k], out if each[k].first else other) for each in self.found]
            self.values[k] = sum(weight * each.value for each, weight in column)
            self.chances[k] = sum(weight * each.chance for each, weight in column)
            self.firsts[k] = sum(weight for each, weight in column if each.first)
        if len(self.moves) > 1:
            mean = self.values[0] / self.worlds
            self.squares = sum(self.difference(each, weights, mean) ** 2 for each in self.found)
            self.chance_squares = self.squares * self.slope**2

    def weights(self, k: int) -> tuple[float, float]:
        """What a world counts for in which the seat goes out first after a bet, and what another one does."""
        share = sum(each[k].first for each in self.found) / self.worlds
        return weights_of(self.situation, self.says[k], share)

    def difference(self, found: Sequence[Brought], weights: Sequence[tuple[float, float]], mean: float) -> float:
        """By how much the second bet is better in one world, weighed; both less a mean, which the weights leave out."""
        first, second = (
            (each.value - mean) * (out if each.first else other)
            for each, (out, other) in zip(found[:2], weights[:2], strict=True)
        )
        return second - first
