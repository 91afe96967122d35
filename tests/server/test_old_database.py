"""A database that an earlier version wrote is migrated, replayed and played on, or says why it cannot.

`tests/data/server_before_table_actor.sql` is the dump of one: a match of each game with a move that
was taken back, a bot that played for somebody who was away, and a rematch that has just begun.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import msgspec
import pytest

from parlour.games.catalogue import KINDS, GameKind
from parlour.games.haggis import KIND, Haggis
from parlour.server.commitments import commitment_to
from parlour.server.connection import Connection
from parlour.server.events import Committed, Continued, Moved, Substituted, Undone
from parlour.server.limits import Bucket
from parlour.server.people import hash_token
from parlour.server.presenting import summary
from parlour.server.replay import match_log
from parlour.server.settings import Settings
from parlour.server.sqlite import FILE_NAME, SqliteStore
from parlour.server.store import EVENT_DECODER, EVENT_ENCODER, Person
from parlour.server.tables import Tables
from tests.server.client import Client
from tests.server.conftest import Launch
from tests.server.connections import LocalConnection
from tests.server.player import Player

pytestmark = pytest.mark.anyio
DUMP: Final = Path(__file__).parents[1] / "data" / "server_before_table_actor.sql"
TABLES: Final = {
    "bdygg98zjqgv": ("haggis", "over", 1),
    "ryndxqbk6v7w": ("haggis", "playing", 1),
    "cfwe4mb7fzt7": ("damenrennen", "over", 18),
    "2zvqxhh4bzhm": ("damenrennen", "playing", 1),
}
"""By name: game, status, deals."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of the earlier server."""
    data = tmp_path / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / FILE_NAME)) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
        for person in (1, 2, 3, 4):
            connection.execute("UPDATE token SET hash = ? WHERE person = ?", (hash_token(cookie(person)), person))
        connection.commit()
    return data


def cookie(person: int) -> str:
    """A person's cookie; of the earlier ones only the hashes are left."""
    return f"cookie-{person}"


async def test_every_table_replays_to_what_was_stored_of_it(folder: Path) -> None:
    tables = Tables(SqliteStore(folder), Settings(data=folder, workers=1))
    kinds: Counter[type] = Counter()
    try:
        for name, (game, status, deals) in TABLES.items():
            row = await tables.row(name)
            log = await tables.read(name)
            events = [line.event for line in await tables.store.events(name)]
            kinds.update(type(event) for event in events)

            assert (log.game.name, log.status, log.dealt) == (game, status, deals)
            assert msgspec.structs.replace(summary(log), progress=()) == row.summary, "rows of then tell no progress"
            assert log.seq == len(events)
            for kept in log.commitments:
                assert commitment_to(kept.deal, kept.salt) == kept.commitment
            if status == "over":
                lines = match_log(log).splitlines()
                taken_back = sum(isinstance(event, Undone) for event in events)
                moves = sum(isinstance(event, Moved) for event in events) - taken_back
                assert len(lines) == 1 + deals + moves
                assert (await tables.row(log.next)).opening == row.opening
    finally:
        await tables.close()
    assert (kinds[Undone], kinds[Substituted], kinds[Continued]) == (2, 4, 2)
    assert kinds[Committed] == sum(deals for _, _, deals in TABLES.values())


def bodies(folder: Path) -> list[str]:
    """Every event as it is stored."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        return [body for (body,) in connection.execute("SELECT body FROM entry")]


async def test_events_are_written_as_they_were(folder: Path) -> None:
    assert len(bodies(folder)) == 303
    for body in bodies(folder):
        assert EVENT_ENCODER.encode(EVENT_DECODER.decode(body)).decode() == body


def schema(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}


async def test_the_migrated_schema_is_the_one_of_a_new_database(folder: Path, tmp_path: Path) -> None:
    for place in (folder, tmp_path / "new"):
        await SqliteStore(place).close()

    assert schema(folder / FILE_NAME) == schema(tmp_path / "new" / FILE_NAME)


async def test_lists_know_what_is_over_and_what_has_begun_after_the_migration(folder: Path) -> None:
    store = SqliteStore(folder)
    running = await store.tables_of(1, over=False, most=9)
    finished = await store.tables_of(1, over=True, most=9)
    await store.close()
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        begun = connection.execute("SELECT min(begun) FROM play_table").fetchone()

    assert [row.name for row in running] == ["ryndxqbk6v7w"]
    assert [row.name for row in finished] == ["bdygg98zjqgv"]
    assert begun == (1,)


class NewRules(Haggis):
    """Haggis after a change of play."""

    version = 2  # type: ignore[misc]


async def played(folder: Path, kind: GameKind, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Join a match of version 1 on a server with other rules; what is answered."""
    monkeypatch.setitem(KINDS._loaded, "haggis", kind)
    tables = Tables(SqliteStore(folder), Settings(data=folder, workers=1))
    try:
        connection = LocalConnection(Connection(cast("Any", None), Person(1, "Ada"), tables, Bucket(1e9, 0.0)))
        await connection.say(t="join", table="ryndxqbk6v7w")
        return connection.received()
    finally:
        await tables.close()


async def test_a_match_of_other_rules_says_why_it_cannot_go_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = bodies(folder)

    (answer,) = await played(folder, msgspec.structs.replace(KIND, rules=NewRules), monkeypatch)

    refused = msgspec.json.decode(answer)
    assert (refused["code"], refused["table"]) == ("table/version", "ryndxqbk6v7w")
    assert refused["parameters"] == {"game": "haggis", "version": 1, "current": 2}
    assert bodies(folder) == before


async def test_a_match_is_finished_under_its_own_rules_where_the_game_still_has_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = msgspec.structs.replace(KIND, rules=NewRules, earlier={1: KIND})

    shown = [msgspec.json.decode(answer) for answer in await played(folder, kind, monkeypatch)]

    assert shown[0]["t"] == "table"
    assert shown[0]["status"] == "playing"


@pytest.mark.parametrize(("table", "persons"), [("ryndxqbk6v7w", (1, 2)), ("2zvqxhh4bzhm", (3, 4))])
async def test_a_match_that_was_begun_is_played_to_its_end(
    launch: Launch, folder: Path, table: str, persons: tuple[int, int]
) -> None:
    server = launch(data=folder)
    first, second = persons
    async with Client(server, cookie(first), (table,)) as ada, Client(server, cookie(second), (table,)) as bo:
        await asyncio.gather(Player(ada, table, Random(1)).play(), Player(bo, table, Random(2)).play())

        assert ada.shown[table]["status"] == "over"
    assert server.call("GET", f"/api/tables/{table}/log").status == 200
    assert "Traceback" not in server.said(), server.said()
