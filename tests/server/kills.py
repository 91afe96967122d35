"""Kills the server within an action, such as a rematch or a deletion: `python -m tests.server.kills --kills 100`.

A kill is aimed: it comes a moment after the action has begun to write. After the restart the action must have
happened as a whole or not at all: no table without its players, no rematch that no table names, nobody whom the lobby
has seated without telling her, no round of a tournament without all its tables and no table without its round, and of
somebody who has left neither a name nor a seat.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import closing
from functools import partial
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any, Final

from parlour.server.events import AnyEvent, Continued, Seated
from parlour.server.sqlite import FILE_NAME
from parlour.server.store import EVENT_DECODER
from parlour.server.tournaments.log import DECODER as TOURNAMENT_DECODER
from parlour.server.tournaments.log import Arranged
from parlour.tournament.events import Paired
from tests.server.client import Client, people
from tests.server.lobby_view import paired
from tests.server.server_process import ServerProcess
from tests.serving import PATIENCE, eventually

UNAIMED: Final = 0.2
"""The share of kills that do not wait for the first write."""
UNAIMED_ROUNDS: Final = 0.5
"""That share where the first write is the only one, and much is done before it."""
SPREAD_SECONDS: Final = 0.008
"""A kill comes up to so long after the first write, or after the action has begun."""
WRITES: Final = 4
"""A pairing is among so many writes after the second of two people has begun to search; the others renew searches."""
ROUND_SECONDS: Final = 0.6
"""About as long as a server that has just started takes to pair a round: a worker has to start first."""
PLAYERS: Final = 8
NIGHT: Final = {"name": "Night", "game": "haggis", "rounds": 3, "deals": 1, "minutes": 60}
SOUGHT: Final = {"tables": [{"game": "haggis", "options": {"players": 2}}]}
TABLES: Final = 5
"""Where somebody sits who leaves."""
NAME: Final = "Zenobia"
ORPHANED: Final = "EOFError: Ran out of input"
"""The last line of the traceback of a worker whose server was killed while it was being started."""


async def killed_within(
    server: ServerProcess,
    rng: Random,
    act: Callable[[], Awaitable[Any]],
    *,
    unaimed: float = UNAIMED,
    longest: float = SPREAD_SECONDS,
) -> None:
    """Begin an action, and kill the server when it has begun to write; else within the longest time from its begin."""
    wal = server.data / f"{FILE_NAME}-wal"
    before = written(wal)
    task = asyncio.ensure_future(act())
    if rng.random() >= unaimed:
        longest = SPREAD_SECONDS
        while written(wal) == before and not task.done():  # noqa: ASYNC110 - a file tells nobody that it grows
            await asyncio.sleep(0)
    await asyncio.sleep(rng.random() * longest)
    server.kill()
    with contextlib.suppress(OSError, HTTPException):
        await asyncio.wait_for(task, PATIENCE)


def written(wal: Path) -> tuple[int, int]:
    """What changes with every write."""
    status = wal.stat()
    return status.st_size, status.st_mtime_ns


def logs(server: ServerProcess) -> dict[str, list[AnyEvent]]:
    """The events of every table, as they are on disk; every table is in somebody's list."""
    with closing(sqlite3.connect(f"file:{server.data / FILE_NAME}?mode=ro", uri=True)) as connection:
        names: dict[int, str] = dict(connection.execute("SELECT id, name FROM play_table"))
        events: dict[str, list[AnyEvent]] = {name: [] for name in names.values()}
        for table, body in connection.execute("SELECT play_table, body FROM entry ORDER BY play_table, seq"):
            events[names[table]].append(EVENT_DECODER.decode(body))
        listed = {table for (table,) in connection.execute("SELECT play_table FROM sitting")}
    assert listed == set(names), f"tables in nobody's list: {set(names) - listed}"
    return events


async def create(server: ServerProcess, rng: Random) -> bool:
    """Open a table: it has all its seats, or it is not there."""
    cookie = server.guest("Ada")
    before = logs(server)
    terms = {"game": "haggis", "seats": ["", None]}
    await killed_within(server, rng, lambda: asyncio.to_thread(server.call, "POST", "/api/tables", terms, cookie))
    server.start()
    new = [log for name, log in logs(server).items() if name not in before]
    listed = server.call("GET", "/api/me", cookie=cookie).json["tables"]
    assert len(new) == len(listed) <= 1, (new, listed)
    for log in new:
        assert [event.seat for event in log if isinstance(event, Seated)] == [0, 1], log
    return bool(new)


