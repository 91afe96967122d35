"""The set bits of masks for interpreted kernels; `set_bits.pxd` has them in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableSequence


def count_set(mask: int) -> int:
    """The number of set bits."""
    return mask.bit_count()


def list_set(mask: int, first: int, out: MutableSequence[int], n: int) -> int:
    """Write `first` and the place of every set bit from the n-th place of a list on; returns where the list ends."""
    while mask:
        out[n] = first + (mask & -mask).bit_length() - 1
        mask &= mask - 1
        n += 1
    return n
