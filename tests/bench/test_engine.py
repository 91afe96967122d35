"""The benchmark of the engine protocol runs, and measures both sides."""

from __future__ import annotations

import pytest

from parlour.bench.engine import bench_engine


@pytest.mark.slow
def test_the_cost_of_a_decision_is_measured_on_both_sides() -> None:
    steps: list[int] = []
    result = bench_engine(0.01, lambda done, _total: steps.append(done))

    for game in ("haggis", "damenrennen"):
        assert result[game]["decisions"] >= 100
        assert result[game]["median_us"] >= result[game]["median_us_of_parlour"] > 0
    assert steps == [0, 1, 1]
