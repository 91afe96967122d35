"""Layers of 16-bit integers, as interpreted kernels compute them."""

from __future__ import annotations

from parlour.core.int16 import multiply, sum_rows


def test_the_listed_rows_of_a_matrix_are_added_to_a_base() -> None:
    sums = [0, 0]

    sum_rows([1, 2], [10, 20, 30, 40, 50, 60], [2, 0, 1], 2, 2, sums)

    assert sums == [1 + 50 + 10, 2 + 60 + 20]


def test_a_matrix_is_multiplied_row_by_row() -> None:
    products = [0, 0]

    multiply([1, -2, 3], [1, 1, 1, 2, 0, -1], 3, 2, products)

    assert products == [2, -1]
