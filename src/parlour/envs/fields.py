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
    """Put fields side by side: name, size and meaning of each."""
    starts = accumulate((size for _, size, _ in parts), initial=0)
    return tuple(Field(name, start, size, meaning) for start, (name, size, meaning) in zip(starts, parts, strict=False))


def width_of(fields: Sequence[Field]) -> int:
    """Give how many numbers fields that lie side by side are."""
    return fields[-1].start + fields[-1].size


def room_for(shape: tuple[int, ...], out: Floats | None) -> Floats:
    """Give an array of zeros, or the caller's own one if numbers of this shape can be written into it."""
    if out is None:
        return np.zeros(shape, np.float32)
    fits = isinstance(out, np.ndarray) and out.dtype == np.float32 and out.shape == shape
    if not fits or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out must be a writeable, contiguous float32 array of shape {shape}, got {describe(out)}")
    out[...] = 0
    return out


def describe(value: object) -> str:
    """Name an array by its dtype and shape, anything else by its type."""
    if isinstance(value, np.ndarray):
        flags = "" if value.flags.c_contiguous and value.flags.writeable else ", strided or read-only"
        return f"{value.dtype} of shape {value.shape}{flags}"
    return type(value).__name__
