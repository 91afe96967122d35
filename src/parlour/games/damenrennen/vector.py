# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A game as a vector of integers, and what a seat may choose there: the kernel's middle part.

A move is one positive integer: its kind in bits 60-62, cards as a pile in bits 0-47. Bits 48-59
hold what a swap takes, as the number of a type of card, or what an exchange takes in: the
diamonds as a pile of their own, two bits a rank.

Written in Cython's pure-Python mode. List functions write no further than `limit` and return how
many there are, so a caller sees when its buffer was too small.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import interpreted as cython

if not cython.compiled:
    from parlour.core import interpreted as cython
    from parlour.games.damenrennen.piles import card_count, lowest, type_of, types_in

    KIND_SHIFT = 60
    EXTRA_SHIFT = 48
    SHOW, SWAP, DECLINE, DISCARD, EXCHANGE, LAY, TAKE = range(1, 8)
    # Most moves: 1 + 24 + 126 + 200 exchanges, with all diamonds and four cards. Their parts: 50.
    CAPACITY = 384
    PARTS = 64

    PHASE = 0
    ASKED = 1  # a bit for each seat that has still to choose
    RACES = 2  # how many have begun
    STACK, MARKET = 3, 4  # piles
    USED = 5  # the pile of what everybody saw: laid cards, tie-break cards
    SHOWN, TAKEN, GIVEN = 6, 7, 8  # piles: the two cards shown, the two swapped (D5.2)
    TRICKS = 9  # how many were laid
    PICKS = 10  # how many cards were drafted
    FULL = 11  # whether the deal is a full one, with spades and hearts (D8.1)
    RACE_WINNER, ULTIMATE = 12, 13  # a seat or NOBODY; whether the win is ultimate
    GAME_WINNER = 14  # a seat or NOBODY
    ENDING, ENDING_SUIT = 15, 16  # how the game ended; the suit of the complete row
    ADVANTAGES = 17  # of clubs, spades, hearts: a seat or NOBODY (D5.0)
    # Two each, by seat:
    HANDS = 20  # a pile; after a bomb what was not laid
    SPENT = 22  # the pile of discards and cards given up, which the other does not see
    RESERVES = 24  # a pile
    STRIKES, STRIKE_CARDS = 26, 28  # a bit for each suit; a pile
    SEALED = 30  # a move, or 0
    EXCHANGED = 32  # the pile of diamonds taken in
    BOMBS = 34  # the whole hand where it is a bomb, else 0; retold
    DRAWN = 36  # the last tie-break card, or 0; retold
    # Three each, by seat:
    ROWS = 38  # clubs, spades, hearts: a bit for each rank
    LAID = 44  # the cards laid, in order, or 0; retold
    SIZE = 50
    AWAITING, SHOWING, SWAPPING, DISCARDING, EXCHANGING, LAYING, DRAWING, DRAFTING, OVER = range(9)
    NOBODY = 2
    UNDECIDED, BY_ROW, BY_STRIKES, OUT_OF_CARDS, UNBROKEN_TIE = range(5)

