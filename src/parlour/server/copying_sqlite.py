"""A SQLite folder as the source or the target of a copy."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import TYPE_CHECKING, Final

from parlour.server.database import lock_folder, open_database, store_error
from parlour.server.errors import StoreError
from parlour.server.sqlite import FILE_NAME, LOCK_NAME

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence
    from pathlib import Path

    from parlour.server.copying import Row, Shape

PART_NAME: Final = f"{FILE_NAME}.part"
"""What a copy is called until it is whole."""


class SqliteCopy:
    """The database in a folder."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.folder = folder
        self.place = str(folder)
        self.connection = connection

    async def chunks(self, shape: Shape, size: int) -> AsyncIterator[list[Row]]:
        query = f"SELECT {columns(shape)} FROM {shape.name} ORDER BY {keys(shape)}"  # noqa: S608 - ours
        flags = [shape.columns.index(flag) for flag in shape.flags]
        cursor = self.connection.execute(query)
        while rows := cursor.fetchmany(size):
            yield (
                [tuple(bool(value) if place in flags else value for place, value in enumerate(row)) for row in rows]
                if flags
                else rows
            )

    async def count(self, shape: Shape) -> int:
        return int(self.connection.execute(f"SELECT count(*) FROM {shape.name}").fetchone()[0])  # noqa: S608 - ours

    async def last_person(self) -> int:
        found = self.connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'person'").fetchone()
        return 0 if found is None else int(found[0])

    async def add(self, shape: Shape, rows: Sequence[Row]) -> None:
        marks = ", ".join("?" * len(shape.columns))
        query = f"INSERT INTO {shape.name} ({columns(shape)}) VALUES ({marks})"  # noqa: S608 - ours
        self.connection.executemany(query, rows)

    async def finish(self, last_person: int) -> None:
        if last_person:
            self.connection.execute("DELETE FROM sqlite_sequence WHERE name = 'person'")
            self.connection.execute("INSERT INTO sqlite_sequence VALUES ('person', ?)", (last_person,))
        self.connection.execute("COMMIT")
        self.connection.close()  # and with it the write-ahead log
        (self.folder / PART_NAME).replace(self.folder / FILE_NAME)
        folder = os.open(self.folder, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def columns(shape: Shape) -> str:
    """The columns of a table; `id` is SQLite's own number of the row, where the table does not name it."""
    return ", ".join("rowid" if column == "id" else column for column in shape.columns)


def keys(shape: Shape) -> str:
    return ", ".join(columns(shape).split(", ")[: shape.key])


@contextlib.contextmanager
def sqlite_source(folder: Path) -> Iterator[SqliteCopy]:
    """Open a folder's database, locked against servers."""
    if not (folder / FILE_NAME).exists():
        reason = f"there is no {FILE_NAME} in {folder}"
        raise StoreError("store/broken", reason)
    with locked(folder), contextlib.closing(open_database(folder / FILE_NAME)) as connection:
        yield SqliteCopy(folder, connection)


@contextlib.contextmanager
def sqlite_target(folder: Path) -> Iterator[SqliteCopy]:
    """A new database in a folder that has none."""
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        if (folder / FILE_NAME).exists():
            reason = f"{folder} is not empty: there is a {FILE_NAME}"
            raise StoreError("store/conflict", reason)
        remove_part(folder)
        try:
            with contextlib.closing(open_database(folder / PART_NAME)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                yield SqliteCopy(folder, connection)
        finally:
            remove_part(folder)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder against servers, and give errors of the database their codes."""
    try:
        with contextlib.closing(lock_folder(folder / LOCK_NAME)):
            yield
    except sqlite3.Error as error:
        found = store_error(error)
        reason = f"{folder}: {found.reason}"
        raise StoreError(found.code, reason) from error


def remove_part(folder: Path) -> None:
    """Delete what an interrupted copy has left."""
    for path in folder.glob(f"{PART_NAME}*"):
        path.unlink()
