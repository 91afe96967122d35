# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chance and random play: the kernel's third part."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.games.haggis.kernel.combos import CAPACITY, count_bits
    from parlour.games.haggis.kernel.machine import ACTOR, HAGGIS, HANDS, OVER, PHASE, PLAYERS, list_moves, step

WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
FIRST_MIX = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
SECOND_MIX = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
MULTIPLIER = cython.declare(cython.ulonglong, 0x2545F4914F6CDD1D)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def below(rng: cython.p_ulonglong, n: cython.ulonglong) -> cython.int:
    """Draw a number below n (xorshift64*; the state must not be 0)."""
    x: cython.ulonglong = rng[0]
    x ^= x >> 12
    x ^= (x << 25) & WORD
    x ^= x >> 27
    rng[0] = x
    return ((((x * MULTIPLIER) & WORD) >> 32) * n) >> 32


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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def seeded(seed: cython.ulonglong) -> cython.ulonglong:
    """Spread a seed over all bits (splitmix64); never 0."""
    z: cython.ulonglong = (seed + GOLDEN) & WORD
    z = ((z ^ (z >> 30)) * FIRST_MIX) & WORD
    z = ((z ^ (z >> 27)) * SECOND_MIX) & WORD
    return (z ^ (z >> 31)) | 1
