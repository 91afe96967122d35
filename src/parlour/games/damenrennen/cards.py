"""Cards and their names (D1).

A pile is an int: it says how often it holds each of the 24 types of card, two bits a type, type
`4 * rank + suit` at bit `2 * type`. A card is the pile that holds it alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from parlour.core.errors import NotationError

RANKS: Final = ("9", "J", "Q", "K", "10", "A")
SUITS: Final = "cshd"
ROW_SUITS: Final = "csh"
NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
COPIES: Final = 2
ONES: Final = sum(1 << (2 * number) for number in range(len(NAMES)))
DECK: Final = COPIES * ONES
DIAMONDS: Final = sum(3 << (8 * rank + 6) for rank in range(len(RANKS)))

RANK_BITS: Final = 2 * len(SUITS)
RANK_MASK: Final = (1 << RANK_BITS) - 1

RANK_WORDS: Final = {rank.lower(): rank for rank in RANKS} | {"b": "J", "d": "Q"}
SUIT_WORDS: Final = {suit: suit for suit in SUITS} | dict(zip("♣♠♥♦", SUITS, strict=True))
CARDS: Final = {
    rank + suit: 1 << (2 * NAMES.index(RANK_WORDS[rank] + SUIT_WORDS[suit]))
    for rank in RANK_WORDS
    for suit in SUIT_WORDS
}
"""Every way to write a card, in lower case: German ranks (Bube, Dame) and symbols too."""


def parse_card(word: str) -> int:
    """One card like `10d`, `A♥` or `Bc`, or NotationError."""
    card = CARDS.get(word.lower())
    if card is None:
        raise NotationError(f"no such card: {word!r}; cards are 9 J Q K 10 A with c, s, h or d behind", "D1.1")
    return card


def parse_cards(text: str) -> int:
    """The pile of cards like `9c Jc 10d`, in any order and case, or NotationError."""
    pile = 0
    for word in text.split():
        card = parse_card(word)
        if copies_of(card, pile) == COPIES:
            raise NotationError(f"{word!r} stands there three times, and there are only two", "D1.1")
        pile += card
    return pile


def copies_of(card: int, pile: int) -> int:
    """How often a pile holds a card."""
    return pile // card & 3


def card_count(pile: int) -> int:
    """How many cards a pile has."""
    return (pile & ONES).bit_count() + 2 * (pile & ~ONES).bit_count()


@lru_cache(maxsize=8192)
def card_names(pile: int) -> tuple[str, ...]:
    """The names of the cards of a pile, low to high, a card that is there twice twice."""
    names: tuple[str, ...] = ()
    for rank in RANKS:
        names += names_of_rank(rank, pile & RANK_MASK)
        pile >>= RANK_BITS
    return names


@lru_cache(maxsize=2048)
def names_of_rank(rank: str, cards: int) -> tuple[str, ...]:
    """The names of the cards of one rank, by suit; `cards` is that part of a pile."""
    return tuple(rank + suit for place, suit in enumerate(SUITS) for _ in range(cards >> (2 * place) & 3))


def format_cards(pile: int) -> str:
    """The cards of a pile as text, low to high."""
    return " ".join(card_names(pile))


def beyond(pile: int, cards: int) -> int:
    """Those of the cards that a pile does not hold."""
    if not cards:
        return 0
    return sum(max(0, (cards >> shift & 3) - (pile >> shift & 3)) << shift for shift in range(0, 2 * len(NAMES), 2))


@lru_cache(maxsize=512)
def row_cards(row: int, suit: int) -> int:
    """The cards of a row, which is a mask of ranks, as a pile."""
    return sum(1 << (2 * (4 * rank + suit)) for rank in range(len(RANKS)) if row >> rank & 1)


def suits_in(pile: int) -> int:
    """Which of clubs, spades and hearts occur in a pile, each a bit."""
    return sum(1 << suit for suit in range(len(ROW_SUITS)) if pile & 3 * row_cards(63, suit))
