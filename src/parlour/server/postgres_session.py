"""One connection to PostgreSQL and the task that uses it: group commit, and another connection when one is lost.

Jobs that come while a transaction runs are collected, and run together in the next one: all events in one statement
for each table of the database, then everything else in the order in which it came. Where a job fails, the transaction
is repeated with a savepoint for each, so that only whoever is to blame fails.

A connection that is lost while a transaction runs leaves open whether it was committed. Its jobs wait for the next
connection and run again: events that are there already, with the key of their command, were written by the first run.
If there is no other connection, reads fail and events wait, since nobody knows; what comes later is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from parlour.server.errors import ConflictError, StoreError
from parlour.server.postgres_connection import is_lost, open_connection, store_error
from parlour.server.postgres_events import is_one_statement, is_written, write_changes
from parlour.server.store_address import place_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from parlour.server.store import Change

LOG: Final = logging.getLogger("parlour.server")
MOST_AT_ONCE: Final = 256
ANSWER_SECONDS: Final = 10.0
"""How long a transaction may take; then the connection is given up."""
RETRY_SECONDS: Final = 0.25
"""Between two attempts to connect."""
Result = TypeVar("Result")
Work = Callable[["asyncpg.Connection"], Awaitable[Any]]


class Job:
    """Queued work or events to write, and the future that waits for the commit."""

    def __init__(self, work: Work | None, changes: Sequence[Change] = (), *, single: bool = False) -> None:
        """Take work, or changes; `single` work is one statement, which needs no transaction around it."""
        self.work = work
        self.changes = changes
        self.single = single
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def run(self, connection: asyncpg.Connection) -> Any:
        """Do only this job."""
        if self.work is None:
            await write_changes(connection, self.changes)
            return None
        return await self.work(connection)

    def resolve(self, result: object) -> None:
        """Set the future, unless its waiter was cancelled."""
        if self.future.done():
            return
        if isinstance(result, Exception):
            self.future.set_exception(store_error(result))
        else:
            self.future.set_result(result)


class Session:
    """A connection that is always there, or says that it is not."""

    def __init__(self, address: str, node: str = "") -> None:
        """Begin to connect, as the only server or as a node with a name."""
        self.address = address
        self.node = node
        self.jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self.unsure: list[Job] = []
        """The jobs of a transaction whose end is not known."""
        self.refusal: StoreError | None = None
        """Why nothing can be done at the moment."""
        self.serving = False
        """Whether there is a connection."""
        self.closing = False
        self.task = asyncio.create_task(self.work(), name="store")

    async def run(self, work: Callable[[asyncpg.Connection], Awaitable[Result]]) -> Result:
        """Do something in a transaction, and wait for its commit."""
        result: Result = await self.enqueue(Job(work))
        return result

    async def fetch(self, query: str, *arguments: object) -> list[Any]:
        """The rows of one statement."""
        rows: list[Any] = await self.enqueue(Job(lambda connection: connection.fetch(query, *arguments), single=True))
        return rows

    async def write(self, changes: Sequence[Change]) -> None:
        """Write events, and wait for their commit."""
        await self.enqueue(Job(None, changes))

    async def enqueue(self, job: Job) -> Any:
        if self.refusal is not None:
            raise StoreError(self.refusal.code, self.refusal.reason, parameters=self.refusal.parameters)
        self.jobs.put_nowait(job)
        return await job.future

    async def close(self) -> None:
        """Finish what is queued, unless the database is gone, then close the connection."""
        self.closing = True
        self.jobs.put_nowait(None)  # wakes the task
        await self.task

    async def work(self) -> None:
        """The task: connect, again and again, and do what is queued."""
        while True:
            try:
                connection = await open_connection(self.address, self.node)
            except StoreError as error:
                self.refuse(error)
                if self.closing:
                    return
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if self.refusal is not None:
                LOG.info("%s is back", place_of(self.address))
            self.refusal = None
            self.serving = True
            try:
                await self.serve(connection)
            except Exception as error:
                if is_lost(connection, error):
                    LOG.warning("%s is lost: %s", place_of(self.address), error)
                else:
                    LOG.exception("a transaction failed")
                    self.answer([error] * len(self.unsure))
                connection.terminate()
            else:
                await connection.close()
                return
            finally:
                self.serving = False

    def refuse(self, error: StoreError) -> None:
        """Refuse all that waits, but for events that may have been written."""
        if self.refusal is None:
            LOG.warning("%s", error)
        self.refusal = error
        waiting = [job for job in self.unsure if self.closing or not job.changes]
        self.unsure = [job for job in self.unsure if job not in waiting]
        while not self.jobs.empty():
            job = self.jobs.get_nowait()
            if job is not None:
                waiting.append(job)
        for job in waiting:
            job.resolve(error)

    async def serve(self, connection: asyncpg.Connection) -> None:
        """Run jobs until the session is closed, or the connection is lost."""
        if self.unsure:
            async with asyncio.timeout(ANSWER_SECONDS):
                results = await run_each(connection, self.unsure, again=True)
            self.answer(results)
        while not (self.closing and self.jobs.empty()):
            batch = [await self.jobs.get()]
            while len(batch) < MOST_AT_ONCE and not self.jobs.empty():
                batch.append(self.jobs.get_nowait())
            self.unsure = [job for job in batch if job is not None]
            async with asyncio.timeout(ANSWER_SECONDS):
                results = await self.commit(connection, self.unsure)
            self.answer(results)

    def answer(self, results: Sequence[Any]) -> None:
        """Tell whoever waits what came of the last transaction."""
        for job, result in zip(self.unsure, results, strict=True):
            job.resolve(result)
        self.unsure = []

    async def commit(self, connection: asyncpg.Connection, batch: Sequence[Job]) -> list[Any]:
        """Run jobs in one transaction; their results, or errors."""
        changes = [change for job in batch for change in job.changes]
        works = [job for job in batch if job.work is not None]
        try:
            if not works and is_one_statement(changes):
                await write_changes(connection, changes)
                return [None] * len(batch)
            if not changes and len(works) == 1 and works[0].single:
                return [await works[0].run(connection)]
            async with connection.transaction():
                await write_changes(connection, changes)
                return [None if job.work is None else await job.work(connection) for job in batch]
        except Exception as error:
            if is_lost(connection, error):
                raise
            if len(batch) == 1:
                return [error]
        return await run_each(connection, batch, again=False)


async def run_each(connection: asyncpg.Connection, batch: Sequence[Job], *, again: bool) -> list[Any]:
    """Run jobs in one transaction, each in a savepoint of its own; their results, or errors."""
    results: list[Any] = []
    try:
        async with connection.transaction():
            for job in batch:
                try:
                    async with connection.transaction():
                        results.append(await job.run(connection))
                except Exception as error:
                    if is_lost(connection, error):
                        raise
                    done = again and isinstance(store_error(error), ConflictError) and job.changes
                    results.append(None if done and await is_written(connection, job.changes[0]) else error)
    except Exception as error:
        if is_lost(connection, error):
            raise
        return [error] * len(batch)
    return results
