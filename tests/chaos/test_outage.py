"""A small rolling restart; `python -m tests.chaos.outage` makes large ones and measures how long tables stand still."""

from __future__ import annotations

import asyncio

import pytest

from tests.chaos.cluster import NAMES, ground, running
from tests.chaos.outage import measure
from tests.server.postgres_server import MISSING, is_installed


@pytest.mark.server
@pytest.mark.slow
def test_a_rolling_restart_refuses_nobody_and_makes_every_move_once() -> None:
    if not is_installed("16"):
        pytest.skip(MISSING["16"])
    with ground(len(NAMES)) as place, running(place, len(NAMES)) as cluster:
        standstill, figures = asyncio.run(measure(cluster, tables=9, times=len(NAMES), strike="roll"))

    assert figures.refused == {}
    assert figures.findings == []
    assert figures.unanswered == 0
    assert figures.moves > 20
    assert figures.takeovers > 0
    assert len(standstill.seconds) > 0, "tables of the nodes that stopped were played on"
