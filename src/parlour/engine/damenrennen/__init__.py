"""Views of Damenrennen in the engine protocol."""

from __future__ import annotations

from array import array
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from parlour.core.game import Seat
from parlour.engine.wire import Cards
from parlour.games.damenrennen.cards import NAMES, RANKS, card_names, parse_card, row_cards, suits_in
from parlour.games.damenrennen.notation import format_move, parse_move
from parlour.games.damenrennen.state import Standing
from parlour.games.damenrennen.view import GameView, Swap, View, draw_world

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.damenrennen.match import Damenrennen
    from parlour.games.damenrennen.position import Rows

CARDS: Final = {name: parse_card(name) for name in NAMES}
RANK_BITS: Final = {rank: 1 << number for number, rank in enumerate(RANKS)}
ThreeRows = tuple[Cards, Cards, Cards]


class DamenrennenView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="damenrennen"):
    """A Damenrennen match as seen by a seat with a decision to make; pairs are by seat, seat 0 first."""

    seat: int
    """Whose view it is."""
    to_act: tuple[int, ...]
    """Who still has to choose; in `exchange` and `lay` both choose simultaneously, in secret."""
    phase: Literal["show", "swap", "discard", "exchange", "lay", "draft"]
    hand: Cards
    """The seat's own cards."""
    sizes: tuple[int, int]
    """Cards in hand."""
    market: Cards
    rows: tuple[ThreeRows, ThreeRows]
    """Each seat's rows of clubs, spades and hearts, including the queens."""
    reserves: tuple[Cards, Cards]
    strikes: tuple[Cards, Cards]
    """The cards that were strikes."""
    advantages: tuple[int | None, int | None, int | None]
    """Who has the advantage of clubs, spades and hearts in this race."""
    full: bool
    """Whether the advantages of spades and hearts apply in this race."""
    stack: int
    """Cards in the stack."""
    shown: Cards
    """The two cards shown for hearts; empty if none were."""
    taken: str | None
    """The card that was taken in the swap for hearts."""
    given: str | None
    """The card that was given for it."""
    spent: Cards
    """What the seat itself has discarded and given up in this race."""
    spent_sizes: tuple[int, int]
    """How many cards each seat has discarded and given up."""
    exchanged: tuple[Cards, Cards]
    """The diamonds that each seat has taken in."""
    sealed: tuple[bool, bool]
    """Whether a seat has chosen, unseen by the other."""
    laid: tuple[Cards, Cards]
    """The cards laid in this race, trick by trick."""
    bombs: tuple[Cards, Cards]
    """The whole hand of a seat that had a bomb."""
    drawn: Cards
    """The last tie-break cards, one from each seat; empty if there were none."""
    used: Cards
    """Cards that everybody has seen and that have not returned to the stack."""
    race_winner: int | None
    ultimate: bool
    """Whether the race was won by all three tricks, or by a bomb."""
    picks: int
    """How many cards of the market were taken."""
    race: int
    """How many races of the game have begun."""
    games: tuple[int, int]
    """Games of the match won by each seat."""
    draws: int
    """Games drawn."""


