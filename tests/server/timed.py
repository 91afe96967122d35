"""Tables with clocks that the test sets: nothing here waits, and nothing depends on the speed of the machine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from parlour.core.game import Seat
from parlour.server.protocol import Claim, Command, Play, Ready, Sit, Stand, Undo
from parlour.server.service_clock import ServiceClock
from parlour.server.settings import Settings
from parlour.server.store import Store
from parlour.server.table_actor import TableActor
from parlour.server.table_log import replay
from parlour.server.tables import NewTable, Tables
from tests.server.test_race import Tab, nothing

SETTINGS = Settings(workers=1, grace=60.0)


class SetClock(ServiceClock):
    """A service's clock that says what the test wants."""

    time = 1000.0

    def now(self) -> float:
        return self.time


class TimedTable:
    """A table where everybody sits, on a real store; the last page is a spectator's."""

    def __init__(self, tables: Tables, actor: TableActor, tabs: list[Tab], clock: SetClock) -> None:
        self.tables = tables
        self.actor = actor
        self.tabs = tabs
        self.clock = clock
        self.commands = 0

    @property
    def seat(self) -> Seat:
        """Who is to act."""
        return self.actor.log.to_act()[0]

    @property
    def log(self) -> Any:
        return self.actor.log

    def deadline(self, seat: Seat) -> float:
        deadline = self.actor.timing.deadline(seat)
        assert deadline is not None
        return deadline

    def move(self, rng: Random) -> str:
        """A legal move of whoever is to act, but no bet."""
        legal = [self.log.game.format_move(move) for move in self.log.legal_moves(self.seat)]
        plays: list[str] = [move for move in legal if not move.startswith("bet")]
        return rng.choice(plays)

    def post(self, tab: int, kind: type[Command], /, **fields: Any) -> None:
        """Let a seat's page send a command, without waiting for it."""
        self.commands += 1
        self.actor.enqueue(self.tabs[tab], kind(table=self.actor.name, id=f"c{self.commands}", **fields))

    def play(self, move: str, seat: Seat | None = None) -> None:
        seat = self.seat if seat is None else seat
        self.post(seat, Play, move=move, decision=self.log.decisions[seat])

    async def done(self, seat: int) -> dict[str, Any]:
        """What a page was answered last, once everything is done; the answers of the others are taken out too."""
        await self.actor.complete(nothing)
        answers = [tab.answers() for tab in self.tabs]
        last: dict[str, Any] = answers[seat][-1]
        return last

    async def say(self, tab: int, kind: type[Command], /, **fields: Any) -> dict[str, Any]:
        """Let a seat's page send a command; the answer."""
        self.post(tab, kind, **fields)
        return await self.done(tab)

    async def undo(self, seat: Seat) -> dict[str, Any]:
        return await self.say(seat, Undo, decision=self.log.decisions[seat])

    async def claim(self, seat: int, over: int, *, win: bool = True) -> dict[str, Any]:
        return await self.say(seat, Claim, seat=over, win=win)

    async def sit(self, seat: int) -> dict[str, Any]:
        return await self.say(seat, Sit, seat=seat)

    async def stand(self, seat: int) -> dict[str, Any]:
        return await self.say(seat, Stand)

    async def look(self) -> None:
        """Let the table see what time it is."""
        self.actor.wake()
        await self.actor.complete(nothing)
        await self.actor.complete(nothing)  # what the first look has queued

    async def go_on(self) -> None:
        """Begin the next round, if one is to begin."""
        while self.log.between_rounds():
            for seat in range(self.log.game.seats):
                await self.say(seat, Ready, number=len(self.log.sheet))

    async def leave(self, seat: int) -> None:
        """Let somebody close the page."""
        self.actor.unsubscribe(self.tabs[seat])
        await self.look()

    async def come_back(self, seat: int) -> None:
        self.actor.subscribe(self.tabs[seat])
        await self.look()

    def shown(self) -> list[dict[str, Any]]:
        """The table as every page was last shown it."""
        return [next(said for said in reversed(tab.received) if said["t"] == "table") for tab in self.tabs]

    def told(self, tab: int) -> list[dict[str, Any]]:
        """Everything that a page was told of what happened, first to last."""
        return [update for said in self.tabs[tab].received for update in said.get("told", ())]

    async def replayed(self) -> Any:
        """The table as its log on disk has it."""
        events = [line.event for line in await self.tables.store.events(self.actor.name)]
        return replay(self.log.opening, events)


def timed_tables(store: Store, settings: Settings = SETTINGS, time: float = 1000.0) -> Tables:
    """Tables with a clock that the test sets."""
    tables = Tables(store, settings)
    tables.clock = SetClock(store)
    tables.clock.time = time
    return tables


async def seat_people(tables: Tables, number: int, players: int = 2, **terms: Any) -> TimedTable:
    """Open a table of Haggis, and seat people at it."""
    people = [await tables.store.add_person(f"guest {seat}", f"{number} {seat}") for seat in range(players + 1)]
    wanted = NewTable(game="haggis", options={"players": players}, seats=("", *[None] * (players - 1)), **terms)
    name = await tables.open(people[0], wanted, address=f"client {number}")
    actor, clock = await tables.actor(name), SetClock(tables.store)
    clock.time = tables.clock.now()
    vars(actor)["clock"] = clock.now  # every table has a time of its own
    table = TimedTable(tables, actor, [Tab(person) for person in people], clock)
    for tab in table.tabs:
        table.actor.subscribe(tab)
    for seat in range(1, players):
        await table.sit(seat)
    return table


@asynccontextmanager
async def timed_table(store: Store, players: int = 2, **terms: Any) -> AsyncIterator[TimedTable]:
    """A table of people."""
    tables = timed_tables(store)
    try:
        yield await seat_people(tables, 0, players, **terms)
    finally:
        await tables.close()
