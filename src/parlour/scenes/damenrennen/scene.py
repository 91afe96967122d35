"""A match of Damenrennen as one seat, or a spectator, is shown it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from parlour.games.damenrennen.cards import ROW_SUITS, parse_card, row_cards
from parlour.games.damenrennen.cards import card_names as names
from parlour.games.damenrennen.kernel.game import settled
from parlour.games.damenrennen.kernel.tricks import race_law
from parlour.games.damenrennen.notation import format_move
from parlour.games.damenrennen.position import SEATS
from parlour.games.damenrennen.view import unseen_cards
from parlour.scenes.scene import Cards, Landing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Seat
    from parlour.games.damenrennen import View
    from parlour.games.damenrennen.position import Rows
    from parlour.games.damenrennen.view import GameView


class MarketCard(msgspec.Struct, frozen=True):
    """A card in the market, and what it would do for seat 0 and for seat 1."""

    card: str
    landings: tuple[Landing, Landing]


class RunnerScene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everybody sees of one seat (D9.1)."""

    games: int
    """Games won."""
    rows: tuple[Cards, Cards, Cards]
    """Clubs, spades, hearts, each from low to high."""
    reserve: Cards = ()
    strikes: Cards = ()
    """The suits with a strike: `c`, `s`, `h`."""
    strike_cards: Cards = ()
    cards: int = 0
    """In hand."""
    spent: int = 0
    """Discarded or given up, face down."""
    sealed: bool = False
    exchanged: Cards = ()
    """The diamonds taken in, once both have decided."""
    laid: Cards = ()
    """In the order in which they were turned over."""
    bomb: Cards = ()


class DamenrennenScene(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="game", tag="damenrennen"
):
    """A match of Damenrennen as one seat, or a spectator, is shown it."""

    seat: int | None
    best_of: int
    game_number: int
    """From 1."""
    drawn_games: int = 0
    race: int
    """From 1; 0 before the first deal."""
    phase: str
    """`race` (before a deal), `show`, `swap`, `discard`, `exchange`, `lay`, `draw` (a tie-break), `draft`, `over`."""
    to_act: tuple[int, ...]
    question: str = ""
    """The phase, where this seat is asked to choose in it."""
    runners: tuple[RunnerScene, RunnerScene]
    advantages: tuple[int | None, int | None, int | None]
    """Who has clubs, spades, hearts in this race."""
    full: bool
    """Whether spades and hearts apply in it (D8.1)."""
    market: tuple[MarketCard, ...] = ()
    stack: int
    """How many cards it has."""
    unseen: Cards = ()
    """What lies in the stack or where this seat cannot see it (D9)."""
    hand: Cards = ()
    spent: Cards = ()
    """What one discarded and gave up oneself."""
    sealed: str = ""
    """One's own sealed choice, as a move, while the other has still to choose."""
    shown: Cards = ()
    """The two cards that were shown for a swap: to the two players only (D9.3)."""
    taken: str = ""
    given: str = ""
    tricks: tuple[int | None, ...] = ()
    """Who won each trick that was turned over, None for nobody; empty after a bomb."""
    drawn: Cards = ()
    """The last tie-break cards, of seat 0 and of seat 1."""
    race_winner: int | None = None
    ultimate: bool = False
    picks: int = 0
    """How many cards were drafted."""
    winner: int | None = None
    """Of the game."""
    ending: str = ""
    """`row`, `strikes`, `stack` or `tie`."""
    ending_suit: str = ""


def scene_of(view: View) -> DamenrennenScene:
    """Spell out a view."""
    seen = view.game
    asked = tuple(actor for actor in view.to_act if actor is not None)
    return DamenrennenScene(
        seat=view.seat,
        best_of=view.options.best_of,
        game_number=game_number(view),
        drawn_games=view.standing.drawn,
        race=seen.races,
        phase=seen.phase,
        to_act=asked,
        question=seen.phase if view.seat in asked else "",
        runners=(runner_scene(view, SEATS[0]), runner_scene(view, SEATS[1])),
        advantages=seen.advantages,
        full=seen.full,
        market=market_cards(seen),
        stack=seen.stack_size,
        unseen=names(unseen_cards(view)),
        hand=names(seen.hand),
        spent=names(seen.spent),
        sealed="" if seen.sealed is None else format_move(seen.sealed),
        shown=() if seen.swap is None else names(seen.swap.shown),
        taken="".join(() if seen.swap is None else names(seen.swap.taken)),
        given="".join(() if seen.swap is None else names(seen.swap.given)),
        tricks=trick_winners(seen),
        drawn=() if seen.drawn is None else named(seen.drawn),
        race_winner=seen.race_winner,
        ultimate=seen.ultimate,
        picks=seen.picks,
        winner=seen.winner,
        ending=seen.ending or "",
        ending_suit="" if seen.ending_suit is None else ROW_SUITS[seen.ending_suit],
    )


