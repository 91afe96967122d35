"""Fits the value of a game between races by self-play: `python -m parlour.bots.damenrennen.fit`.

Seeds are fixed, so the same machine gives the same weights. It takes ten minutes on one core and
writes `fitted.py`, or the file named on the command line.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from parlour.bots.damenrennen.kernel.self_play import play_and_learn
from parlour.bots.damenrennen.kernel.value_net import Mind
from parlour.bots.damenrennen.weights import pack_weights

CHUNK: Final = 1000


class Stage(NamedTuple):
    """A stage of training: games in thousands, learning rate, trace decay λ, random picks per thousand."""

    thousands: int
    rate: float
    trace: float
    explore: int


STAGES: Final = (
    Stage(20, 0.002, 0.8, 150),
    Stage(40, 0.001, 0.5, 150),
    Stage(60, 0.0005, 0.3, 120),
    Stage(40, 0.0002, 0.1, 100),
    Stage(30, 0.0001, 0.0, 80),
)


def fit(stages: tuple[Stage, ...] = STAGES, chunk: int = CHUNK) -> Mind:
    """Train through the stages; the result is the mean of the weights over the last one."""
    mind = Mind(seed=1)
    began = time.monotonic()
    seed = 0
    for number, stage in enumerate(stages):
        mean: list[float] = []
        for turn in range(stage.thousands):
            report = play_and_learn(mind, chunk, seed, stage.rate, stage.trace, stage.explore)
            seed += 1
            mean = [
                old + (new - old) / (turn + 1) for old, new in zip(mean or mind.weights(), mind.weights(), strict=True)
            ]
        sys.stderr.write(f"stage {number + 1}: {report} after {time.monotonic() - began:.0f} s\n")
        if number + 1 == len(stages):
            mind.take(mean)
    return mind


def write(mind: Mind, path: Path) -> None:
    """Write a module with the weights."""
    lines = "".join(f'    "{line}",\n' for line in pack_weights(mind.weights()))
    path.write_text(
        f'"""The weights that `fit` found; not written by hand."""\n\nPACKED = (\n{lines})\n', encoding="utf-8"
    )


if __name__ == "__main__":
    write(fit(), Path(sys.argv[1] if sys.argv[1:] else Path(__file__).with_name("fitted.py")))
