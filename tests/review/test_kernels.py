"""The kernels of the judges say the same compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.slow
def test_compiled_and_interpreted_kernels_agree() -> None:
    said = []
    for environment in ({}, {"PARLOUR_INTERPRETED": "1"}):
        command = [sys.executable, "-m", "tests.review.kernel_twin"]
        done = subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, check=True)
        said.append(done.stdout)

    assert said[0] == said[1]
    assert len(said[0].splitlines()) == 4
