"""The databases that a server can use, one of each for every test that asks: opened, damaged and read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Protocol

from parlour.server.copying import SHAPES
from parlour.server.postgres import PostgresStore, prepare
from parlour.server.sqlite import FILE_NAME, SqliteStore
from parlour.server.store import Store
from tests.server.postgres_server import execute

TABLES: Final = tuple(shape.name for shape in SHAPES)
ENTRIES: Final = (
    "SELECT seq, command, body FROM entry JOIN play_table ON entry.play_table = play_table.id"
    " WHERE name = '{}' ORDER BY seq"
)


class Database(Protocol):
    """A database of one test."""

    async def open(self) -> Store:
        """Open it as a server does."""

    def execute(self, query: str) -> None:
        """Run a statement beside the server."""

    def entries(self, table: str) -> list[tuple[Any, ...]]:
        """The log of a table: numbers, keys and bodies."""

    def content(self) -> bytes:
        """Everything that can be read of it."""


class SqliteDatabase:
    """A file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def open(self) -> Store:
        return SqliteStore(self.folder)

    def execute(self, query: str) -> None:
        with closing(sqlite3.connect(self.folder / FILE_NAME)) as connection:
            connection.execute(query)
            connection.commit()

    def entries(self, table: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self.folder / FILE_NAME}?mode=ro", uri=True)) as connection:
            return connection.execute(ENTRIES.format(table)).fetchall()

    def content(self) -> bytes:
        """Every byte on disk, deleted rows included."""
        return b"".join(path.read_bytes() for path in self.folder.iterdir())


class PostgresDatabase:
    """A database of a real server."""

    def __init__(self, address: str) -> None:
        self.address = address

    async def open(self) -> Store:
        await prepare(self.address)
        return PostgresStore(self.address)

    def execute(self, query: str) -> None:
        execute(self.address, query)

    def entries(self, table: str) -> list[tuple[Any, ...]]:
        return execute(self.address, ENTRIES.format(table))[0]

    def content(self) -> bytes:
        """All rows; those that were deleted stay on disk until PostgreSQL needs their space."""
        return repr(execute(self.address, *(f"SELECT * FROM {table}" for table in TABLES))).encode()  # noqa: S608 - ours
