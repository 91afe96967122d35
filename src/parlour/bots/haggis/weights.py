"""Weights of nets in files: what they are for, a checksum, and 16-bit integers."""

from __future__ import annotations

import hashlib
import struct
import sys
from array import array
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.kernel.net import NET, Net
from parlour.core.errors import GameError

if TYPE_CHECKING:
    from pathlib import Path

MAGIC: Final = b"PARLNET\n"
FORMAT: Final = 1
GAME: Final = b"haggis"
SHAPE: Final = (NET["wide"], NET["narrow"], NET["heads"])
HEADER: Final = struct.Struct("<8sH16sHHHHHI32s")
"""Magic, format, game, players, encoding, units of the two layers, heads, count of weights, their SHA-256."""


class WeightsError(GameError):
    """A file that has no weights, or not those that are wanted."""


def pack_net(weights: array[int], players: int) -> bytes:
    """Weights for so many players, as a file holds them."""
    raw = little_endian(weights).tobytes()
    digest = hashlib.sha256(raw).digest()
    return HEADER.pack(MAGIC, FORMAT, GAME, players, NET["encoding"], *SHAPE, len(weights), digest) + raw


def unpack_net(packed: bytes, players: int, name: str) -> array[int]:
    """The weights in a file for so many players; WeightsError names the file and what is wrong with it."""
    if len(packed) < HEADER.size or not packed.startswith(MAGIC):
        raise WeightsError(f"{name}: not a file of weights")
    _, form, game, number, encoding, *shape, count, digest = HEADER.unpack(packed[: HEADER.size])
    raw = packed[HEADER.size :]
    wanted = {
        "format": (form, FORMAT),
        "game": (game.rstrip(b"\0").decode(errors="replace"), GAME.decode()),
        "players": (number, players),
        "encoding": (encoding, NET["encoding"]),
        "layers": (tuple(shape), SHAPE),
        "weights": (count, NET["weights"]),
    }
    for what, (found, expected) in wanted.items():
        if found != expected:
            raise WeightsError(f"{name}: {what} {found}, expected {expected}")
    if len(raw) != 2 * count:
        raise WeightsError(f"{name}: {len(raw)} bytes of weights, expected {2 * count}")
    if hashlib.sha256(raw).digest() != digest:
        raise WeightsError(f"{name}: the weights do not match their checksum")
    weights = array("h")
    weights.frombytes(raw)
    return little_endian(weights)


def little_endian(weights: array[int]) -> array[int]:
    """Weights with their bytes as in files, or back; the same on most machines."""
    if sys.byteorder == "little":
        return weights
    swapped = array("h", weights)
    swapped.byteswap()
    return swapped


def read_net(path: Path, players: int) -> Net:
    """The net in a file."""
    return Net(unpack_net(path.read_bytes(), players, str(path)))


@cache
def shipped_net(players: int) -> Net:
    """The net that comes with parlour, one for all bots of a process."""
    name = f"net-{players}.weights"
    return Net(unpack_net((files(__package__) / name).read_bytes(), players, name))
