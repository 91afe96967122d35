"""Arrays field by field: what stands where, and what it means."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats = NDArray[np.float32]


class Field(msgspec.Struct, frozen=True):
    """A part of an array: `array[start : start + size]`."""

    name: str
    start: int
    size: int
    meaning: str


def lay_out(parts: Sequence[tuple[str, int, str]]) -> tuple[Field, ...]:
    """Fields side by side, from the name, size and meaning of each."""
    starts = accumulate((size for _, size, _ in parts), initial=0)
    return tuple(Field(name, start, size, meaning) for start, (name, size, meaning) in zip(starts, parts, strict=False))


def width_of(fields: Sequence[Field]) -> int:
    """The size of an array of these fields."""
    return fields[-1].start + fields[-1].size


def zeros(shape: tuple[int, ...], out: Floats | None) -> Floats:
    """A new array of zeros, or the caller's own, cleared; ValueError where that has another shape or dtype."""
    if out is None:
        return np.zeros(shape, np.float32)
    fits = isinstance(out, np.ndarray) and out.dtype == np.float32 and out.shape == shape
    if not fits or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out must be a writeable, contiguous float32 array of shape {shape}, got {describe(out)}")
    out[...] = 0
    return out


def describe(value: object) -> str:
    """The dtype and shape of an array, the type of anything else."""
    if isinstance(value, np.ndarray):
        flags = "" if value.flags.c_contiguous and value.flags.writeable else ", strided or read-only"
        return f"{value.dtype} of shape {value.shape}{flags}"
    return type(value).__name__
