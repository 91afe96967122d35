"""Somebody with very many tables: her lists come in pages that cost the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from parlour.server.events import Opening, Seated
from parlour.server.http import PAGE, list_page
from parlour.server.http_types import TableQuery
from parlour.server.new_table import new_table
from parlour.server.settings import Settings
from parlour.server.sqlite import SqliteStore
from parlour.server.store import AddTable, Person
from parlour.server.tables import Tables

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

    tables.store.commits.connection.set_progress_handler(count, STEP)
    await list_page(tables, person.id, query)
    tables.store.commits.connection.set_progress_handler(None, STEP)
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