async def rematch(server: ServerProcess, rng: Random) -> bool:
    """Ask for a rematch: the old table names the new one, or there is none."""
    cookie = server.guest("Ada")
    table = server.open_table(cookie, game="haggis", seats=["", "beginner"])
    async with Client(server, cookie, (table,)) as client:
        await client.command("concede", table)
        await eventually(lambda: has_status(server, table, "over"), server.said)
        before = logs(server)
        await killed_within(server, rng, lambda: client.say(t="rematch", table=table, id="again"))
    server.start()
    after = logs(server)
    new = {name for name in after if name not in before}
    named = {event.table for event in after[table] if isinstance(event, Continued)}
    assert new == named, f"orphans: {new - named}, missing: {named - new}"
    return bool(new)


async def pair(server: ServerProcess, rng: Random) -> bool:
    """Search for each other: both are seated at one table and told so, or both still wait, and then are."""
    before = logs(server)
    async with people(server, "Ada", "Bo") as both:
        for client in both:
            assert server.call("PUT", "/api/seek", SOUGHT, client.cookie).status == 200
        wal = server.data / f"{FILE_NAME}-wal"
        for _ in range(rng.randrange(WRITES)):
            now = written(wal)
            while written(wal) == now and not all(map(paired, both)):  # noqa: ASYNC110 - a file tells nobody
                await asyncio.sleep(0)
        await asyncio.sleep(rng.random() * SPREAD_SECONDS)
        server.kill()
        for client in both:
            client.received.clear()
        seated = [log for name, log in logs(server).items() if name not in before]
        server.start()
        for client in both:
            await client.until(lambda client=client: paired(client))  # type: ignore[misc] # bound in the loop
        tables = [server.call("GET", "/api/me", cookie=client.cookie).json["tables"] for client in both]
    assert [[each["table"] for each in mine] for mine in tables] == [[paired(client)] for client in both], tables
    assert len({paired(client) for client in both}) == 1
    new = {name: log for name, log in logs(server).items() if name not in before}
    assert len(seated) <= len(new) == 1, new
    for log in (*seated, *new.values()):
        assert [event.seat for event in log if isinstance(event, Seated)][:2] == [0, 1], log
    return bool(seated)


async def begin_round(server: ServerProcess, rng: Random) -> bool:
    """Begin the first or second round of a tournament: with all its tables, or with none and not at all."""
    guests = [server.guest(f"guest {number}") for number in range(PLAYERS)]
    name = server.call("POST", "/api/tournaments", NIGHT, guests[0]).json["tournament"]
    path = f"/api/tournaments/{name}"
    for guest in guests:
        assert server.call("POST", path, {"do": "join"}, guest).status == 200
    number = rng.choice((1, 2))
    if number > 1:
        write_down_a_round(server, path, guests[0])
    before = logs(server)
    wanted = {"do": "pair", "round": number}
    begin = partial(asyncio.to_thread, server.call, "POST", path, wanted, guests[0])
    await killed_within(server, rng, begin, unaimed=UNAIMED_ROUNDS, longest=ROUND_SECONDS)
    server.start()
    found = check_rounds(server, name, before)
    assert found in ([], [number]), found
    again = server.call("POST", path, wanted, guests[0])
    assert again.status == 200, again
    assert check_rounds(server, name, before) == [number], "a round is one round, however often it is asked for"
    for guest in guests:
        mine = server.call("GET", path, cookie=guest).json["my_table"]
        assert server.call("GET", f"/api/tables/{mine}", cookie=guest).json["seat"] is not None, "everybody has a seat"
    assert server.call("POST", path, {"do": "end"}, guests[0]).status == 200
    return bool(found)


