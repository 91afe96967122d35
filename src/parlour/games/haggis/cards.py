"""Cards and their names (H1).

A mask of cards is an int: bit `5 * (rank - 2) + suit` for a spot card, bits 45, 46, 47 for one's
own J, Q, K. A pile tells owners apart: there the J, Q, K of seat `s` are bits 45 + 3s and up,
written `J0`, `Q0`, `K0`, `J1` and so on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from parlour.core.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Mapping

SUITS: Final = "roygb"
FACES: Final = "JQK"
RANK_NAMES: Final = {rank: str(rank) for rank in range(2, 11)} | {11: "J", 12: "Q", 13: "K"}
WILDS: Final = 7 << 45
SPOTS: Final = {2: sum(15 << (5 * row) for row in range(9)), 3: (1 << 45) - 1}
"""The spot cards in play, by the number of players (H1.4, H2.1)."""

SPOT_NAMES: Final = tuple(f"{rank}{suit}" for rank in range(2, 11) for suit in SUITS)
NAMES: Final = SPOT_NAMES + tuple(FACES)
CARD_BITS: Final = {name.lower(): 1 << bit for bit, name in enumerate(NAMES)}
PILE_NAMES: Final = SPOT_NAMES + tuple(f"{face}{seat}" for seat in range(3) for face in FACES)
PILE_BITS: Final = {name.lower(): 1 << bit for bit, name in enumerate(PILE_NAMES)}
POINTS: Final = {3: 1, 5: 1, 7: 1, 9: 1, 11: 2, 12: 3, 13: 5}
"""Points by rank; all else is worth nothing (H1.3)."""
WORTH: Final = tuple(
    (points, 31 << 5 * (rank - 2) if str(rank) in RANK_NAMES.values() else 0b1001001 << (34 + rank))
    for rank, points in POINTS.items()
)
"""What a card of a rank counts, and the pile of all cards of that rank."""


def parse_cards(text: str) -> int:
    """The mask of cards like `5r 10b J`, in any order and case, or NotationError."""
    return parse_words(text, CARD_BITS, "cards are 2r to 10b, J, Q, K")


def parse_pile(text: str) -> int:
    """The pile of cards like `5r 10b J0`, or NotationError."""
    return parse_words(text, PILE_BITS, "cards that were played are 2r to 10b, and J0, Q0, K0, J1 … of their owners")


def parse_words(text: str, bits: Mapping[str, int], known: str) -> int:
    """The bits of the cards that are named, each of them once."""
    mask = 0
    for word in text.split():
        bit = bits.get(word.lower())
        if bit is None:
            raise NotationError(f"no such card: {word!r}; {known}", "H1.1")
        if mask & bit:
            raise NotationError(f"{word!r} stands there twice, and there is only one", "H1.1")
        mask |= bit
    return mask


@lru_cache(maxsize=8192)
def card_names(mask: int) -> tuple[str, ...]:
    """The names of the cards of a mask, low to high."""
    names = []
    while mask:
        lowest = mask & -mask
        names.append(NAMES[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(names)


def format_cards(mask: int) -> str:
    """The cards of a mask as text, low to high."""
    return " ".join(card_names(mask))


def format_pile(pile: int) -> str:
    """The cards of a pile as text, low to high, faces with their owners."""
    return " ".join(name for bit, name in enumerate(PILE_NAMES) if pile >> bit & 1)


def pile_of(cards: int, seat: int) -> int:
    """The pile of a seat's cards."""
    return cards & SPOTS[3] | cards >> 45 << (45 + 3 * seat)


@lru_cache(maxsize=8192)
def pile_names(pile: int) -> tuple[str, ...]:
    """The names of the cards of a pile, low to high, faces without their owners."""
    faces = [FACES[bit % 3] for bit in range(9) if pile >> (45 + bit) & 1]
    return card_names(pile & SPOTS[3]) + tuple(sorted(faces, key=FACES.index))


@lru_cache(maxsize=8192)
def pile_points(pile: int) -> int:
    """The points of a pile (H1.3)."""
    return sum([points * (pile & cards).bit_count() for points, cards in WORTH])
