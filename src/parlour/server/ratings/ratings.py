"""The ladders of a server: finished rated matches are entered, and everybody can ask how strong somebody is.

The actor of a table enters its result as soon as the match is over. What a crash left out is found by the leader: at
its start among all rated tables that began, and then again and again among those that are over. The leader also fits
what newcomers start with whenever the results of a ladder have doubled.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from itertools import combinations
from typing import TYPE_CHECKING, Final
from weakref import WeakSet

from parlour.ratings.fitting import is_fit_due
from parlour.ratings.ladder import Standing
from parlour.server.bot_workers import Urgency
from parlour.server.errors import RefusalError, ServerError, StoreError
from parlour.server.events import Neighbours
from parlour.server.quotas import DAY_SECONDS
from parlour.server.ratings.recomputing import all_results, refitted
from parlour.server.ratings.results import result_of
from parlour.server.ratings.types import Rating

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.server.ratings.store import LadderRow
    from parlour.server.subscribers import Subscriber
    from parlour.server.table_log import AnyTableLog
    from parlour.server.tables import Tables

LOG: Final = logging.getLogger("parlour.server")
ADOPT_SECONDS: Final = 30.0
"""How often results are looked for that nobody entered."""
BATCH: Final = 50
MOST_FITTED: Final = 5_000
"""Results of a ladder that is fitted by itself: storing another fold of more would hold the database up."""


class Ratings:
    """Enters results, and answers questions about ratings."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store.ratings
        self.settled: WeakSet[AnyTableLog] = WeakSet()
        """The tables in memory whose results are entered."""
        self.task = asyncio.create_task(self.run(), name="ratings")

    async def of(self, person: int, game: str) -> Rating:
        """How strong a person is at a game; a newcomer's rating if nothing is known of her."""
        return (await self.of_all([person], game))[person]

    async def of_all(self, persons: Sequence[int], game: str) -> dict[int, Rating]:
        """How strong people are at a game, by person; two queries."""
        ladder = await self.store.ladder(game)
        standings = await self.store.standings(game, persons)
        newcomer = Standing(ladder.fit.newcomer)
        return {person: rating_of(standings.get(person, newcomer), ladder) for person in persons}

    async def settle(self, name: str, log: AnyTableLog) -> None:
        """Enter the result of a table if its match is rated and over, and may be told; once is enough."""
        if not log.opening.rated or log.status != "over" or log in self.settled:
            return
        if not await self.tables.tournaments.is_open(log.opening):
            return  # a rating that changes would tell who won; the tournament asks again when the round is done
        events = [line.event for line in await self.tables.store.events(name)]
        result = result_of(log, events, day=int(time.time() // DAY_SECONDS))
        await self.store.settle(name, log.opening.game, result)
        self.settled.add(log)

    async def run(self) -> None:
        """Look for results that a crash left out; thoroughly as soon as this node is the leader."""
        thoroughly = True
        while True:
            if self.tables.is_leader:
                try:
                    await self.adopt(over=not thoroughly)
                    thoroughly = False
                    await self.refit()
                except ServerError as error:
                    LOG.warning("results of rated matches cannot be entered yet: %s", error)
            else:
                thoroughly = True
            await asyncio.sleep(ADOPT_SECONDS)

    async def adopt(self, *, over: bool) -> None:
        """Enter the results of all tables that are over, or whose log turns out to be."""
        last = 0
        while found := await self.store.unsettled(over=over, after=last, most=BATCH):
            last = found[-1][0]
            for _, name in found:
                if name not in self.tables.actors:
                    await self.settle_stored(name)

    async def settle_stored(self, name: str) -> None:
        """Enter the result of a table that is not in memory; a damaged one has none."""
        try:
            if await self.tables.tournaments.is_open((await self.tables.row(name)).opening):
                await self.settle(name, await self.tables.read(name))
        except RefusalError as error:
            LOG.warning("table %s has no result: %s", name, error)
            await self.store.drop_unsettled(name)
        except StoreError as error:
            if error.code != "store/corrupt":
                raise
            LOG.warning("table %s has no result: %s", name, error)
            await self.store.drop_unsettled(name)

    async def refit(self) -> None:
        """Fit the ladders that are due, in the reviews' worker; one that gets a result meanwhile is tried again."""
        for game in await self.store.games():
            ladder = await self.store.ladder(game)
            if is_fit_due(ladder.last, ladder.fit) and ladder.last <= MOST_FITTED:
                asked = refitted, ladder.fit, await all_results(self.store, game)
                again = await self.tables.reviews.workers.ask(Urgency.REVIEW, ("ratings", game), *asked)
                if await self.store.replace(game, again):
                    LOG.info("the ladder of %s is fitted to %d results", game, ladder.last)

    def close(self) -> None:
        """Stop looking; the next start goes on."""
        self.task.cancel()


def rating_of(standing: Standing, ladder: LadderRow) -> Rating:
    """A standing as it is sent: as of the rating period that the ladder has reached."""
    now = standing.at(ladder.period)
    return Rating(now.rating, now.deviation, now.matches, now.provisional)


def neighbours(log: AnyTableLog, subscribers: Iterable[Subscriber]) -> list[Neighbours]:
    """What is to be noted of people at a rated table who come from one network, and is not yet."""
    if not log.opening.rated or log.status != "playing":
        return []
    networks: dict[int, set[str]] = {}
    for subscriber in subscribers:
        seat = log.seat_of(subscriber.person.id)
        if seat is not None and not is_local(subscriber.address):
            networks.setdefault(seat, set()).add(subscriber.address)
    pairs = combinations(sorted(networks), 2)
    return [Neighbours(pair) for pair in pairs if networks[pair[0]] & networks[pair[1]] and pair not in log.neighbours]


def is_local(address: str) -> bool:
    """Whether an address says nothing about where somebody is: it is this machine's own, or not known."""
    try:
        return ipaddress.ip_network(address, strict=False).is_loopback
    except ValueError:
        return True
