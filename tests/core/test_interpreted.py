"""Kernels without Cython: the stand-in is enough, and the warning is clear."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from parlour.core import cython_shim as interpreted

ROOT = Path(__file__).parents[2]
HIDE_CYTHON = """
import sys
sys.modules["cython"] = None
import parlour
from random import Random
from parlour.games.haggis import Haggis
game = Haggis()
state = game.apply(game.start(), None, game.deal(game.start(), Random(1)))
print(parlour.compiled, len(state.round.legal(state.round.actor)))
"""


def test_kernels_run_where_cython_is_not_installed() -> None:
    environment = dict(os.environ, PARLOUR_INTERPRETED="1")
    done = subprocess.run(
        [sys.executable, "-c", HIDE_CYTHON], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )

    compiled, moves = done.stdout.split()
    assert compiled == "False"
    assert int(moves) > 100


def test_the_stand_in_leaves_functions_as_they_are() -> None:
    def function() -> int:
        return 1

    assert interpreted.cfunc(function) is function
    assert interpreted.nogil(function) is function
    assert interpreted.exceptval(check=False)(function) is function
    assert interpreted.declare(interpreted.longlong[3], 5) == 5
    with interpreted.nogil:
        assert function() == 1
    assert list(interpreted.prange(3, nogil=True, schedule="dynamic", num_threads=2)) == [0, 1, 2]
