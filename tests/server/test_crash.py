"""Nothing acknowledged is lost, whatever happens to the server, its disk and its workers."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from parlour.server.events import Moved
from tests.server.client import Client, people
from tests.server.conftest import Launch
from tests.server.crash import crash
from tests.server.player import Player, suggestions
from tests.server.server_process import ServerProcess
from tests.serving import PATIENCE, eventually

pytestmark = pytest.mark.anyio


async def test_tables_survive_a_server_that_is_killed_again_and_again(launch: Launch) -> None:
    server = launch()

    figures = await crash(server, tables=8, kills=5, seed=7)

    assert figures.kills == 5
    assert figures.moves > 100
    assert figures.bot_moves > 50
    assert figures.resumed >= 5 * 8
    assert not figures.refused
    assert "ERROR" not in server.said(), server.said()


async def open_against(server: ServerProcess, client: Client, *bots: str, game: str = "haggis") -> str:
    options = {"players": 1 + len(bots)} if game == "haggis" else {}
    table = server.open_table(client.cookie, game=game, options=options, seats=["", *bots])
    await client.join(table)
    return table


async def my_turn(client: Client, table: str) -> None:
    await client.until(lambda: 0 in client.shown[table]["scene"]["to_act"] and not client.shown[table].get("waits"))


async def some_move(client: Client, table: str) -> str:
    await my_turn(client, table)
    answer = await client.ask(table)
    return suggestions(answer["answer"], client.shown[table]["scene"])[0]


async def test_a_worker_that_dies_while_thinking_is_replaced_and_the_match_goes_on(launch: Launch) -> None:
    server = launch()
    kills = 0
    async with people(server, "Ada") as [ada]:
        table = await open_against(server, ada, "master")
        while replaced(server) < 2:  # a bot that has answered already takes no notice
            await ada.play(table, await some_move(ada, table))
            for child in await eventually(server.children, server.said):
                os.kill(child, signal.SIGKILL)
            kills += 1
            await my_turn(ada, table)
    moves = [line.event for line in server.events(table) if isinstance(line.event, Moved)]

    assert len([move for move in moves if move.seat == 0]) == kills
    assert {move.seat for move in moves} == {0, 1}


def replaced(server: ServerProcess) -> int:
    """How many workers the server has replaced."""
    metrics = server.call("GET", "/metrics").text
    return next(int(line.split()[1]) for line in metrics.splitlines() if line.startswith("parlour_workers_replaced_"))


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
async def test_no_worker_outlives_the_server(launch: Launch, end: signal.Signals) -> None:
    server = launch("--workers", "2")
    async with people(server, "Ada") as [ada]:
        tables = [await open_against(server, ada, "master", "master") for _ in range(3)]
        await asyncio.gather(*(my_turn(ada, table) for table in tables))
        for table in tables:
            await ada.play(table, await some_move(ada, table))
        children = await eventually(lambda: len(found := server.children()) >= 2 and found, server.children)
        assert children

        server.process.send_signal(end)
        server.exit_code()
    await gone(children)


async def gone(processes: set[int]) -> None:
    """Wait until processes have ended; those that wait to be collected have."""
    await eventually(lambda: not any(map(is_running, processes)), lambda: processes)


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


async def test_sigterm_says_goodbye_and_everything_is_on_disk(launch: Launch) -> None:
    server = launch()
    async with people(server, "Ada") as [ada]:
        table = await open_against(server, ada, "beginner")
        answer = await ada.play(table, await some_move(ada, table), id="last-words")
        code = await asyncio.to_thread(server.stop)
        await ada.until(lambda: ada.closes)

        assert answer == {"t": "done", "id": "last-words"}
        assert code == 0
        assert ada.closes == [1012]
        assert not list(server.data.glob("*-wal")), "the database was closed"
        assert [line.key for line in server.events(table) if "last-words" in line.key]

        server.start()
        assert (await ada.play(table, "pass", id="last-words"))["t"] == "done", "known from before"
        await Player(ada, table, Random(1)).move()
    assert "Traceback" not in server.said()


def test_a_second_server_on_the_same_folder_is_refused(launch: Launch) -> None:
    server = launch()
    command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--data", str(server.data)]

    second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)

    assert second.returncode == 2
    assert "another server uses" in second.stderr
    assert "Traceback" not in second.stderr
    assert server.call("GET", "/healthz").status == 200


def test_a_port_that_is_taken_is_named(launch: Launch, tmp_path: Path) -> None:
    server = launch()
    command = [sys.executable, "-m", "parlour", "serve", "--port", str(server.port), "--data", str(tmp_path / "more")]

    second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)

    assert second.returncode == 2
    assert str(server.port) in second.stderr
    assert "Traceback" not in second.stderr
