"""A disk that is full, a database that is damaged or locked: players are told, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from parlour.server.events import Moved
from tests.server.client import Client, people
from tests.server.conftest import Launch
from tests.server.player import Player
from tests.server.server_process import ServerProcess
from tests.server.volume import Volume, volume
from tests.serving import eventually

pytestmark = pytest.mark.anyio
MEGABYTES = 8  # room for the write-ahead log of a whole match, which is folded in at 4 MB


@pytest.fixture
def small_disk() -> Iterator[Volume]:
    """A file system of its own that is soon full."""
    with volume(MEGABYTES) as disk:
        if disk is None:
            pytest.skip("no file system can be mounted here")
        yield disk


async def test_a_full_disk_is_told_and_the_match_goes_on_when_there_is_space(
    launch: Launch, small_disk: Volume
) -> None:
    server = launch(data=small_disk.folder / "data")
    async with people(server, "Ada", "Bo") as [ada, bo]:
        table = server.open_table(ada.cookie, game="haggis", options={"target": 120}, seats=["", None])
        await ada.join(table)
        await bo.join(table)
        await bo.command("sit", table, seat=1)
        players = [Player(ada, table, Random(1)), Player(bo, table, Random(2))]
        playing = [asyncio.create_task(player.play()) for player in players]
        await ada.until(lambda: len(players[0].acknowledged) >= 2)

        small_disk.fill()
        await ada.until(lambda: "store/full" in ada.refusals())
        await bo.until(lambda: "store/full" in bo.refusals())
        health = await eventually(
            lambda: (reply := server.call("GET", "/healthz")).status == 503 and reply, lambda: "healthy on a full disk"
        )
        assert health
        assert health.json["code"] == "store/full"
        assert {server.call("GET", "/healthz").status for _ in range(10)} == {503}, "also while nobody moves"
        assert server.call("POST", "/api/guests", {"name": "Cy"}).status == 507
        on_disk = len(server.events(table))
        assert ada.shown[table]["seq"] == bo.shown[table]["seq"] == on_disk
        kept = {line.key.partition(":")[2] for line in server.events(table)}
        assert {said.id for player in players for said in player.acknowledged} <= kept

        small_disk.empty()
        await eventually(lambda: server.call("GET", "/healthz").status == 200, lambda: "not healthy again")
        await asyncio.gather(*playing)
    moves = [line.key.partition(":")[2] for line in server.events(table) if isinstance(line.event, Moved)]
    for player in players:
        assert [name for name in moves if name.startswith(player.mark)] == [said.id for said in player.acknowledged]
    assert set(players[0].refused + players[1].refused) <= {"store/full"}
    assert "Traceback" not in server.said()


@pytest.mark.server
async def test_a_disk_that_is_full_at_the_start_is_named(small_disk: Volume, tmp_path: Path) -> None:
    small_disk.fill()
    server = ServerProcess(tmp_path, data=small_disk.folder / "data")
    server.launch()

    assert server.exit_code() == 2
    assert "Traceback" not in server.said()
    assert "[store/" in server.said()
    assert "another server" not in server.said()


async def begun(server: ServerProcess, ada: Client, game: str) -> str:
    """Open a table and make a few moves at it."""
    table = server.open_table(ada.cookie, game=game, seats=["", "beginner"])
    await ada.join(table)
    player = Player(ada, table, Random(3))
    while len(player.acknowledged) < 4:
        await ada.until(lambda: 0 in ada.shown[table]["scene"]["to_act"])
        await player.move()
    return table


BODY = "UPDATE entry SET body = '{}' WHERE seq = 5 AND play_table ="
DAMAGES = {
    "a body that is no JSON": BODY.replace("{}", '{"e":'),
    "an entry of no kind": BODY.replace("{}", '{"e":"dance"}'),
    "a move that is illegal": BODY.replace("{}", '{"e":"move","seat":0,"move":"give 2"}'),
    "a seat that is not there": BODY.replace("{}", '{"e":"seat","seat":9}'),
    "a deal too many": BODY.replace("{}", '{"e":"deal"}'),
    "an entry that is missing": "DELETE FROM entry WHERE seq = 5 AND play_table =",
    "no game of ours": "UPDATE play_table SET opening = replace(opening, 'haggis', 'chess') WHERE id =",
}


async def test_damaged_tables_are_refused_and_the_others_go_on(launch: Launch) -> None:
    server = launch()
    async with people(server, "Ada") as [ada]:
        damaged = {name: await begun(server, ada, "haggis") for name in DAMAGES}
        sound = await begun(server, ada, "damenrennen")
    server.stop()
    connection = sqlite3.connect(server.data / "parlour.sqlite3")
    for name, table in damaged.items():
        query = f"{DAMAGES[name]} (SELECT id FROM play_table WHERE name = ?)"  # noqa: S608 - our own damage
        assert connection.execute(query, (table,)).rowcount == 1, name
    connection.commit()
    connection.close()
    server.start()

    async with Client(server, ada.cookie, (sound,)) as ada:
        for name, table in damaged.items():
            ada.received.clear()
            await ada.say(t="join", table=table)
            await ada.until(ada.refusals)
            assert ada.refusals() == ["store/corrupt"], name
            assert server.call("GET", f"/api/tables/{table}/fair").json["code"] == "store/corrupt", name
        await Player(ada, sound, Random(4)).play()
    assert server.call("GET", f"/api/tables/{sound}/log").status == 200
    assert server.call("GET", "/api/me", cookie=ada.cookie).status == 200
    assert server.call("DELETE", "/api/me", cookie=ada.cookie).status == 204, "damage does not keep anybody here"
    assert server.call("GET", f"/api/tables/{sound}").status == 404
    assert server.stop() == 0


@pytest.mark.server
@pytest.mark.parametrize("content", [b"this is no database\n" * 500, b"\0" * 8192], ids=["text", "zeros"])
def test_a_file_that_is_no_database_is_named_at_the_start(tmp_path: Path, content: bytes) -> None:
    server = ServerProcess(tmp_path)
    server.data.mkdir()
    (server.data / "parlour.sqlite3").write_bytes(content)

    server.launch()

    assert server.exit_code() == 2
    assert "damaged" in server.said()
    assert "store/corrupt" in server.said()
    assert "Traceback" not in server.said()
    assert (server.data / "parlour.sqlite3").read_bytes() == content, "it may still be saved"


@pytest.mark.server
def test_a_database_of_a_newer_parlour_is_left_alone(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.data.mkdir()
    connection = sqlite3.connect(server.data / "parlour.sqlite3")
    connection.execute("PRAGMA user_version = 99")
    connection.close()

    server.launch()

    assert server.exit_code() == 2
    assert "newer parlour" in server.said()


async def test_pages_that_are_overwritten_do_not_end_the_server(launch: Launch) -> None:
    server = launch()
    cookies = [server.guest(f"guest {number}") for number in range(300)]
    tables = [server.open_table(cookie, game="haggis", seats=["", "beginner"]) for cookie in cookies[:100]]
    server.stop()
    file = server.data / "parlour.sqlite3"
    content = bytearray(file.read_bytes())
    rng = Random(5)
    for page in range(3, len(content) // 4096):
        if rng.random() < 0.5:
            content[page * 4096 : page * 4096 + 4096] = rng.randbytes(4096)
    file.write_bytes(content)
    server.start()

    replies = [server.call("GET", f"/api/tables/{table}/fair", cookie=cookies[0]) for table in tables]

    codes = {reply.json.get("code", "") for reply in replies}
    assert codes <= {"", "store/corrupt", "table/unknown"}
    assert "store/corrupt" in codes
    assert server.process.poll() is None
    assert server.stop() == 0


async def test_a_locked_database_is_told_and_waited_for(launch: Launch) -> None:
    server = launch()
    async with people(server, "Ada") as [ada]:
        table = server.open_table(ada.cookie, game="haggis", seats=["", "beginner"])
        await ada.join(table)
        player = Player(ada, table, Random(6))
        other = sqlite3.connect(server.data / "parlour.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        playing = asyncio.create_task(player.play())
        await ada.until(lambda: "store/busy" in ada.refusals())
        assert not player.acknowledged

        other.execute("ROLLBACK")
        other.close()
        await ada.until(lambda: len(player.acknowledged) >= 3)
        playing.cancel()
    assert "Traceback" not in server.said()
