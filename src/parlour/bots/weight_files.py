"""Files of weights: a header that says what they are for, a checksum, and 16-bit numbers."""

from __future__ import annotations

import hashlib
import struct
from typing import Final, NamedTuple

from parlour.core.errors import GameError

MAGIC: Final = b"PARLNET\n"
FORMAT: Final = 1
HEADER: Final = struct.Struct("<8sH16sHHHHHI32s")
"""Magic, format, game, players, encoding, three sizes of layers, count of weights, their SHA-256."""


class WeightsError(GameError):
    """A file that has no weights, or not those that are wanted."""


class Purpose(NamedTuple):
    """What weights are for."""

    game: str
    players: int
    encoding: int
    layers: tuple[int, int, int]
    weights: int
    """How many, two bytes each."""


def pack_weights(raw: bytes, purpose: Purpose) -> bytes:
    """Weights as a file holds them."""
    game, players, encoding, layers, count = purpose
    digest = hashlib.sha256(raw).digest()
    return HEADER.pack(MAGIC, FORMAT, game.encode(), players, encoding, *layers, count, digest) + raw


def unpack_weights(packed: bytes, purpose: Purpose, name: str) -> bytes:
    """The weights in a file; WeightsError names the file and what is wrong with it."""
    if len(packed) < HEADER.size or not packed.startswith(MAGIC):
        raise WeightsError(f"{name}: not a file of weights")
    _, form, game, players, encoding, *layers, count, digest = HEADER.unpack(packed[: HEADER.size])
    raw = packed[HEADER.size :]
    wanted = {
        "format": (form, FORMAT),
        "game": (game.rstrip(b"\0").decode(errors="replace"), purpose.game),
        "players": (players, purpose.players),
        "encoding": (encoding, purpose.encoding),
        "layers": (tuple(layers), purpose.layers),
        "weights": (count, purpose.weights),
    }
    for what, (found, expected) in wanted.items():
        if found != expected:
            raise WeightsError(f"{name}: {what} {found}, expected {expected}")
    if len(raw) != 2 * count:
        raise WeightsError(f"{name}: {len(raw)} bytes of weights, expected {2 * count}")
    if hashlib.sha256(raw).digest() != digest:
        raise WeightsError(f"{name}: the weights do not match their checksum")
    return raw
