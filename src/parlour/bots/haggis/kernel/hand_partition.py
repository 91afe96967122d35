# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""How a hand falls into few plays, and how likely a combo is to hold.

Masks and moves are those of the game's kernel.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.parlour.core.set_bits import count_set
else:
    from parlour.core import cython_shim as cython
    from parlour.core.set_bits import count_set
    from parlour.games.haggis.kernel.combos import (
        KIND_SHIFT,
        LENGTH_SHIFT,
        SEQUENCE,
        SET,
        SPOT_MASK,
        SPOT_RANKS,
        TOP_SHIFT,
        WIDTH_SHIFT,
        shape,
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_plan(hand: cython.longlong, out: cython.p_longlong) -> cython.int:
    """Part a hand's spot cards into few combos without wilds: at most nine, one a rank.

    Every rank is a set. As long as a block of suits over neighbouring ranks empties two ranks or
    more at once, the block that empties most is taken out as a sequence.
    """
    rows: cython.longlong[9]
    row: cython.int
    low: cython.int
    high: cython.int
    bottom: cython.int
    top: cython.int
    exact: cython.int
    best: cython.int
    best_low: cython.int
    best_high: cython.int
    width: cython.int
    best_suits: cython.longlong
    suits: cython.longlong
    cards: cython.longlong
    n: cython.int = 0
    # A sequence needs two neighbouring ranks of a suit, and a third one or another suit with the same two.
    pairs: cython.longlong = hand & (hand >> 5)
    blocks: cython.longlong = pairs & ((pairs >> 1) | (pairs >> 2) | (pairs >> 3) | (pairs >> 4) | (pairs >> 5))
    if not cython.compiled:
        rows = [0] * 9
    for row in range(SPOT_RANKS):
        rows[row] = (hand >> (5 * row)) & 31
    while blocks:
        best = 1
        best_low = best_high = 0
        best_suits = 0
        for row in range(SPOT_RANKS - 1):
            suits = rows[row]
            if suits == 0 or rows[row + 1] & suits != suits or (row > 0 and rows[row - 1] == suits):
                continue
            width = count_set(suits)
            exact = 0
            low = high = row
            top = row
            while top < SPOT_RANKS and rows[top] & suits == suits:
                if rows[top] == suits:
                    exact += 1
                    high = top
                top += 1
            bottom = row
            # A run of one suit needs three ranks: borrow a neighbour's card where two are emptied.
            if width == 1 and exact == 2 and high - low == 1:
                if top - 1 > high:
                    high += 1
                elif bottom > 0 and rows[bottom - 1] & suits == suits:
                    low -= 1
            if exact > best and (width > 1 or high - low >= 2):
                best = exact
                best_low = low
                best_high = high
                best_suits = suits
        if best_suits == 0:
            break
        cards = 0
        for row in range(best_low, best_high + 1):
            cards |= best_suits << (5 * row)
            rows[row] &= ~best_suits
        out[n] = shape(SEQUENCE, count_set(best_suits), best_high - best_low + 1, best_high + 2) | cards
        n += 1
    for row in range(SPOT_RANKS):
        if rows[row]:
            out[n] = shape(SET, count_set(rows[row]), 1, row + 2) | (rows[row] << (5 * row))
            n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def hold_chance(
    move: cython.longlong, unseen: cython.longlong, wilds: cython.int, share: cython.double
) -> cython.double:
    """Estimate the chance that nobody beats a set or sequence with cards of its own shape.

    `unseen` are the spot cards that others may hold, `share` how much of them they do hold,
    `wilds` their face-up wilds together. Bombs are not thought of.
    """
    kind: cython.int = move >> KIND_SHIFT
    width: cython.int = (move >> WIDTH_SHIFT) & 15
    length: cython.int = (move >> LENGTH_SHIFT) & 15
    top: cython.int = (move >> TOP_SHIFT) & 15
    row: cython.int
    step: cython.int
    count: cython.int
    together: cython.longlong
    chance: cython.double = 1.0
    each: cython.double = 1.0
    fewer: cython.double = 1.0  # as `each`, but with one card made up by a wild
    for step in range(1, width * length):
        fewer *= share
    each = fewer * share
    if kind == SET:
        for row in range(top - 1, SPOT_RANKS):
            count = count_set((unseen >> (5 * row)) & 31)
            if width == 1:
                for step in range(count):
                    chance *= 1.0 - share
            elif count >= width:
                chance *= 1.0 - each * (count - width + 1)
            elif count + 1 >= width and count and wilds:
                chance *= 1.0 - 0.25 * fewer
        if width == 1:
            for row in range(3):
                if 11 + row > top and (wilds >> row) & 1:
                    chance *= 0.6
        return max(0.0, chance)
    for row in range(top - length, SPOT_RANKS - length + 1):
        together = 31
        for step in range(length):
            together &= unseen >> (5 * (row + step))
        count = count_set(together & 31)
        if count >= width:
            chance *= 1.0 - each * (count - width + 1)
        if wilds:
            chance *= 1.0 - 0.1 * fewer
    return max(0.0, chance)


def plan(hand: int) -> list[int]:
    """Part a hand's spot cards into few combos without wilds."""
    out: cython.longlong[9]
    i: cython.int
    if not cython.compiled:
        out = [0] * 9
    n: cython.int = list_plan(hand & SPOT_MASK, out)
    return [out[i] for i in range(n)]
