"""Several nodes on one database: any of them serves anybody, one owns a table, and no other can write to it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.server.node_frames import Kind
from parlour.server.node_link import Link
from parlour.server.postgres_nodes import Peer
from tests.server.client import Client
from tests.server.conftest import Postgres
from tests.server.databases import PostgresDatabase
from tests.server.player import Player
from tests.server.postgres_server import execute
from tests.server.server_process import ServerProcess
from tests.serving import PATIENCE, eventually

pytestmark = [pytest.mark.anyio, pytest.mark.server]
DAMENRENNEN = {"game": "damenrennen", "options": {"best_of": 1}}
RACES = {"game": "damenrennen", "options": {"best_of": 49}}


class Cluster:
    """Nodes on one database."""

    def __init__(self, folder: Path, address: str, stack: ExitStack) -> None:
        self.folder = folder
        self.address = address
        self.stack = stack

    def start(self, name: str) -> ServerProcess:
        """Start a node."""
        folder = self.folder / name
        folder.mkdir()
        return self.stack.enter_context(ServerProcess(folder, "--node", name, postgres=self.address))

    def epochs(self) -> list[int]:
        """The epoch of every entry that is no part of an opening, in the order of the log of the only table."""
        return [epoch for (epoch,) in execute(self.address, "SELECT epoch FROM entry WHERE seq > 2 ORDER BY seq")[0]]

    def names(self) -> list[str]:
        """The nodes that are registered."""
        return [name for (name,) in execute(self.address, "SELECT name FROM node ORDER BY name")[0]]


@pytest.fixture
def cluster(tmp_path: Path, address: str) -> Iterator[Cluster]:
    """An empty database for nodes."""
    with ExitStack() as stack:
        yield Cluster(tmp_path, address, stack)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two nodes for the tests that do nothing to them; they must end without an error."""
    server = postgres("16")
    address = server.create()
    with ExitStack() as stack:
        cluster = Cluster(tmp_path_factory.mktemp("nodes"), address, stack)
        nodes = cluster.start("one"), cluster.start("two")
        yield nodes
        for node in nodes:
            assert node.stop() == 0, node.said()
            assert "Traceback" not in node.said(), node.said()
        assert cluster.names() == [], "who stops is not registered any more"
    server.drop(address)


Pair = tuple[ServerProcess, ServerProcess]


async def test_people_at_different_nodes_play_a_whole_match(pair: Pair) -> None:
    one, two = pair
    ada, bo = one.guest("Ada"), two.guest("Bo")
    async with Client(one, ada) as here, Client(two, bo) as there:
        table = one.open_table(ada, **DAMENRENNEN, seats=["", None])
        await here.join(table)
        await there.join(table)
        await there.command("sit", table, seat=1)
        players = [Player(here, table, Random(1)), Player(there, table, Random(2))]
        await here.until(lambda: all(seat.get("here") for seat in here.shown[table]["seats"]))

        await asyncio.gather(*(player.play() for player in players))

        assert [player.refused for player in players] == [[], []]
        assert here.shown[table]["winners"] == there.shown[table]["winners"]
        assert here.closes == there.closes == []
    assert figure(two, "parlour_forwarded_total") >= players[1].moves
    await eventually(lambda: figure(one, "parlour_nodes") == len(pair), one.said)  # looked up every few seconds
    assert figure(two, "parlour_fenced_total") == 0


async def test_tables_that_are_joined_at_the_same_time_are_all_found(pair: Pair) -> None:
    node, _ = pair
    cookies = [node.guest(f"guest {number}") for number in range(12)]
    clients = [Client(node, cookie, (node.open_table(cookie, game="haggis"),)) for cookie in cookies]
    async with AsyncExitStack() as stack:
        await asyncio.gather(*map(stack.enter_async_context, clients))

        assert [client.closes for client in clients] == [[]] * 12


