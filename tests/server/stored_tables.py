"""Stores with people and tables in them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec

from parlour.server.events import AnyEvent, Opening, Seated
from parlour.server.new_table import new_table
from parlour.server.settings import Settings
from parlour.server.store import AddTable, Person, Store, StoredEvent
from parlour.server.tables import Tables
from tests.server.databases import Database

LONG_AGO = "2026-01-01T00:00:00+00:00"


@asynccontextmanager
async def opened(database: Database) -> AsyncIterator[Store]:
    store = await database.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def server_tables(database: Database, unbegun: float = 36_500) -> AsyncIterator[Tables]:
    """The tables of a server on a database, which deletes those that were not begun for so many days."""
    tables = Tables(await database.open(), Settings(workers=1, unbegun=unbegun))
    try:
        yield tables
    finally:
        await tables.close()


def table_of(name: str, *people: Person, when: str = LONG_AGO) -> AddTable:
    """A table of two seats with people in some of them."""
    opening = Opening(game="haggis", version=1, options={}, owner=people[0].id)
    seated = [Seated(number, person.id, person.name) for number, person in enumerate(people)]
    template = new_table(opening, [*seated, *(Seated(number) for number in range(len(people), 2))])
    return AddTable(msgspec.structs.replace(template.row, name=name, opened=when), template.events)


async def guests(store: Store, *names: str) -> list[Person]:
    return [await store.add_person(name, f"token of {name}") for name in names]


async def seat(store: Store, count: int, *people: Person) -> list[str]:
    """Seat people at so many tables; their names."""
    added = [table_of(f"t{number}", *people) for number in range(count)]
    await store.write(*added)
    return [each.row.name for each in added]


def events_of(stored: Sequence[StoredEvent]) -> list[AnyEvent]:
    return [line.event for line in stored]
