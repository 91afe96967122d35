"""Bots without one thing, to measure what it is worth: `parlour arena sense tests.bots.ablations:…`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from parlour.bots.haggis.bets import AMOUNTS, settled_bets
from parlour.bots.haggis.bots import Evaluated, Evaluator, Playouts, Search, Sense, Situation
from parlour.bots.haggis.champion import BET_WORLDS, Champion, NetPlayer, Tried
from parlour.bots.haggis.habits import believed
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


class TypicalChampion(Champion):
    """Bets by its chance of going out first and typical rounds, not by what each bet brings in playouts."""

    def chosen_bet(self, situation: Situation, best: Evaluated, rng: Random) -> tuple[int, float]:
        return Evaluator.chosen_bet(self, situation, best, rng)

    def out_chance(self, situation: Situation, rng: Random) -> float:
        first = NetPlayer.evaluated(self, situation, [], rng)[0]
        tried = Tried(first.move, 0, 0.0, 0.0, 0.0)
        self.try_moves(situation, [tried], BET_WORLDS, rng)
        return believed(situation, first.chance, tried.outs / tried.worlds)


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


def typical_champion(_: str) -> TypicalChampion:
    return TypicalChampion(nodes=CHAMPION_NODES)
