"""Tables behind real connections, but for the network: messages go in as text and come out as bytes."""

from __future__ import annotations

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
from parlour.server.store import AddTable, TableRow
from parlour.server.table_actor import TableActor
from parlour.server.table_log import Viewer, replay
from parlour.server.tables import Tables

SETTINGS = Settings(workers=1, messages=1e9)


class LocalConnection:
    """A connection of somebody, read as bytes."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def say(self, **message: Any) -> None:
        """Send a message, and wait until everything that follows from it is done."""
        before = list(self.connection.joined.values())
        await self.connection.handle(msgspec.json.encode(message).decode())
        for actor in dict.fromkeys((*before, *self.connection.joined.values())):
            await settle(actor)

    def received(self) -> list[bytes]:
        """Everything that was sent to it since the last time."""
        messages = []
        while (message := self.connection.outbox.take()) is not None:
            messages.append(message)
        return messages


async def settle(actor: TableActor) -> None:
    """Wait until a table has done all that is queued; who is here is shown at once, not when the timer fires."""
    await actor.complete(nothing)
    if "presence" in actor.timers.pending:
        actor.timers.cancel("presence")
        await actor.complete(actor.show_presence)


async def nothing() -> None:
    """Only wait for one's turn."""


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
    await store.write(AddTable(TableRow("t", opening, summary(log), "2026-01-01T00:00:00+00:00"), events))
    opened = {
        viewer: LocalConnection(Connection(cast("Any", None), person, tables, Bucket(1e9, 0.0)))
        for viewer, person in zip(viewers, people, strict=True)
    }
    try:
        for connection in opened.values():
            await connection.say(t="join", table="t")
        yield opened
    finally:
        await tables.close()
