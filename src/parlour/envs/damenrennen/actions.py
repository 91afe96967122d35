"""Every move of Damenrennen as a number from 0 up, without holes.

    show two cards · swap one for another · decline · discard · lay · take · exchange

An exchange of one diamond names the card given for it. An exchange of two names the card that is
kept, if one is, and an exchange of three gives up the whole hand: so the number of a move is found
with the hand of the seat that makes it, and 1,669 numbers are enough where 136,000 would be needed without.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from parlour.games.damenrennen.cards import COPIES, NAMES, RANKS, beyond, card_count
from parlour.games.damenrennen.notation import (
    DECLINE,
    DISCARD,
    EXCHANGE,
    LAY,
    SHOW,
    SWAP,
    TAKE,
    cards_of,
    diamonds_of,
    exchange,
    is_well_formed,
    kind_of,
    plain,
    swap,
    swapped_card,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

TYPES: Final = len(NAMES)
CARDS: Final = tuple(1 << (2 * number) for number in range(TYPES))
NUMBERS: Final = {card: number for number, card in enumerate(CARDS)}
DIAMOND_CARDS: Final = tuple(1 << (8 * rank + 6) for rank in range(len(RANKS)))
PAIRS: Final = tuple(one + two for one, two in combinations_with_replacement(CARDS, 2))
PAIR_NUMBERS: Final = {pair: number for number, pair in enumerate(PAIRS)}
NOTHING_KEPT: Final = TYPES
MOST: Final = 3
"""Cards of a hand that can be exchanged."""


def diamond_piles() -> Iterator[list[int]]:
    """The piles of no diamonds, of one, of two, of three."""
    for size in range(MOST + 1):
        chosen = combinations_with_replacement(DIAMOND_CARDS, size)
        yield [sum(cards) for cards in chosen if all(cards.count(card) <= COPIES for card in cards)]


DIAMOND_PILES: Final = tuple(diamond_piles())
DIAMOND_NUMBERS: Final = tuple({pile: number for number, pile in enumerate(piles)} for piles in DIAMOND_PILES)
WAYS: Final = (1, TYPES, TYPES + 1, 1)
"""How many actions there are for each pile of diamonds, by their number."""

STARTS: Final[dict[int, int]] = {}
"""The first action of every kind."""
EXCHANGE_STARTS: Final[list[int]] = []
"""The first exchange of so many diamonds."""


def lay_out() -> int:
    """Fill the starts of all kinds; the number of actions."""
    start = 0
    for kind, count in (
        (SHOW, len(PAIRS)),
        (SWAP, TYPES * TYPES),
        (DECLINE, 1),
        (DISCARD, TYPES),
        (LAY, TYPES),
        (TAKE, TYPES),
        (EXCHANGE, 0),
    ):
        STARTS[kind] = start
        start += count
    for piles, ways in zip(DIAMOND_PILES, WAYS, strict=True):
        EXCHANGE_STARTS.append(start)
        start += len(piles) * ways
    return start


ACTIONS: Final = lay_out()


def action_of(move: int, hand: int) -> int:
    """The number of a move of a seat with this hand, or ValueError."""
    try:
        action = numbered(move, hand) if is_well_formed(move) else None
    except KeyError:
        action = None
    if action is None:
        raise ValueError(f"no move of Damenrennen with this hand: {move!r}")
    return action


def numbered(move: int, hand: int) -> int | None:
    """The number of a move; KeyError or None where it has none."""
    kind, cards = kind_of(move), cards_of(move)
    if kind == EXCHANGE:
        return numbered_exchange(diamonds_of(move), cards, hand)
    if kind == SHOW:
        return STARTS[SHOW] + PAIR_NUMBERS[cards]
    if kind == SWAP:
        return STARTS[SWAP] + TYPES * NUMBERS[swapped_card(move)] + NUMBERS[cards]
    return STARTS[kind] + (0 if kind == DECLINE else NUMBERS[cards])


def numbered_exchange(diamonds: int, given: int, hand: int) -> int | None:
    """The number of an exchange; KeyError or None where it has none."""
    size = card_count(diamonds)
    if card_count(given) != size or size > MOST or beyond(hand, given):
        return None
    number = DIAMOND_NUMBERS[size][diamonds] * WAYS[size]
    kept = hand - given
    if size == 1:
        number += NUMBERS[given]
    elif size == MOST - 1:
        number += NUMBERS[kept] if kept else NOTHING_KEPT
    elif size == MOST and kept:
        return None
    return EXCHANGE_STARTS[size] + number


def move_of(action: int, hand: int) -> int:
    """The move that an action is for a seat with this hand, or ValueError."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"an action is a whole number from 0 to {ACTIONS - 1}, got {action}")
    if action >= EXCHANGE_STARTS[0]:
        return unnumbered_exchange(action, hand)
    kind = max((kind for kind in STARTS if STARTS[kind] <= action), key=STARTS.__getitem__)
    number = action - STARTS[kind]
    if kind == SHOW:
        return plain(SHOW, PAIRS[number])
    if kind == SWAP:
        return swap(CARDS[number // TYPES], CARDS[number % TYPES])
    return plain(kind, 0 if kind == DECLINE else CARDS[number])


def unnumbered_exchange(action: int, hand: int) -> int:
    """The exchange that an action is for a seat with this hand, or ValueError."""
    size = max(size for size in range(MOST + 1) if EXCHANGE_STARTS[size] <= action)
    pile, way = divmod(action - EXCHANGE_STARTS[size], WAYS[size])
    given = 0
    if size == 1:
        given = CARDS[way]
    elif size == MOST - 1:
        kept = 0 if way == NOTHING_KEPT else CARDS[way]
        given = 0 if beyond(hand, kept) else hand - kept
    elif size == MOST:
        given = hand
    if card_count(given) != size or beyond(hand, given):
        raise ValueError(f"action {action} is an exchange that this hand does not allow")
    return exchange(DIAMOND_PILES[size][pile], given)
