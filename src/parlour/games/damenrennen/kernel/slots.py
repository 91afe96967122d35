# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A game as a vector of integers, and what a seat may choose there: the kernel's middle part.

A move is one positive integer: its kind in bits 60-62, cards as a pile in bits 0-47. Bits 48-59
hold what a swap takes, as the number of a type of card, or what an exchange takes in: the
diamonds as a pile of their own, two bits a rank.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import ONE
    from parlour.games.damenrennen.kernel.piles import DIAMONDS, card_count, lowest, type_of, types_in

    KIND_SHIFT = 60
    EXTRA_SHIFT = 48
    SHOW, SWAP, DECLINE, DISCARD, EXCHANGE, LAY, TAKE = range(1, 8)
    # The most that a list can hold: with all twelve diamonds in reserve and three different cards
    # in hand there are 1 + 6 * 3 + 21 * 3 + 50 exchanges, of at most 50 parts on either side.
    CAPACITY = 132
    PARTS = 50

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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def diamonds_in(pile: cython.longlong) -> cython.longlong:
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
    """The inverse of `pack_diamonds`."""
    pile: cython.longlong = 0
    rank: cython.int
    for rank in range(6):
        pile |= ((packed >> (2 * rank)) & 3) << (8 * rank + 6)
    return pile


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_parts(
    pile: cython.longlong, size: cython.int, base: cython.longlong, out: cython.p_longlong, n: cython.int
) -> cython.int:
    """List every different way to add so many cards of a pile to a base, behind n that are listed."""
    card: cython.longlong
    if size == 0:
        out[n] = base
        return n + 1
    while pile:
        card = lowest(pile)
        n = list_parts(pile - card, size - 1, base + card, out, n)
        pile &= ~(3 * card)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_cards(kind: cython.longlong, pile: cython.longlong, out: cython.p_longlong) -> cython.int:
    """List the moves that name one card of a pile."""
    n: cython.int = 0
    rest: cython.longlong = types_in(pile)
    while rest:
        out[n] = (kind << KIND_SHIFT) | (rest & -rest)
        rest &= rest - 1
        n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_swaps(shown: cython.longlong, hand: cython.longlong, out: cython.p_longlong) -> cython.int:
    """List what the holder of hearts may do: decline, or give any card for a shown one (D5.2)."""
    n: cython.int = 1
    swap: cython.longlong
    given: cython.longlong
    taken: cython.longlong = types_in(shown)
    out[0] = (DECLINE * ONE) << KIND_SHIFT
    while taken:
        swap = ((SWAP * ONE) << KIND_SHIFT) | (type_of(taken & -taken) * ONE << EXTRA_SHIFT)
        given = types_in(hand)
        while given:
            out[n] = swap | (given & -given)
            given &= given - 1
            n += 1
        taken &= taken - 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_exchanges(diamonds: cython.longlong, hand: cython.longlong, out: cython.p_longlong) -> cython.int:
    """List every exchange, the empty one first: so many diamonds for as many cards (D2.6)."""
    given: cython.longlong[PARTS]
    taken: cython.longlong[PARTS]
    ways_given: cython.int
    ways_taken: cython.int
    i: cython.int
    k: cython.int
    n: cython.int = 1
    size: cython.int
    nothing: cython.longlong = (EXCHANGE * ONE) << KIND_SHIFT
    if not cython.compiled:
        given, taken = [0] * PARTS, [0] * PARTS
    out[0] = nothing
    for size in range(1, min(card_count(diamonds), card_count(hand)) + 1):
        ways_given = list_parts(hand, size, 0, given, 0)
        ways_taken = list_parts(diamonds, size, 0, taken, 0)
        for k in range(ways_taken):
            for i in range(ways_given):
                out[n] = nothing | (pack_diamonds(taken[k]) << EXTRA_SHIFT) | given[i]
                n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_moves(s: cython.p_longlong, seat: cython.int, out: cython.p_longlong) -> cython.int:
    """List every move of a seat, CAPACITY at most; none where it is not asked, or has sealed."""
    phase: cython.int = s[PHASE]
    hand: cython.longlong = s[HANDS + seat]
    if not (s[ASKED] >> seat) & 1:
        return 0
    if phase == LAYING:
        return list_cards(LAY, hand, out)
    if phase == DRAFTING:
        return list_cards(TAKE, s[MARKET], out)
    if phase == EXCHANGING:
        return list_exchanges(diamonds_in(s[RESERVES + seat]), hand, out)
    if phase == DISCARDING:
        return list_cards(DISCARD, hand, out)
    if phase == SWAPPING:
        return list_swaps(s[SHOWN], hand, out)
    return list_parts(hand, 2, (SHOW * ONE) << KIND_SHIFT, out, 0)


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
