"""Prints what batches do, line by line: `python -m tests.envs.twin STEPS`.

Run once compiled and once with PARLOUR_INTERPRETED=1, the two outputs must be equal.
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from parlour.envs.batch import Batch
from tests.envs.batches import arrays_of, some_choice, some_states
from tests.laws.cases import CASES


def main(steps: int) -> None:
    """Digest every array of so many steps of every game, and of games from given states to their ends."""
    for case in CASES:
        batch = Batch(case.game, 3, seed=5)
        rng = np.random.default_rng(5)
        for _ in range(steps):
            batch.step(some_choice(batch, rng))
            sys.stdout.write(f"{case.name} {hashlib.sha256(b''.join(arrays_of(batch))).hexdigest()}\n")
        sys.stdout.write(f"{case.name} {batch.episodes} episodes\n")
        batch = Batch.at(case.game, some_states(case.game, 6), seed=5)
        while batch.episodes < batch.games:
            batch.step(some_choice(batch, rng))
            sys.stdout.write(f"{case.name} at {hashlib.sha256(b''.join(arrays_of(batch))).hexdigest()}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
