"""Plain players to measure others by: most cards, lowest ranks; and a greedy drafter."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from parlour.bots.bot import Advice, Candidate
from parlour.bots.damenrennen.greedy_drafter import GreedyDrafter
from parlour.games.haggis.cards import WILDS
from parlour.games.haggis.notation import BET, BOMB, PASS, SEQUENCE, SET, cards_of, combo_of, kind_of
from parlour.games.haggis.view import View as HaggisView


class Greedy:
    """Sheds the most cards it can, the lowest first; saves wilds and bombs, never bets."""

    def choose(self, view: HaggisView, legal: Sequence[int], rng: Random) -> int:
        del rng
        assert view.round is not None
        hand = view.round.hand
        moves = [move for move in legal if kind_of(move) != BET]
        combos = [move for move in moves if kind_of(move) in (SET, SEQUENCE, BOMB)]
        out = [move for move in combos if cards_of(move) == hand]
        if out:
            return out[0]
        plain = [move for move in combos if kind_of(move) != BOMB and not cards_of(move) & WILDS]
        if plain:
            return min(plain, key=cost)
        if PASS in moves:
            return PASS
        return min(combos or moves, key=lambda move: (kind_of(move) == BOMB, cost(move)))

    def advise(self, view: HaggisView, legal: Sequence[int], rng: Random) -> Advice[int]:
        move = self.choose(view, legal, rng)
        return Advice(move, (Candidate(move),))


class Plain:
    """Leads the most cards, each wild counting against it, the lowest first; beats whatever it can; never bets."""

    def choose(self, view: HaggisView, legal: Sequence[int], rng: Random) -> int:
        del rng
        assert view.round is not None
        hand = view.round.hand
        combos = [move for move in legal if kind_of(move) in (SET, SEQUENCE, BOMB)]
        out = [move for move in combos if cards_of(move) == hand]
        if out:
            return out[0]
        plain = [move for move in combos if kind_of(move) != BOMB]
        if PASS not in legal:
            return min(plain or [move for move in legal if kind_of(move) != BET], key=shed)
        return min(plain, key=lambda move: (wilds_in(move), combo_of(move).top, move)) if plain else PASS

    def advise(self, view: HaggisView, legal: Sequence[int], rng: Random) -> Advice[int]:
        move = self.choose(view, legal, rng)
        return Advice(move, (Candidate(move),))


def wilds_in(move: int) -> int:
    """How many wilds a combo spends."""
    return (cards_of(move) & WILDS).bit_count()


def shed(move: int) -> tuple[int, int, int]:
    """Most cards first, a wild counting against it, then the lowest top."""
    if kind_of(move) not in (SET, SEQUENCE, BOMB):
        return 0, 0, move
    return 2 * wilds_in(move) - cards_of(move).bit_count(), combo_of(move).top, move


def cost(move: int) -> tuple[int, int, int]:
    """Most cards first, then the lowest top, then the order of the numbers."""
    if kind_of(move) not in (SET, SEQUENCE, BOMB):
        return 0, 0, move
    return -cards_of(move).bit_count(), combo_of(move).top, move


def make_plain(game: str) -> Plain:
    """The player who never passes."""
    assert game == "haggis"
    return Plain()


def make_greedy(game: str) -> Greedy:
    assert game == "haggis"
    return Greedy()


def make_greedy_drafter(game: str) -> GreedyDrafter:
    assert game == "damenrennen"
    return GreedyDrafter()
