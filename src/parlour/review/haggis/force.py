"""Going out by force: a proof that holds for every hand the opponent may have, between two players.

The opponent is given every combo that the hidden cards and her wilds allow. After she has played
some of them, the rest of her hand is again any of the hidden cards that are left: what is proved
here holds in all worlds that a view allows, and needs no list of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.games.haggis.cards import WILDS
from parlour.games.haggis.kernel.combos import answers, leads
from parlour.games.haggis.notation import PASS, cards_of
from parlour.games.haggis.view import hidden_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis import View

PAIR: Final = 2
LARGEST_HAND: Final = 9
"""Cards, of both players, up to which a proof is tried."""
MOST_NODES: Final = 20_000


class TooHardError(Exception):
    """A proof that takes more than it may."""


class Known(NamedTuple):
    """What is known between two players: one's own hand, the hidden cards, the opponent's wilds and her cards."""

    hand: int
    hidden: int
    wilds: int
    size: int

    def without(self, move: int) -> Known:
        """After the opponent has played a combo."""
        cards = cards_of(move)
        return Known(self.hand, self.hidden & ~cards, self.wilds & ~cards, self.size - cards.bit_count())

    def holds(self, moves: Sequence[int]) -> list[int]:
        """Those combos that the opponent may hold: not more spot cards than she has hidden ones."""
        spots = self.size - self.wilds.bit_count()
        return [move for move in moves if (cards_of(move) & ~WILDS).bit_count() <= spots]


class Prover:
    """Proves that a seat goes out first whatever the other holds and does; memory for one position."""

    def __init__(self, most_nodes: int = MOST_NODES) -> None:
        """`TooHardError` is raised where a proof needs more nodes."""
        self.most_nodes = most_nodes
        self.nodes = 0
        self.proved: dict[tuple[Known, int], bool] = {}

    def wins(self, known: Known, standing: int) -> bool:
        """Whether the seat to act, on the lead or against a combo, can force it."""
        place = known, standing
        if place not in self.proved:
            self.nodes += 1
            if self.nodes > self.most_nodes:
                raise TooHardError
            self.proved[place] = any(self.forces(known, move) for move in choices(known.hand, standing))
        return self.proved[place]

    def forces(self, known: Known, move: int) -> bool:
        """Whether a move forces it, against every reply."""
        if cards_of(move) == known.hand:
            return True
        return self.refuting_reply(known, move) is None

    def refuting_reply(self, known: Known, move: int) -> int | None:
        """A reply that refutes a move; None where there is none.

        After a pass she leads; else she answers, or passes and the lead comes back.
        """
        if move == PASS:
            replies = known.holds(leads(known.hidden | known.wilds))
        else:
            known = known._replace(hand=known.hand & ~cards_of(move))
            replies = known.holds(answers(known.hidden | known.wilds, int(move)))
        for reply in sorted(replies, key=lambda each: -cards_of(each).bit_count()):
            after = known.without(reply)
            if not after.size or not self.wins(after, reply):
                return reply
        return PASS if move != PASS and not self.wins(known, 0) else None

    def line(self, known: Known, first: int) -> tuple[int, ...]:
        """A seat's own moves to the end where the opponent always passes."""
        moves, hand = [first], known.hand & ~cards_of(first)
        while hand:
            known = known._replace(hand=hand)
            move = next(each for each in choices(hand, 0) if self.forces(known, each))
            moves.append(move)
            hand &= ~cards_of(move)
        return tuple(moves)


def choices(hand: int, standing: int) -> list[int]:
    """What a hand can do, the largest combos first and a pass last."""
    moves = answers(hand, standing) if standing else leads(hand)
    moves.sort(key=lambda move: (-cards_of(move).bit_count(), move))
    return [*moves, PASS] if standing else moves


def is_forcing(view: View, move: int, most_nodes: int) -> bool:
    """Whether a move between two players with few cards forces going out first; False where that was not proved."""
    seen = view.round
    assert seen is not None
    if len(seen.sizes) != PAIR or seen.outs or max(seen.sizes) > LARGEST_HAND:
        return False
    try:
        return Prover(most_nodes).forces(known_from(view), move)
    except TooHardError:
        return False


def known_from(view: View) -> Known:
    """What the viewer knows of the other player."""
    seen = view.round
    assert seen is not None
    assert view.seat is not None
    other = 1 - view.seat
    return Known(seen.hand, hidden_cards(view, seen), seen.wilds[other], seen.sizes[other])


def forcing_moves(view: View, prover: Prover) -> list[int]:
    """The moves that force going out first; TooHardError where the proof takes too much."""
    seen = view.round
    assert seen is not None
    known = known_from(view)
    return [move for move in choices(known.hand, seen.standing) if prover.forces(known, move)]
