"""Tables behind real connections, but for the network: messages go in as text and come out as bytes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import msgspec

from parlour.server.connection import Connection
from parlour.server.events import AnyEvent, Opening
from parlour.server.limits import Bucket
from parlour.server.presenting import summary
from parlour.server.settings import Settings
from parlour.server.sqlite import SqliteStore
from parlour.server.store import TableRow
from parlour.server.table_log import Viewer, replay
from parlour.server.tables import Tables

SETTINGS = Settings(workers=1, messages=1e9)


class LocalConnection:
    """A connection of somebody, read as bytes."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def say(self, **message: Any) -> None:
        """Send a message, and wait until everything that follows from it is done."""
        await self.connection.handle(msgspec.json.encode(message).decode())
        for actor in list(self.connection.joined.values()):
            done = asyncio.Event()

            async def last(done: asyncio.Event = done) -> None:
                done.set()

            actor.post(last)
            await done.wait()

    def received(self) -> list[bytes]:
        """Everything that was sent to it since the last time."""
        messages = []
        while (message := self.connection.outbox.take()) is not None:
            messages.append(message)
        return messages


@asynccontextmanager
async def connections(
    folder: Path, opening: Opening, events: list[AnyEvent]
) -> AsyncIterator[dict[Viewer, LocalConnection]]:
    """Open a table with some events, and a connection of every seat and of a spectator, all joined."""
    store = SqliteStore(folder)
    tables = Tables(store, SETTINGS)
    log = replay(opening, events)
    viewers: list[Viewer] = [*(cast("Viewer", seat) for seat in range(log.game.seats)), None]
    people = [await store.add_person(f"guest {viewer}", str(viewer)) for viewer in viewers]
    await store.add_table(TableRow("t", opening, summary(log), "2026-01-01T00:00:00+00:00"), events)
    opened = {
        viewer: LocalConnection(Connection(cast("Any", None), person, tables, Bucket(1e9, 0.0)))
        for viewer, person in zip(viewers, people, strict=True)
    }
    try:
        for connection in opened.values():
            await connection.say(t="join", table="t")
        actor = tables.actors["t"]
        actor.timers.cancel("presence")  # at once, not whenever the timer fires
        await actor.complete(actor.show_presence)
        yield opened
    finally:
        await tables.close()
