# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Bits of 64-bit integers.

A C shift has the type of what is shifted: `ONE << n` is good for every bit of a mask, `1 << n` is not.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if not cython.compiled:
    from parlour.core import cython_shim as cython

    ONE = cython.declare(cython.longlong, 1)
    WORD = cython.declare(cython.ulonglong, (1 << 64) - 1)
    # Every second bit, pair of bits and nibble, and the lowest bit of every byte.
    ODD = cython.declare(cython.ulonglong, 0x5555555555555555)
    PAIRS = cython.declare(cython.ulonglong, 0x3333333333333333)
    NIBBLES = cython.declare(cython.ulonglong, 0x0F0F0F0F0F0F0F0F)
    BYTES = cython.declare(cython.ulonglong, 0x0101010101010101)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_bits(mask: cython.longlong) -> cython.int:
    """The number of set bits: fields of growing width are added up side by side."""
    x: cython.ulonglong = mask
    x -= (x >> 1) & ODD
    x = (x & PAIRS) + ((x >> 2) & PAIRS)
    x = (x + (x >> 4)) & NIBBLES
    return ((x * BYTES) & WORD) >> 56
