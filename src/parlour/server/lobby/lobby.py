"""The lobby of a node: it keeps the seeks of its people alive, shows them what changes, and the leader seats them.

Everything that several nodes must agree on is in the database, so nothing is lost with a node: a seek is renewed by the
node that its person is connected to, and names her table once she is seated. A subscriber who is sent the list of a
moment ago is sent the difference, made once for all of them and never more than one message a second; one who reads
slowly is sent the whole list later. Whatever concerns many people is done a few at a time, so that moves at tables
come between.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from itertools import islice
from random import SystemRandom
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.games.catalogue import KINDS
from parlour.server.bot_workers import Urgency
from parlour.server.errors import SeekError, ServerError
from parlour.server.lobby import news
from parlour.server.lobby.matching import MOST_CONSIDERED
from parlour.server.lobby.seeks import groups_of, search_of, table_for
from parlour.server.lobby.types import Paired, Search
from parlour.server.push import Turn
from parlour.server.store import SeatSeekers

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator, Sequence

    from parlour.server.dialogue import Dialogue
    from parlour.server.lobby.matching import Group
    from parlour.server.lobby.store import SeekerRow, SeekRow
    from parlour.server.store import TableRow
    from parlour.server.tables import Tables

LOG: Final = logging.getLogger("parlour.server")
TICK_SECONDS: Final = 1.0
"""How often seeks are renewed and changes are looked for."""
MATCH_TICKS: Final = 2
"""Every so many ticks the leader seats people."""
EXPIRE_TICKS: Final = 10
OUTAGE_SECONDS: Final = 5.0
"""After so long without an answer of the database nobody's seek ends because it was not renewed."""
SMALL: Final = 24
"""Up to so many seeks are matched at once; more are a worker's job."""
AT_ONCE: Final = 8
"""Tables that are opened, and subscribers who are sent something, before others have a turn."""
REFRESHED: Final = 12
"""People of whom a tick looks up tables, friends and invitations: they take turns."""
MOST_BEHIND: Final = 16
"""Messages that a subscriber may be behind; until then she is sent nothing more of the lobby."""
MOST_READ: Final = 200
"""Listed tables that are read."""
MY_TABLES: Final = 20
ENCODER: Final = msgspec.json.Encoder()


