"""`search` and `sense` without one thing, to measure what it is worth: `parlour arena sense tests.bots.ablations:…`."""

from __future__ import annotations

from parlour.bots.haggis.bets import AMOUNTS, settled_bets
from parlour.bots.haggis.bots import Playouts, Search, Sense, Situation
from parlour.bots.haggis.kernel.sense import DEFAULT_WEIGHTS

NODES = 300


def bet_for_points(situation: Situation, chance: float) -> int:
    """The bet that earns most points over the mean of the others, whatever the score of the match."""
    me, seats = situation.view.seat, situation.view.options.players
    assert me is not None

    def gain(amount: int) -> float:
        bets = [amount if seat == me else declared or 0 for seat, declared in enumerate(situation.seen.bets)]
        total = 0.0
        for first in range(seats):
            settled = settled_bets(bets, first)
            over = settled[me] - (sum(settled) - settled[me]) / (seats - 1)
            total += over * (chance if first == me else (1 - chance) / (seats - 1))
        return total

    return max(AMOUNTS, key=gain)


class PointsSense(Sense):
    """Bets for the points of the round."""

    def bet_amount(self, situation: Situation, chance: float, betting: float) -> int:
        del betting
        return bet_for_points(situation, chance)


class PointsSearch(Search):
    """Bets for the points of the round."""

    def bet_amount(self, situation: Situation, chance: float, betting: float) -> int:
        del betting
        return bet_for_points(situation, chance)


class Unsolved(Search):
    """Lets `sense` play to the end, not alpha-beta."""

    playouts = Playouts(DEFAULT_WEIGHTS, solve_from=0)


def points_sense(_: str) -> PointsSense:
    return PointsSense()


def points_search(_: str) -> PointsSearch:
    return PointsSearch(nodes=NODES)


def unsolved(_: str) -> Unsolved:
    return Unsolved(nodes=NODES * 13 // 10)  # in no less time than `search:nodes=300` takes


def unsolved_twice(_: str) -> Unsolved:
    return Unsolved(nodes=NODES * 2)  # in no less time than `search:nodes=300` takes at the end of a round
