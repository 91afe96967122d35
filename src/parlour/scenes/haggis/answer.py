"""What the rules say about a selection of cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from parlour.core.errors import GameError
from parlour.games.haggis.cards import WILDS, format_cards, parse_cards
from parlour.games.haggis.kernel.combos import beats, readings
from parlour.games.haggis.notation import BOMB, SEQUENCE, SET, format_move, kind_of, why_no_combo
from parlour.scenes.haggis.combos import laid_out
from parlour.scenes.scene import Answer, Group, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.games.haggis import View

EACH: Final = 6
"""How many moves of one shape are suggested."""
MOST: Final = 48
"""How many moves are suggested in all, of every shape at least one: an answer stays below 16 kB."""
KIND_NAMES: Final = {SET: "set", SEQUENCE: "sequence", BOMB: "bomb"}


def answer_to(view: View, legal: Sequence[int], text: str) -> Answer:
    """What some cards are, and which playable combos contain them."""
    try:
        cards = parse_cards(text)
    except GameError as error:
        return Answer(code="play/cards", reason=error.reason, clause=error.clause or "")
    seen = view.round
    hand = 0 if seen is None else seen.hand
    if cards & ~hand:
        missing = format_cards(cards & ~hand)
        return Answer(code="play/cards", reason=f"{missing!r} not in hand", clause="H2.2")
    groups = grouped(move for move in legal if kind_of(move) in KIND_NAMES and not cards & ~move)
    if not cards:
        return Answer(groups=groups)
    found = readings(cards)
    if not found:
        reason, clause = why_no_combo(cards)
        return Answer(code="play/combo", reason=reason, clause=clause, groups=groups)
    standing = 0 if seen is None else seen.standing
    return Answer(readings=tuple(read(move, standing) for move in found), groups=groups)


def read(move: int, standing: int) -> Reading:
    """One reading, and whether it beats the standing combo."""
    text = format_move(move)
    if standing and not beats(move, standing):
        clause = "H5.3" if kind_of(standing) == BOMB else "H5.2"
        return Reading(text, laid_out(move), "play/low", f"{text!r} does not beat {format_move(standing)!r}", clause)
    return Reading(text, laid_out(move))


def grouped(moves: Iterable[int]) -> tuple[Group, ...]:
    """Combos by shape, and the cheapest of each: without wilds before with, low before high."""
    shapes: dict[int, list[int]] = {}
    for move in moves:
        shapes.setdefault(move >> 52, []).append(move)
    groups: list[Group] = []
    most = max(1, min(EACH, MOST // max(1, len(shapes))))
    for shape in sorted(shapes):
        found = shapes[shape]
        found.sort(key=cost)
        name = KIND_NAMES[kind_of(shape << 52)]
        groups.append(Group(name, shape >> 4 & 15, shape & 15, len(found), tuple(map(suggested, found[:most]))))
    return tuple(groups)


@lru_cache(maxsize=8192)
def suggested(move: int) -> Reading:
    """A combo that can be played."""
    return Reading(format_move(move), laid_out(move))


def cost(move: int) -> tuple[int, int, int]:
    """A sort key for moves of one shape, cheapest first."""
    return (move & WILDS).bit_count(), move >> 48 & 15, move
