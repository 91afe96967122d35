# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chance and random play: the kernel's third part."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import count_bits
    from parlour.core.kernel.rng import below
    from parlour.games.haggis.kernel.combos import CAPACITY
    from parlour.games.haggis.kernel.machine import ACTOR, HAGGIS, HANDS, OVER, PHASE, PLAYERS, list_moves, step


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def playout(
    s: cython.p_longlong, rng: cython.p_ulonglong, buffer: cython.p_longlong, tally: cython.p_longlong
) -> cython.bint:
    """Play a round to its end, every legal move as likely as the next.

    Adds decisions and listed moves to the tally. False: a list outgrew the buffer.
    """
    seat: cython.int
    n: cython.int
    while s[PHASE] != OVER:
        seat = s[ACTOR]
        n = list_moves(s, seat, buffer, CAPACITY)
        if n > CAPACITY:
            return False
        step(s, seat, buffer[below(rng, n)])
        tally[0] += 1
        tally[1] += n
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shuffle(s: cython.p_longlong, hidden: cython.longlong, rng: cython.p_ulonglong) -> cython.void:
    """Let hidden spot cards change places at random; every hand and the haggis keep their sizes."""
    cards: cython.longlong[45]
    n: cython.int = 0
    seat: cython.int
    i: cython.int
    count: cython.int
    rest: cython.longlong = hidden
    if not cython.compiled:
        cards = [0] * 45
    while rest:
        cards[n] = rest & -rest
        rest &= rest - 1
        n += 1
    for seat in range(s[PLAYERS]):
        count = count_bits(s[HANDS + seat] & hidden)
        s[HANDS + seat] &= ~hidden
        while count:
            i = below(rng, n)
            n -= 1
            s[HANDS + seat] |= cards[i]
            cards[i] = cards[n]
            count -= 1
    s[HAGGIS] &= ~hidden
    for i in range(n):
        s[HAGGIS] |= cards[i]
