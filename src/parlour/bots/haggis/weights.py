"""The weights of the nets that play Haggis, in files: 16-bit integers."""

from __future__ import annotations

import sys
from array import array
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from parlour.bots.haggis.kernel.net import NET, Net
from parlour.bots.haggis.kernel.net_features import SUBJECTS
from parlour.bots.weight_files import Purpose, pack_weights, unpack_weights

if TYPE_CHECKING:
    from pathlib import Path


def purpose(players: int) -> Purpose:
    """What weights for so many players are for."""
    layers = (NET["wide"], NET["narrow"], NET["heads"])
    return Purpose("haggis", players, NET["encoding"], layers, NET["weights"])


def pack_net(weights: array[int], players: int) -> bytes:
    """Weights for so many players, as a file holds them."""
    return pack_weights(little_endian(weights).tobytes(), purpose(players))


def unpack_net(packed: bytes, players: int, name: str) -> array[int]:
    """The weights in a file for so many players; WeightsError names the file and what is wrong with it."""
    weights = array("h")
    weights.frombytes(unpack_weights(packed, purpose(players), name))
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
def shipped_weights(players: int) -> array[int]:
    """The weights that come with parlour."""
    name = f"net-{players}.weights"
    return unpack_net((files(__package__) / name).read_bytes(), players, name)


@cache
def shipped_net(players: int) -> Net:
    """The net that comes with parlour, one for all bots of a process."""
    return Net(shipped_weights(players))


@cache
def dimmed_net(players: int, sights: tuple[tuple[str, float], ...]) -> Net:
    """The shipped net with some subjects dimmed: each of their features counts more like the mean of its kind.

    A subject that is seen by 1 counts in full; one that is seen by 0 is out of sight, whichever of its features holds.
    """
    weights, wide = array("h", shipped_weights(players)), NET["wide"]
    for sight, first, end in ((sight, *each) for subject, sight in sights for each in SUBJECTS[subject]):
        for unit in range(wide):
            places = range(first * wide + unit, end * wide, wide)
            mean = round(sum(weights[place] for place in places) / len(places))
            for place in places:
                weights[place] = round(mean + sight * (weights[place] - mean))
    return Net(weights)
