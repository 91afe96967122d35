"""Which of many moves are worth trying: a lead can have a thousand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.kernel.hand_partition import plan
from parlour.games.haggis.notation import BOMB, PASS, cards_of, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

WILD_SHIFT: Final = 45
TOP_SHIFT: Final = 48


def promising(hand: int, moves: Sequence[int], most: int) -> list[int]:
    """The moves that leave few plays, shed many low cards and spend few wilds; a pass always."""
    if len(moves) <= most:
        return list(moves)
    return sorted(moves, key=lambda move: cost(hand, move))[:most]


def cost(hand: int, move: int) -> float:
    if move == PASS:
        return float("-inf")
    cards = cards_of(move)
    wilds = (cards >> WILD_SHIFT).bit_count()
    left = len(plan(hand & ~cards))
    if kind_of(move) == BOMB:
        return 1.3 * left + 2.0 * wilds
    return 1.3 * left + 2.0 * wilds - cards.bit_count() + 0.33 * (move >> TOP_SHIFT & 15)
