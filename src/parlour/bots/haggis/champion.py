"""Haggis players that have learnt: `NetPlayer` plays what a net values most, `Champion` looks ahead with it."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.bots.haggis.bets import AMOUNTS, chance_after, point_worth
from parlour.bots.haggis.bots import BIG_BET, Evaluated, Evaluator, Situation
from parlour.bots.haggis.habits import believed, weights_of
from parlour.bots.haggis.kernel.net import valued_moves
from parlour.bots.haggis.playouts import tried_in_worlds
from parlour.bots.haggis.weights import shipped_net
from parlour.core.errors import OptionError
from parlour.core.game import Seat
from parlour.games.haggis.notation import bet

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from parlour.bots.haggis.kernel.net import Net
    from parlour.bots.haggis.playouts import Result
    from parlour.games.haggis import View

PAIR: Final = 2
MOST_MOVES: Final = 64
"""What the kernel has room for."""
PRIOR_WORLDS: Final = 32
"""The net's own value counts as much as so many worlds."""
BET_WORLDS: Final = 300
"""In which every bet is tried."""
BET_SHARE: Final = 0.15
"""Of a budget in milliseconds, kept for these where a bet may be made."""


class NetPlayer(Evaluator):
    """Plays the move that a net values most, without looking ahead."""

    def __init__(self, *, bets: bool = True, net: Net | None = None) -> None:
        """Without a net of its own, the shipped one for the number of players."""
        self.bets = bets
        self.net = net

    def net_for(self, view: View) -> Net:
        return shipped_net(view.options.players) if self.net is None else self.net

    def evaluated(self, situation: Situation, moves: list[int], rng: Random) -> list[Evaluated]:
        """The moves worth a look, best first."""
        del moves, rng
        assert situation.view.seat is not None
        found = valued_moves(self.net_for(situation.view), situation.world, situation.view.seat)
        return [Evaluated(move, PRIOR_WORLDS, points, chance, points) for move, points, chance in found]

    def bet_chances(self, situation: Situation, best: Evaluated, rng: Random) -> tuple[float, float]:
        """Without a bet, and once one is declared: who has bet plays for it, and the others against it.

        With two players the second counts for both: the one that plays against a bet pays for it in cards.
        """
        del best
        betting = self.out_chance(after_bet(situation), rng)
        return betting if situation.view.options.players == PAIR else self.out_chance(situation, rng), betting

    def out_chance(self, situation: Situation, rng: Random) -> float:
        """The chance of going out first with the best move, by what the net says and the others declared."""
        return believed(situation, self.evaluated(situation, [], rng)[0].chance)


class Tried(msgspec.Struct):
    """A move of a search, with the worlds that it was tried in; the net's value is among them."""

    move: int
    worlds: int
    points: float
    """The sum over the worlds."""
    outs: float
    """In how many its seat went out first."""
    worth: float
    """What the results are worth in the match, summed up, in points."""

    @classmethod
    def begin(cls, first: Evaluated) -> Tried:
        """A move with what the net says."""
        points = PRIOR_WORLDS * first.points
        return cls(first.move, PRIOR_WORLDS, points, PRIOR_WORLDS * first.chance, points)

    def add(self, points: float, worth: float, *, out: bool) -> None:
        """Count one more world."""
        self.worlds += 1
        self.points += points
        self.worth += worth
        self.outs += out

    def evaluated(self) -> Evaluated:
        count = self.worlds
        return Evaluated(self.move, count, self.points / count, self.outs / count, self.worth / count)


