"""Plain players to measure others by: most cards, lowest ranks; and a greedy drafter."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from parlour.bots.bot import Advice, Candidate
from parlour.games.damenrennen import notation as race
from parlour.games.damenrennen.cards import ROW_SUITS
from parlour.games.damenrennen.view import GameView
from parlour.games.damenrennen.view import View as RaceView
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

    def advise(self, view: HaggisView, legal: Sequence[int], rng: Random) -> Advice:
        move = self.choose(view, legal, rng)
        return Advice(move, (Candidate(move),), "most cards, lowest ranks")


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

    def advise(self, view: HaggisView, legal: Sequence[int], rng: Random) -> Advice:
        move = self.choose(view, legal, rng)
        return Advice(move, (Candidate(move),), "most cards, lowest ranks, never passes")


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


class GreedyDrafter:
    """Takes what attaches now, longest row first; else a strike; else anything."""

    def choose(self, view: RaceView, legal: Sequence[int], rng: Random) -> int:
        assert view.seat is not None
        kind = race.kind_of(legal[0])
        match kind:
            case race.TAKE:
                return max(legal, key=lambda move: (worth(view, race.cards_of(move)), -move))
            case race.SHOW | race.DISCARD:
                return min(legal, key=lambda move: (sum(map(rank_of, cards_in(race.cards_of(move)))), move))
            case race.EXCHANGE:
                return race.exchange(0, 0)
            case race.SWAP | race.DECLINE:
                return max(legal, key=lambda move: (gain(move), -move))
            case _:
                return legal[rng.randrange(len(legal))]

    def advise(self, view: RaceView, legal: Sequence[int], rng: Random) -> Advice:
        move = self.choose(view, legal, rng)
        return Advice(move, (Candidate(move),), "what attaches now")


def cards_in(pile: int) -> list[int]:
    """The types of a pile's cards, a card that is there twice twice."""
    return [number for number in range(24) for _ in range(pile >> (2 * number) & 3)]


def rank_of(card: int) -> int:
    return card // 4


def gain(move: int) -> int:
    """How much higher the card of a swap is; nothing for declining, which is better than any loss."""
    if race.kind_of(move) == race.DECLINE:
        return 0
    taken, given = cards_in(race.swapped_card(move)), cards_in(race.cards_of(move))
    return rank_of(taken[0]) - rank_of(given[0]) or -1


def worth(view: RaceView, card: int) -> tuple[int, int]:
    """Attaches (by the length of its row), strikes, or neither."""
    assert view.seat is not None
    seen: GameView = view.game
    number = cards_in(card)[0]
    rank, suit = divmod(number, 4)
    if suit >= len(ROW_SUITS):
        return 0, 0
    row = seen.rows[view.seat][suit]
    if not row >> rank & 1 and (row << 1 | row >> 1) >> rank & 1:
        return 2, row.bit_count()
    owned = row >> rank & 1 or seen.reserves[view.seat] >> (2 * number) & 3
    return (1, 0) if owned and not seen.strikes[view.seat] >> suit & 1 else (0, 0)


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
