"""A stand-in for the `cython` module, for running a kernel as plain Python.

A kernel is one `.py` file in Cython's pure-Python mode. Compiled, `import cython` is the
compiler's; interpreted, the kernel needs only these names, with or without Cython installed.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

compiled = False
Decorated = TypeVar("Decorated")


def cfunc(function: Decorated) -> Decorated:
    """Marks a C function; here a function like any other."""
    return function


ccall = cclass = inline = cfunc


def exceptval(*, check: bool) -> Callable[[Decorated], Decorated]:
    """Marks a C function that raises nothing; here it raises what it raises."""
    assert not check
    return cfunc


class NoGil(AbstractContextManager[None]):
    """Releases the interpreter's lock, as a decorator and in `with`; here it stays held."""

    def __call__(self, function: Decorated) -> Decorated:
        return function

    def __exit__(self, *_: object) -> None: ...


nogil = NoGil()


def declare(_: object, value: Any = None) -> Any:
    """A C variable's first value."""
    return value


def prange(stop: int, *, nogil: bool, schedule: str, num_threads: int) -> range:
    """A loop that runs in several threads; here in one."""
    assert nogil
    assert schedule
    assert num_threads >= 1
    return range(stop)


class CType:
    """A C type in an expression; annotations are never evaluated."""

    def __getitem__(self, _: int) -> CType:
        """An array type."""
        return self


C_TYPES: Final = frozenset(
    ("Py_ssize_t", "bint", "int", "longlong", "p_float", "p_longlong", "p_ulonglong", "ulonglong", "void")
)


def __getattr__(name: str) -> CType:
    if name not in C_TYPES:
        raise AttributeError(f"no C type of the kernels: {name!r}")
    return CType()
