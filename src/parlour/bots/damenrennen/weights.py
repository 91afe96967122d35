"""The weights of value nets in half precision: the small one's as text, the large one's in a file."""

from __future__ import annotations

import base64
import struct
import zlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.fitted import PACKED
from parlour.bots.damenrennen.kernel.value_net import NET, Mind
from parlour.bots.weight_files import Purpose
from parlour.bots.weight_files import pack_weights as pack_file
from parlour.bots.weight_files import unpack_weights as unpack_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

WIDTH: Final = 100
SHIPPED: Final = "champion.weights"
PURPOSE: Final = Purpose("damenrennen", 2, NET["encoding"], (NET["hidden"], 0, 1), NET["weights"])


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


def pack_mind(mind: Mind) -> bytes:
    """A large net as a file holds it."""
    return pack_file(struct.pack(f"<{mind.size}e", *mind.weights()), PURPOSE)


def unpack_mind(packed: bytes, name: str) -> Mind:
    """The large net in a file; WeightsError names the file and what is wrong with it."""
    raw = unpack_file(packed, PURPOSE, name)
    return Mind(struct.unpack(f"<{len(raw) // 2}e", raw), large=True)


def read_mind(path: Path) -> Mind:
    """The large net in a file."""
    return unpack_mind(path.read_bytes(), str(path))


@cache
def champion_mind() -> Mind:
    """The large net that comes with parlour, one for all bots of a process."""
    return unpack_mind((files(__package__) / SHIPPED).read_bytes(), SHIPPED)