async def test_what_a_node_does_to_a_person_is_known_to_all(pair: Pair) -> None:
    one, two = pair
    ada, bo = one.guest("Ada"), one.guest("Bo")
    async with Client(one, ada) as here, Client(two, bo) as there, Client(one, bo) as again:
        table = one.open_table(ada, **DAMENRENNEN, seats=["", None])
        for client in (here, there):
            await client.join(table)
        await there.command("sit", table, seat=1)
        await here.until(lambda: here.shown[table]["scene"]["to_act"])
        turns = one.call("GET", f"/api/tables/{table}").json["to_act"]
        assert turns
        assert two.call("GET", f"/api/tables/{table}").json["to_act"] == turns, "only the owner knows"

        assert two.call("PATCH", "/api/me", {"name": "Beatrix"}, bo).status == 200
        await here.until(lambda: here.shown[table]["seats"][1]["name"] == "Beatrix")
        await again.say(t="ping")

        assert two.call("DELETE", "/api/me", cookie=bo).status == 204
        await here.until(lambda: here.shown[table]["seats"][1].get("bot"))
        await again.until(lambda: 4401 in again.closes)
    assert one.call("GET", "/api/push").json == two.call("GET", "/api/push").json, "browsers subscribe to one key"


async def test_a_session_that_is_revoked_at_one_node_is_closed_at_the_others(pair: Pair) -> None:
    one, two = pair
    ada = one.guest("Ada")
    phone = two.call("POST", "/api/enter", one.call("POST", "/api/links", cookie=ada).json).cookie
    async with Client(one, ada) as here, Client(two, phone) as there, Client(one, phone) as again:
        (session,) = (
            each["id"] for each in one.call("GET", "/api/me/identity", cookie=ada).json["sessions"] if not each["this"]
        )
        assert one.call("DELETE", f"/api/me/sessions/{session}", cookie=ada).status == 204

        await there.until(lambda: 4401 in there.closes)
        await again.until(lambda: 4401 in again.closes)
        assert two.call("GET", "/api/me", cookie=phone).json["name"] == ""
        await here.say(t="ping")
        assert here.closes == []


async def test_who_does_not_know_the_secret_is_turned_away(pair: Pair) -> None:
    one, _ = pair
    assert isinstance(one.database, PostgresDatabase)
    node = Peer(*execute(one.database.address, "SELECT id, name, address FROM node WHERE name = 'one'")[0][0])
    secret = execute(one.database.address, "SELECT body FROM secret WHERE name = 'nodes'")[0][0][0]

    for wrong, peer in (("", node), (secret + "x", node), (secret, node._replace(id=node.id + 99))):
        with pytest.raises(ConnectionResetError):
            await Link.open(wrong, peer)
    host, port = node.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 100)
    async with asyncio.timeout(PATIENCE):
        while await reader.read(1000):
            pass
    writer.close()
    link = await Link.open(secret, node)
    assert link.known
    link.send(Kind.HELLO)
    await eventually(lambda: link.lost, one.said)
    assert one.call("GET", "/readyz").status == 200


async def test_tables_of_a_dead_node_are_taken_over_also_where_the_clock_of_the_database_was_set_back(
    pair: Pair,
) -> None:
    one, _ = pair
    assert isinstance(one.database, PostgresDatabase)
    ada = one.guest("Ada")
    table = one.open_table(ada, **DAMENRENNEN, seats=["", None])
    execute(
        one.database.address,
        "INSERT INTO node VALUES (0, 'ghost', '127.0.0.1:1', clock_timestamp() + interval '1 hour')",
        f"INSERT INTO lease SELECT id, 0, 5 FROM play_table WHERE name = '{table}'",  # noqa: S608 - ours
    )

    async with Client(one, ada) as here:
        await here.join(table)

    assert set(here.closes) <= {1013}, "meanwhile another node could have helped"
    owners = "SELECT node.name, epoch FROM lease JOIN play_table ON id = play_table JOIN node ON node.id = owner"
    assert ("one", 6) in execute(one.database.address, owners)[0]
    assert execute(one.database.address, "SELECT name FROM node ORDER BY name") == [[("one",), ("two",)]]


