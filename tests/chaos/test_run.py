"""A small chaos run, and how its strikes are drawn; `script/soak chaos` makes large ones."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tests.chaos.cluster import ground, running
from tests.chaos.plan import Kind, plan
from tests.chaos.run import Terms, chaos
from tests.server.postgres_server import MISSING, is_installed

NODES = ("north", "south")


def test_a_seed_repeats_its_strikes() -> None:
    terms = {"seconds": 20.0, "every": 1.0, "lease": 5.0}

    assert plan(Random(7), list(Kind), NODES, **terms) == plan(Random(7), list(Kind), NODES, **terms)
    assert plan(Random(7), list(Kind), NODES, **terms) != plan(Random(8), list(Kind), NODES, **terms)


def test_every_kind_of_strike_is_drawn_and_cuts_are_between_two_nodes() -> None:
    strikes = plan(Random(1), list(Kind), NODES, seconds=300.0, every=1.0, lease=5.0)

    assert {strike.kind for strike in strikes} == set(Kind)
    assert all(strike.node != strike.other for strike in strikes)
    assert any(strike.seconds > 5.0 for strike in strikes if strike.kind is Kind.FREEZE), "longer than a lease"


@pytest.mark.server
@pytest.mark.slow
def test_nothing_is_lost_doubled_or_out_of_order_at_nodes_that_are_struck() -> None:
    if not is_installed("16"):
        pytest.skip(MISSING["16"])
    with ground(len(NODES)) as place, running(place, len(NODES)) as cluster:
        figures, _ = asyncio.run(chaos(cluster, place.kinds(), 5, Terms(tables=8, seconds=4.0, every=0.8)))

    assert figures.findings == []
    assert figures.moves > 20
    assert figures.unanswered == 0
    assert figures.takeovers > 0
    assert sum(figures.struck.values()) >= 3