def write_down_a_round(server: ServerProcess, path: str, host: str) -> None:
    """Begin the first round, and let the organiser write down the results of all its tables."""
    assert server.call("POST", path, {"do": "pair", "round": 1}, host).status == 200
    for table in range(1, PLAYERS // 2 + 1):
        result = {"do": "correct", "round": 1, "table": table, "scores": [table, 0], "why": "played with real cards"}
        assert server.call("POST", path, result, host).status == 200


def check_rounds(server: ServerProcess, name: str, before: Collection[str]) -> list[int]:
    """The rounds on disk whose tables are new; each new table is one of them, and seats people who sit nowhere else."""
    query = "SELECT body FROM tournament_entry JOIN tournament ON id = tournament WHERE name = ? ORDER BY seq"
    with closing(sqlite3.connect(f"file:{server.data / FILE_NAME}?mode=ro", uri=True)) as connection:
        events = [TOURNAMENT_DECODER.decode(body).event for (body,) in connection.execute(query, (name,))]
    paired = [event.round for event in events if isinstance(event, Paired)]
    arranged = [event for event in events if isinstance(event, Arranged)]
    assert paired == [event.round for event in arranged] == list(range(1, len(paired) + 1)), events
    new = {table: log for table, log in logs(server).items() if table not in before}
    begun = [event for event in arranged if not new.keys().isdisjoint(event.tables)]
    assert sorted(new) == sorted(table for event in begun for table in event.tables), (begun, new)
    seated = [event.person for log in new.values() for event in log if isinstance(event, Seated)]
    assert len(set(seated)) == len(seated) == PLAYERS * len(begun), seated
    return [event.round for event in begun]


def has_status(server: ServerProcess, table: str, status: str) -> bool:
    found: str = server.call("GET", f"/api/tables/{table}").json["status"]
    return found == status


async def delete(server: ServerProcess, rng: Random) -> bool:
    """Delete oneself: soon after the restart nothing is left, or everything is as it was."""
    cookie, other = server.guest(NAME), server.guest("Bo")
    shared = []
    async with Client(server, other) as bo:
        for _ in range(TABLES):
            table = server.open_table(cookie, game="haggis", seats=["", None])
            await bo.join(table)
            await bo.command("sit", table, seat=1)
            await eventually(lambda table=table: has_status(server, table, "playing"), server.said)  # type: ignore[misc] # bound in the loop
            shared.append(table)
    await killed_within(server, rng, lambda: asyncio.to_thread(server.call, "DELETE", "/api/me", None, cookie))
    server.start()
    if server.call("GET", "/api/me", cookie=cookie).json["name"]:
        seats = [server.call("GET", f"/api/tables/{table}").json["seats"][0] for table in shared]
        assert seats == [{"name": NAME}] * TABLES, f"half deleted: {seats}"
        assert server.call("DELETE", "/api/me", cookie=cookie).status == 204
        gone = False
    else:
        gone = True
    await eventually(lambda: NAME.encode() not in stored(server), lambda: logs(server))
    seats = [server.call("GET", f"/api/tables/{table}").json["seats"][0] for table in shared]
    assert seats == [{"bot": "regular"}] * TABLES, seats
    return gone


def stored(server: ServerProcess) -> bytes:
    """Every byte that the server keeps."""
    return b"".join(path.read_bytes() for path in server.data.iterdir())


ACTIONS: Final = {"create": create, "rematch": rematch, "pair": pair, "round": begin_round, "delete": delete}


async def kill_again_and_again(
    server: ServerProcess, action: str, kills: int, seed: int, failed: list[str] | None = None
) -> Counter[str]:
    """Kill an action so many times; how often it had happened as a whole and not at all.

    What is half done fails, or is added to `failed`.
    """
    rng = Random(seed)
    counts: Counter[str] = Counter()
    for _ in range(kills):
        try:
            counts["whole" if await ACTIONS[action](server, rng) else "not at all"] += 1
        except AssertionError as error:
            if failed is None:
                raise
            failed.append(str(error))
            counts["half"] += 1
    return counts


def main() -> int:
    """Run the whole test and print its figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--actions", nargs="+", choices=ACTIONS, default=list(ACTIONS))
    options = parser.parse_args()
    failed: list[str] = []
    for action in options.actions:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server:
            counts = asyncio.run(kill_again_and_again(server, action, options.kills, options.seed, failed))
            said = server.said()
            assert said.count("Traceback") == said.count(ORPHANED), said
        sys.stdout.write(f"{action}: {dict(counts)} in {time.monotonic() - began:.0f} s\n")
    sys.stdout.write("".join(f"{line}\n" for line in failed))
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
