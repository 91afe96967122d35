"""A stand-in for the `cython` module, for running a kernel as plain Python.

A kernel is one `.py` file in Cython's pure-Python mode. Compiled, `import cython` is the
compiler's; interpreted, the kernel needs only these names, with or without Cython installed.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

compiled = False
Decorated = TypeVar("Decorated")


def cfunc(function: Decorated) -> Decorated:
    """Mark a C function; here a function like any other."""
    return function


cclass = inline = final = cfunc


def exceptval(*, check: bool) -> Callable[[Decorated], Decorated]:
    """Promise that a C function raises nothing; here it raises what it raises."""
    assert not check
    return cfunc


class NoGil(AbstractContextManager[None]):
    """Give up the lock, as a decorator and in `with`; here nothing is given up."""

    def __call__(self, function: Decorated) -> Decorated:
        """Decorate nothing."""
        return function

    def __exit__(self, *_: object) -> None:
        """Leave what was never entered."""


nogil = NoGil()


def declare(_: object, value: Any = None) -> Any:
    """Give a C variable its first value."""
    return value


def prange(stop: int, *, nogil: bool, schedule: str, num_threads: int) -> range:
    """Run a loop in several threads; here in one."""
    assert nogil
    assert schedule
    assert num_threads >= 1
    return range(stop)


class CType:
    """A C type in an expression; annotations are never evaluated."""

    def __getitem__(self, _: int) -> CType:
        """Make an array type."""
        return self


longlong = ulonglong = CType()
