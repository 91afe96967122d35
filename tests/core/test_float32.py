"""A layer of floating-point numbers, as interpreted kernels compute it."""

from __future__ import annotations

from parlour.core.float32 import sum_float_rows


def test_the_listed_rows_of_a_matrix_are_summed() -> None:
    sums = [0.0, 0.0]

    sum_float_rows([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 0, 1], 2, 2, sums)

    assert sums == [5.0 + 1.0, 6.0 + 2.0]
