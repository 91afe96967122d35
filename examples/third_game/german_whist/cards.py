"""Cards as numbers from 0 to 51, four suits a rank, twos lowest; a hand is a sorted tuple of them."""

from __future__ import annotations

from typing import Final

from parlour import NotationError

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = "cdhs"
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
DECK: Final = tuple(range(len(NAMES)))

Cards = tuple[int, ...]


def suit_of(card: int) -> int:
    return card % 4


def parse_card(text: str) -> int:
    """Read a card like `10h` or `qs`, or raise NotationError."""
    name = text.strip()[:-1].upper() + text.strip()[-1:].lower()
    if name not in NAMES:
        raise NotationError(f"no such card: {text!r}; cards are 2c to As", "G1")
    return NAMES.index(name)


def parse_cards(text: str) -> Cards:
    return tuple(map(parse_card, text.split()))


def format_cards(cards: Cards) -> str:
    return " ".join(NAMES[card] for card in cards)