class DamenrennenWire:
    """Writes and reads views of Damenrennen."""

    def __init__(self, game: Damenrennen) -> None:
        self.options = game.options

    def encode(self, view: View) -> DamenrennenView:
        """A view in notation."""
        seen = view.game
        swap = seen.swap or Swap(0, 0, 0)
        assert view.seat is not None
        assert seen.sealed is None
        assert seen.phase != "race"
        assert seen.phase != "draw"
        assert seen.phase != "over"
        return DamenrennenView(
            seat=view.seat,
            to_act=tuple([seat for seat in view.to_act if seat is not None]),
            phase=seen.phase,
            hand=card_names(seen.hand),
            sizes=seen.sizes,
            market=card_names(seen.market),
            rows=(written_rows(seen.rows[0]), written_rows(seen.rows[1])),
            reserves=both(seen.reserves),
            strikes=both(seen.strike_cards),
            advantages=seen.advantages,
            full=seen.full,
            stack=seen.stack_size,
            shown=card_names(swap.shown),
            taken=one_name(swap.taken),
            given=one_name(swap.given),
            spent=card_names(seen.spent),
            spent_sizes=seen.spent_sizes,
            exchanged=both(seen.exchanged),
            sealed=seen.has_sealed,
            laid=(in_order(seen.laid[0]), in_order(seen.laid[1])),
            bombs=both(seen.bombs),
            drawn=in_order(seen.drawn or ()),
            used=card_names(seen.used),
            race_winner=seen.race_winner,
            ultimate=seen.ultimate,
            picks=seen.picks,
            race=seen.races,
            games=view.standing.wins,
            draws=view.standing.drawn,
        )

    def decode(self, seen: DamenrennenView) -> View:
        """The view that was written."""
        strike_cards = piles(seen.strikes)
        drawn = [CARDS[name] for name in seen.drawn]
        game_view = GameView(
            hand=pile(seen.hand),
            spent=pile(seen.spent),
            sealed=None,
            swap=read_swap(seen) if seen.shown else None,
            phase=seen.phase,
            races=seen.race,
            rows=(read_rows(seen.rows[0]), read_rows(seen.rows[1])),
            reserves=piles(seen.reserves),
            strikes=(suits_in(strike_cards[0]), suits_in(strike_cards[1])),
            strike_cards=strike_cards,
            advantages=(seat(seen.advantages[0]), seat(seen.advantages[1]), seat(seen.advantages[2])),
            full=seen.full,
            market=pile(seen.market),
            stack_size=seen.stack,
            sizes=seen.sizes,
            spent_sizes=seen.spent_sizes,
            has_sealed=seen.sealed,
            has_shown=bool(seen.shown),
            has_swapped=seen.taken is not None,
            exchanged=piles(seen.exchanged),
            laid=(tuple([CARDS[name] for name in seen.laid[0]]), tuple([CARDS[name] for name in seen.laid[1]])),
            bombs=piles(seen.bombs),
            drawn=(drawn[0], drawn[1]) if drawn else None,
            used=pile(seen.used),
            race_winner=seat(seen.race_winner),
            ultimate=seen.ultimate,
            picks=seen.picks,
            winner=None,
            ending=None,
            ending_suit=None,
        )
        standing = Standing(seen.games, seen.draws)
        return View(Seat(seen.seat), self.options, standing, tuple(map(Seat, seen.to_act)), game_view)

    def format_legal(self, view: View, legal: Sequence[int]) -> list[str]:
        """The legal moves in notation."""
        del view
        return list(map(written, legal))

    def read_legal(self, view: View, texts: Sequence[str]) -> Sequence[int]:
        """The legal moves; where none are listed, the view tells them."""
        if texts:
            return array("q", map(read, texts))
        assert view.seat is not None
        return draw_world(view, Random(0)).game.legal(view.seat)


@lru_cache(maxsize=8192)
def written(move: int) -> str:
    """A move in notation."""
    return format_move(move)


@lru_cache(maxsize=8192)
def read(text: str) -> int:
    """The move of a text, or NotationError."""
    move = parse_move(text)
    assert isinstance(move, int)
    return move


def both(cards: tuple[int, int]) -> tuple[Cards, Cards]:
    """The names of the cards of two piles."""
    return card_names(cards[0]), card_names(cards[1])


def in_order(cards: Sequence[int]) -> Cards:
    """The names of single cards, in their order."""
    return tuple([card_names(card)[0] for card in cards])


def one_name(card: int) -> str | None:
    """The name of a card; None for no card."""
    return card_names(card)[0] if card else None


@lru_cache(maxsize=4096)
def written_rows(rows: Rows) -> ThreeRows:
    """The names of the cards in the rows of clubs, spades and hearts."""
    clubs, spades, hearts = (card_names(row_cards(row, suit)) for suit, row in enumerate(rows))
    return clubs, spades, hearts


@lru_cache(maxsize=4096)
def read_rows(rows: ThreeRows) -> Rows:
    """Rows as masks of ranks, or KeyError."""
    clubs, spades, hearts = (sum(RANK_BITS[name[:-1]] for name in row) for row in rows)
    return clubs, spades, hearts


def pile(names: Cards) -> int:
    """The pile of cards, or KeyError."""
    return sum([CARDS[name] for name in names])


def piles(cards: tuple[Cards, Cards]) -> tuple[int, int]:
    """Two piles, or KeyError."""
    return pile(cards[0]), pile(cards[1])


def read_swap(seen: DamenrennenView) -> Swap:
    """What a seat knows of a swap."""
    return Swap(
        pile(seen.shown),
        0 if seen.taken is None else CARDS[seen.taken],
        0 if seen.given is None else CARDS[seen.given],
    )


def seat(number: int | None) -> Seat | None:
    """A seat, or nobody."""
    return None if number is None else Seat(number)
