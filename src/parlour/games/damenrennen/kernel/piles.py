# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Piles of cards as 64-bit integers (D1.1): the kernel's lowest part.

There are 24 types of card, numbered `4 * rank + suit` with the ranks 9 J Q K 10 A and the suits
clubs, spades, hearts, diamonds. A pile says how often it holds each: two bits a type, type 0
lowest. So piles are added and taken from each other like numbers, a rank is one byte, and a card
is the pile that holds it alone: the power of four of its type. No pile holds a type three times.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import BYTES, NIBBLES, PAIRS, WORD
    from parlour.core.kernel.rng import below

    SUITS = 4
    CLUBS, SPADES, HEARTS = range(3)
    RANK_BITS = 8  # of a pile
    CARD_MASK = cython.declare(cython.longlong, (1 << 48) - 1)
    ONES = cython.declare(cython.longlong, 0x555555555555)  # one card of every type
    DECK = cython.declare(cython.longlong, 0xAAAAAAAAAAAA)
    DIAMONDS = cython.declare(cython.longlong, 0xC0C0C0C0C0C0)
    QUEENS = cython.declare(cython.longlong, 0b101010 << 16)  # both of clubs, spades and hearts


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def card_count(pile: cython.longlong) -> cython.int:
    """Count the cards of a pile: fields of two bits are added up side by side."""
    x: cython.ulonglong = pile
    x = (x & PAIRS) + ((x >> 2) & PAIRS)
    x = (x & NIBBLES) + ((x >> 4) & NIBBLES)
    return ((x * BYTES) & WORD) >> 56


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def top_rank(pile: cython.longlong) -> cython.int:
    """The highest rank of a pile."""
    rank: cython.int = 0
    while pile > 255:
        pile >>= RANK_BITS
        rank += 1
    return rank


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def type_of(card: cython.longlong) -> cython.int:
    """The number of a card's type."""
    rank: cython.int = top_rank(card)
    number: cython.int = SUITS * rank
    card >>= RANK_BITS * rank
    while card > 1:
        card >>= 2
        number += 1
    return number


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def types_in(pile: cython.longlong) -> cython.longlong:
    """A pile with one card of every type that the pile holds."""
    return (pile | (pile >> 1)) & ONES


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lowest(pile: cython.longlong) -> cython.longlong:
    """The lowest card of a pile that is not empty."""
    bit: cython.longlong = pile & -pile
    return bit if bit & ONES else bit >> 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lacking(wanted: cython.longlong, held: cython.longlong) -> cython.longlong:
    """The wanted cards that a pile lacks."""
    missing: cython.longlong = 0
    card: cython.longlong
    while wanted:
        card = lowest(wanted)
        wanted -= card
        if held & (3 * card):
            held -= card
        else:
            missing += card
    return missing


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_one_rank(pile: cython.longlong) -> cython.bint:
    """Whether all cards of a pile have one rank."""
    while pile > 255 and (pile & 255) == 0:
        pile >>= RANK_BITS
    return pile <= 255


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spread(pile: cython.longlong, cards: cython.p_longlong) -> cython.int:
    """Lay the cards of a pile out side by side, 48 at most, and count them."""
    n: cython.int = 0
    once: cython.longlong = types_in(pile)
    twice: cython.longlong = (pile >> 1) & ONES
    while once:
        cards[n] = once & -once
        once &= once - 1
        n += 1
    while twice:
        cards[n] = twice & -twice
        twice &= twice - 1
        n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pick(cards: cython.p_longlong, n: cython.int, rng: cython.p_ulonglong) -> cython.longlong:
    """Take one of n cards that lie side by side, the last one moving into its place."""
    i: cython.int = below(rng, n)
    card: cython.longlong = cards[i]
    cards[i] = cards[n - 1]
    return card
