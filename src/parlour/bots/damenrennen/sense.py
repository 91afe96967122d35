"""A hand-written judgement of Damenrennen: rows, what they lack, strikes, advantages, diamonds."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from parlour.bots.bot import Advice, Candidate
from parlour.bots.damenrennen.reasons import LEAST_GAIN, card_reason, preparation_reason
from parlour.bots.reasons import ONLY_MOVE
from parlour.games.damenrennen.cards import DIAMONDS, RANKS, ROW_SUITS
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.kernel.slots import SLOTS
from parlour.games.damenrennen.notation import (
    DISCARD,
    EXCHANGE,
    LAY,
    SHOW,
    SWAP,
    TAKE,
    cards_of,
    diamonds_of,
    kind_of,
    swapped_card,
)
from parlour.games.damenrennen.position import PHASES, encode_position
from parlour.games.damenrennen.view import some_position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from parlour.core.game import Reason
    from parlour.games.damenrennen.view import View

DRAFT: Final = PHASES.index("draft")
SURE: Final = 1000.0
"""What a won game is worth; everything else is worth less."""
ROW_WORTH: Final = (0.0, 45.0, 26.0, 13.0, 6.0, 0.0)
"""A row by how many cards it lacks, where they can still be had."""
STRIKE_WORTH: Final = (0.0, 10.0, 26.0)
CHANCE_WORTH: Final = 1.5
"""Each card that would be a strike in a suit without one, up to three a suit."""
LEAD_WORTH: Final = (6.0, 9.0, 24.0)
"""The advantages of clubs, spades and hearts, as often as they win races: 62, 67 and 89 in 100."""
FAR_LEAD: Final = 1.3
"""A lead of two cards is safer than a lead of one."""
DIAMOND_WORTH: Final = (0.0, 0.3, 1.0, 2.5, 4.0, 6.0)
BOMB_SIZE: Final = 3
BOMB_WORTH: Final = 9
STEEPNESS: Final = 24.0
CANDIDATES: Final = 5


class Sense:
    """Drafts by looking at all orders of the draft and judging where they lead; prepares by rank."""

    def choose(self, view: View, legal: Sequence[int], rng: Random) -> int:
        """The best move by judgement, or any card to lay: random order is best there."""
        return self.advise(view, legal, rng).move

    def advise(self, view: View, legal: Sequence[int], rng: Random) -> Advice[int]:
        """The same choice, with reasons."""
        kind = kind_of(legal[0])
        if kind == LAY:
            move = legal[rng.randrange(len(legal))]
            return Advice(move, (Candidate(move),), (reason_of(move, legal),))
        if kind == TAKE:
            return advise_take(view, legal)
        gain = GAINS.get(kind)
        scores = {move: gain(view.game.hand, move) if gain else swap_gain(view, move) for move in legal}
        ranked = sorted(legal, key=lambda move: (-scores[move], move))[:CANDIDATES]
        return Advice(ranked[0], tuple(map(Candidate, ranked)), (reason_of(ranked[0], legal),))


def reason_of(move: int, legal: Sequence[int]) -> Reason:
    """Why a move is made that is not a take."""
    return ONLY_MOVE if len(legal) == 1 else preparation_reason(move)


def advise_take(view: View, legal: Sequence[int]) -> Advice[int]:
    """The best card of the market, over every order in which it can be drafted, both sides choosing best."""
    game = Game(encode_position(some_position(view)))
    seat = 0 if view.seat is None else int(view.seat)
    sign = 1.0 - 2.0 * seat
    worths = {move: sign * draft_worth(game.after(seat, move)) for move in legal}
    ranked = sorted(legal, key=lambda move: (-worths[move], move))
    candidates = tuple(Candidate(move, wins=chance(worths[move])) for move in ranked)
    return Advice(ranked[0], candidates, (take_reason(game, seat, ranked[0], worths),))


def take_reason(game: Game, seat: int, move: int, worths: dict[int, float]) -> Reason:
    """What a card does."""
    card = cards_of(move)
    if worths[move] >= SURE:
        return card_reason("wins_game", card)
    if min(worths.values()) <= -SURE < worths[move]:
        return card_reason("stops_win", card)
    if len(worths) == 1:
        return ONLY_MOVE
    gain = (1 - 2 * seat) * (worth(game.after(seat, move)) - worth(game))
    return card_reason("card_worth", card, points=round(gain))


def chance(score: float) -> float:
    """A score as a chance to win."""
    return 1.0 / (1.0 + exp(-max(-SURE, min(SURE, score)) / STEEPNESS))


def draft_worth(game: Game, low: float = -2 * SURE, high: float = 2 * SURE) -> float:
    """What a draft is worth to seat 0, where both choose best by this judgement."""
    if game.phase != DRAFT:
        return worth(game)
    seat = 0 if game.asked & 1 else 1
    for move in game.legal(seat):
        found = draft_worth(game.after(seat, move), low, high)
        if seat == 0:
            low = max(low, found)
        else:
            high = min(high, found)
        if low >= high:
            break
    return high if seat else low


def worth(game: Game) -> float:
    """What a game is worth to seat 0, between races or in a draft."""
    if game.over:
        return 0.0 if game.winner is None else SURE * (1 - 2 * game.winner)
    slots = game.slots()
    rows = slots[SLOTS["rows"] : SLOTS["rows"] + 6]
    left = slots[SLOTS["stack"]] + slots[SLOTS["used"]] + slots[SLOTS["market"]]
    left += sum(slots[SLOTS[place] + seat] for place in ("hands", "spent") for seat in (0, 1))
    total = 0.0
    for seat, sign in ((0, 1.0), (1, -1.0)):
        reserve, strikes = slots[SLOTS["reserves"] + seat], slots[SLOTS["strikes"] + seat]
        total += sign * STRIKE_WORTH[strikes.bit_count()]
        total += sign * sum(DIAMOND_WORTH[rank] * (reserve >> (8 * rank + 6) & 3) for rank in range(len(RANKS)))
        for suit in range(len(ROW_SUITS)):
            total += sign * suit_worth(rows[3 * seat + suit], reserve, left, suit, struck=bool(strikes >> suit & 1))
    for suit, lead_worth in enumerate(LEAD_WORTH):
        lead = rows[suit].bit_count() - rows[3 + suit].bit_count()
        total += lead_worth * max(-1, min(1, lead)) * (FAR_LEAD if abs(lead) > 1 else 1.0)
    return total


def suit_worth(row: int, reserve: int, left: int, suit: int, *, struck: bool) -> float:
    """What one side's row is worth: what it lacks and what would be a strike, as far as the cards can be had."""
    lacking, chances, dead = 0, 0, False
    for rank in range(len(RANKS)):
        shift = 2 * (4 * rank + suit)
        if row >> rank & 1 or reserve >> shift & 3:
            chances += bool(left >> shift & 3)
        else:
            lacking += 1
            dead = dead or not left >> shift & 3
    return (0.0 if dead else ROW_WORTH[lacking]) + (0.0 if struck else CHANCE_WORTH * min(chances, 3))


