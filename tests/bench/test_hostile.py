"""The benchmark of attacks measures what it says."""

from __future__ import annotations

import sys

import pytest

from parlour.bench.hostile.attacks import ATTACKS, large_log
from parlour.bench.hostile.siege import bench_hostile, source
from parlour.server.http import LARGEST_LOG
from parlour.server.replay import FrameRange, frames_of_log


@pytest.mark.server
@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has many addresses of this machine")
def test_people_play_on_beside_an_attack() -> None:
    done: list[int] = []

    result = bench_hostile(2.0, lambda part, _: done.append(part), attacks=("joins",), tables=2)

    assert set(result["hostile"]) == {"joins", "all_at_once"}
    for figures in result["hostile"].values():
        assert figures["moves_per_s"] > 0
        assert figures["p99_ms"] > 0
        assert figures["closed"] == figures["lost"] == 0
        assert figures["data_mb"] > 0
        assert figures["shutdown_s"] > 0
    assert done


def test_the_large_log_is_one_that_the_server_takes() -> None:
    log = large_log()

    assert LARGEST_LOG * 0.2 < len(log) <= LARGEST_LOG
    assert frames_of_log(log, FrameRange(count=1)).total > 1000


def test_people_and_attacker_have_addresses_of_their_own() -> None:
    sources = {source(number) for number in range(600)}

    assert len(sources) == 600
    assert all(address.startswith("127.1.") for address in sources)
    assert len(ATTACKS) > 10
