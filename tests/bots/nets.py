"""Nets with random weights, for tests that need no strength."""

from __future__ import annotations

from array import array
from random import Random

from parlour.bots.haggis.kernel.net import NET, Net


def random_weights(seed: int) -> array[int]:
    """Weights of the size that learnt ones have."""
    rng = Random(seed)
    return array("h", [round(rng.gauss(0, 40)) for _ in range(NET["weights"])])


def random_net(seed: int = 1) -> Net:
    """A net that knows nothing."""
    return Net(random_weights(seed))
