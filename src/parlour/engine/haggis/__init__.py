"""Views of Haggis in the engine protocol."""

from __future__ import annotations

from array import array
from collections import Counter
from functools import cache, lru_cache
from random import Random
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from parlour.core.game import Seat
from parlour.engine.wire import Cards
from parlour.games.haggis.cards import NAMES, PILE_NAMES, card_names
from parlour.games.haggis.notation import BOMB, SEQUENCE, SET, Deal, format_move, parse_move, reading_of
from parlour.games.haggis.position import EarlierRound
from parlour.games.haggis.state import Standing
from parlour.games.haggis.view import RoundView, View, draw_world

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis.match import Haggis

CARD_BITS: Final = {name: 1 << bit for bit, name in enumerate(NAMES)}
PILE_BITS: Final = {name: 1 << bit for bit, name in enumerate(PILE_NAMES)}
COMBOS: Final = (SET, SEQUENCE, BOMB)
READINGS: Final = {
    move >> 56: f" as {reading_of(move)}"
    for move in (kind << 60 | width << 56 for kind in COMBOS for width in range(16))
}
"""What follows the cards of a combo that have several readings, by kind and width."""
PART: Final = (1 << 12) - 1
"""Cards are named twelve at a time: 4,096 texts each can be kept for good."""
FEW: Final = 16
"""So many moves are read one by one."""


class Decision(msgspec.Struct, frozen=True):
    """A decision of the round."""

    seat: int
    move: str


class FinishedRound(msgspec.Struct, frozen=True):
    """A round of the match that is over."""

    bets: tuple[int | None, ...]
    """What each seat declared; null for nothing."""
    first: int
    """Who went out first."""


class HaggisView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", tag="haggis"):
    """A Haggis match as seen by a seat with a decision to make; lists by seat begin with seat 0."""

    seat: int
    """Whose view it is."""
    to_act: int
    """Whose turn it is."""
    phase: Literal["playing", "giving"]
    """`giving`: the bombed trick is to be given away."""
    hand: Cards
    """The seat's own cards, including wilds."""
    sizes: tuple[int, ...]
    """Cards in hand, including wilds."""
    wilds: tuple[Cards, ...]
    """The face-up wilds that each seat still holds."""
    standing: str | None
    """The combo to be beaten, as its move was written; null on the lead."""
    holder: int
    """Who played it; on the lead, who won the last trick."""
    runner_up: int | None
    """Who played the highest combo below it."""
    passes: int
    """How many seats have passed since."""
    trick: Cards
    """All cards of the trick; a wild carries its owner: `J0` is the J of seat 0."""
    captured: tuple[Cards, ...]
    """The cards that each seat has captured in this round, wilds as in `trick`."""
    bets: tuple[int | None, ...]
    """What each seat has declared; null for nothing yet."""
    played: tuple[bool, ...]
    """Whether a seat has played a card in this round; before that it may bet."""
    outs: tuple[int, ...]
    """The seats that have gone out, in order."""
    left_over: tuple[int, ...]
    """For each seat that has gone out: the cards in the largest other hand at that moment; 0 for the others."""
    history: tuple[Decision, ...]
    """Every decision of the round so far."""
    round: int
    """Which round of the match it is, from 1."""
    dealer: int
    scores: tuple[int, ...]
    """The points of the match before this round."""
    earlier: tuple[FinishedRound, ...] = ()
    """The earlier rounds, in order."""


