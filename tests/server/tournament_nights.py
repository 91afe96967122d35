"""Tournaments for the tests: real tables on a real store, played out by random moves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Final

from parlour.core.game import Seat
from parlour.server.settings import Settings
from parlour.server.store import Person, Store
from parlour.server.tables import Tables
from parlour.server.tournaments.actions import act, checked_terms
from parlour.server.tournaments.types import Action, Join, Pair, TournamentState
from parlour.tournament.terms import Terms
from tests.server.databases import Database
from tests.serving import eventually

SETTINGS: Final = Settings(workers=1, pace=0.0)


class Night:
    """A tournament, and the people who may play in it; the first of them is the organiser."""

    def __init__(self, tables: Tables, people: Sequence[Person], name: str) -> None:
        self.tables = tables
        self.people = people
        self.name = name
        self.rng = Random(7)

    async def act(self, person: Person, action: Action) -> TournamentState:
        await act(self.tables.tournaments, self.name, person, action)
        return await self.state(person)

    async def state(self, person: Person | None = None) -> TournamentState:
        return await self.tables.tournaments.state(self.name, person, 0)

    async def begin(self, number: int = 1) -> TournamentState:
        """Begin a round."""
        return await self.act(self.people[0], Pair(number))

    async def running(self) -> list[str]:
        """The tables of this round that have no result."""
        return (await self.tables.tournaments.read(self.name)).unsettled()

    async def play(self, table: str) -> None:
        """Play a table to its end; its result is known when this returns."""
        actor = await self.tables.actor(table)

        async def step() -> None:
            log = actor.log
            if log.awaits_deal():
                if not log.has_pending_deal:
                    await actor.commit([log.draw_deal(actor.deals(len(log.commitments)))])
                await actor.commit([log.propose_deal()])
            for seat in log.to_act()[:1]:
                move = self.rng.choice(list(log.legal_moves(seat)))
                bot = log.bot_at(Seat(seat))
                await actor.commit([log.propose(seat, move, by=bot)])
            if log.status == "over":
                await actor.advance()

        while actor.log.status != "over":
            await actor.complete(step)
        await self.settled(table)

    async def settled(self, table: str) -> None:
        """Wait until the result of a table is known."""
        log = await self.tables.tournaments.read(self.name)
        await eventually(lambda: table not in log.unsettled(), log.unsettled)

    async def play_round(self) -> None:
        for table in await self.running():
            await self.play(table)


def terms(**more: Any) -> Terms:
    """Short matches of two."""
    given: dict[str, Any] = {"name": "Saturday night", "game": "haggis", "rounds": 3, "deals": 1, "minutes": 45}
    return Terms(**given | more)


@asynccontextmanager
async def serving(store: Store, settings: Settings = SETTINGS) -> AsyncIterator[Tables]:
    tables = Tables(store, settings)
    try:
        yield tables
    finally:
        await tables.close()


@asynccontextmanager
async def night(database: Database, players: int = 4, **more: Any) -> AsyncIterator[Night]:
    """A tournament that so many people have joined."""
    async with serving(await database.open()) as tables:
        yield await new_night(tables, players, **more)


async def new_night(tables: Tables, players: int, **more: Any) -> Night:
    people = [await tables.store.add_person(f"guest {number}", f"token {number}") for number in range(players)]
    name = await tables.tournaments.open(people[0], checked_terms(terms(**more), tables.settings), "address")
    opened = Night(tables, people, name)
    for person in people:
        await opened.act(person, Join())
    return opened
