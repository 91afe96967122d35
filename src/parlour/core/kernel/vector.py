# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A vector of integers as a value that Python can hold, compare, hash and pickle."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from parlour.core import cython_shim as cython

if cython.compiled:  # pragma: no cover - C only
    from cython.cimports.cpython.array import array, clone
else:
    from array import array

    from parlour.core import cython_shim as cython

NO_MOVES = array("q")


@cython.cclass
class Vector:
    """What the kernels of all games give to Python: equal when the slots are.

    The integers themselves are the subclass's, as a C array of its own size: so a copy is one allocation.
    """

    def slots(self) -> tuple[int, ...]:
        """The integers, in order; a subclass takes them back as its only argument."""
        raise NotImplementedError  # a vector of its own has no slots; Cython classes cannot be abstract

    def __reduce__(self) -> tuple[type[Vector], tuple[tuple[int, ...]]]:
        return type(self), (self.slots(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and type(other) is type(self) and self.slots() == other.slots()

    def __hash__(self) -> int:
        return hash(self.slots())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.slots()})"


@cython.cfunc
def move_array(moves: cython.p_longlong, n: cython.int) -> Any:  # noqa: ANN401 - an array('q')
    """The first n moves as 64-bit integers side by side, `array('q')`."""
    i: cython.int
    if not cython.compiled:
        return array("q", moves[:n])
    found: array[int] = clone(NO_MOVES, n, False)  # pragma: no cover - C only
    for i in range(n):  # pragma: no cover - C only
        found.data.as_longlongs[i] = moves[i]
    return found  # pragma: no cover - C only
