"""Somebody with very many tables: her lists come in pages that cost the same, and she can leave them all."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import msgspec
import pytest

from parlour.server.departures import BATCH
from parlour.server.events import Opening, Seated
from parlour.server.http import PAGE, list_page
from parlour.server.http_types import TableQuery
from parlour.server.seating import STAND_IN
from parlour.server.settings import Settings
from parlour.server.sqlite import FILE_NAME, SqliteStore
from parlour.server.store import AddTable, Person
from parlour.server.tables import Tables, new_table
from tests.serving import eventually

pytestmark = pytest.mark.anyio
STEP = 100
"""SQLite reports so many instructions at once."""


@asynccontextmanager
async def server_tables(folder: Path) -> AsyncIterator[Tables]:
    tables = Tables(SqliteStore(folder), Settings(data=folder, workers=1))
    try:
        yield tables
    finally:
        await tables.close()


async def seat(tables: Tables, count: int, *people: Person) -> list[str]:
    """Seat people at so many tables."""
    opening = Opening(game="haggis", version=1, options={}, owner=people[0].id)
    seated = [Seated(number, person.id, person.name) for number, person in enumerate(people)]
    template = new_table(opening, [*seated, *(Seated(number) for number in range(len(people), 2))])
    added = [AddTable(msgspec.structs.replace(template.row, name=f"t{n}"), template.events) for n in range(count)]
    await tables.store.write(*added)
    return [each.row.name for each in added]


async def instructions(tables: Tables, person: Person, query: TableQuery) -> int:
    """What a page of a list costs the store's thread, in instructions of SQLite's machine."""
    assert isinstance(tables.store, SqliteStore)
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += STEP
        return 0

    tables.store.connection.set_progress_handler(count, STEP)
    await list_page(tables, person.id, query)
    tables.store.connection.set_progress_handler(None, STEP)
    return counted


async def test_a_page_of_a_list_costs_the_same_however_many_tables_there_are(tmp_path: Path) -> None:
    async with server_tables(tmp_path) as tables:
        ada = await tables.store.add_person("Ada", "hash")
        names = await seat(tables, 3 * PAGE, ada)
        few = await instructions(tables, ada, TableQuery())
        await seat_more(tables, ada, 1500)

        assert await instructions(tables, ada, TableQuery()) <= 2 * few
        assert await instructions(tables, ada, TableQuery(before=names[-1])) <= 2 * few
        assert await instructions(tables, ada, TableQuery(over=True)) <= 2 * few, (
            "there are none, and none is looked at"
        )


async def seat_more(tables: Tables, person: Person, count: int) -> None:
    opening = Opening(game="haggis", version=1, options={}, owner=person.id)
    await tables.store.write(*(new_table(opening, [Seated(0, person.id), Seated(1)]) for _ in range(count)))


async def test_pages_continue_where_the_last_ended(tmp_path: Path) -> None:
    async with server_tables(tmp_path) as tables:
        ada = await tables.store.add_person("Ada", "hash")
        names = await seat(tables, 2 * PAGE + 3, ada)

        listed: list[str] = []
        more = True
        while more:
            page = await list_page(tables, ada.id, TableQuery(before=listed[-1] if listed else ""))
            assert len(page.tables) <= PAGE
            listed += [summary.table for summary in page.tables]
            more = page.more

        assert listed == names[::-1]
        assert not (await list_page(tables, ada.id, TableQuery(over=True))).tables


async def test_a_damaged_row_hides_no_other(tmp_path: Path) -> None:
    async with server_tables(tmp_path) as tables:
        ada = await tables.store.add_person("Ada", "hash")
        names = await seat(tables, 3, ada)
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
            connection.execute("UPDATE play_table SET digest = '{' WHERE name = ?", (names[1],))
            connection.commit()

        page = await list_page(tables, ada.id, TableQuery())

    assert [summary.table for summary in page.tables] == [names[2], names[0]]


async def test_who_has_very_many_tables_leaves_them_in_batches(tmp_path: Path) -> None:
    async with server_tables(tmp_path) as tables:
        ada, bo = await tables.store.add_person("Zenobia", "hash"), await tables.store.add_person("Bo", "another")
        names = await seat(tables, 2 * BATCH + 5, ada, bo)

        assert not await tables.forget(ada), "more than one batch"
        assert await tables.store.person_of("hash") is None
        await eventually(lambda: b"Zenobia" not in stored(tmp_path), lambda: names)

        for name in names:
            assert (await tables.row(name)).summary.persons == (None, bo.id)
            assert (await tables.read(name)).seated[0].is_free
        assert await tables.store.leaving() == []


async def test_a_departure_that_a_crash_cut_short_is_finished_by_the_next_start(tmp_path: Path) -> None:
    async with server_tables(tmp_path) as tables:
        ada, bo = await tables.store.add_person("Zenobia", "hash"), await tables.store.add_person("Bo", "another")
        names = await seat(tables, 5, ada, bo)
        await tables.store.mark_leaving(ada.id)
        await tables.leave(names[0], ada.id)  # and here it ends
    assert b"Zenobia" in stored(tmp_path)

    async with server_tables(tmp_path) as tables:
        await eventually(lambda: b"Zenobia" not in stored(tmp_path), lambda: names)
        assert [(await tables.row(name)).summary.persons for name in names] == [(None, bo.id)] * 5


async def test_a_table_in_memory_is_left_like_one_on_disk(tmp_path: Path) -> None:
    async with server_tables(tmp_path) as tables:
        ada, bo = await tables.store.add_person("Ada", "hash"), await tables.store.add_person("Bo", "another")
        (name,) = await seat(tables, 1, ada, bo)
        actor = await tables.actor(name)
        await eventually(lambda: actor.log.has_begun, lambda: actor.log.status)

        assert await tables.forget(ada)

        log = (await tables.actor(name)).log
        assert actor.closed
        assert (log.seated[0].bot, log.seated[1].person) == (STAND_IN, bo.id)
        await asyncio.wait({actor.task})


def stored(folder: Path) -> bytes:
    """Every byte in a folder."""
    return b"".join(path.read_bytes() for path in folder.iterdir())