ONE = cython.declare(cython.longlong, 1)
DIAMONDS = cython.declare(cython.longlong, 0xC0C0C0C0C0C0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def emit(out: cython.p_longlong, n: cython.int, limit: cython.int, move: cython.longlong) -> cython.int:
    """Write the n-th move where there is room, and count it."""
    if n < limit:
        out[n] = move
    return n + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def diamonds_in(pile: cython.longlong) -> cython.longlong:
    """Give the diamonds of a pile."""
    return pile & DIAMONDS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pack_diamonds(pile: cython.longlong) -> cython.longlong:
    """Push diamonds together, two bits a rank."""
    packed: cython.longlong = 0
    rank: cython.int
    for rank in range(6):
        packed |= ((pile >> (8 * rank + 6)) & 3) << (2 * rank)
    return packed


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def unpack_diamonds(packed: cython.longlong) -> cython.longlong:
    """Give back the pile that was packed."""
    pile: cython.longlong = 0
    rank: cython.int
    for rank in range(6):
        pile |= ((packed >> (2 * rank)) & 3) << (8 * rank + 6)
    return pile


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_parts(
    pile: cython.longlong,
    size: cython.int,
    base: cython.longlong,
    out: cython.p_longlong,
    n: cython.int,
    limit: cython.int,
) -> cython.int:
    """List every different way to add so many cards of a pile to a base, each way once."""
    card: cython.longlong
    if size == 0:
        return emit(out, n, limit, base)
    while pile:
        card = lowest(pile)
        n = list_parts(pile - card, size - 1, base + card, out, n, limit)
        pile &= ~(3 * card)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_cards(kind: cython.longlong, pile: cython.longlong, out: cython.p_longlong, limit: cython.int) -> cython.int:
    """List the moves that name one card of a pile."""
    n: cython.int = 0
    rest: cython.longlong = types_in(pile)
    while rest:
        n = emit(out, n, limit, (kind << KIND_SHIFT) | (rest & -rest))
        rest &= rest - 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_swaps(shown: cython.longlong, hand: cython.longlong, out: cython.p_longlong, limit: cython.int) -> cython.int:
    """List what the holder of hearts may do: decline, or give any card for a shown one (D5.2)."""
    n: cython.int
    first: cython.longlong = (SWAP * ONE) << KIND_SHIFT
    given: cython.longlong
    taken: cython.longlong = types_in(shown)
    n = emit(out, 0, limit, (DECLINE * ONE) << KIND_SHIFT)
    while taken:
        given = types_in(hand)
        while given:
            n = emit(out, n, limit, first | (type_of(taken & -taken) * ONE << EXTRA_SHIFT) | (given & -given))
            given &= given - 1
        taken &= taken - 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_exchanges(
    diamonds: cython.longlong, hand: cython.longlong, out: cython.p_longlong, limit: cython.int
) -> cython.int:
    """List every exchange, the empty one first: so many diamonds for as many cards (D2.6)."""
    given: cython.longlong[PARTS]
    taken: cython.longlong[PARTS]
    ways_given: cython.int
    ways_taken: cython.int
    i: cython.int
    k: cython.int
    n: cython.int
    size: cython.int
    first: cython.longlong = (EXCHANGE * ONE) << KIND_SHIFT
    most: cython.int = min(3, card_count(diamonds), card_count(hand))
    if not cython.compiled:
        given, taken = [0] * PARTS, [0] * PARTS
    n = emit(out, 0, limit, first)
    for size in range(1, most + 1):
        ways_given = min(PARTS, list_parts(hand, size, 0, given, 0, PARTS))
        ways_taken = min(PARTS, list_parts(diamonds, size, 0, taken, 0, PARTS))
        for k in range(ways_taken):
            taken[k] = first | (pack_diamonds(taken[k]) << EXTRA_SHIFT)
            for i in range(ways_given):
                n = emit(out, n, limit, taken[k] | given[i])
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_moves(s: cython.p_longlong, seat: cython.int, out: cython.p_longlong, limit: cython.int) -> cython.int:
    """List every move of a seat; none where it is not asked, or has sealed its choice."""
    phase: cython.int = s[PHASE]
    hand: cython.longlong = s[HANDS + seat]
    if not (s[ASKED] >> seat) & 1:
        return 0
    if phase == LAYING:
        return list_cards(LAY, hand, out, limit)
    if phase == DRAFTING:
        return list_cards(TAKE, s[MARKET], out, limit)
    if phase == EXCHANGING:
        return list_exchanges(diamonds_in(s[RESERVES + seat]), hand, out, limit)
    if phase == DISCARDING:
        return list_cards(DISCARD, hand, out, limit)
    if phase == SWAPPING:
        return list_swaps(s[SHOWN], hand, out, limit)
    return list_parts(hand, 2, (SHOW * ONE) << KIND_SHIFT, out, 0, limit)


SLOTS = {
    "phase": PHASE,
    "asked": ASKED,
    "races": RACES,
    "stack": STACK,
    "market": MARKET,
    "used": USED,
    "shown": SHOWN,
    "taken": TAKEN,
    "given": GIVEN,
    "tricks": TRICKS,
    "picks": PICKS,
    "full": FULL,
    "race_winner": RACE_WINNER,
    "ultimate": ULTIMATE,
    "game_winner": GAME_WINNER,
    "ending": ENDING,
    "ending_suit": ENDING_SUIT,
    "advantages": ADVANTAGES,
    "hands": HANDS,
    "spent": SPENT,
    "reserves": RESERVES,
    "strikes": STRIKES,
    "strike_cards": STRIKE_CARDS,
    "sealed": SEALED,
    "exchanged": EXCHANGED,
    "bombs": BOMBS,
    "drawn": DRAWN,
    "rows": ROWS,
    "laid": LAID,
    "size": SIZE,
}
