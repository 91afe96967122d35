"""What the rules say about a selection of cards."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.core.errors import GameError
from parlour.games.haggis.cards import WILDS, parse_cards
from parlour.games.haggis.kernel.combos import readings
from parlour.games.haggis.notation import BOMB, SEQUENCE, SET, format_move, kind_of
from parlour.games.haggis.position import decode_round
from parlour.games.haggis.refusals import refuse_combo, refuse_move
from parlour.games.haggis.view import draw_world
from parlour.scenes.haggis.combos import laid_out
from parlour.scenes.scene import Answer, Group, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.core.game import Refusal, Seat
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
    groups = grouped([move for move in legal if not cards & ~move] if cards else legal)
    if not cards:
        return Answer(groups=groups)
    if view.seat is None:
        return Answer(code="seat/spectator", reason="a spectator holds no cards", clause="H9.2")
    found = readings(cards)
    if not found or view.round is None or cards & ~view.round.hand:
        return refused(refusal_of(view, view.seat, (*found, cards)[0]), groups)
    return Answer(readings=tuple(read(view, view.seat, move) for move in found), groups=groups)


def refused(refusal: Refusal | None, groups: tuple[Group, ...]) -> Answer:
    """Why cards are no move at all."""
    assert refusal is not None
    return Answer(
        code=refusal.code,
        reason=refusal.reason,
        clause=refusal.clause,
        parameters=refusal.parameters,
        groups=groups,
    )


def read(view: View, seat: Seat, move: int) -> Reading:
    """One reading, and why it cannot be played."""
    refusal = refusal_of(view, seat, move)
    if refusal is None:
        return suggested(move)
    return Reading(format_move(move), laid_out(move), refusal.code, refusal.reason, refusal.clause, refusal.parameters)


def refusal_of(view: View, seat: Seat, combo: int) -> Refusal | None:
    """Why a seat could not play a combo if it were its turn.

    The judge looks only at what the seat sees, so any world with the same view gives the same refusal.
    """
    world = draw_world(view, Random(0))
    if world.round is None:
        return refuse_move(world, seat, combo)
    position = msgspec.structs.replace(decode_round(world.round), actor=seat)
    return refuse_combo(position, combo)


def grouped(moves: Iterable[int]) -> tuple[Group, ...]:
    """Combos by shape, and the cheapest of each: without wilds before with, low before high."""
    shapes: dict[int, list[tuple[int, int]]] = {}
    for move in moves:
        wilds = (move & WILDS).bit_count()
        shapes.setdefault(move >> 52, []).append((wilds, move))
    combos = [shape for shape in sorted(shapes) if kind_of(shape << 52) in KIND_NAMES]
    groups: list[Group] = []
    most = max(1, min(EACH, MOST // max(1, len(combos))))
    for shape in combos:
        found = shapes[shape]
        found.sort()
        cheapest = tuple([suggested(move) for _, move in found[:most]])
        groups.append(Group(KIND_NAMES[kind_of(shape << 52)], shape >> 4 & 15, shape & 15, len(found), cheapest))
    return tuple(groups)


@lru_cache(maxsize=8192)
def suggested(move: int) -> Reading:
    """A combo that can be played."""
    return Reading(format_move(move), laid_out(move))
