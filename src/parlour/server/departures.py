"""People who delete their data: they are gone at once, and their tables are cleared one by one.

The first transaction deletes a person's name and tokens and marks her as leaving. Then she leaves
every table, each in a transaction of its own, so nobody waits for more than one. Whoever is marked and
was not cleared, for a crash of whichever node, is looked for at the start and then again and again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from parlour.server.errors import StoreError

if TYPE_CHECKING:
    from parlour.server.tables import Tables

LOG: Final = logging.getLogger("parlour.server")
BATCH: Final = 50
"""The most tables that a request clears before it is answered, and that are listed at a time."""
RETRY_SECONDS: Final = 5.0
ADOPT_SECONDS: Final = 30.0
"""How often people are looked for whom nobody clears."""


class Departures:
    """Whoever is leaving; one task clears what requests did not."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self.pending: asyncio.Queue[int] = asyncio.Queue()
        self.task = asyncio.create_task(self.run(), name="departures")

    async def begin(self, person: int) -> bool:
        """Mark a person as leaving, and clear her latest tables; whether nothing is left of her."""
        await self.store.mark_leaving(person)
        done = await self.clear(person)
        if not done:
            self.pending.put_nowait(person)
        return done

    async def run(self) -> None:
        """Clear whoever requests leave over, and whoever is still marked for another reason."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            if loop.time() >= due:
                due = loop.time() + ADOPT_SECONDS
                await self.adopt()
            try:
                async with asyncio.timeout_at(due):
                    person = await self.pending.get()
            except TimeoutError:
                continue
            if not await self.clear(person):
                self.pending.put_nowait(person)

    async def adopt(self) -> None:
        """Continue with everybody who is marked, if no other node does."""
        if not self.tables.is_leader:
            return
        with contextlib.suppress(StoreError):  # tried again later
            for person in await self.store.leaving():
                self.pending.put_nowait(person)

    async def clear(self, person: int) -> bool:
        """Clear a batch of a person's tables, and delete her if it was the last; whether it was."""
        try:
            await self.tables.tournaments.leave(person)
            names = await self.store.tables_to_leave(person, most=BATCH)
            for name in names:
                await self.tables.leave(name, person)
            if len(names) < BATCH:
                await self.store.remove_person(person)
                return True
        except StoreError as error:
            LOG.warning("somebody's data cannot be deleted yet: %s", error)
            await asyncio.sleep(RETRY_SECONDS)
        return False
