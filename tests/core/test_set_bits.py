"""Set bits of masks, as interpreted kernels list them."""

from __future__ import annotations

from parlour.core.set_bits import count_set, list_set


def test_set_bits_are_counted() -> None:
    assert [count_set(mask) for mask in (0, 1, 0b1011, (1 << 62) - 1)] == [0, 1, 3, 62]


def test_set_bits_are_listed_from_a_number_on_behind_what_is_there() -> None:
    out = [7, 0, 0, 0]

    assert list_set(0b10101, 100, out, 1) == 4
    assert out == [7, 100, 102, 104]
    assert list_set(0, 100, out, 2) == 2
