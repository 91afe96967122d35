"""Haggis players: `Sense` judges, `Search` tries moves in many worlds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.bots.bot import Advice, Candidate
from parlour.bots.haggis.bets import believed, best_bet
from parlour.bots.haggis.candidates import promising
from parlour.bots.haggis.kernel.hand_partition import plan
from parlour.bots.haggis.kernel.rollouts import halve
from parlour.bots.haggis.kernel.sense import DEFAULT_WEIGHTS, sensible, weighted
from parlour.games.haggis.notation import BET, PASS, bet, cards_of, kind_of
from parlour.games.haggis.view import draw_world, hidden_cards

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.games.haggis import View
    from parlour.games.haggis.kernel.round import Round
    from parlour.games.haggis.view import RoundView

Tried = tuple[int, int, float, float]
BIG_BET: Final = 30
BEGINNER_WEIGHTS: Final = weighted(
    size=0.3,
    danger=0,
    hold=0,
    after=0.3,
    lead_gain=4,
    danger_gain=0,
    end_gain=0,
    wild_cost=1,
    top_cost=-0.2,
    plan_cost=0.1,
)
"""Beats whatever it can, with high cards first, and watches nobody."""
CASUAL_WEIGHTS: Final = weighted(
    size=0.6, danger=2, hold=0, after=0.6, lead_gain=3, danger_gain=0.3, end_gain=0.2, plan_cost=0.3
)
"""Has a plan, but beats too eagerly and notices late who is about to go out."""


class Playouts(NamedTuple):
    """How worlds are played out."""

    weights: Sequence[float]
    few: int
    """From how few cards of two players on they end as well as they can; 0 for never."""


class Player(ABC):
    """What all of them share: a choice is the move of the advice, and a bet waits for the first card."""

    bets: bool

    def choose(self, view: View, legal: Sequence[int], rng: Random) -> int:
        """Choose what would be advised."""
        move: int = self.advise(view, legal, rng).move
        return move

    @abstractmethod
    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice:
        """Choose, and say why."""

    def wager(self, eyes: Eyes, legal: Sequence[int], chance: float) -> int:
        """Give the bet to declare before a first card, by the chance of going out first; 0 for none."""
        if not self.bets or bet(BIG_BET) not in legal:
            return 0
        return best_bet(eyes.view, eyes.seen, chance)


class Sense(Player):
    """A hand-written judgement; weights make weaker characters of it."""

    def __init__(self, *, weights: Sequence[float] = DEFAULT_WEIGHTS, bets: bool = True) -> None:
        """Take what the judgement is made of."""
        self.weights = weights
        self.bets = bets

    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice:
        """Judge, and say what for."""
        eyes = look(view, rng)
        move = sensible(eyes.world, self.weights)
        reason = reason_for(eyes, move)
        if self.bets and bet(BIG_BET) in legal and move != PASS:
            ((_, _, points, wins),) = tried(eyes, [move], 60, rng, Playouts(self.weights, 0))
            amount = self.wager(eyes, legal, wins)
            if amount:
                return Advice(bet(amount), (Candidate(bet(amount), points, wins),), bet_reason(amount, wins))
        return Advice(move, (Candidate(move),), reason)


class Search(Player):
    """Tries the promising moves in worlds that its view allows, played out by `Sense`."""

    playouts: Playouts = Playouts(DEFAULT_WEIGHTS, few=6)

    def __init__(self, *, nodes: int = 4000, ms: float = 0, most: int = 24, bets: int = 1) -> None:
        """Take a budget: playouts a move, or milliseconds a move, which then depend on the machine; bets=0: no bets."""
        if nodes < 1 or ms < 0 or not 1 <= most <= 60:  # noqa: PLR2004 - what the kernel has room for
            raise TypeError(f"nodes from 1, ms from 0, most from 1 to 60, got {nodes}, {ms}, {most}")
        self.nodes = nodes
        self.ms = ms
        self.most = most
        self.bets = bool(bets)
        self.pace = 40.0
        """Playouts a millisecond, learnt from earlier moves; only a budget in milliseconds asks."""

    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice:
        """Search, and show what came of the candidates."""
        eyes = look(view, rng)
        if len(legal) == 1:
            return Advice(legal[0], (Candidate(legal[0]),), "the only legal move")
        results = self.results(eyes, [move for move in legal if kind_of(move) != BET], rng)
        best, _, points, wins = results[0]
        shown = tuple(Candidate(move, mean, chance) for move, _, mean, chance in results[:5])
        amount = 0 if best == PASS else self.wager(eyes, legal, wins)
        if amount:
            return Advice(bet(amount), (Candidate(bet(amount), points, wins), *shown[:4]), bet_reason(amount, wins))
        return Advice(best, shown, reason_for(eyes, best))

    def results(self, eyes: Eyes, moves: list[int], rng: Random) -> list[Tried]:
        """Try the promising moves, best first; among equals the one that `Sense` would make."""
        judged = sensible(eyes.world, DEFAULT_WEIGHTS)
        chosen = [judged, *(move for move in promising(eyes.seen.hand, moves, self.most) if move != judged)]
        budget = self.nodes if not self.ms else max(len(chosen), int(self.ms * self.pace * 0.9))
        begin = perf_counter()
        results = tried(eyes, chosen, budget, rng, self.playouts)
        spent = 1000 * (perf_counter() - begin)
        self.pace = 0.7 * self.pace + 0.3 * sum(count for _, count, _, _ in results) / max(spent, 0.01)
        return results


def strong() -> Search:
    """Make a player who looks ahead a little."""
    return Search(nodes=200)


def master() -> Search:
    """Make the strongest player that answers within half a second."""
    return Search(nodes=5000)


def beginner() -> Sense:
    """Make a player who is new to the game."""
    return Sense(weights=BEGINNER_WEIGHTS, bets=False)


def casual() -> Sense:
    """Make a player who has played now and then."""
    return Sense(weights=CASUAL_WEIGHTS, bets=False)


class Eyes(NamedTuple):
    """What a seat sees, and some world that it allows."""

    view: View
    seen: RoundView
    world: Round
    hidden: int


def look(view: View, rng: Random) -> Eyes:
    """Look at a view."""
    world = draw_world(view, rng).round
    assert view.round is not None
    assert world is not None
    return Eyes(view, view.round, world, hidden_cards(view, view.round))


def tried(eyes: Eyes, moves: list[int], budget: int, rng: Random, playouts: Playouts) -> list[Tried]:
    """Try moves in worlds that a view allows; their chances of going out first are corrected."""
    seat = eyes.view.seat
    assert seat is not None
    found = halve(eyes.world, eyes.hidden, seat, moves, budget, rng.getrandbits(63), *playouts)
    return [(move, count, points, chance_of(eyes, move, outs)) for move, count, points, outs in found]


def chance_of(eyes: Eyes, move: int, outs: float) -> float:
    """Give the chance of going out first with a move, from how often playouts did."""
    seen = eyes.seen
    if seen.outs:
        return 0.0
    if cards_of(move) == seen.hand:
        return 1.0
    against = sum(bool(declared) for seat, declared in enumerate(seen.bets) if seat != eyes.view.seat)
    return believed(outs, against, eyes.view.options.players)


def bet_reason(amount: int, wins: float) -> str:
    """Say why a bet is made."""
    return (
        f"the chance to go out first is about {wins:.0%}: at this score a bet of {amount} serves the match best, "
        "and this is the last moment for it"
    )


def reason_for(eyes: Eyes, move: int) -> str:
    """Say what speaks for a move."""
    cards, seen = cards_of(move), eyes.seen
    if move == PASS:
        return "beating this would cost more than the trick is worth"
    if cards == seen.hand:
        return "it goes out"
    left = len(plan(seen.hand & ~cards))
    wilds = (cards >> 45).bit_count()
    parts = [f"it leaves about {left} plays"]
    if wilds:
        parts.append(f"spends {wilds} of your wilds")
    if cards and not eyes.hidden >> (5 * max(0, (move >> 48 & 15) - 1)):
        parts.append("nobody has a higher spot card")
    return ", ".join(parts)
