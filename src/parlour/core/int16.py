"""Layers of 16-bit integers for interpreted kernels; `int16.pxd` has them in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence


def sum_rows(  # noqa: PLR0913, PLR0917 - as in C
    base: Sequence[int], rows: Sequence[int], listed: Sequence[int], n: int, width: int, sums: MutableSequence[int]
) -> None:
    """Write the sum of a base and of the first n listed rows of a matrix."""
    starts = [width * listed[i] for i in range(n)]
    for k in range(width):
        sums[k] = base[k] + sum(rows[start + k] for start in starts)


def multiply(
    vector: Sequence[int], rows: Sequence[int], inputs: int, outputs: int, products: MutableSequence[int]
) -> None:
    """Write the product of a matrix, row by row, and a vector."""
    for j in range(outputs):
        products[j] = sum(vector[k] * rows[j * inputs + k] for k in range(inputs))
