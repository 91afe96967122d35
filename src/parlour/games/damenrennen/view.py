"""What one seat, or a spectator, may see (D9), and the worlds that this allows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from parlour.core.game import Actor, Seat
from parlour.core.options import format_options
from parlour.games.damenrennen.cards import DECK, NAMES, card_count, parse_card, row_cards
from parlour.games.damenrennen.figure import draw
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.notation import LAY, exchange, plain
from parlour.games.damenrennen.options import Options
from parlour.games.damenrennen.position import (
    SEATS,
    Ending,
    Laid,
    Phase,
    Position,
    Rows,
    decode_game,
    encode_position,
)
from parlour.games.damenrennen.position_format import format_view
from parlour.games.damenrennen.state import Standing, State

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.core.figure import Bar, Drawing, Theme


class Swap(msgspec.Struct, frozen=True):
    """What the two players know of a heart swap (D9.3); taken and given are 0 where there was none."""

    shown: int
    taken: int
    given: int


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A game as one seat sees it; cards are piles, a row is a mask of ranks."""

    hand: int
    """One's own cards; 0 for a spectator."""
    spent: int
    """What one discarded and gave up oneself; 0 for a spectator."""
    sealed: int | None
    """One's own choice while the other has still to choose."""
    swap: Swap | None
    """The cards that were shown, from the moment they are; None for a spectator."""
    phase: Phase
    races: int
    rows: tuple[Rows, Rows]
    reserves: tuple[int, int]
    strikes: tuple[int, int]
    strike_cards: tuple[int, int]
    advantages: tuple[Seat | None, Seat | None, Seat | None]
    full: bool
    market: int
    stack_size: int
    sizes: tuple[int, int]
    """Cards in hand, by seat."""
    spent_sizes: tuple[int, int]
    has_sealed: tuple[bool, bool]
    has_shown: bool
    has_swapped: bool
    exchanged: tuple[int, int]
    laid: tuple[Laid, Laid]
    bombs: tuple[int, int]
    """The whole hand where it is a bomb (D4.1)."""
    drawn: tuple[int, int] | None
    used: int
    """Laid cards and tie-break cards that are out of the stack."""
    race_winner: Seat | None
    ultimate: bool
    picks: int
    winner: Seat | None
    ending: Ending | None
    ending_suit: int | None


class View(msgspec.Struct, frozen=True):
    """A match as one seat sees it."""

    seat: Seat | None
    options: Options
    standing: Standing
    to_act: tuple[Actor, ...]
    game: GameView

    def __repr__(self) -> str:
        """What makes an equal view."""
        return f"Damenrennen({format_options(self.options)}).parse_view({format_view(self)!r})"

    def figure(self, *, theme: Theme = "light", bars: Sequence[Bar] = ()) -> Drawing:
        """The view as a picture, with moves that were considered where they are given."""
        return draw(self, theme=theme, bars=bars)

    def _repr_svg_(self) -> str:
        return draw(self).svg


def view_of(state: State, seat: Seat | None, options: Options, to_act: tuple[Actor, ...]) -> View:
    """What a seat may see of a state (D9)."""
    return View(seat, options, state.standing, to_act, game_view(decode_game(state.game), seat))


def game_view(position: Position, seat: Seat | None) -> GameView:
    """What a seat may see of a position: what is not taken over here stays hidden (D9)."""
    return GameView(
        hand=0 if seat is None else position.hands[seat],
        spent=0 if seat is None else position.spent[seat],
        sealed=None if seat is None else position.sealed[seat],
        swap=swap_of(position, seat),
        phase=position.phase,
        races=position.races,
        rows=position.rows,
        reserves=position.reserves,
        strikes=position.strikes,
        strike_cards=position.strike_cards,
        advantages=position.advantages,
        full=position.full,
        market=position.market,
        stack_size=card_count(position.stack),
        sizes=(card_count(position.hands[0]), card_count(position.hands[1])),
        spent_sizes=(card_count(position.spent[0]), card_count(position.spent[1])),
        has_sealed=(position.sealed[0] is not None, position.sealed[1] is not None),
        has_shown=position.shown > 0,
        has_swapped=position.taken > 0,
        exchanged=position.exchanged,
        laid=position.laid,
        bombs=position.bombs,
        drawn=position.drawn,
        used=position.used,
        race_winner=position.race_winner,
        ultimate=position.ultimate,
        picks=position.picks,
        winner=position.winner,
        ending=position.ending,
        ending_suit=position.ending_suit,
    )


