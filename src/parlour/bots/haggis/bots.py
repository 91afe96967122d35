"""Haggis players: `Sense` judges, `Search` tries moves in many worlds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import sqrt
from time import thread_time
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.bots.bot import Advice, Candidate, shortfall
from parlour.bots.haggis.bets import best_bet, corrected_chance
from parlour.bots.haggis.candidates import promising
from parlour.bots.haggis.kernel.rollouts import sequential_halving
from parlour.bots.haggis.kernel.sense import DEFAULT_WEIGHTS, sensible
from parlour.bots.haggis.reasons import bet_reason, move_reasons
from parlour.core.errors import OptionError
from parlour.games.haggis.notation import BET, GIVE, PASS, bet, cards_of, kind_of
from parlour.games.haggis.view import draw_world, hidden_cards

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.games.haggis import View
    from parlour.games.haggis.kernel.round import Round
    from parlour.games.haggis.view import RoundView

BIG_BET: Final = 30
BET_PLAYOUTS: Final = 60
"""Playouts by which `Sense` estimates its chance before a bet."""
PROBE: Final = 48
"""Playouts that tell how many a millisecond allows, where the budget is in milliseconds."""
PROBE_SEED: Final = 1
USABLE: Final = 0.9
"""The part of a budget in milliseconds that is planned for."""
MOST_MOVES: Final = 60
"""What the kernel has room for."""
SHOWN: Final = 5
"""How many candidates an advice lists."""
OUT_FIRST_WORTH: Final = 40
"""What the kernel's playouts add to the points for going out first."""
SPREAD: Final = 50
"""The standard deviation of the difference between two moves in one world, in points of worth.

Measured on 60 decisions of one match each: 49 on average with two players (2 to 95 in eight of ten, 119 at most), 39
with three (8 to 65, 87). One constant for all, so it is too large late in a round and too small in a few positions.
"""


class Playouts(NamedTuple):
    """How worlds are played out."""

    weights: Sequence[float]
    solve_from: int
    """From how few cards of two players on alpha-beta ends the round; 0 for never."""


class Situation(NamedTuple):
    """What a seat sees, and one world that it allows."""

    view: View
    seen: RoundView
    world: Round
    hidden: int


class Evaluated(NamedTuple):
    """A move after its playouts."""

    move: int
    tried: int
    points: float
    chance: float
    """To go out first, corrected."""
    worth: float
    """What the search maximizes: points, and what going out first is worth beside them."""

    def noise(self, other: Evaluated) -> float:
        """Two standard errors of the difference to another move."""
        return 2 * SPREAD / sqrt(min(self.tried, other.tried))

    def behind(self, best: Evaluated) -> float:
        """How much less it is worth than the best move."""
        return shortfall(best.worth, self.worth, self.noise(best))


class Player(ABC):
    """What all of them share: a choice is the move of the advice, and a bet waits for the first card."""

    bets: bool

    def choose(self, view: View, legal: Sequence[int], rng: Random) -> int:
        """The move that would be advised."""
        return self.advise(view, legal, rng).move

    @abstractmethod
    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice[int]:
        """The move, with candidates and reasons."""

    def may_bet(self, legal: Sequence[int], move: int) -> bool:
        """Whether a bet is considered before a move: it waits for the first card."""
        return self.bets and bet(BIG_BET) in legal and move != PASS

    def bet_amount(self, situation: Situation, chance: float, betting: float) -> int:
        """The bet to declare, by the chances of going out first without and with one; 0 for none."""
        return best_bet(situation.view, situation.seen, chance, betting)


class Evaluator(Player):
    """A player that compares moves by figures, and bets by the chance of the best one."""

    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice[int]:
        """The move that does best, or a bet before it."""
        situation = situation_of(view, rng)
        if len(legal) == 1:
            reasons = move_reasons(situation.seen, situation.hidden, legal[0], legal)
            return Advice(legal[0], (Candidate(legal[0]),), reasons)
        best, *others = self.evaluated(situation, [move for move in legal if kind_of(move) != BET], rng)
        if self.may_bet(legal, best.move):
            amount, chance = self.chosen_bet(situation, best, rng)
            if amount:
                candidate = Candidate(bet(amount), best.points, chance)
                return Advice(bet(amount), (candidate,), (bet_reason(amount, chance),))
        listed = sorted(others[: SHOWN - 1], key=lambda each: each.behind(best))
        shown = [Candidate(each.move, each.points, each.chance, each.behind(best)) for each in listed]
        reasons = move_reasons(situation.seen, situation.hidden, best.move, legal)
        return Advice(best.move, (Candidate(best.move, best.points, best.chance), *shown), reasons)

    @abstractmethod
    def evaluated(self, situation: Situation, moves: list[int], rng: Random) -> list[Evaluated]:
        """Moves that are worth a look, best first."""

    def chosen_bet(self, situation: Situation, best: Evaluated, rng: Random) -> tuple[int, float]:
        """The bet to declare, 0 for none, and the chance of going out first with one."""
        plain, betting = self.bet_chances(situation, best, rng)
        return self.bet_amount(situation, plain, betting), betting

    def bet_chances(self, situation: Situation, best: Evaluated, rng: Random) -> tuple[float, float]:
        """The chances of going out first without and with a bet, where they are known to differ."""
        del situation, rng
        return best.chance, best.chance


