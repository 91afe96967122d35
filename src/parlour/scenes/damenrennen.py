"""Damenrennen as people are shown it.

What is told, besides the seat that did or got it:

    deal       number: which race, cards: the market, points: the sizes of the hands
    show       cards, to the two players only
    swap       cards: the one taken, given: the one given for it, to the two players only
    decline
    discard    cards, to its own seat only
    exchange   cards: the diamonds, given: the hand cards, to its own seat only
    exchanged  cards: the diamonds that a seat took in; none: it exchanged nothing
    lay        cards, to its own seat only
    reveal     cards: of seat 0 and of seat 1, number: which trick, none after a bomb, seat: who won it
    bomb       cards
    draw       cards: of seat 0 and of seat 1
    race       number: 1 simple, 2 ultimate
    take       cards, landing, number: which pick
    game       number: which game, points: games won, how, cards: the row or the strikes; no seat: drawn
    match      points: games won
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from parlour.games.damenrennen.cards import (
    ROW_SUITS,
    parse_card,
    row_cards,
)
from parlour.games.damenrennen.cards import card_names as names
from parlour.games.damenrennen.kernel.game import settled
from parlour.games.damenrennen.kernel.tricks import race_law
from parlour.games.damenrennen.notation import (
    DISCARD,
    EXCHANGE,
    KIND_NAMES,
    LAY,
    SHOW,
    SWAP,
    TAKE,
    Deal,
    Draw,
    cards_of,
    diamonds_of,
    format_move,
    kind_of,
)
from parlour.games.damenrennen.position import SEATS
from parlour.games.damenrennen.view import unseen_cards
from parlour.scenes.damenrennen_answer import answer_to
from parlour.scenes.scene import Answer, Cards, Landing, Told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Actor, Seat
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


class DamenrennenStaging:
    """Shows Damenrennen."""

    def scene(self, view: View, legal: Sequence[int]) -> DamenrennenScene:
        """Spell out a view."""
        del legal
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

    def told(self, actor: Actor, move: int | Deal | Draw, before: View, after: View) -> tuple[Told, ...]:
        """Tell what a move did; of what its listener may not see, only that it happened (D9)."""
        now = after.game
        if isinstance(move, Deal):
            return (Told(kind="deal", number=now.races, cards=names(now.market), points=now.sizes),)
        if isinstance(move, Draw):
            first = Told(kind="draw", cards=named(move.cards))
        else:
            assert actor is not None
            first = told_choice(actor, move, before, after)
        return (
            first,
            *told_exchange(before.game, now),
            *told_reveal(before.game, now),
            *told_race(before.game, now),
            *told_end(after),
        )

    def answer(self, view: View, legal: Sequence[int], text: str) -> Answer:
        """Say what a move would be, or which moves begin like this."""
        return answer_to(view, legal, text)

    def turned(self, before: View, after: View) -> bool:
        """Tell whether cards were turned over, or the other's exchange was shown."""
        was, now = before.game, after.game
        if len(now.laid[0]) > len(was.laid[0]):
            return True
        return was.phase == "exchange" != now.phase and any(was.has_sealed)

    def laid_open(self, view: View) -> bool:
        """Tell whether the race is over: its cards are back in the stack (D2.5)."""
        return view.game.phase in ("race", "over")


def game_number(view: View) -> int:
    """Count the games from 1; one that has ended is counted in the standing already."""
    return sum(view.standing.wins) + view.standing.drawn + (view.game.phase != "over")


def named(cards: Sequence[int]) -> Cards:
    """Name single cards, in their order."""
    return tuple(names(card)[0] for card in cards)


@lru_cache(maxsize=192)
def row_names(row: int, suit: int) -> Cards:
    """Name the cards of a row, low to high."""
    return names(row_cards(row, suit))


def runner_scene(view: View, seat: Seat) -> RunnerScene:
    """Spell out one seat."""
    seen = view.game
    clubs, spades, hearts = (row_names(row, suit) for suit, row in enumerate(seen.rows[seat]))
    return RunnerScene(
        games=view.standing.wins[seat],
        rows=(clubs, spades, hearts),
        reserve=names(seen.reserves[seat]),
        strikes=tuple(name for suit, name in enumerate(ROW_SUITS) if seen.strikes[seat] >> suit & 1),
        strike_cards=names(seen.strike_cards[seat]),
        cards=seen.sizes[seat],
        spent=seen.spent_sizes[seat],
        sealed=seen.has_sealed[seat],
        exchanged=names(seen.exchanged[seat]),
        laid=named(seen.laid[seat]),
        bomb=names(seen.bombs[seat]),
    )


