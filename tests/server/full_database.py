"""A server on a database with very many tables: `python -m tests.server.full_database --finished 100000 --open 10000`.

For SQLite and PostgreSQL 16: how long the server takes to start, what a page of a list takes, and how much memory the
server needs.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.server.events import Seated
from parlour.server.people import hash_token
from parlour.server.presenting import summary
from parlour.server.store import AddTable, Store, TableRow
from parlour.server.table_log import replay
from parlour.terminal.progress import show_progress
from tests.server.databases import Database, PostgresDatabase, SqliteDatabase
from tests.server.postgres_server import DISK, postgres_server
from tests.server.server_process import ServerProcess
from tests.server.twins import random_log

PEOPLE: Final = 1000
AT_ONCE: Final = 500
ASKED: Final = 50
"""How often a page is asked for."""
COOKIE: Final = "cookie"
TRUE: Final = {"sqlite": "1", "postgres": "true"}
"""How each database writes what is true."""


async def fill(store: Store, finished: int, running: int, events: int) -> None:
    """Write tables of a thousand people; the first of them sits at every tenth."""
    log = random_log("haggis-2", 3)
    people = [await store.add_person(f"guest {n}", hash_token(f"{COOKIE}{n or ''}")) for n in range(PEOPLE)]
    digest = summary(replay(log.opening, log.events[:2]))
    total = finished + running
    for first in range(0, total, AT_ONCE):
        added = []
        for number in range(first, min(first + AT_ONCE, total)):
            one, two = people[0 if number % 10 == 0 else number % PEOPLE], people[number * 7 % PEOPLE]
            opening = msgspec.structs.replace(log.opening, owner=one.id)
            seated = [Seated(0, one.id, one.name), Seated(1, two.id, two.name)]
            status = "over" if number < finished else "playing"
            shown = msgspec.structs.replace(digest, status=status, names=(one.name, two.name), persons=(one.id, two.id))
            row = TableRow(f"t{number}", opening, shown, "2026-01-01T00:00:00+00:00")
            added.append(AddTable(row, [*seated, *log.events[2:events]]))
        await store.write(*added)
        show_progress(first + len(added), total, "tables")
    await store.close()


def measure(server: ServerProcess) -> dict[str, Any]:
    """Start a server, and ask for lists."""
    since = time.perf_counter()
    with server:
        figures: dict[str, Any] = {"start_up_s": round(time.perf_counter() - since, 2)}
        figures["memory_mb"] = round(server.resident() / 1e6)
        figures["health"] = server.call("GET", "/healthz").json
        for name, path in {"me": "/api/me", "finished": "/api/me/tables?over=true"}.items():
            times = []
            for _ in range(ASKED):
                since = time.perf_counter()
                assert server.call("GET", path, cookie=COOKIE).status == 200
                times.append(time.perf_counter() - since)
            figures[f"{name}_p50_ms"] = round(1000 * sorted(times)[ASKED // 2], 1)
        figures["memory_after_mb"] = round(server.resident() / 1e6)
        assert server.stop() == 0, server.said()
    return figures


def main() -> int:
    """Fill both databases, and print the figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.full_database", description=__doc__)
    parser.add_argument("--databases", nargs="+", choices=TRUE, default=list(TRUE))
    parser.add_argument("--finished", type=int, default=100_000)
    parser.add_argument("--open", type=int, default=10_000)
    parser.add_argument("--events", type=int, default=12, help="of each table (12); lists do not read them")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(postgres_server("16", DISK)).create()
        databases: dict[str, tuple[Database, str]] = {
            "sqlite": (SqliteDatabase(folder / "data"), ""),
            "postgres": (PostgresDatabase(postgres), postgres),
        }
        for name in options.databases:
            database, address = databases[name]
            asyncio.run(filled(database, options))
            for table, key in (("play_table", "id"), ("sitting", "play_table")):
                database.execute(f"UPDATE {table} SET over = {TRUE[name]} WHERE {key} <= {options.finished}")  # noqa: S608
            (place := folder / name).mkdir()
            server = ServerProcess(place, data=folder / "data" if not address else None, postgres=address)
            sys.stdout.write(f"{name}: {msgspec.json.encode(measure(server)).decode()}\n")
    return 0


async def filled(database: Database, options: argparse.Namespace) -> None:
    await fill(await database.open(), options.finished, options.open, options.events)


if __name__ == "__main__":
    raise SystemExit(main())
