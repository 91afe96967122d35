# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The kernels' random number generator: xorshift64*, seeded by splitmix64.

Its state is one 64-bit integer, which is never 0.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython
    from parlour.core.kernel.bits import WORD

    GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
    FIRST_MIX = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
    SECOND_MIX = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
    MULTIPLIER = cython.declare(cython.ulonglong, 0x2545F4914F6CDD1D)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def seeded(seed: cython.ulonglong) -> cython.ulonglong:
    """The state that a seed stands for: the seed spread over all bits (splitmix64)."""
    z: cython.ulonglong = (seed + GOLDEN) & WORD
    z = ((z ^ (z >> 30)) * FIRST_MIX) & WORD
    z = ((z ^ (z >> 27)) * SECOND_MIX) & WORD
    return (z ^ (z >> 31)) | 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def below(rng: cython.p_ulonglong, n: cython.ulonglong) -> cython.int:
    """A random number below n (xorshift64*)."""
    x: cython.ulonglong = rng[0]
    x ^= x >> 12
    x ^= (x << 25) & WORD
    x ^= x >> 27
    rng[0] = x
    return ((((x * MULTIPLIER) & WORD) >> 32) * n) >> 32
