"""Several nodes on one database: any of them serves anybody, one owns a table, and no other can write to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.server.client import Client
from tests.server.player import Player
from tests.server.postgres_server import execute
from tests.server.server_process import ServerProcess

pytestmark = [pytest.mark.anyio, pytest.mark.server]
StartNode = Callable[..., ServerProcess]


@pytest.fixture
def start(tmp_path: Path, address: str) -> Iterator[StartNode]:
    """Start nodes on an empty database."""
    with ExitStack() as stack:

        def start(name: str, *options: str) -> ServerProcess:
            folder = tmp_path / name
            folder.mkdir()
            return stack.enter_context(ServerProcess(folder, "--node", name, *options, postgres=address))

        yield start


async def test_people_at_different_nodes_play_a_whole_match(start: StartNode, address: str) -> None:
    one, two = start("one"), start("two")
    ada, bo = one.guest("Ada"), two.guest("Bo")
    async with Client(one, ada) as here, Client(two, bo) as there:
        table = one.open_table(ada, game="damenrennen", options={"best_of": 1}, seats=["", None])
        await here.join(table)
        await there.join(table)
        await there.command("sit", table, seat=1)
        players = [Player(here, table, Random(1)), Player(there, table, Random(2))]

        await asyncio.gather(*(player.play() for player in players))

        assert [player.refused for player in players] == [[], []]
    assert execute(address, "SELECT DISTINCT epoch FROM entry WHERE seq > 2") == [[(1,)]]
