"""Moves tried in sampled worlds, played out by a net; two of them until the class of a decision is settled."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.bets import chance_after, point_worth
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


class Trial:
    """Moves in the same worlds: their points, their chances, and how the second compares with the first."""

    def __init__(self, situation: Situation, net: Net, moves: Sequence[int], *, by_match: bool) -> None:
        """`by_match` measures in what the match chances are worth in points at this score, as befits a bet."""
        self.situation = situation
        self.net = net
        self.moves = moves
        self.slope = point_worth(situation.view) if by_match else None
        self.worlds = 0
        self.values = [0.0] * len(moves)
        self.firsts = [0] * len(moves)
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
            found = [self.count(k, result) for k, result in enumerate(results)]
            if len(found) > 1:
                (value, chance), (other_value, other_chance), *_ = found
                self.squares += (other_value - value) ** 2
                self.chance_squares += (other_chance - chance) ** 2
        self.worlds += worlds

    def count(self, k: int, result: Result) -> tuple[float, float]:
        """Count what a move brought in one world, and give its value there and the chance to win the match."""
        view = self.situation.view
        seat = view.seat or 0
        chance = chance_after(view.standing.scores, result.points, view.options.target, seat)
        value = result.gained(seat) if self.slope is None else chance / self.slope
        self.values[k] += value
        self.firsts[k] += result.first == seat
        self.chances[k] += chance
        return value, chance

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
