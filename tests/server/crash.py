"""Kills the server again and again while tables are played: `python -m tests.server.crash --tables 50 --kills 20`.

With `--postgres` the server keeps its tables in PostgreSQL 16.

Every acknowledged move must be in the log once and in order, nothing that anybody was shown may be
missing from it, every client comes back by itself, and every table ends.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from parlour.core.game import Seat
from parlour.server.events import Moved, Opening
from parlour.server.table_log import AnyTableLog, replay
from tests.server.client import Client
from tests.server.player import Acknowledged, Player
from tests.server.postgres_server import DISK, postgres_server
from tests.server.server_process import Logged, ServerProcess

DAMENRENNEN: Final[dict[str, Any]] = {"game": "damenrennen", "options": {"best_of": 1}}
TERMS: Final[tuple[dict[str, Any], ...]] = (
    {"game": "haggis", "options": {"target": 60}, "seats": ["", None]},
    {**DAMENRENNEN, "seats": ["", None]},
    {"game": "haggis", "options": {"players": 3, "target": 60}, "seats": ["", None, "beginner"]},
    {**DAMENRENNEN, "seats": ["regular", ""]},
    {"game": "haggis", "options": {"players": 3, "target": 60, "edition": "german"}, "seats": ["", None, None]},
    {"game": "haggis", "options": {"target": 60}, "seats": ["casual", ""]},
    {**DAMENRENNEN, "seats": ["beginner", "casual"]},
)
"""Two and three people, with and without bots, and bots alone with somebody who watches."""


class Game(msgspec.Struct):
    """A table and everybody at it."""

    name: str
    players: list[Player]


class Figures(msgspec.Struct):
    """What a run came to."""

    tables: int
    kills: int = 0
    moves: int = 0
    bot_moves: int = 0
    compared: int = 0
    resumed: int = 0
    refused: Counter[str] = msgspec.field(default_factory=Counter)


async def open_games(server: ServerProcess, tables: int, rng: Random, stack: contextlib.AsyncExitStack) -> list[Game]:
    """Open tables of every kind and seat people at them."""
    games: list[Game] = []
    for number in range(tables):
        terms = TERMS[number % len(TERMS)]
        owner = server.guest(f"owner {number}")
        name = server.open_table(owner, **terms)
        cookies = [owner, *(server.guest(f"guest {number}") for seat in terms["seats"] if seat is None)]
        players: list[Player] = []
        for cookie in cookies:
            client = Client(server, cookie, (name,))
            players.append(Player(client, name, Random(rng.random())))
            await stack.enter_async_context(client)
        free = [seat for seat, occupant in enumerate(terms["seats"]) if occupant is None]
        for player, seat in zip(players[1:], free, strict=True):
            answer = await player.client.command("sit", name, seat=seat)
            assert answer["t"] == "done", answer
        games.append(Game(name, players))
    return games


async def murder(server: ServerProcess, kills: int, rng: Random, clients: list[Client], figures: Figures) -> None:
    """Kill the server at random moments while everybody is at a table, and start it again.

    With PostgreSQL the lock of a killed server is free as soon as its connection is closed.
    """
    for _ in range(kills):
        await asyncio.sleep(rng.uniform(0.1, 1.2))
        await asyncio.to_thread(server.kill)
        figures.kills += 1
        await asyncio.to_thread(server.start)
        for client in clients:
            await client.until(lambda client=client: is_back(client, figures.kills))  # type: ignore[misc]


def is_back(client: Client, kills: int) -> bool:
    """Whether somebody has connected again after so many kills, and sees her tables."""
    return client.connections > kills and client.at.issuperset(client.joined)


async def crash(server: ServerProcess, tables: int, kills: int, seed: int) -> Figures:
    """Play tables to their end under a server that is killed, and check every log."""
    rng = Random(seed)
    figures = Figures(tables)
    async with contextlib.AsyncExitStack() as stack:
        games = await open_games(server, tables, rng, stack)
        players = [player for game in games for player in game.players]
        clients = [player.client for player in players]
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(murder(server, kills, rng, clients, figures))
            for player in players:
                tasks.create_task(player.play())
    for game in games:
        check(server, game, figures)
    return figures


def check(server: ServerProcess, game: Game, figures: Figures) -> None:
    """Compare what people were told with what is on disk, and with the log that can be downloaded."""
    logged = server.events(game.name)
    seqs = [line.seq for line in logged]
    assert seqs == list(range(1, len(logged) + 1)), (game.name, seqs)
    moves = {line.key.partition(":")[2]: line.event.move for line in logged if isinstance(line.event, Moved)}
    for player in game.players:
        figures.resumed += player.client.connections - 1
        figures.refused.update(player.refused)
        figures.moves += len(player.acknowledged)
        ids = {said.id for said in player.acknowledged}
        mine = [Acknowledged(name, moves[name]) for line in logged if (name := line.key.partition(":")[2]) in ids]
        assert mine == player.acknowledged, (game.name, mine, player.acknowledged)
    figures.bot_moves += sum(isinstance(line.event, Moved) and bool(line.event.by) for line in logged)
    match = replay_beside(server, game, logged, figures)
    assert match.status == "over", (game.name, match.status, match.seq)
    reply = server.call("GET", f"/api/tables/{game.name}/log")
    assert reply.status == 200, reply
    lines = [msgspec.json.decode(line) for line in reply.text.splitlines()[1:]]
    moved = [(line.event.seat, line.event.move) for line in logged if isinstance(line.event, Moved)]
    downloaded = [(line["seat"], line["move"]) for line in lines if "seat" in line]
    assert downloaded == moved, (game.name, downloaded, moved)


def replay_beside(server: ServerProcess, game: Game, logged: list[Logged], figures: Figures) -> AnyTableLog:
    """Replay the log, and compare every scene that anybody was ever shown with the one that it gives."""
    summary = server.call("GET", f"/api/tables/{game.name}").json
    match = replay(Opening(game=summary["game"], version=1, options=summary["options"], owner=0), ())
    for line in logged:
        match.fold(line.event)
        for player in game.players:
            scene = player.seen.get(match.seq)
            if scene is None:
                continue
            viewer = None if scene.get("seat") is None else Seat(scene["seat"])
            legal = () if viewer is None else match.legal_moves(viewer)
            expected = msgspec.to_builtins(match.staging.scene(match.view(viewer), legal))
            assert msgspec.json.decode(msgspec.json.encode(expected)) == scene, (game.name, match.seq, viewer)
            figures.compared += 1
    shown = [max(player.seen) for player in game.players]
    assert set(shown) == {match.seq}, f"{game.name}: shown up to {shown}, on disk are {match.seq} events"
    return match


def main() -> int:
    """Run the whole test and print its figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.crash", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        postgres = stack.enter_context(postgres_server("16", DISK)).create() if options.postgres else ""
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(ServerProcess(folder, postgres=postgres))
        figures = asyncio.run(crash(server, options.tables, options.kills, options.seed))
        assert "ERROR" not in server.said(), server.said()  # workers that were just being born may say that they died
    sys.stdout.write(f"{figures} in {time.monotonic() - began:.0f} s\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
