"""A PostgreSQL database as the source or the target of a copy."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import asyncpg

from parlour.server.errors import StoreError
from parlour.server.postgres_connection import is_lost, open_connection, store_error
from parlour.server.postgres_schema import SCHEMA
from parlour.server.store_address import place_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from parlour.server.copying import Row, Shape

NUMBERED = ("person", "subscription", "play_table", "review", "report", "audit", "friend", "tournament")
"""The tables that number their rows by themselves."""


class PostgresCopy:
    """A database, within one transaction."""

    def __init__(self, place: str, connection: asyncpg.Connection) -> None:
        self.place = place
        self.connection = connection

    async def chunks(self, shape: Shape, size: int) -> AsyncIterator[list[Row]]:
        order = ", ".join(
            f'{column} COLLATE "C"' if column in ("hash", "credential", "game") else column
            for column in shape.columns[: shape.key]
        )
        query = f"SELECT {', '.join(shape.columns)} FROM {shape.name} ORDER BY {order}"  # noqa: S608 - ours
        cursor = await self.connection.cursor(query)
        while rows := await cursor.fetch(size):
            yield [tuple(row) for row in rows]

    async def count(self, shape: Shape) -> int:
        return int(await self.connection.fetchval(f"SELECT count(*) FROM {shape.name}"))  # noqa: S608 - ours

    async def last_person(self) -> int:
        query = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM person_id_seq"
        return int(await self.connection.fetchval(query))

    async def add(self, shape: Shape, rows: Sequence[Row]) -> None:
        try:
            await self.connection.copy_records_to_table(
                shape.name, records=rows, columns=shape.columns, schema_name=SCHEMA
            )
        except (asyncpg.DataError, ValueError, TypeError) as error:
            reason = f"a row of {shape.name!r} cannot be stored in {self.place}: {error}"
            raise StoreError("store/corrupt", reason) from error

    async def finish(self, last_person: int) -> None:
        for name in NUMBERED:
            highest = await self.connection.fetchval(f"SELECT max(id) FROM {name}")  # noqa: S608 - ours
            last = max(highest or 0, last_person if name == "person" else 0)
            if last:
                await self.connection.execute("SELECT setval($1::text::regclass, $2)", f"{name}_id_seq", last)


@contextlib.asynccontextmanager
async def postgres_copy(address: str) -> AsyncIterator[PostgresCopy]:
    """Open a database, locked against servers, within a transaction that is committed at the end."""
    connection = await open_connection(address)
    try:
        async with connection.transaction():
            yield PostgresCopy(place_of(address), connection)
        await connection.execute("ANALYZE")
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        found = store_error(error)
        code = "store/busy" if is_lost(connection, error) else found.code
        reason = f"{place_of(address)}: {found.reason}"
        raise StoreError(code, reason) from error
    finally:
        await close(connection)


async def close(connection: asyncpg.Connection) -> None:
    """Close a connection, which may be lost already."""
    if not connection.is_closed():
        await connection.close()
