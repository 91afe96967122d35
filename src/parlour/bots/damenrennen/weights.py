"""The weights of a value net as text, and the net that was fitted."""

from __future__ import annotations

import base64
import struct
import zlib
from functools import cache
from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.fitted import PACKED
from parlour.bots.damenrennen.kernel.value_net import Mind

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH: Final = 100


def pack_weights(weights: Sequence[float]) -> list[str]:
    """Weights in half precision, as lines of text."""
    raw = struct.pack(f"<{len(weights)}e", *weights)
    text = base64.b64encode(zlib.compress(raw, 9)).decode()
    return [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]


def unpack_weights(lines: Sequence[str]) -> list[float]:
    """The inverse of `pack_weights`."""
    raw = zlib.decompress(base64.b64decode("".join(lines)))
    return list(struct.unpack(f"<{len(raw) // 2}e", raw))


@cache
def fitted_mind() -> Mind:
    """The net that self-play produced, one for all bots of a process."""
    return Mind(unpack_weights(PACKED))