async def test_tables_play_on_when_their_owner_stops_hangs_or_dies(cluster: Cluster) -> None:
    one, two = cluster.start("one"), cluster.start("two")
    ada, bo = one.guest("Ada"), two.guest("Bo")
    async with Client(one, ada) as here, Client(two, bo) as there:
        table = one.open_table(ada, **RACES, seats=["", None])
        await here.join(table)
        await there.join(table)
        await there.command("sit", table, seat=1)
        players = [Player(here, table, Random(1)), Player(there, table, Random(2))]
        playing = [asyncio.create_task(player.play()) for player in players]
        await more_moves(players, one)

        os.kill(one.pid, signal.SIGSTOP)
        await move_to(here, two)
        await more_moves(players, two)
        assert set(cluster.epochs()) == {1, 2}
        os.kill(one.pid, signal.SIGCONT)
        await eventually(lambda: cluster.names() == ["one", "two"], one.said)
        assert "gives up its tables" in one.said()
        await move_to(here, one)
        await more_moves(players, two)

        two.kill()
        await move_to(there, one)
        await more_moves(players, one)
        assert set(cluster.epochs()) == {1, 2, 3}

        two.start()
        await move_to(there, two)
        await more_moves(players, two)
        one.process.send_signal(signal.SIGTERM)
        await move_to(here, two)
        await eventually(lambda: one.process.poll() is not None, one.said)  # until then it can own the table
        assert one.process.returncode == 0, one.said()
        await more_moves(players, two)
        for task in playing:
            task.cancel()
    assert cluster.names() == ["two"]
    epochs = cluster.epochs()
    assert (epochs, set(epochs)) == (sorted(epochs), {1, 2, 3, 4}), "no entry of an owner who was one no more"
    assert [player.refused for player in players] == [[], []]
    keys = [line.key.partition(":")[2] for line in two.events(table) if line.key]
    for player in players:
        told = [said.id for said in player.acknowledged]
        assert [key for key in keys if key in set(told)] == told, "every acknowledged move once, and in order"
    assert "Traceback" not in one.said() + two.said()


async def move_to(client: Client, node: ServerProcess) -> None:
    """Let a client connect to another node, as a proxy would."""
    client.server = node
    assert client.task is not None
    client.task.cancel()
    await asyncio.wait({client.task})
    client.task = asyncio.create_task(client.run())


async def more_moves(players: list[Player], node: ServerProcess) -> None:
    """Wait until everybody has made some more moves."""
    before = [len(player.acknowledged) for player in players]
    await eventually(
        lambda: all(len(player.acknowledged) > count + 3 for player, count in zip(players, before, strict=True)),
        lambda: (node.said(), [player.client.state() for player in players]),
    )


def figure(node: ServerProcess, name: str) -> float:
    """A metric of a node."""
    lines = dict(line.rsplit(" ", 1) for line in node.call("GET", "/metrics").text.splitlines() if line[0] != "#")
    return float(lines[name])


async def test_a_bank_survives_the_death_of_its_owner(cluster: Cluster) -> None:
    one, two = cluster.start("one"), cluster.start("two")
    ada, bo = one.guest("Ada"), two.guest("Bo")
    async with Client(one, ada) as here, Client(two, bo) as there:
        table = one.open_table(ada, game="haggis", seats=["", None], bank=36_000, increment=5)
        await here.join(table)
        await there.join(table)
        await there.command("sit", table, seat=1)
        await there.until(lambda: bool(there.shown[table]["scene"]["to_act"]))
        (seat,) = there.shown[table]["scene"]["to_act"]
        before = there.shown[table]
        one.kill()
        shown: list[dict[str, Any]] = []
        there.on_table = shown.append
        await there.until(lambda: bool(shown))

    after = shown[0]
    assert after["banks"] == before["banks"] == [36_000.0, 36_000.0]
    assert after["deadlines"][1 - seat] is None
    assert 35_000 < after["deadlines"][seat] <= 36_000, "neither all over again nor more"