def market_cards(seen: GameView) -> tuple[MarketCard, ...]:
    """Spell out the market."""
    return tuple(
        MarketCard(name, (landing_of(seen, SEATS[0], name), landing_of(seen, SEATS[1], name)))
        for name in names(seen.market)
    )


def landing_of(seen: GameView, seat: Seat, name: str) -> Landing:
    """Say what taking a market card would do for a seat."""
    return landing(seen.rows[seat], seen.reserves[seat], seen.strikes[seat], parse_card(name))


@lru_cache(maxsize=8192)
def landing(rows: Rows, reserve: int, strikes: int, card: int) -> Landing:
    """Say where a card goes, and what it brings with it."""
    then, left, _, wins = settled(rows, reserve, strikes, card)
    if then != rows:
        return Landing("row", names(reserve - left), wins)
    return Landing("strike" if left == reserve else "reserve", wins=wins)


def trick_winners(seen: GameView) -> tuple[Seat | None, ...]:
    """Name who won each trick; a bomb leaves none."""
    if any(seen.bombs):
        return ()
    return tuple(trick_winner(card0, card1, seen.advantages[0]) for card0, card1 in zip(*seen.laid, strict=True))


@lru_cache(maxsize=2048)
def trick_winner(card0: int, card1: int, clubs: Seat | None) -> Seat | None:
    """Name who wins a trick: a race of one card is one, and a tie of it counts for nobody (D3.2)."""
    won0, won1 = race_law(card0, card1, clubs)[1:4:2]
    return SEATS[0] if won0 else SEATS[1] if won1 else None


def told_choice(actor: Seat, move: int, before: View, after: View) -> Told:
    """Tell a seat's decision, with its cards where the listener may see them (D9.2, D9.3)."""
    kind, mine = kind_of(move), actor == after.seat
    name = KIND_NAMES[kind]
    if kind == TAKE:
        card = names(cards_of(move))
        number = before.game.picks + 1
        return Told(kind=name, seat=actor, cards=card, landing=landing_of(before.game, actor, card[0]), number=number)
    if kind in (SHOW, SWAP) and after.game.swap is not None:
        swap = after.game.swap
        taken = swap.shown if kind == SHOW else swap.taken
        return Told(kind=name, seat=actor, cards=names(taken), given=names(swap.given))
    if kind == EXCHANGE and mine:
        return Told(kind=name, seat=actor, cards=names(diamonds_of(move)), given=names(cards_of(move)))
    if kind in (DISCARD, LAY) and mine:
        return Told(kind=name, seat=actor, cards=names(cards_of(move)))
    return Told(kind=name, seat=actor)


def told_exchange(was: GameView, now: GameView) -> tuple[Told, ...]:
    """Tell which diamonds were taken in, once all have decided (D2.6)."""
    if was.phase != "exchange" or now.phase == "exchange":
        return ()
    return tuple(
        Told(kind="exchanged", seat=seat, cards=names(now.exchanged[seat]))
        for seat in SEATS
        if has_diamonds(was.reserves[seat])
    )


def has_diamonds(pile: int) -> bool:
    """Tell whether a pile holds a diamond."""
    return any(name.endswith("d") for name in names(pile))


def told_reveal(was: GameView, now: GameView) -> tuple[Told, ...]:
    """Tell the cards that were turned over, and bombs (D3.1, D4.1)."""
    if len(now.laid[0]) <= len(was.laid[0]):
        return ()
    cards = now.laid[0][-1], now.laid[1][-1]
    bombed = any(now.bombs)
    winner = None if bombed else trick_winner(*cards, now.advantages[0])
    return (
        Told(kind="reveal", seat=winner, cards=named(cards), number=None if bombed else len(now.laid[0])),
        *(Told(kind="bomb", seat=seat, cards=names(now.bombs[seat])) for seat in SEATS if now.bombs[seat]),
    )


def told_race(was: GameView, now: GameView) -> tuple[Told, ...]:
    """Tell who won a race, and how (D3.3)."""
    if now.race_winner is None or was.race_winner is not None:
        return ()
    return (Told(kind="race", seat=now.race_winner, number=1 + now.ultimate),)


def told_end(after: View) -> tuple[Told, ...]:
    """Tell the end of a game, and of the match."""
    seen, wins = after.game, after.standing.wins
    if seen.phase != "over":
        return ()
    cards: Cards = ()
    if seen.winner is not None and seen.ending_suit is not None:
        cards = row_names(seen.rows[seen.winner][seen.ending_suit], seen.ending_suit)
    elif seen.winner is not None:
        cards = names(seen.strike_cards[seen.winner])
    ended = Told(
        kind="game", seat=seen.winner, number=game_number(after), points=wins, cards=cards, how=seen.ending or ""
    )
    return (ended,) if after.to_act else (ended, Told(kind="match", seat=seen.winner, points=wins))
