"""A layer of 32-bit floating-point numbers for interpreted kernels; `float32.pxd` has it in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence


def sum_float_rows(
    rows: Sequence[float], listed: Sequence[int], n: int, width: int, sums: MutableSequence[float]
) -> None:
    """Write the sum of the first n listed rows of a matrix, in double precision."""
    starts = [width * listed[i] for i in range(n)]
    for k in range(width):
        sums[k] = sum(rows[start + k] for start in starts)
