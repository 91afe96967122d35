"""What a move of Damenrennen did; of what the viewer may not see, only that it happened (D9).

Kinds, besides the seat that did or got it:

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

from typing import TYPE_CHECKING

from parlour.games.damenrennen.cards import card_names as names
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
    kind_of,
)
from parlour.games.damenrennen.position import SEATS
from parlour.scenes.damenrennen.scene import game_number, landing_of, named, row_names, trick_winner
from parlour.scenes.scene import Update

if TYPE_CHECKING:
    from parlour.core.game import Actor, Seat
    from parlour.games.damenrennen import View
    from parlour.games.damenrennen.view import GameView
    from parlour.scenes.scene import Cards


def updates_of(actor: Actor, move: int | Deal | Draw, before: View, after: View) -> tuple[Update, ...]:
    """A move, and what came of it."""
    now = after.game
    if isinstance(move, Deal):
        return (Update(kind="deal", number=now.races, cards=names(now.market), points=now.sizes),)
    if isinstance(move, Draw):
        first = Update(kind="draw", cards=named(move.cards))
    else:
        assert actor is not None
        first = choice_update(actor, move, before, after)
    return (
        first,
        *exchange_updates(before.game, now),
        *reveal_updates(before.game, now),
        *race_updates(before.game, now),
        *end_updates(after),
    )


def choice_update(actor: Seat, move: int, before: View, after: View) -> Update:
    """A seat's decision, with its cards where the viewer may see them (D9.2, D9.3)."""
    kind, mine = kind_of(move), actor == after.seat
    name = KIND_NAMES[kind]
    if kind == TAKE:
        card = names(cards_of(move))
        number = before.game.picks + 1
        return Update(kind=name, seat=actor, cards=card, landing=landing_of(before.game, actor, card[0]), number=number)
    if kind in (SHOW, SWAP) and after.game.swap is not None:
        swap = after.game.swap
        taken = swap.shown if kind == SHOW else swap.taken
        return Update(kind=name, seat=actor, cards=names(taken), given=names(swap.given))
    if kind == EXCHANGE and mine:
        return Update(kind=name, seat=actor, cards=names(diamonds_of(move)), given=names(cards_of(move)))
    if kind in (DISCARD, LAY) and mine:
        return Update(kind=name, seat=actor, cards=names(cards_of(move)))
    return Update(kind=name, seat=actor)


def exchange_updates(was: GameView, now: GameView) -> tuple[Update, ...]:
    """The diamonds that were taken in, once all have decided (D2.6)."""
    if was.phase != "exchange" or now.phase == "exchange":
        return ()
    return tuple(
        Update(kind="exchanged", seat=seat, cards=names(now.exchanged[seat]))
        for seat in SEATS
        if has_diamonds(was.reserves[seat])
    )


def has_diamonds(pile: int) -> bool:
    """Whether a pile holds a diamond."""
    return any(name.endswith("d") for name in names(pile))


def reveal_updates(was: GameView, now: GameView) -> tuple[Update, ...]:
    """The cards that were turned over, and bombs (D3.1, D4.1)."""
    if len(now.laid[0]) <= len(was.laid[0]):
        return ()
    cards = now.laid[0][-1], now.laid[1][-1]
    bombed = any(now.bombs)
    winner = None if bombed else trick_winner(*cards, now.advantages[0])
    return (
        Update(kind="reveal", seat=winner, cards=named(cards), number=None if bombed else len(now.laid[0])),
        *(Update(kind="bomb", seat=seat, cards=names(now.bombs[seat])) for seat in SEATS if now.bombs[seat]),
    )


def race_updates(was: GameView, now: GameView) -> tuple[Update, ...]:
    """Who won a race, and how (D3.3)."""
    if now.race_winner is None or was.race_winner is not None:
        return ()
    return (Update(kind="race", seat=now.race_winner, number=1 + now.ultimate),)


def end_updates(after: View) -> tuple[Update, ...]:
    """The end of a game, and of the match."""
    seen, wins = after.game, after.standing.wins
    if seen.phase != "over":
        return ()
    cards: Cards = ()
    if seen.winner is not None and seen.ending_suit is not None:
        cards = row_names(seen.rows[seen.winner][seen.ending_suit], seen.ending_suit)
    elif seen.winner is not None:
        cards = names(seen.strike_cards[seen.winner])
    ended = Update(
        kind="game", seat=seen.winner, number=game_number(after), points=wins, cards=cards, how=seen.ending or ""
    )
    return (ended,) if after.to_act else (ended, Update(kind="match", seat=seen.winner, points=wins))