def game_number(view: View) -> int:
    """The number of the game, from 1; the standing counts one that has ended already."""
    return sum(view.standing.wins) + view.standing.drawn + (view.game.phase != "over")


def named(cards: Sequence[int]) -> Cards:
    """The names of single cards, in their order."""
    return tuple([names(card)[0] for card in cards]) if cards else ()


@lru_cache(maxsize=192)
def row_names(row: int, suit: int) -> Cards:
    """The cards of a row, low to high."""
    return names(row_cards(row, suit))


def runner_scene(view: View, seat: Seat) -> RunnerScene:
    """What everybody sees of one seat."""
    seen = view.game
    clubs, spades, hearts = row_suits(seen.rows[seat])
    return RunnerScene(
        games=view.standing.wins[seat],
        rows=(clubs, spades, hearts),
        reserve=names(seen.reserves[seat]),
        strikes=strike_suits(seen.strikes[seat]),
        strike_cards=names(seen.strike_cards[seat]),
        cards=seen.sizes[seat],
        spent=seen.spent_sizes[seat],
        sealed=seen.has_sealed[seat],
        exchanged=names(seen.exchanged[seat]),
        laid=named(seen.laid[seat]),
        bomb=names(seen.bombs[seat]),
    )


@lru_cache(maxsize=4096)
def row_suits(rows: Rows) -> tuple[Cards, ...]:
    """The cards of a seat's rows."""
    return tuple(row_names(row, suit) for suit, row in enumerate(rows))


@lru_cache(maxsize=8)
def strike_suits(strikes: int) -> Cards:
    """The suits with a strike."""
    return tuple(name for suit, name in enumerate(ROW_SUITS) if strikes >> suit & 1)


def market_cards(seen: GameView) -> tuple[MarketCard, ...]:
    """The market, with what each card would do for either seat."""
    return landings(seen.market, seen.rows, seen.reserves, seen.strikes) if seen.market else ()


@lru_cache(maxsize=1024)
def landings(
    market: int, rows: tuple[Rows, Rows], reserves: tuple[int, int], strikes: tuple[int, int]
) -> tuple[MarketCard, ...]:
    """Where the cards of a market would go; cached, for a market changes only while it is drafted."""
    first, second = zip(rows, reserves, strikes, strict=True)
    return tuple(
        MarketCard(name, (landing(*first, parse_card(name)), landing(*second, parse_card(name))))
        for name in names(market)
    )


def landing_of(seen: GameView, seat: Seat, name: str) -> Landing:
    """What taking a market card would do for a seat."""
    return landing(seen.rows[seat], seen.reserves[seat], seen.strikes[seat], parse_card(name))


@lru_cache(maxsize=8192)
def landing(rows: Rows, reserve: int, strikes: int, card: int) -> Landing:
    """Where a card goes, and what it brings with it (D7)."""
    then, left, _, wins = settled(rows, reserve, strikes, card)
    if then != rows:
        return Landing("row", names(reserve - left), wins)
    return Landing("strike" if left == reserve else "reserve", wins=wins)


def trick_winners(seen: GameView) -> tuple[Seat | None, ...]:
    """Who won each trick; a bomb leaves none."""
    if not seen.laid[0] or any(seen.bombs):
        return ()
    return tuple(trick_winner(card0, card1, seen.advantages[0]) for card0, card1 in zip(*seen.laid, strict=True))


@lru_cache(maxsize=2048)
def trick_winner(card0: int, card1: int, clubs: Seat | None) -> Seat | None:
    """Who wins a trick, which is a race of one card; a tie counts for nobody (D3.2)."""
    won0, won1 = race_law(card0, card1, clubs)[1:4:2]
    return SEATS[0] if won0 else SEATS[1] if won1 else None
