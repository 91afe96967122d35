"""Group commit: the one thread that reads and writes a SQLite database.

Callers hand over moves or small functions. The thread takes all that are queued, writes all moves with
one statement, runs each function in a savepoint of its own, commits everything together with one sync,
and only then resolves their futures. If the statement fails, each move has its own savepoint too, so that
only whoever is to blame fails. A thousand moves a second cost a few hundred syncs, and every acknowledged
write is durable.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from parlour.server.database import store_error
from parlour.server.lobby.store import marked

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Any]
MOST_AT_ONCE: Final = 256
COLLECT_SECONDS: Final = 0.004
"""How long jobs are collected before a commit, while they come faster than one after the other: a commit costs as much
for one as for twenty."""
ADD_ENTRIES: Final = """
    INSERT INTO entry (play_table, seq, command, body)
    SELECT play_table.id, json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]')
    FROM json_each(?) CROSS JOIN play_table ON name = json_extract(value, '$[0]')
"""
NOTHING: Final = (None, None)
"""The result of work that returns nothing, and no error."""
TableEntry = tuple[str, int, str | None, str]
"""A table, and the number, command and body of an entry of its log."""


class Job(NamedTuple):
    """Queued work, and the future that waits for it."""

    work: Work
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    wipe: bool
    """Whether what it deletes must be gone from the write-ahead log too."""
    entries: Sequence[TableEntry] = ()
    """All that the work writes, if that is only entries, as moves are: those of a whole batch are written at once."""


class GroupCommit:
    """A database whose work is queued, and committed by one thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Start the thread; the connection is its own from now on."""
        self.connection = connection
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.work, name="store", daemon=True)
        self.thread.start()

    async def close(self) -> None:
        """Finish what is queued, then close the database."""
        self.jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self.thread.join)
        self.connection.close()

    async def run(
        self,
        work: Callable[[sqlite3.Connection], Result],
        *,
        wipe: bool = False,
        entries: Sequence[TableEntry] = (),
    ) -> Result:
        """Run work on the thread, or write the entries that are all it writes, and wait for the commit."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self.jobs.put(Job(work, future, loop, wipe, entries))
        return await future

    async def fetch(self, query: str, *arguments: object) -> list[Any]:
        """The rows of one statement, whose parameters are written as $1 and so on."""
        return await self.run(lambda connection: connection.execute(marked(query), arguments).fetchall())

    def work(self) -> None:
        """The thread: run whatever is queued in one commit, until told to stop."""
        busy = False
        while (job := self.jobs.get()) is not None:
            if busy:
                time.sleep(COLLECT_SECONDS)
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
            busy = len(batch) > 1
            job.loop.call_soon_threadsafe(resolve_all, batch, results)
            if ending:
                return

    def commit(self, batch: list[Job]) -> list[tuple[Any, Exception | None]]:
        """Run all jobs and commit; if that fails, the whole batch is rolled back."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            together = self.write_entries([entry for job in batch for entry in job.entries])
            results = [NOTHING if job.entries and together else self.attempt(job.work) for job in batch]
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self.connection.rollback()
            return [(None, store_error(error))] * len(batch)
        return results

    def write_entries(self, entries: Sequence[TableEntry]) -> bool:
        """Write entries of many tables with one statement; False, and nothing is written, where one of them fails."""
        if not entries:
            return True
        self.connection.execute("SAVEPOINT entries")
        try:
            written = self.connection.execute(ADD_ENTRIES, (msgspec.json.encode(entries).decode(),)).rowcount
        except sqlite3.IntegrityError:
            written = 0
        if written < len(entries):
            self.connection.execute("ROLLBACK TO entries")
        self.connection.execute("RELEASE entries")
        return written == len(entries)

    def attempt(self, work: Work) -> tuple[Any, Exception | None]:
        """Run work in a savepoint of its own; its result, or its error."""
        result, failure = None, None
        self.connection.execute("SAVEPOINT job")
        try:
            result = work(self.connection)
        except Exception as error:  # reported to whoever waits for this job, and to nobody else
            if not self.connection.in_transaction:
                raise
            self.connection.execute("ROLLBACK TO job")
            failure = store_error(error)
        self.connection.execute("RELEASE job")
        return result, failure


def resolve_all(batch: Sequence[Job], results: Sequence[tuple[Any, Exception | None]]) -> None:
    """Set the futures of a batch, unless their waiters were cancelled."""
    for job, (result, error) in zip(batch, results, strict=True):
        if job.future.done():
            continue
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)