class Champion(NetPlayer):
    """Tries the moves that the net values most in sampled worlds, where the net plays on.

    It maximizes the chance to win the match. That is measured in points at the score of the match, so that the net's
    own value, which is in points, can be counted like some worlds.
    """

    def __init__(
        self, *, nodes: int = 1000, ms: float = 0, most: int = 8, bets: bool = True, net: Net | None = None
    ) -> None:
        """A budget of playouts a move, or of milliseconds of CPU time, which depend on the machine."""
        if nodes < 1 or ms < 0 or not 1 <= most <= MOST_MOVES:
            raise OptionError(f"nodes from 1, ms from 0, most from 1 to {MOST_MOVES}, got {nodes}, {ms}, {most}")
        super().__init__(bets=bets, net=net)
        self.nodes = nodes
        self.ms = ms
        self.most = most

    def evaluated(self, situation: Situation, moves: list[int], rng: Random) -> list[Evaluated]:
        """The candidates by sequential halving, best first: every turn tries the better half in new worlds."""
        begin = thread_time()
        listed = super().evaluated(situation, moves, rng)
        tried = [Tried.begin(each) for each in listed[: self.most]]
        if len(tried) == 1:
            return [tried[0].evaluated()]
        turns, usable = max(1, (len(tried) - 1).bit_length()), self.usable_ms(situation)
        alive = len(tried)
        for turn in range(turns):
            better = tried[:alive]
            if self.ms:
                self.try_until(situation, better, begin + (turn + 1) / turns * usable / 1000, rng)
            else:
                self.try_moves(situation, better, max(1, self.nodes // turns // alive), rng)
            tried[:alive] = sorted(better, key=lambda each: -each.worth / each.worlds)
            alive = (alive + 1) // 2
        return [each.evaluated() for each in tried]

    def usable_ms(self, situation: Situation) -> float:
        """What the choice of a move may take of the budget."""
        seat = situation.view.seat or 0
        may_bet = self.bets and situation.seen.bets[seat] is None and not situation.seen.played[seat]
        return self.ms * (1 - BET_SHARE) if may_bet else self.ms

    def chosen_bet(self, situation: Situation, best: Evaluated, rng: Random) -> tuple[int, float]:
        """The bet that does best in sampled worlds, where who has bet plays for it, and the others against it."""
        del best
        found = zip(AMOUNTS, self.tried_bets(situation, rng), strict=True)
        valued = {amount: self.bet_value(situation, bet(amount), results) for amount, results in found}
        amount = max(AMOUNTS, key=lambda each: (round(valued[each][0], 9), -each))
        return amount, valued[amount][1]

    def tried_bets(self, situation: Situation, rng: Random) -> list[tuple[Result, ...]]:
        """What every bet brings in the same worlds, by bet."""
        net, moves = self.net_for(situation.view), [bet(amount) for amount in AMOUNTS]
        deadline = thread_time() + BET_SHARE * self.ms / 1000
        found = tried_in_worlds(net, situation, moves, 1 if self.ms else BET_WORLDS, rng.getrandbits(63))
        while thread_time() < deadline:
            found += tried_in_worlds(net, situation, moves, 1, rng.getrandbits(63))
        return list(zip(*found, strict=True))

    def bet_value(self, situation: Situation, declared: int, results: tuple[Result, ...]) -> tuple[float, float]:
        """What a bet is worth in the match, and the chance of going out first, by what the others declared too."""
        seat, worth = situation.view.seat or 0, self.worth_in(situation.view)
        says = valued_moves(self.net_for(situation.view), situation.world.after(seat, declared), Seat(seat))[0][2]
        share = sum(result.first == seat for result in results) / len(results)
        out, other = weights_of(situation, says, share)
        total = sum(worth(result) * (out if result.first == seat else other) for result in results)
        return total / len(results), share * out

    def try_until(self, situation: Situation, moves: list[Tried], deadline: float, rng: Random) -> None:
        """Try moves world by world until a moment of this thread's CPU time; in one world at least."""
        while True:
            before = thread_time()
            self.try_moves(situation, moves, 1, rng)
            after = thread_time()
            if after + (after - before) > deadline:
                return

    def try_moves(self, situation: Situation, moves: list[Tried], worlds: int, rng: Random) -> None:
        """Try moves in more worlds, the same for all."""
        view, listed = situation.view, [each.move for each in moves]
        seat, worth = view.seat, self.worth_in(view)
        assert seat is not None
        for results in tried_in_worlds(self.net_for(view), situation, listed, worlds, rng.getrandbits(63)):
            for each, result in zip(moves, results, strict=True):
                each.add(result.gained(seat), worth(result), out=result.first == seat)

    def worth_in(self, view: View) -> Callable[[Result], float]:
        """How results are compared: by the chance to win the match, in points at this score."""
        seat, scores, target = view.seat or 0, view.standing.scores, view.options.target
        now, point = chance_after(scores, (0,) * len(scores), target, seat), point_worth(view)
        return lambda result: (chance_after(scores, result.points, target, seat) - now) / point


def after_bet(situation: Situation) -> Situation:
    """The same situation once the seat has made a big bet."""
    assert situation.view.seat is not None
    return situation._replace(world=situation.world.after(situation.view.seat, bet(BIG_BET)))


def net(*, bets: int = 1) -> NetPlayer:
    """A net that learnt by self-play, at once; bets=0 for none."""
    return NetPlayer(bets=bool(bets))


def champion(*, nodes: int = 1000, ms: float = 0, most: int = 8, bets: int = 1) -> Champion:
    """Looks ahead with the net: nodes=N playouts a move, or ms=N; at most `most` moves; bets=0 for none."""
    return Champion(nodes=nodes, ms=ms, most=most, bets=bool(bets))
