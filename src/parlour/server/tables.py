"""All the tables: those in memory, and how the others get there."""

from __future__ import annotations

import asyncio
import logging
import secrets
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.bots.catalogue import LEVELS
from parlour.core.errors import GameError
from parlour.games.catalogue import make_game
from parlour.server.bot_workers import Thinkers
from parlour.server.errors import RefusalError, StoreError
from parlour.server.events import Opening, Seated
from parlour.server.store import TableRow
from parlour.server.table_actor import Room, Watcher
from parlour.server.table_log import Match, folded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.settings import Settings
    from parlour.server.store import Person, Store

LOG: Final = logging.getLogger("parlour.server")
ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
NAME_LENGTH: Final = 12
SWEEP_SECONDS: Final = 5.0
MOST_LEFT: Final = 10_000
"""Tables that a person who deletes her data leaves."""
NO_COOKIE: Final = 4401
SHORTEST_CLOCK, LONGEST_CLOCK = 5, 3600


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody opens a table with."""

    game: str
    options: dict[str, Any] = {}
    seats: tuple[str | None, ...] = ()
    """By seat: empty for oneself, a level for a bot, null for whoever has the link; none at all: me, then bots."""
    hints: bool = True
    undo: bool = True
    clock: int | None = None


class House:
    """The tables in memory, the store behind them and the workers that their bots think in."""

    def __init__(self, store: Store, settings: Settings) -> None:
        """Open the doors."""
        self.store = store
        self.settings = settings
        self.thinkers = Thinkers(settings.workers)
        self.rooms: dict[str, Room] = {}
        self.connections: set[Watcher] = set()
        self.commits = 0
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.sweeper = asyncio.create_task(self.sweep(), name="sweeper")

    async def room(self, name: str) -> Room:
        """Give a table, from disk where it is not in memory, or refuse."""
        room = self.rooms.get(name)
        if room is not None and not room.closed:
            return room
        if name not in self.loading:
            task = self.loading[name] = asyncio.create_task(self.load(name))
            task.add_done_callback(partial(self.loaded, name))
        return await asyncio.shield(self.loading[name])

    def loaded(self, name: str, task: asyncio.Task[Room]) -> None:
        """Note that a table was read, or could not be; perhaps nobody waits for it any more."""
        self.loading.pop(name, None)
        if not task.cancelled():
            task.exception()

    async def load(self, name: str) -> Room:
        """Read a table from disk."""
        row = await self.row(name)
        match, keys = await self.replay(row)
        room = self.rooms[name] = Room(row, match, keys, self)
        return room

    async def read(self, name: str) -> Match:
        """Give a table as it is on disk."""
        match, _ = await self.replay(await self.row(name))
        return match

    async def replay(self, row: TableRow) -> tuple[Match, set[str]]:
        """Fold a table's log, and give the keys of its commands."""
        logged = await self.store.entries(row.name)
        try:
            match = await asyncio.to_thread(folded, row.opening, [line.entry for line in logged])
        except Exception as error:
            LOG.exception("table %s cannot be read", row.name)
            raise StoreError("store/corrupt", "the log of this table is damaged") from error
        return match, {line.key for line in logged if line.key}

    async def row(self, name: str) -> TableRow:
        """Find a table, or refuse."""
        row = await self.store.table(name)
        if row is None:
            raise RefusalError("table/unknown", f"there is no table {name!r}")
        return row

    async def open(self, person: Person, wanted: NewTable) -> str:
        """Open a table."""
        try:
            game = make_game(wanted.game, wanted.options)
        except GameError as error:
            raise RefusalError("table/options", error.reason, error.clause or "") from error
        check_terms(wanted, game.seats)
        opening = Opening(
            game=game.name,
            version=game.version,
            options=msgspec.to_builtins(game.options),
            owner=person.id,
            hints=wanted.hints,
            undo=wanted.undo,
            clock=wanted.clock,
        )
        chosen = wanted.seats or ("", *(["casual"] * (game.seats - 1)))
        sitters = [
            Seated(seat, person.id, person.name) if choice == "" else Seated(seat, bot=choice or "")
            for seat, choice in enumerate(chosen)
        ]
        return await self.add(opening, sitters)

    async def open_again(self, match: Match) -> str:
        """Open the table of a rematch: the same people, bots and terms."""
        return await self.add(match.opening, match.sitters)

    async def add(self, opening: Opening, sitters: Sequence[Seated]) -> str:
        """Write a new table down."""
        name = "".join(secrets.choice(ALPHABET) for _ in range(NAME_LENGTH))
        match = folded(opening, sitters)
        row = TableRow(name, opening, match.digest(), datetime.now(UTC).isoformat(timespec="seconds"))
        await self.store.add_table(row, sitters)
        return name

    async def rename(self, person: Person, name: str) -> None:
        """Change a name, also for lines that are open: who sits down next does so under the new one."""
        await self.store.rename(person.id, name)
        for connection in self.connections:
            if connection.person.id == person.id:
                connection.person = msgspec.structs.replace(person, name=name)

    async def forget(self, person: Person) -> None:
        """Delete all that is known of a person; bots go on in her seats."""
        for row in await self.store.tables_of(person.id, over=False, most=MOST_LEFT):
            await (await self.room(row.name)).leave(person)
        await self.store.forget(person.id)
        for room in list(self.rooms.values()):
            if person.id == room.match.opening.owner or room.match.seat_of(person.id) is not None:
                room.drop()
        for connection in list(self.connections):
            if connection.person.id == person.id:
                connection.close(NO_COOKIE)

    async def sweep(self) -> None:
        """Let idle tables leave memory, for ever."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, max(self.settings.idle, 0.1)))
            for name, room in list(self.rooms.items()):
                if room.is_idle():
                    del self.rooms[name]
                    await room.close()

    async def close(self) -> None:
        """Bring everything to disk, and close the doors."""
        self.sweeper.cancel()
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
        self.thinkers.close()
        await self.store.close()


def check_terms(wanted: NewTable, seats: int) -> None:
    """Refuse seats, bots and clocks that make no sense."""
    if wanted.seats and len(wanted.seats) != seats:
        raise RefusalError("table/seats", f"this game has {seats} seats, got {len(wanted.seats)}")
    if wanted.seats.count("") > 1:
        raise RefusalError("table/seats", "nobody can sit in two seats")
    for level in wanted.seats:
        if level and level not in LEVELS:
            raise RefusalError("bot/unknown", f"no level is called {level!r}; there are {', '.join(LEVELS)}")
    if wanted.clock is not None and not SHORTEST_CLOCK <= wanted.clock <= LONGEST_CLOCK:
        raise RefusalError(
            "table/clock", f"a clock has {SHORTEST_CLOCK} to {LONGEST_CLOCK} seconds, got {wanted.clock}"
        )