def swap_of(position: Position, seat: Seat | None) -> Swap | None:
    """A heart swap, for the two who took part in it (D9.3)."""
    if seat is None or not position.shown:
        return None
    return Swap(position.shown, position.taken, position.given)


def unseen_cards(view: View) -> int:
    """The cards that lie in the stack or where the viewer cannot see them, as one pile (D9)."""
    seen = view.game
    pile = DECK - seen.hand - seen.spent - seen.market - seen.used
    for seat in SEATS:
        pile -= seen.reserves[seat] + seen.strike_cards[seat]
        pile -= cards_in_rows(seen.rows[seat])
        if seat != view.seat:
            pile -= bomb_hand(seen, seat)
    return pile


@lru_cache(maxsize=4096)
def cards_in_rows(rows: Rows) -> int:
    """The cards of a seat's rows, as one pile."""
    return sum(row_cards(row, suit) for suit, row in enumerate(rows))


def bomb_hand(seen: GameView, seat: Seat) -> int:
    """The open cards in the hand of a seat that had a bomb: those that were not laid."""
    return seen.bombs[seat] - sum(seen.laid[seat]) if seen.bombs[seat] and seen.sizes[seat] else 0


def draw_world(view: View, rng: Random) -> State:
    """A random state whose view is this one, as `kernel.worlds` describes."""
    return State(view.standing, some_game(view).world(view.seat, rng.getrandbits(64)))


@lru_cache(maxsize=8)
def some_game(view: View) -> Game:
    """A game with this view; cached, for whoever draws one world draws many."""
    return Game(encode_position(some_position(view)))


def some_position(view: View) -> Position:
    """A position with everything that is seen, and the unseen cards in order where they fit."""
    seen = view.game
    unseen = unseen_cards(view)
    hands, spent = [0, 0], [0, 0]
    for seat in SEATS:
        if seat == view.seat:
            hands[seat], spent[seat] = seen.hand, seen.spent
            continue
        hands[seat] = bomb_hand(seen, seat)
        if seen.phase == "swap" and seen.swap is not None and seat != seen.advantages[2]:
            hands[seat] = seen.swap.shown
            unseen -= seen.swap.shown
        more, unseen = split(unseen, seen.sizes[seat] - card_count(hands[seat]))
        hands[seat] += more
        spent[seat], unseen = split(unseen, seen.spent_sizes[seat])
    swap = seen.swap or some_swap(seen, hands)
    return Position(
        phase=seen.phase,
        asked=tuple(Seat(actor) for actor in view.to_act if actor is not None),
        races=seen.races,
        rows=seen.rows,
        reserves=seen.reserves,
        strikes=seen.strikes,
        strike_cards=seen.strike_cards,
        advantages=seen.advantages,
        full=seen.full,
        stack=unseen,
        market=seen.market,
        hands=(hands[0], hands[1]),
        shown=swap.shown,
        taken=swap.taken,
        given=swap.given,
        spent=(spent[0], spent[1]),
        exchanged=seen.exchanged,
        sealed=(some_seal(view, SEATS[0], hands[0]), some_seal(view, SEATS[1], hands[1])),
        laid=seen.laid,
        bombs=seen.bombs,
        drawn=seen.drawn,
        used=seen.used,
        race_winner=seen.race_winner,
        ultimate=seen.ultimate,
        picks=seen.picks,
        winner=seen.winner,
        ending=seen.ending,
        ending_suit=seen.ending_suit,
    )


def split(pile: int, count: int) -> tuple[int, int]:
    """The lowest cards of a pile, and the rest."""
    taken = 0
    for shift in range(0, 2 * len(NAMES), 2):
        here = min(count, pile >> shift & 3)
        taken += here << shift
        count -= here
    return taken, pile - taken


def some_swap(seen: GameView, hands: list[int]) -> Swap:
    """A swap in the place of one that is not seen; the kernel draws the cards again."""
    if not seen.has_shown:
        return Swap(0, 0, 0)
    if seen.phase == "swap":
        shower = 1 - (seen.advantages[2] or 0)
        return Swap(split(hands[shower], 2)[0], 0, 0)
    card = parse_card("9d")
    return Swap(2 * card, card, card) if seen.has_swapped else Swap(2 * card, 0, 0)


def some_seal(view: View, seat: Seat, hand: int) -> int | None:
    """A choice in the place of one that is sealed; the kernel draws it again."""
    if not view.game.has_sealed[seat]:
        return None
    if seat == view.seat:
        return view.game.sealed
    return plain(LAY, split(hand, 1)[0]) if view.game.phase == "lay" else exchange(0, 0)
