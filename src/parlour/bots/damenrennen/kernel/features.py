# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The features of a game between two races: facts that hold or do not.

Between races nothing is hidden but the order of the stack (D9.1), so every fact is public.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import count_bits
    from parlour.games.damenrennen.kernel.piles import card_count
    from parlour.games.damenrennen.kernel.slots import RESERVES, ROWS, STACK, STRIKES

    SUIT_FEATURES = 26  # of one side in one suit
    SIDE_FEATURES = 105
    BASIC_FEATURES = 282
    ANSWERING = 358  # no fact of a game: the side that answers a fixed opponent
    FEATURES = 359  # with those of `list_outlook`
    MOST = 160  # more than can hold at once
    QUEEN = 2
    # Where the parts begin: in a suit, in a side, and of both sides together.
    LENGTH = 6
    STRUCK = 11
    CHANCES = 12
    OWNED = 16
    ATTACHED = 21
    STRIKE_COUNT = 78
    DIAMOND_COUNT = 81
    DIAMOND_RANKS = 87
    NEAREST = 99
    SUPPLY = 210
    LEADS = 240
    STOCK = 267
    # Of the outlook of one side.
    OUTLOOK_FEATURES = 38
    OUTS = 30
    MOST_OUTS = 7

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlour.games.damenrennen.kernel.game import Game


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_side(s: cython.p_longlong, side: cython.int, base: cython.int, out: cython.p_int, n: cython.int) -> cython.int:
    """Add the facts of one side: rows, what they lack, strikes, diamonds."""
    suit: cython.int
    rank: cython.int
    place: cython.int
    at: cython.int
    left: cython.int
    owned: cython.int
    length: cython.int
    chances: cython.int
    dead: cython.bint
    strikes: cython.int = 0
    nearest: cython.int = 6
    diamonds: cython.int = 0
    row: cython.longlong
    reserve: cython.longlong = s[RESERVES + side]
    for suit in range(3):
        at = base + SUIT_FEATURES * suit
        row = s[ROWS + 3 * side + suit]
        owned = length = 1
        chances = place = 0
        dead = False
        for rank in range(6):
            if rank == QUEEN:
                continue
            left = (s[STACK] >> (2 * (4 * rank + suit))) & 3
            if (row >> rank) & 1 or (reserve >> (2 * (4 * rank + suit))) & 3:
                owned += 1
                out[n] = at + OWNED + place
                n += 1
                if (row >> rank) & 1:
                    length += 1
                    out[n] = at + ATTACHED + place
                    n += 1
                if left:
                    chances += 1
            elif left == 0:
                dead = True
            place += 1
        out[n] = at + (5 if dead else 5 - owned)
        out[n + 1] = at + LENGTH + length - 1
        n += 2
        if not dead and 6 - owned < nearest:
            nearest = 6 - owned
        if (s[STRIKES + side] >> suit) & 1:
            strikes += 1
            out[n] = at + STRUCK
        else:
            out[n] = at + CHANCES + min(chances, 3)
        n += 1
    for rank in range(6):
        left = (reserve >> (8 * rank + 6)) & 3
        diamonds += left
        if left:
            out[n] = base + DIAMOND_RANKS + 2 * rank
            n += 1
        if left == 2:
            out[n] = base + DIAMOND_RANKS + 2 * rank + 1
            n += 1
    out[n] = base + STRIKE_COUNT + strikes
    out[n + 1] = base + DIAMOND_COUNT + min(diamonds, 5)
    out[n + 2] = base + NEAREST + nearest - 1
    return n + 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_features(s: cython.p_longlong, seat: cython.int, out: cython.p_int) -> cython.int:
    """List the facts that hold in a game between two races, as a seat sees them, and count them."""
    n: cython.int
    suit: cython.int
    rank: cython.int
    place: cython.int
    left: cython.int
    n = list_side(s, seat, 0, out, 0)
    n = list_side(s, 1 - seat, SIDE_FEATURES, out, n)
    for suit in range(3):
        place = 0
        for rank in range(6):
            if rank == QUEEN:
                continue
            left = (s[STACK] >> (2 * (4 * rank + suit))) & 3
            if left:
                out[n] = SUPPLY + 10 * suit + 2 * place + left - 1
                n += 1
            place += 1
        left = count_bits(s[ROWS + 3 * seat + suit]) - count_bits(s[ROWS + 3 - 3 * seat + suit])
        out[n] = LEADS + 9 * suit + 4 + left
        n += 1
    out[n] = STOCK + min(14, card_count(s[STACK]) // 3)
    return n + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_outlook(s: cython.p_longlong, seat: cython.int, out: cython.p_int, n: cython.int) -> cython.int:
    """Add what both sides can still get, the seat's own first, to n facts: lacking cards by copies left, and outs.

    Outs are the cards of the stack that win the game at once: the last of a row, the last strike (D7.4).
    """
    side: cython.int
    place: cython.int
    suit: cython.int
    rank: cython.int
    left: cython.int
    owned: cython.int
    doubles: cython.int
    last: cython.int
    outs: cython.int
    struck: cython.longlong
    base: cython.int
    for place in range(2):
        side = seat if place == 0 else 1 - seat
        base = BASIC_FEATURES + OUTLOOK_FEATURES * place
        struck = s[STRIKES + side]
        outs = 0
        for suit in range(3):
            owned = 1
            doubles = last = 0
            for rank in range(6):
                if rank == QUEEN:
                    continue
                left = (s[STACK] >> (2 * (4 * rank + suit))) & 3
                if (s[ROWS + 3 * side + suit] >> rank) & 1 or (s[RESERVES + side] >> (2 * (4 * rank + suit))) & 3:
                    owned += 1
                    doubles += left
                    continue
                last = left
                if left:
                    out[n] = base + 10 * suit + 2 * (rank - (1 if rank > QUEEN else 0)) + left - 1
                    n += 1
            if owned == 5:
                outs += last
            if struck | (1 << suit) == 7 and struck != 7:
                outs += doubles
        out[n] = base + OUTS + min(outs, MOST_OUTS)
        n += 1
    return n


def features(game: Game, seat: int) -> list[int]:
    """List the facts that hold in a game between two races, as a seat sees them."""
    out: cython.int[MOST]
    n: cython.int
    i: cython.int
    at: cython.int = seat
    if not cython.compiled:
        out = [0] * MOST
    n = list_outlook(game.s, at, out, list_features(game.s, at, out))
    return [out[i] for i in range(n)]
