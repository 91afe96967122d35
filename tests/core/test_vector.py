"""States of kernels are values."""

from __future__ import annotations

import pickle

import pytest

from parlour.core.kernel.vector import Vector


class Pair(Vector):
    def __init__(self, slots: tuple[int, ...]) -> None:
        self.kept = slots

    def slots(self) -> tuple[int, ...]:
        return self.kept


class OtherPair(Pair):
    pass


def test_vectors_are_equal_when_their_class_and_slots_are() -> None:
    assert Pair((1, 2)) == Pair((1, 2))
    assert hash(Pair((1, 2))) == hash(Pair((1, 2)))
    assert Pair((1, 2)) != Pair((2, 1))
    assert Pair((1, 2)) != OtherPair((1, 2))
    assert Pair((1, 2)) != (1, 2)


def test_a_vector_is_pickled_and_written_as_its_slots() -> None:
    assert pickle.loads(pickle.dumps(Pair((1, 2)))) == Pair((1, 2))  # noqa: S301 - our own
    assert repr(Pair((1, 2))) == "Pair((1, 2))"


def test_the_slots_are_the_subclass_s() -> None:
    with pytest.raises(NotImplementedError):
        Vector().slots()
