"""What a move of Haggis did. All that seats do is public (H9.1).

Kinds, besides the seat that did or got it:

    deal   other: who leads, number: which round
    play   combo, cards, number: how many cards are left in hand
    pass
    bet    number: how much
    give   other: who gets the trick
    out    number: 1 for the first who went out, 2 for the second
    trick  number: how many cards, points: what they count
    round  number: which round, points: of every seat
    match  points: of every seat
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.haggis.cards import card_names, pile_points
from parlour.games.haggis.notation import BET, GIVE, PASS, Deal, cards_of, kind_of
from parlour.scenes.haggis.combos import laid_out
from parlour.scenes.scene import Update

if TYPE_CHECKING:
    from parlour.core.game import Actor
    from parlour.games.haggis import View
    from parlour.games.haggis.view import RoundView


def updates_of(actor: Actor, move: int | Deal, before: View, after: View) -> tuple[Update, ...]:
    """A move, and what came of it."""
    was, now = before.round, after.round
    assert now is not None
    if isinstance(move, Deal):
        return (Update(kind="deal", seat=move.dealer, other=now.actor, number=after.standing.number),)
    assert was is not None
    return (
        move_update(actor, move, now),
        *out_updates(was, now),
        *trick_updates(was, now),
        *end_updates(now, after),
    )


def move_update(actor: Actor, move: int, now: RoundView) -> Update:
    """A seat's decision."""
    assert actor is not None
    if kind_of(move) == BET:
        return Update(kind="bet", seat=actor, number=cards_of(move))
    if kind_of(move) == GIVE:
        return Update(kind="give", seat=actor, other=cards_of(move))
    if move == PASS:
        return Update(kind="pass", seat=actor)
    return Update(
        kind="play", seat=actor, combo=laid_out(move), cards=card_names(cards_of(move)), number=now.sizes[actor]
    )


def out_updates(was: RoundView, now: RoundView) -> tuple[Update, ...]:
    """The seats that have just gone out."""
    if len(now.outs) == len(was.outs):
        return ()
    return tuple(
        Update(kind="out", seat=seat, number=place)
        for place, seat in enumerate(now.outs, start=1)
        if place > len(was.outs)
    )


def trick_updates(was: RoundView, now: RoundView) -> tuple[Update, ...]:
    """Who got a trick that has just ended."""
    if now.captured == was.captured:
        return ()
    return tuple(
        Update(kind="trick", seat=seat, number=(new & ~old).bit_count(), points=(pile_points(new & ~old),))
        for seat, (old, new) in enumerate(zip(was.captured, now.captured, strict=True))
        if old != new
    )


def end_updates(now: RoundView, after: View) -> tuple[Update, ...]:
    """The end of a round, and of the match."""
    if now.points is None:
        return ()
    ended = Update(kind="round", points=tuple(map(sum, now.points)), number=after.standing.number)
    if after.to_act:
        return (ended,)
    winner = after.standing.scores.index(max(after.standing.scores))
    return (ended, Update(kind="match", seat=winner, points=after.standing.scores))
