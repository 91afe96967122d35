"""Bots without one thing, to measure what it is worth: `parlour arena sense tests.bots.ablations:…`."""

from __future__ import annotations

from collections.abc import Callable

from parlour.bots.haggis.bets import AMOUNTS, settled_bets
from parlour.bots.haggis.bots import Playouts, Search, Sense, Situation
from parlour.bots.haggis.champion import Champion
from parlour.bots.haggis.kernel.sense import DEFAULT_WEIGHTS
from parlour.bots.haggis.playouts import Result
from parlour.games.haggis import View

NODES = 300
CHAMPION_NODES = 100


def bet_for_points(situation: Situation, chance: float, betting: float) -> int:
    """The bet that earns most points over the mean of the others, whatever the score of the match."""
    me, seats = situation.view.seat, situation.view.options.players
    assert me is not None

    def gain(amount: int) -> float:
        bets = [amount if seat == me else declared or 0 for seat, declared in enumerate(situation.seen.bets)]
        total = 0.0
        for first in range(seats):
            settled = settled_bets(bets, first)
            over = settled[me] - (sum(settled) - settled[me]) / (seats - 1)
            mine = betting if amount else chance
            total += over * (mine if first == me else (1 - mine) / (seats - 1))
        return total

    return max(AMOUNTS, key=gain)


class PointsSense(Sense):
    """Bets for the points of the round."""

    def bet_amount(self, situation: Situation, chance: float, betting: float) -> int:
        return bet_for_points(situation, chance, betting)


class PointsSearch(Search):
    """Bets for the points of the round."""

    def bet_amount(self, situation: Situation, chance: float, betting: float) -> int:
        return bet_for_points(situation, chance, betting)


class PointsChampion(Champion):
    """Plays and bets for the points of the round, whatever the score of the match."""

    def worth_in(self, view: View) -> Callable[[Result], float]:
        seat = view.seat or 0
        return lambda result: result.gained(seat)


class Unsolved(Search):
    """Lets `sense` play to the end, not alpha-beta."""

    playouts = Playouts(DEFAULT_WEIGHTS, solve_from=0)


def points_sense(_: str) -> PointsSense:
    return PointsSense()


def points_search(_: str) -> PointsSearch:
    return PointsSearch(nodes=NODES)


def points_champion(_: str) -> PointsChampion:
    return PointsChampion(nodes=CHAMPION_NODES)


def unsolved(_: str) -> Unsolved:
    return Unsolved(nodes=NODES * 13 // 10)  # in no less time than `search:nodes=300` takes


def unsolved_twice(_: str) -> Unsolved:
    return Unsolved(nodes=NODES * 2)  # in no less time than `search:nodes=300` takes at the end of a round
