"""Tables behind real connections, but for the network: messages go in as text and come out as bytes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import msgspec

from parlour.server.connection import Connection
from parlour.server.events import AnyEntry, Opening
from parlour.server.settings import Settings
from parlour.server.sqlite import SqliteStore
from parlour.server.store import TableRow
from parlour.server.table_log import Viewer, folded
from parlour.server.tables import House

SETTINGS = Settings(workers=1, messages=1e9)


class Line:
    """A connection of somebody, read as bytes."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def say(self, **message: Any) -> None:
        """Send a message, and wait until everything that follows from it is done."""
        await self.connection.hear(msgspec.json.encode(message).decode())
        for room in list(self.connection.rooms.values()):
            done = asyncio.Event()

            async def last(done: asyncio.Event = done) -> None:
                done.set()

            room.post(last)
            await done.wait()

    def heard(self) -> list[bytes]:
        """Everything that was sent to it since the last time."""
        waiting = self.connection.waiting
        messages = [waiting.get_nowait() for _ in range(waiting.qsize())]
        return [message for message in messages if message is not None]


@asynccontextmanager
async def lines(folder: Path, opening: Opening, entries: list[AnyEntry]) -> AsyncIterator[dict[Viewer, Line]]:
    """Open a table with some entries, and a line to every seat and to a spectator who have joined it."""
    store = SqliteStore(folder)
    house = House(store, SETTINGS)
    match = folded(opening, entries)
    viewers: list[Viewer] = [*(cast("Viewer", seat) for seat in range(match.game.seats)), None]
    people = [await store.add_person(f"guest {viewer}", str(viewer)) for viewer in viewers]
    await store.add_table(TableRow("t", opening, match.digest(), "2026-01-01T00:00:00+00:00"), entries)
    opened = {
        viewer: Line(Connection(cast("Any", None), person, house))
        for viewer, person in zip(viewers, people, strict=True)
    }
    try:
        for line in opened.values():
            await line.say(t="join", table="t")
        yield opened
    finally:
        await house.close()
