"""Prints what a kernel does, line by line: `python -m tests.laws.twin MATCHES`.

Run once compiled and once with PARLOUR_INTERPRETED=1, the two outputs must be equal.
"""

from __future__ import annotations

import hashlib
import pickle
import sys

import parlour
from parlour.core.game import Seat
from parlour.laws import random_match
from tests.laws.cases import CASES


def main(rounds: int) -> None:
    """Digest so many deals of every game, with all legal moves at every step."""
    sys.stderr.write(f"compiled {parlour.compiled}\n")
    for case in CASES:
        deals = seed = 0
        while deals < rounds:
            digest = hashlib.sha256()
            for step in random_match(case.game, seed):
                deals += step.actor is None
                digest.update(pickle.dumps(step.after))
                for seat in map(Seat, range(case.game.seats)):
                    digest.update(repr(list(case.game.legal_moves(step.after, seat))).encode())
                if step.actor is None:
                    digest.update(case.support.kernel_answers(step.after, seed).encode())
            sys.stdout.write(f"{case.name} {seed} {deals} {digest.hexdigest()}\n")
            seed += 1


if __name__ == "__main__":
    main(int(sys.argv[1]))
