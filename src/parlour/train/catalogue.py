"""The games whose nets can be trained, what is asked of a training, and what it reports."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

TRAINERS: Final = {"haggis": "parlour.train.haggis.run", "damenrennen": "parlour.train.damenrennen.run"}
"""Modules with a function `train` that takes an `Order` and yields a `Report` after every iteration."""


SHIPPED: Final = "shipped"
RAY: Final = "ray"
RUNNERS: Final = ("threads", RAY)
"""Where self-play runs: threads of this process, or Ray."""


class Order(msgspec.Struct, frozen=True):
    """A training: what is learnt, for how long, and where it is kept."""

    players: int
    rounds: int
    seed: int
    folder: Path
    threads: int
    deals: int
    """On which the strength of a generation is measured."""
    against: str | None = None
    """A fixed opponent that the net learns to beat: a file of weights, or SHIPPED for the weights that come along."""
    runner: str = RUNNERS[0]
    start: str | None = None
    """The weights that the net begins with, likewise."""
    searched: float = 0
    """The percentage of decisions that are searched, in expert iteration."""


class Report(msgspec.Struct, frozen=True):
    """How far a training has come."""

    rounds: int
    samples: int
    loss: float
    strength: dict[str, float] = {}
    """Over other bots, where it was measured now: points a round, or percent of games won above one half."""