class Sense(Player):
    """A hand-written judgement; other weights make weaker characters of it."""

    def __init__(self, *, weights: Sequence[float] = DEFAULT_WEIGHTS, bets: bool = True) -> None:
        """`weights` are those of the kernel's judgement."""
        self.weights = weights
        self.bets = bets

    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice[int]:
        """The move that the judgement prefers, or a bet before it."""
        situation = situation_of(view, rng)
        move = sensible(situation.world, self.weights)
        if self.may_bet(legal, move):
            (found,) = evaluate(situation, [move], BET_PLAYOUTS, rng, Playouts(self.weights, 0))
            amount = self.bet_amount(situation, found.chance, found.chance)
            if amount:
                candidate = Candidate(bet(amount), found.points, found.chance)
                return Advice(bet(amount), (candidate,), (bet_reason(amount, found.chance),))
        return Advice(move, (Candidate(move),), move_reasons(situation.seen, situation.hidden, move, legal))


class Search(Evaluator):
    """Tries the promising moves in worlds that its view allows, played out by `Sense`."""

    playouts: Playouts = Playouts(DEFAULT_WEIGHTS, solve_from=6)

    def __init__(self, *, nodes: int = 4000, ms: float = 0, most: int = 24, bets: int = 1) -> None:
        """A budget of playouts a move, or of milliseconds of CPU time, which depend on the machine; bets=0: no bets."""
        if nodes < 1 or ms < 0 or not 1 <= most <= MOST_MOVES:
            raise OptionError(f"nodes from 1, ms from 0, most from 1 to {MOST_MOVES}, got {nodes}, {ms}, {most}")
        self.nodes = nodes
        self.ms = ms
        self.most = most
        self.bets = bool(bets)

    def evaluated(self, situation: Situation, moves: list[int], rng: Random) -> list[Evaluated]:
        """The promising moves, best first; among equals the one that `Sense` would make."""
        judged = sensible(situation.world, DEFAULT_WEIGHTS)
        chosen = [judged, *(move for move in promising(situation.seen.hand, moves, self.most) if move != judged)]
        budget = self.affordable(situation, chosen) if self.ms else self.nodes
        return evaluate(situation, chosen, budget, rng, self.playouts)

    def affordable(self, situation: Situation, moves: list[int]) -> int:
        """The playouts that the milliseconds of a move allow, by the CPU time that a few of them take here.

        Nothing is kept for the next move: a bot that serves many tables must not carry the pace of one to another.
        """
        begin = thread_time()
        found = sampled(situation, moves, PROBE, PROBE_SEED, self.playouts)
        spent = max(1000 * (thread_time() - begin), 0.001)
        pace = sum(count for _, count, _, _ in found) / spent
        return max(len(moves), int((self.ms - spent) * pace * USABLE))


def search(*, nodes: int = 4000, ms: float = 0, most: int = 24, bets: int = 1) -> Search:
    """Looks ahead: nodes=N playouts a move, or ms=N; at most `most` moves; bets=0 for none."""
    return Search(nodes=nodes, ms=ms, most=most, bets=bets)


def sense(*, bets: int = 1) -> Sense:
    """Judges at once, by hand-written rules; bets=0 for none."""
    return Sense(bets=bool(bets))


def situation_of(view: View, rng: Random) -> Situation:
    """A view of a seat that is to act, with a world drawn for it."""
    world = draw_world(view, rng).round
    assert view.round is not None
    assert world is not None
    return Situation(view, view.round, world, hidden_cards(view, view.round))


def evaluate(situation: Situation, moves: list[int], budget: int, rng: Random, playouts: Playouts) -> list[Evaluated]:
    """Moves by how they do in worlds that a view allows, best first."""
    found = sampled(situation, moves, budget, rng.getrandbits(63), playouts)
    bonus = OUT_FIRST_WORTH / (situation.view.options.players - 1)
    return [
        Evaluated(move, tried, points, chance_of(situation, move, outs), points + bonus * outs)
        for move, tried, points, outs in found
    ]


def sampled(
    situation: Situation, moves: list[int], budget: int, seed: int, playouts: Playouts
) -> list[tuple[int, int, float, float]]:
    """Moves with the number of their playouts, mean points, and how often these went out first."""
    seat = situation.view.seat
    assert seat is not None
    return sequential_halving(situation.world, situation.hidden, seat, moves, budget, seed, *playouts)


def chance_of(situation: Situation, move: int, outs: float) -> float:
    """The chance of going out first with a move, from how often playouts did."""
    seen = situation.seen
    if seen.outs:
        return 0.0
    if kind_of(move) != GIVE and cards_of(move) == seen.hand:
        return 1.0
    against = sum(bool(declared) for seat, declared in enumerate(seen.bets) if seat != situation.view.seat)
    return corrected_chance(outs, against, situation.view.options.players)
