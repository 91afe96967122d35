"""Damenrennen as people are shown it."""

from __future__ import annotations

import msgspec

from parlour.scenes.scene import Cards


class Landing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What taking a market card would do for a seat (D7)."""

    place: str
    """`row`, `reserve` or `strike`."""
    chain: Cards = ()
    """Cards of the reserve that would follow it into the row."""
    wins: bool = False


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
