"""The server's benchmark measures what it says."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random
from typing import cast

import pytest

from parlour.bench.crowd import Party, Player
from parlour.bench.lobby import bench_lobby
from parlour.bench.lobby_crowd import flow
from parlour.bench.nodes import bench_nodes
from parlour.bench.server import bench_server, missing
from parlour.core.errors import OptionError
from parlour.server.events import AnyEvent, Moved, Opening, Seated
from parlour.server.lobby.types import LARGEST_NEWS
from parlour.server.sqlite import SqliteStore
from parlour.server.store import AddTable, TableRow, TableSummary
from tests.server.postgres_server import MISSING, is_installed, postgres_server


@pytest.mark.server
@pytest.mark.slow
def test_a_small_crowd_is_measured() -> None:
    done: list[int] = []

    result = bench_server(3.0, lambda part, _: done.append(part), tables=4)

    server, echo = result["server"], result["echo"]
    assert server["tables"] == 4
    assert server["moves"] >= 1
    assert server["lost"] == 0
    assert 0 < server["p50_ms"] <= server["p99_ms"] <= server["worst_ms"]
    assert server["cpu_ms_per_move"] > 0
    assert server["start_up_s"] > 0
    assert echo["echoes"] > 0
    assert done


@pytest.mark.server
@pytest.mark.slow
def test_moves_at_the_owner_of_a_table_are_compared_with_those_that_are_forwarded() -> None:
    if not is_installed("16"):
        pytest.skip(MISSING["16"])
    with postgres_server("16") as postgres:
        result = bench_nodes(8.0, lambda _part, _whole: None, database=postgres.create(), nodes=2, tables=3, every=0.6)

    assert result["lost"] == 0
    assert result["one"]["forwarded"] == result["local"]["forwarded"] == 0
    assert result["forwarded"]["forwarded"] == 1
    assert result["one"]["moves"] >= 1
    assert len(result["spread"]["cpu_s_by_node"]) == 2
    assert result["ratios"]["forwarded_to_local"] > 0


def test_several_nodes_need_a_database() -> None:
    with pytest.raises(OptionError, match="need a database"):
        bench_nodes(1.0, lambda _part, _whole: None, database="", nodes=2)


async def write(folder: Path) -> None:
    """Keep a table with two moves."""
    store = SqliteStore(folder)
    opening = Opening(game="haggis", version=1, options={}, owner=1)
    summary = TableSummary(status="playing", names=("", ""), bots=("", ""), persons=(1, 2), scores=(0, 0))
    await store.add_person("Ada", "token")
    events: list[AnyEvent] = [Seated(0, 1), Moved(0, "5r"), Moved(1, "pass")]
    await store.write(AddTable(TableRow("t", opening, summary, ""), events))
    await store.close()


def test_an_acknowledged_move_that_is_not_on_disk_counts_as_lost(tmp_path: Path) -> None:
    asyncio.run(write(tmp_path))
    party = Party("t", cast("tuple[Player, Player]", (None, None)), Random(1))

    party.played = [(0, "5r"), (1, "pass")]
    assert asyncio.run(missing(partial(SqliteStore, tmp_path), [party])) == 0
    party.played.append((0, "6r"))
    assert asyncio.run(missing(partial(SqliteStore, tmp_path), [party])) == 1
    party.played[0] = (0, "7r")
    assert asyncio.run(missing(partial(SqliteStore, tmp_path), [party])) == 2


@pytest.mark.server
@pytest.mark.slow
def test_the_flow_of_bursts_does_not_depend_on_where_among_them_the_watch_begins() -> None:
    moments = [2 * burst + number / 400 for burst in range(9) for number in range(200)]

    for since in (0.0, 0.3, 0.7, 1.9):
        assert flow(moments, since) == pytest.approx(100.0)
    assert flow([5.0, 5.1, 5.2], 0.0) == pytest.approx(10.0), "one burst is all that there is"
    assert flow([5.0], 0.0) == flow(moments, 99.0) == 0.0


@pytest.mark.slow
def test_tables_are_measured_beside_a_lobby_in_which_people_meet() -> None:
    result = bench_lobby(5.0, lambda _part, _whole: None, tables=2, standing=3, arrivals=4)

    assert result["calm"]["moves"] >= 1
    assert result["busy"]["moves"] >= 1
    lobby = result["lobby"]
    assert lobby["pairings_per_s"] > 0
    assert 0 < lobby["update_bytes_most"] <= LARGEST_NEWS
    assert lobby["closed"] == 0
    assert lobby["standing"]["seated"] == lobby["standing"]["stood"] == 3
