"""The examples for OpenSpiel, in short."""

from __future__ import annotations

import pytest

from examples import ismcts, tiny_cfr

pytestmark = pytest.mark.slow


def test_searching_plays_rounds_and_says_what_it_won(capsys: pytest.CaptureFixture[str]) -> None:
    ismcts.main(["--rounds", "2", "--simulations", "8"])

    said = capsys.readouterr().out.splitlines()
    assert len(said) == 3
    assert said[-1].startswith("searching won ")


def test_exploitability_goes_down(capsys: pytest.CaptureFixture[str]) -> None:
    tiny_cfr.main(["--iterations", "8"])

    curve = [float(line.split()[2]) for line in capsys.readouterr().out.splitlines()[:-1]]
    assert len(curve) == 4
    assert curve[-1] < curve[0] / 4
