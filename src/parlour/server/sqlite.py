"""The embedded store: one SQLite file, one writer thread, group commit.

Callers hand over small functions. The thread takes all that are queued, runs each in a savepoint of
its own, commits them together with one sync, and only then resolves their futures. A thousand moves
a second cost a few hundred syncs, and every acknowledged write is durable.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec

from parlour.server.errors import ConflictError, StoreError
from parlour.server.events import AnyEvent, Opening, Seated
from parlour.server.store import (
    EVENT_DECODER,
    EVENT_ENCODER,
    Person,
    StoredEvent,
    TableRow,
    TableSummary,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Any]
MOST_AT_ONCE: Final = 256
BUSY_MS: Final = 5_000
FILE_NAME: Final = "parlour.sqlite3"
LOCK_NAME: Final = "in-use.sqlite3"

MIGRATIONS: Final = (
    """
    CREATE TABLE person (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
    CREATE TABLE token (
        hash TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE
    ) WITHOUT ROWID;
    CREATE INDEX token_person ON token (person);
    CREATE TABLE play_table (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        opening TEXT NOT NULL,
        digest TEXT NOT NULL,
        over INTEGER NOT NULL DEFAULT 0,
        opened TEXT NOT NULL
    );
    CREATE TABLE sitting (
        person INTEGER NOT NULL, play_table INTEGER NOT NULL REFERENCES play_table ON DELETE CASCADE,
        PRIMARY KEY (person, play_table)
    ) WITHOUT ROWID;
    CREATE INDEX sitting_table ON sitting (play_table);
    CREATE TABLE entry (
        play_table INTEGER NOT NULL REFERENCES play_table ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        command TEXT,
        body TEXT NOT NULL,
        PRIMARY KEY (play_table, seq)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX entry_command ON entry (play_table, command) WHERE command IS NOT NULL;
    """,
)
"""Each migrates a database to the next version; a released one never changes."""


class Job(NamedTuple):
    """Queued work, and the future that waits for it."""

    work: Work
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    wipe: bool
    """Whether what it deletes must be gone from the write-ahead log too."""


class SqliteStore:
    """A store in one file."""

    def __init__(self, folder: Path) -> None:
        """Open or create the database in a folder, and lock the folder against other servers."""
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.lock = lock_folder(folder / LOCK_NAME)
            self.connection = open_database(folder / FILE_NAME)
        except (sqlite3.Error, OSError) as error:
            raise store_error(error) from error
        self.thread = threading.Thread(target=self.work, name="store", daemon=True)
        self.thread.start()

    async def close(self) -> None:
        """Finish what is queued, then close the database."""
        self.jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self.thread.join)
        self.connection.close()
        self.lock.close()

    async def run(self, work: Callable[[sqlite3.Connection], Result], *, wipe: bool = False) -> Result:
        """Run work on the thread, and wait for its commit."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self.jobs.put(Job(work, future, loop, wipe))
        return await future

    def work(self) -> None:
        """The thread: run whatever is queued in one commit, until told to stop."""
        while (job := self.jobs.get()) is not None:
            batch = [job]
            ending = False
            while len(batch) < MOST_AT_ONCE and not self.jobs.empty():
                more = self.jobs.get()
                if more is None:
                    ending = True
                    break
                batch.append(more)
            results = self.commit(batch)
            if any(job.wipe for job in batch):
                with contextlib.suppress(sqlite3.Error):
                    self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            for done, (result, error) in zip(batch, results, strict=True):
                done.loop.call_soon_threadsafe(resolve, done.future, result, error)
            if ending:
                return

    def commit(self, batch: list[Job]) -> list[tuple[Any, Exception | None]]:
        """Run every job in a savepoint, and commit; if that fails, the whole batch is rolled back."""
        results: list[tuple[Any, Exception | None]] = []
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                self.connection.execute("SAVEPOINT job")
                try:
                    results.append((job.work(self.connection), None))
                except Exception as error:  # reported to whoever waits for this job, and to nobody else
                    if not self.connection.in_transaction:
                        raise
                    self.connection.execute("ROLLBACK TO job")
                    results.append((None, store_error(error)))
                self.connection.execute("RELEASE job")
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self.connection.rollback()
            return [(None, store_error(error))] * len(batch)
        return results

    async def add_person(self, name: str, token_hash: str) -> Person:
        def add(connection: sqlite3.Connection) -> Person:
            number = connection.execute("INSERT INTO person (name) VALUES (?)", (name,)).lastrowid
            assert number is not None
            connection.execute("INSERT INTO token VALUES (?, ?)", (token_hash, number))
            return Person(number, name)

        return await self.run(add)

    async def person_of(self, token_hash: str) -> Person | None:
        query = "SELECT person.id, name FROM person JOIN token ON person.id = token.person WHERE hash = ?"
        row = await self.run(lambda connection: connection.execute(query, (token_hash,)).fetchone())
        return None if row is None else Person(*row)

    async def add_token(self, person: int, token_hash: str) -> None:
        await self.run(
            lambda connection: connection.execute("INSERT INTO token VALUES (?, ?)", (token_hash, person)).close()
        )

    async def rename(self, person: int, name: str) -> None:
        query = "UPDATE person SET name = ? WHERE id = ?"
        await self.run(lambda connection: connection.execute(query, (name, person)).close())

    async def names(self, persons: Collection[int]) -> dict[int, str]:
        query = f"SELECT id, name FROM person WHERE id IN ({', '.join('?' * len(persons))})"  # noqa: S608 - only marks
        return await self.run(lambda connection: dict(connection.execute(query, tuple(persons)).fetchall()))

    async def forget(self, person: int) -> None:
        """Delete a person, her name wherever it occurs, and the tables where no other person ever sat."""

        def forget(connection: sqlite3.Connection) -> None:
            mine = connection.execute("SELECT play_table FROM sitting WHERE person = ?", (person,)).fetchall()
            for (table,) in mine:
                others = "SELECT 1 FROM sitting WHERE play_table = ? AND person != ?"
                if connection.execute(others, (table, person)).fetchone() is None:
                    connection.execute("DELETE FROM play_table WHERE id = ?", (table,))
                else:
                    scrub(connection, table, person)
            connection.execute("DELETE FROM sitting WHERE person = ?", (person,))
            connection.execute("DELETE FROM person WHERE id = ?", (person,))

        await self.run(forget, wipe=True)

    async def add_table(self, row: TableRow, events: Sequence[AnyEvent]) -> None:
        def add(connection: sqlite3.Connection) -> None:
            opening = msgspec.json.encode(row.opening).decode()
            values = (row.name, opening, msgspec.json.encode(row.summary).decode(), row.opened)
            cursor = connection.execute(
                "INSERT INTO play_table (name, opening, digest, opened) VALUES (?, ?, ?, ?)", values
            )
            assert cursor.lastrowid is not None
            connection.execute("INSERT INTO sitting VALUES (?, ?)", (row.opening.owner, cursor.lastrowid))
            write_events(connection, cursor.lastrowid, 0, None, events)

        await self.run(add)

    async def table(self, name: str) -> TableRow | None:
        query = "SELECT name, opening, digest, opened FROM play_table WHERE name = ?"
        return await self.run(lambda connection: next(map(table_row, connection.execute(query, (name,))), None))

    async def tables_of(self, person: int, *, over: bool, most: int) -> list[TableRow]:
        query = (
            "SELECT name, opening, digest, opened FROM play_table JOIN sitting ON play_table.id = sitting.play_table"
            " WHERE person = ? AND over = ? ORDER BY play_table.id DESC LIMIT ?"
        )
        return await self.run(
            lambda connection: [table_row(row) for row in connection.execute(query, (person, int(over), most))]
        )

    async def events(self, name: str) -> list[StoredEvent]:
        query = (
            "SELECT seq, command, body FROM entry JOIN play_table ON entry.play_table = play_table.id"
            " WHERE name = ? ORDER BY seq"
        )

        def read(connection: sqlite3.Connection) -> list[StoredEvent]:
            stored = []
            for number, (seq, key, body) in enumerate(connection.execute(query, (name,)), start=1):
                if seq != number:
                    raise StoreError(
                        "store/corrupt",
                        f"event {number} of table {name!r} is missing",
                        parameters={"number": number, "table": name},
                    )
                stored.append(StoredEvent(key or "", EVENT_DECODER.decode(body)))
            return stored

        return await self.run(read)

    async def append(self, name: str, seq: int, key: str, events: Sequence[AnyEvent]) -> None:
        def append(connection: sqlite3.Connection) -> None:
            row = connection.execute("SELECT id FROM play_table WHERE name = ?", (name,)).fetchone()
            if row is None:
                raise StoreError("table/unknown", f"there is no table {name!r}", parameters={"table": name})
            write_events(connection, row[0], seq, key or None, events)

        await self.run(append)

    async def write_summary(self, name: str, summary: TableSummary) -> None:
        query = "UPDATE play_table SET digest = ?, over = ? WHERE name = ?"
        values = (msgspec.json.encode(summary).decode(), int(summary.status == "over"), name)
        await self.run(lambda connection: connection.execute(query, values).close())

    async def probe(self) -> dict[str, int]:
        """Write a page, and count people and tables."""

        def probe(connection: sqlite3.Connection) -> dict[str, int]:
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            query = "SELECT (SELECT count(*) FROM person), (SELECT count(*) FROM play_table)"
            people, tables = connection.execute(query).fetchone()
            return {"people": people, "tables": tables}

        return await self.run(probe)


def resolve(future: asyncio.Future[Any], result: object, error: Exception | None) -> None:
    """Set a future, unless its waiter was cancelled."""
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


def lock_folder(path: Path) -> sqlite3.Connection:
    """Lock a folder for this process; the system releases the lock when the process ends, however it ends."""
    lock = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.2)
    try:
        lock.execute("PRAGMA locking_mode = EXCLUSIVE")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if "locked" not in str(error):
            raise
        raise StoreError(
            "store/busy", f"another server uses {path.parent}", parameters={"folder": str(path.parent)}
        ) from error
    return lock


def open_database(path: Path) -> sqlite3.Connection:
    """Open a database and run the migrations that it lacks."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        connection.close()
        raise StoreError(
            "store/version",
            f"{path} was written by a newer parlour (version {version})",
            parameters={"path": str(path), "version": version},
        )
    for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN; {migration} PRAGMA user_version = {number}; COMMIT;")
    return connection


def write_events(
    connection: sqlite3.Connection, table: int, seq: int, key: str | None, events: Sequence[AnyEvent]
) -> None:
    """Insert events; the first carries the key of their command."""
    for number, event in enumerate(events, start=seq + 1):
        command = key if number == seq + 1 else None
        values = (table, number, command, EVENT_ENCODER.encode(event).decode())
        connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", values)
        if isinstance(event, Seated) and event.person is not None:
            connection.execute("INSERT OR IGNORE INTO sitting VALUES (?, ?)", (event.person, table))


def scrub(connection: sqlite3.Connection, table: int, person: int) -> None:
    """Delete a person's name from a table where others sat too."""
    rows = connection.execute("SELECT seq, body FROM entry WHERE play_table = ?", (table,)).fetchall()
    for seq, body in rows:
        event = EVENT_DECODER.decode(body)
        if isinstance(event, Seated) and event.person == person:
            nameless = EVENT_ENCODER.encode(Seated(event.seat, person)).decode()
            connection.execute("UPDATE entry SET body = ? WHERE play_table = ? AND seq = ?", (nameless, table, seq))
    (text,) = connection.execute("SELECT digest FROM play_table WHERE id = ?", (table,)).fetchone()
    summary = msgspec.json.decode(text, type=TableSummary)
    names = tuple("" if who == person else name for who, name in zip(summary.persons, summary.names, strict=True))
    scrubbed = msgspec.json.encode(msgspec.structs.replace(summary, names=names)).decode()
    connection.execute("UPDATE play_table SET digest = ? WHERE id = ?", (scrubbed, table))


def table_row(row: tuple[str, str, str, str]) -> TableRow:
    name, opening, summary, when = row
    return TableRow(
        name, msgspec.json.decode(opening, type=Opening), msgspec.json.decode(summary, type=TableSummary), when
    )


def store_error(error: Exception) -> StoreError:
    """An error of the database under a stable code."""
    text = str(error)
    match error:
        case StoreError():
            return error
        case sqlite3.IntegrityError():
            return ConflictError("store/conflict", text)
        case sqlite3.OperationalError() if "full" in text:
            return StoreError("store/full", "the disk is full")
        case sqlite3.OperationalError() if "locked" in text or "busy" in text:
            return StoreError("store/busy", "the database is locked by another process")
        case msgspec.MsgspecError() | sqlite3.DatabaseError() if not isinstance(error, sqlite3.OperationalError):
            return StoreError("store/corrupt", f"the database is damaged: {text}", parameters={"error": text})
        case _:
            return StoreError("store/broken", text)