def ranks_in(pile: int) -> list[int]:
    """The ranks of a pile, low to high."""
    return [shift // 8 for shift in range(0, 48, 2) for _ in range(pile >> shift & 3)]


def strength(hand: int) -> float:
    """The ranks of a hand added up; three of a kind are a bomb (D4.1)."""
    ranks = ranks_in(hand)
    return sum(ranks) + (BOMB_WORTH if len(ranks) == BOMB_SIZE and len(set(ranks)) == 1 else 0)


def show_gain(hand: int, move: int) -> float:
    """The lowest cards are shown, so that the opponent can take little."""
    del hand
    return -sum(ranks_in(cards_of(move)))


def discard_gain(hand: int, move: int) -> float:
    """What is left is to be strong."""
    return strength(hand - cards_of(move))


def exchange_gain(hand: int, move: int) -> float:
    """A diamond must gain three ranks, for it is gone."""
    taken = diamonds_of(move)
    return strength(hand - cards_of(move) + taken) - LEAST_GAIN * len(ranks_in(taken & DIAMONDS)) + 0.5 * (not taken)


def swap_gain(view: View, move: int) -> float:
    """What is taken and given counts for both sides."""
    if kind_of(move) != SWAP:
        return 0.0
    hand, taken, given = view.game.hand, swapped_card(move), cards_of(move)
    after = best_three(hand - given + taken) - best_three(hand)
    return after + ranks_in(taken)[0] - ranks_in(given)[0] - 0.5


def best_three(hand: int) -> float:
    """The strength of a hand of three, or of four that one card will be discarded from."""
    cards = [1 << shift for shift in range(0, 48, 2) if hand >> shift & 3]
    if len(ranks_in(hand)) <= BOMB_SIZE:
        return strength(hand)
    return max(strength(hand - card) for card in cards)


GAINS: Final[dict[int, Callable[[int, int], float]]] = {
    SHOW: show_gain,
    DISCARD: discard_gain,
    EXCHANGE: exchange_gain,
}