class Lobby:
    """Who looks on, and what they were shown."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store.lobby
        self.watchers: dict[Dialogue, int] = {}
        """By subscriber, which version of the public list she was sent; 0 for none."""
        self.personal: dict[Dialogue, news.Items] = {}
        """What she was sent of her own."""
        self.due: deque[Dialogue] = deque()
        """Whose own things are looked up next."""
        self.version = 1
        self.items: news.Items = {}
        self.is_fresh = False
        """Whether the list was looked at within the last second; False while nobody looks on."""
        self.update: bytes | None = None
        """What led from the last version to this one."""
        self.count = 0
        self.rows: Sequence[TableRow] = ()
        self.people: set[int] = set()
        """Who is connected to any node."""
        self.told: dict[int, int] = {}
        """By person, the table that she was told of."""
        self.seeking: set[int] = set()
        self.ticks = 0
        self.ticked: float | None = None
        """When the database last answered, by the event loop's time."""
        self.rng = SystemRandom()
        self.wake = asyncio.Event()
        self.task = asyncio.create_task(self.run(), name="lobby")

    def close(self) -> None:
        self.task.cancel()

    # Dialogues.

    def look(self, watcher: Dialogue) -> None:
        """Show the lobby from now on, from the beginning."""
        self.watchers[watcher] = 0
        self.personal[watcher] = {}
        if watcher in self.due:
            self.due.remove(watcher)
        self.due.appendleft(watcher)
        self.wake.set()

    def leave(self, watcher: Dialogue) -> None:
        """Show it no more."""
        if self.watchers.pop(watcher, None) is not None:
            self.personal.pop(watcher, None)
            self.due.remove(watcher)

    def touch(self, person: int) -> None:
        """Show a person soon what has changed of her own."""
        for watcher in [each for each in self.due if each.person.id == person]:
            self.due.remove(watcher)
            self.due.appendleft(watcher)
        self.wake.set()

    # The task.

    async def run(self) -> None:
        """Look after everything once a second; who has just come or done something is shown her own sooner."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK_SECONDS
            await self.survive(self.tick())
            while loop.time() < due:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout_at(due):
                        await self.wake.wait()
                        await asyncio.sleep(TICK_SECONDS / 4)  # what comes together is shown together
                if self.wake.is_set() and loop.time() < due:
                    self.wake.clear()
                    await self.survive(self.show())

    async def survive(self, work: Coroutine[None, None, None]) -> None:
        """Do something; what fails is tried again at the next tick."""
        try:
            await work
        except ServerError as error:
            LOG.warning("the lobby: %s", error)
        except Exception:
            LOG.exception("the lobby")

    async def tick(self) -> None:
        """Renew seeks, seat people, and show what has changed."""
        now = asyncio.get_running_loop().time()
        if self.tables.nodes is None and (self.ticked is None or now - self.ticked > OUTAGE_SECONDS):
            await self.store.revive_seeks()  # several nodes know better when the last of them was up: `Registry`
        self.ticks += 1
        people = set(self.tables.connections)
        seeks = await self.store.seekers()
        self.ticked = now
        if self.tables.nodes is not None:
            people |= await self.tables.nodes.people()
        self.people = people
        if seeks:
            await self.look_after(seeks)
        else:
            self.seeking = set()
            self.told.clear()
        if self.ticks % EXPIRE_TICKS == 0 and self.tables.is_leader:
            await self.store.expire_seeks()
        self.wake.clear()
        if self.watchers:
            await self.look_for_changes()
            await self.show()
        else:
            self.is_fresh = False

    async def look_after(self, seeks: Sequence[SeekerRow]) -> None:
        """Renew the seeks of people who are here, seat them if this node is the leader, and tell who was seated."""
        here = [row.person for row in seeks if row.person in self.tables.connections]
        if here:
            await self.store.renew_seeks(here)
        if self.ticks % MATCH_TICKS == 0 and self.tables.is_leader:
            several = sum(row.table is None for row in seeks) > 1
            if several and await self.seat(await self.store.waiting(MOST_CONSIDERED)):
                seeks = await self.store.seekers()
        self.seeking = {row.person for row in seeks}
        for person in self.told.keys() - self.seeking:
            del self.told[person]
        new = {
            row.person: row.table
            for row in seeks
            if row.table not in (None, self.told.get(row.person)) and row.person in self.tables.connections
        }
        if new:
            await self.tell(new)

    async def tell(self, seated: dict[int, int]) -> None:
        """Tell people on all their connections to this node at which table they are seated."""
        for number, (person, row) in enumerate((await self.store.seats(seated.keys())).items()):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            others = tuple(
                each for each, other in zip(row.summary.names, row.summary.persons, strict=True) if other != person
            )
            message = ENCODER.encode(Paired(row.name, row.opening.game, others))
            for connection in list(self.tables.connections.get(person, ())):
                connection.send(message)
        self.told |= seated

    # Seating.

    async def seat(self, waiting: Sequence[SeekRow]) -> int:
        """Open tables for those who fit together; how many."""
        if len(waiting) > SMALL:
            groups = await self.tables.workers.ask(Urgency.HINT, "lobby", groups_of, waiting)
        else:
            groups = groups_of(waiting)
        if not groups:
            return 0
        names = await self.tables.store.names({person for group in groups for person in group.persons})
        seated = 0
        for some in batches(groups, AT_ONCE):
            seated += sum(await asyncio.gather(*(self.open(group, names) for group in some)))
        return seated

    async def open(self, group: Group, names: dict[int, str]) -> bool:
        """Open a table with a group seated, in one transaction; False where somebody does not wait any more."""
        added = table_for(group, names, self.rng)
        try:
            await self.tables.store.write(added, SeatSeekers(group.persons, added.row.name))
        except SeekError:
            return False
        except ServerError as error:
            LOG.warning("a table for %d people: %s", len(group.persons), error)
            return False
        title = KINDS[group.offer.game].title
        for person in group.persons:
            self.tables.notify(Turn(person, added.row.name, title, "paired"))
        return True

    # The list.

    async def look_for_changes(self) -> None:
        """Take the list one message further towards the tables as they are now."""
        self.rows = await self.store.listed_tables(MOST_READ)
        count = len(self.people)
        target = news.public_items(self.rows, self.people, self.items, await self.ratings())
        if self.is_fresh:
            self.items, self.update = news.step(self.items, target, here=count if count != self.count else None)
            self.version += self.update is not None
        else:
            self.items, self.update, self.is_fresh = target, None, True
            self.version += 1
        self.count = count

    async def ratings(self) -> news.Ratings:
        """How strong those are who wait at open rated tables: two queries for each game that has such a table."""
        waiting = news.waiting_at(self.rows)
        return {game: await self.tables.ratings.of_all(sorted(persons), game) for game, persons in waiting.items()}

    async def show(self) -> None:
        """Send everybody what she has not been sent yet, and some of them what is their own."""
        if not self.is_fresh:
            await self.look_for_changes()
        whole: list[bytes] = []
        for number, (watcher, version) in enumerate(list(self.watchers.items())):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            if version == self.version or watcher.behind() > MOST_BEHIND or watcher not in self.watchers:
                continue
            if version == self.version - 1 and self.update is not None:
                watcher.send(self.update)
            else:
                whole = whole or news.differences({}, self.items, here=self.count, first=True)
                self.personal[watcher] = {}
                for message in whole:
                    watcher.send(message)
            self.watchers[watcher] = self.version
        some = list(islice(self.due, REFRESHED))
        self.due.rotate(-len(some))
        seeking = self.seeking.intersection(watcher.person.id for watcher in some)
        seeks = await self.store.seeks_of(seeking) if seeking else {}
        for watcher in some:
            if watcher.behind() <= MOST_BEHIND:
                await self.show_own(watcher, seeks.get(watcher.person.id))

    async def show_own(self, watcher: Dialogue, seek: SeekRow | None) -> None:
        """Send somebody what has changed of her own tables, friends, invitations and search."""
        items = await self.own_items(watcher.person.id)
        if seek is not None:
            items["s"] = msgspec.structs.replace(search_of(seek), seconds=0.0)
        before = self.personal.get(watcher)
        if before is None:
            return  # she has left meanwhile
        for message in news.differences(before, items):
            watcher.send(message)
        self.personal[watcher] = items

    async def own_items(self, person: int) -> news.Items:
        """What only one person is shown, but for her search."""
        rows = await self.tables.store.tables_of(person, over=False, most=MY_TABLES)
        turns = await self.tables.turns(rows)
        items: news.Items = {f"m{row.name}": news.my_table(row, person, turns) for row in rows}
        for friend in await self.store.friends(person):
            items[f"f{friend.id}"] = news.friend_here(friend, self.rows, self.people)
        for invitation in await self.store.invitations(person):
            items[f"i{invitation.table.name}"] = news.invited(invitation)
        return items

    async def search(self, person: int) -> Search:
        """What a person looks for."""
        row = (await self.store.seeks_of([person])).get(person)
        return Search() if row is None else search_of(row)


def batches(groups: Sequence[Group], size: int) -> Iterator[Sequence[Group]]:
    """Groups in their order, so many at a time."""
    for first in range(0, len(groups), size):
        yield groups[first : first + size]
