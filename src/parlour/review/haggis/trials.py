"""Moves tried in sampled worlds, played out by a net; two of them until the class of a decision is settled."""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.bets import match_chances
from parlour.bots.haggis.champion import SOLVE_FROM
from parlour.review.haggis.kernel.trials import try_each
from parlour.review.verdict import is_settled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.bots.haggis.bots import Situation
    from parlour.bots.haggis.kernel.net import Net

BATCHES: Final = (550, 550, 1100, 2200, 3600)
"""New worlds at a time: 550 at least, 8,000 at most."""
NARROW: Final = 1.0
"""Points; a narrower interval is good enough."""
DEVIATIONS: Final = 2.2
"""Half a 95 % interval in standard errors.

Not 1.96: the decision when to stop looks at the same worlds, and the interval shall hold the result of a second
judgement with four times the worlds, which has an error of its own (docs/review.md has the measurement).
"""
STEP: Final = 10
"""Points up and down, from which the worth of a point in this match is taken."""
LEAST_SLOPE: Final = 0.0005
"""Chance to win the match per point; where a match is decided a point is worth less, and a bet costs nothing."""


class Trial:
    """Moves in the same worlds: their points, their chances, and how the second compares with the first."""

    def __init__(self, situation: Situation, net: Net, moves: Sequence[int], *, by_match: bool) -> None:
        """`by_match` measures in what the match chances are worth in points at this score, as befits a bet."""
        self.situation = situation
        self.net = net
        self.moves = moves
        self.slope = point_worth(situation) if by_match else None
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
        seat, players = self.situation.view.seat, self.situation.view.options.players
        assert seat is not None
        stride = players + 1
        out = array("i", bytes(4 * worlds * len(self.moves) * stride))
        world, hidden = self.situation.world, self.situation.hidden
        try_each(self.net, world, hidden, seat, self.moves, worlds, seed, SOLVE_FROM, out)
        results = [tuple(out[at : at + stride]) for at in range(0, len(out), stride)]
        for at in range(0, len(results), len(self.moves)):
            found = [self.count(k, *result) for k, result in enumerate(results[at : at + len(self.moves)])]
            if len(found) > 1:
                (value, chance), (other_value, other_chance), *_ = found
                self.squares += (other_value - value) ** 2
                self.chance_squares += (other_chance - chance) ** 2
        self.worlds += worlds

    def count(self, k: int, *result: int) -> tuple[float, float]:
        """Count what a move brought in one world, and give its value there and the chance to win the match."""
        view = self.situation.view
        *points, first = result
        seat = view.seat or 0
        chance = chance_after(view.standing.scores, tuple(points), view.options.target, seat)
        gained = points[seat] - (sum(points) - points[seat]) / (len(points) - 1)
        value = gained if self.slope is None else chance / self.slope
        self.values[k] += value
        self.firsts[k] += first == seat
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


def point_worth(situation: Situation) -> float:
    """What a point is worth in this match: how the chance to win it changes with one's own score."""
    view = situation.view
    seat, scores, target = view.seat or 0, list(view.standing.scores), view.options.target
    up, down = (match_chances(with_more(scores, seat, step), target)[seat] for step in (STEP, -STEP))
    return max(LEAST_SLOPE, (up - down) / (2 * STEP))


def with_more(scores: Sequence[int], seat: int, points: int) -> list[int]:
    """Scores with points added to those of a seat."""
    return [score + (points if other == seat else 0) for other, score in enumerate(scores)]


@lru_cache(maxsize=1 << 14)
def chance_after(scores: tuple[int, ...], points: tuple[int, ...], target: int, seat: int) -> float:
    """A seat's chance to win the match after a round with these points."""
    return match_chances([score + more for score, more in zip(scores, points, strict=True)], target)[seat]
