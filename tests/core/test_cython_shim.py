"""Kernels without Cython: the stand-in is enough, and the warning is clear."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.core import cython_shim

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

    assert cython_shim.cfunc(function) is cython_shim.ccall(function) is function
    assert cython_shim.nogil(function) is function
    assert cython_shim.exceptval(check=False)(function) is function
    assert cython_shim.declare(cython_shim.longlong[3], 5) == 5
    with cython_shim.nogil:
        assert function() == 1
    assert list(cython_shim.prange(3, nogil=True, schedule="dynamic", num_threads=2)) == [0, 1, 2]


def test_a_c_type_that_no_kernel_uses_in_an_expression_is_unknown() -> None:
    with pytest.raises(AttributeError, match="no C type of the kernels: 'quadruple'"):
        _ = cython_shim.quadruple