class HaggisWire:
    """Writes and reads views of Haggis."""

    def __init__(self, game: Haggis) -> None:
        self.options = game.options

    def encode(self, view: View) -> HaggisView:
        """A view in notation."""
        seen = view.round
        assert seen is not None
        assert seen.phase != "over"
        assert view.seat is not None
        assert view.standing.dealer is not None
        return HaggisView(
            seat=view.seat,
            to_act=seen.actor,
            phase=seen.phase,
            hand=card_names(seen.hand),
            sizes=seen.sizes,
            wilds=tuple(map(card_names, seen.wilds)),
            standing=written(seen.standing) if seen.standing else None,
            holder=seen.holder,
            runner_up=seen.runner_up,
            passes=seen.passes,
            trick=pile_cards(seen.trick),
            captured=tuple(map(pile_cards, seen.captured)),
            bets=seen.bets,
            played=seen.played,
            outs=seen.outs,
            left_over=seen.left_over,
            history=tuple([decision(*play) for play in seen.history]),
            round=view.standing.number,
            dealer=view.standing.dealer,
            scores=view.standing.scores,
            earlier=tuple([FinishedRound(each.bets, each.first) for each in view.standing.earlier]),
        )

    def decode(self, seen: HaggisView) -> View:
        """The view that was written."""
        round_view = RoundView(
            hand=mask_of(seen.hand, CARD_BITS),
            sizes=seen.sizes,
            wilds=tuple(mask_of(cards, CARD_BITS) for cards in seen.wilds),
            phase=seen.phase,
            actor=Seat(seen.to_act),
            standing=0 if seen.standing is None else read(seen.standing),
            holder=Seat(seen.holder),
            runner_up=None if seen.runner_up is None else Seat(seen.runner_up),
            passes=seen.passes,
            trick=mask_of(seen.trick, PILE_BITS),
            captured=tuple(mask_of(cards, PILE_BITS) for cards in seen.captured),
            bets=seen.bets,
            played=seen.played,
            left_over=seen.left_over,
            outs=tuple(map(Seat, seen.outs)),
            history=tuple([(Seat(play.seat), read(play.move)) for play in seen.history]),
            shown=None,
            haggis=None,
            points=None,
        )
        earlier = tuple([EarlierRound(each.bets, Seat(each.first)) for each in seen.earlier])
        standing = Standing(seen.scores, Seat(seen.dealer), seen.round, earlier)
        return View(Seat(seen.seat), self.options, standing, (round_view.actor,), round_view)

    def format_legal(self, view: View, legal: Sequence[int]) -> list[str]:
        """The legal moves in notation.

        On the lead the list holds every reading of its cards, so it tells itself which cards have several: many
        moves are written twenty times as fast as one by one.
        """
        if view.round is None or view.round.standing or len(legal) <= FEW:
            return list(map(written, legal))
        first, second, third, fourth = PART_TEXTS
        texts = [
            (first[move & PART] + second[move >> 12 & PART] + third[move >> 24 & PART] + fourth[move >> 36 & PART])[:-1]
            if move >> 56 in READINGS
            else written(move)
            for move in legal
        ]
        counts = Counter(texts)
        if len(counts) == len(texts):
            return texts
        return [
            text if counts[text] == 1 else text + READINGS.get(move >> 56, "")
            for text, move in zip(texts, legal, strict=True)
        ]

    def read_legal(self, view: View, texts: Sequence[str]) -> Sequence[int]:
        """The legal moves; the view tells them too, which is faster than to read many texts."""
        if 0 < len(texts) <= FEW:
            return array("q", map(read, texts))
        world = draw_world(view, Random(0))
        assert world.round is not None
        assert view.seat is not None
        return world.round.legal(view.seat)


def pile_cards(pile: int) -> Cards:
    """The names of the cards of a pile, wilds with their owners."""
    return (
        part_names(0, pile & PART)
        + part_names(1, pile >> 12 & PART)
        + part_names(2, pile >> 24 & PART)
        + part_names(3, pile >> 36 & PART)
        + part_names(4, pile >> 48)
    )


@cache
def part_names(part: int, bits: int) -> Cards:
    """The names of twelve cards of a pile that are there; kept, since there are 20,000 of them at most."""
    return tuple(name for bit, name in enumerate(PILE_NAMES[12 * part : 12 * part + 12]) if bits >> bit & 1)


class PartTexts(dict[int, str]):
    """The names of twelve cards that are there, a blank after each; written when they are first asked for."""

    def __init__(self, part: int) -> None:
        super().__init__()
        self.names = NAMES[12 * part : 12 * part + 12]

    def __missing__(self, bits: int) -> str:
        """Write it, and keep it."""
        text = self[bits] = "".join(f"{name} " for bit, name in enumerate(self.names) if bits >> bit & 1)
        return text


PART_TEXTS: Final = (PartTexts(0), PartTexts(1), PartTexts(2), PartTexts(3))


def mask_of(names: Cards, bits: dict[str, int]) -> int:
    """The mask of cards, or KeyError."""
    return sum([bits[name] for name in names])


@lru_cache(maxsize=8192)
def written(move: int) -> str:
    """A move in notation."""
    return format_move(move)


@lru_cache(maxsize=8192)
def decision(seat: int, move: int) -> Decision:
    """A decision in notation."""
    return Decision(seat, format_move(move))


@lru_cache(maxsize=8192)
def read(text: str) -> int:
    """The move of a text, or NotationError."""
    move = parse_move(text)
    assert not isinstance(move, Deal)
    return move
