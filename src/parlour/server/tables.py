"""All tables: those in memory, and how the others are loaded."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.errors import GameError
from parlour.core.game import Seat
from parlour.extras import load_extra
from parlour.games.catalogue import make_game
from parlour.server.bot_workers import BotWorkers
from parlour.server.company.company import Company
from parlour.server.departures import Departures
from parlour.server.errors import RefusalError, StoreError, UnreachableError
from parlour.server.events import Opening, Pace, Seated
from parlour.server.identity.identity import Identities
from parlour.server.judging import check_level, vacated
from parlour.server.lobby.lobby import Lobby
from parlour.server.metrics import Metrics
from parlour.server.new_table import new_table
from parlour.server.practice import Practice, practice_events, practice_opening
from parlour.server.presenting import people_to_act
from parlour.server.push import Push, Turn
from parlour.server.quotas import Quotas
from parlour.server.ratings.ratings import Ratings
from parlour.server.reviews import Reviews, seat_at
from parlour.server.seating import STAND_IN
from parlour.server.service_clock import ServiceClock
from parlour.server.table_actor import TableActor, fresh_deals
from parlour.server.table_log import replay
from parlour.server.time_control import check_clock
from parlour.server.tournaments.service import Tournaments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.node_link import Link
    from parlour.server.nodes import Nodes
    from parlour.server.push import PushKeys
    from parlour.server.settings import Settings
    from parlour.server.store import AddTable, Clocks, Person, Store, TableRow
    from parlour.server.subscribers import Subscriber
    from parlour.server.table_log import AnyTableLog

LOG: Final = logging.getLogger("parlour.server")
SWEEP_SECONDS: Final = 5.0
PRUNED: Final = 50
"""The most tables that a sweep deletes."""
DEFAULT_LEVEL: Final = "casual"
NO_COOKIE: Final = 4401
BANNED: Final = 4403


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody opens a table with."""

    game: str
    options: dict[str, Any] = {}
    seats: tuple[str | None, ...] = ()
    """By seat: empty for oneself, a level for a bot, null for whoever has the link; none at all: me, then bots."""
    hints: bool = True
    undo: bool = True
    clock: int | None = None
    """Seconds for a move, 5 to 604,800."""
    bank: int = 0
    """Seconds for all decisions of a seat, 10 to 36,000; 0 without a bank. Not beside a clock for moves."""
    increment: int = 0
    """Seconds that every decision adds to the bank, up to 600."""
    pace: Pace = "usual"
    """How long bots pause before a move: 2.5, 1 or 0.3 times what the server is set to."""
    listed: bool = False
    """Whether the lobby shows it."""
    rated: bool = False
    """Whether it counts for ratings: without hints, and nothing is taken back."""


class Tables:
    """The tables in memory, the store behind them and the workers of their bots."""

    def __init__(self, store: Store, settings: Settings, push_keys: PushKeys | None = None) -> None:
        self.store = store
        self.push = Push(store, settings, push_keys)
        self.settings = settings
        self.workers = BotWorkers(
            settings.workers, settings.think, engines={each.name: each.spec for each in settings.engines}
        )
        self.actors: dict[str, TableActor] = {}
        self.connections: dict[int, set[Subscriber]] = {}
        """By person; only of those who have any."""
        self.metrics = Metrics()
        self.loading: dict[str, asyncio.Task[TableActor]] = {}
        self.clock = ServiceClock(store)
        self.notifying: set[asyncio.Task[None]] = set()
        self.nodes = make_nodes(self) if settings.node else None
        self.quotas = Quotas(store, settings)
        self.identities = Identities(self)
        self.company = Company(self)
        self.departures = Departures(self)
        self.reviews = Reviews(self)
        self.lobby = Lobby(self)
        self.ratings = Ratings(self)
        self.tournaments = Tournaments(self)
        self.sweeper = asyncio.create_task(self.sweep(), name="sweeper")

    async def actor(self, name: str) -> TableActor:
        """A table, loaded from disk if it is not in memory; RefusalError where there is none.

        UnreachableError while this node owns nothing: one that was stopped for longer than its lease must not show
        what it remembers before it notices.
        """
        actor = self.actors.get(name)
        if actor is not None and not actor.closed:
            if self.nodes is not None:
                self.nodes.check()
            return actor
        if name not in self.loading:
            task = self.loading[name] = asyncio.create_task(self.load(name))
            task.add_done_callback(partial(self.loaded, name))
        return await asyncio.shield(self.loading[name])

    def loaded(self, name: str, task: asyncio.Task[TableActor]) -> None:
        """Forget a load that has ended, and retrieve its exception: perhaps nobody waits for it any more."""
        self.loading.pop(name, None)
        if not task.cancelled():
            task.exception()

    async def find(self, name: str) -> TableActor | Link:
        """A table, or the link to the node that owns it."""
        return await (self.actor(name) if self.nodes is None else self.nodes.find(name))

    async def load(self, name: str) -> TableActor:
        lease = None if self.nodes is None else await self.nodes.acquire(name)
        row = await self.row(name)
        log, keys = await self.replay(row)
        seated = {each.person for each in log.seated if each.person is not None}
        for person, current in (await self.store.names(seated)).items():
            log.rename(person, current)
        clocks: Clocks = {}
        if row.opening.is_timed or row.opening.closes is not None:
            await self.clock.begin()
        if row.opening.is_timed:
            clocks = await self.store.clocks(name)
        deals = await self.tournaments.deals(row.opening) if row.opening.sealed else fresh_deals
        if self.nodes is not None and (lease is None or lease.owner != self.nodes.id):
            raise UnreachableError("this node owns nothing at the moment")
        actor = self.actors[name] = TableActor(row, log, keys, self, lease)
        actor.timing.restore(clocks)
        actor.deals = deals
        return actor

    async def read(self, name: str) -> AnyTableLog:
        """A table as it is on disk."""
        log, _ = await self.replay(await self.row(name))
        return log

    async def replay(self, row: TableRow) -> tuple[AnyTableLog, set[str]]:
        """A table's log, and the keys of its commands."""
        stored = await self.store.events(row.name)
        try:
            log = await asyncio.to_thread(replay, row.opening, [line.event for line in stored])
        except RefusalError:
            raise
        except Exception as error:
            LOG.exception("table %s cannot be replayed", row.name)
            raise StoreError("store/corrupt", "the log of this table is damaged") from error
        return log, {line.key for line in stored if line.key}

    async def row(self, name: str) -> TableRow:
        """What lists show of a table, or RefusalError where there is none."""
        row = await self.store.table(name)
        if row is None:
            raise RefusalError("table/unknown", f"there is no table {name!r}", parameters={"table": name})
        return row

    async def person_at(self, name: str, seat: int) -> Person:
        """Who sits in a seat of a table, or RefusalError where nobody does."""
        persons = (await self.row(name)).summary.persons
        number = persons[seat] if seat < len(persons) else None
        person = None if number is None else await self.store.identity.person(number)
        if person is None:
            raise RefusalError("seat/nobody", f"nobody sits in seat {seat}", parameters={"seat": seat})
        return person

    async def open(self, person: Person, wanted: NewTable, address: str) -> str:
        """Open a table for a person who comes from an address, and return its name."""
        try:
            game = make_game(wanted.game, wanted.options)
        except GameError as error:
            raise RefusalError("table/options", error.reason, error.clause or "") from error
        check_terms(wanted, game.seats, self.settings.levels(game.name))
        opening = Opening(
            game=game.name,
            version=game.version,
            options=msgspec.to_builtins(game.options),
            owner=person.id,
            hints=wanted.hints and not wanted.rated,
            undo=wanted.undo and not wanted.rated,
            clock=wanted.clock,
            bank=wanted.bank,
            increment=wanted.increment,
            pace=wanted.pace,
            listed=wanted.listed,
            rated=wanted.rated,
        )
        chosen = wanted.seats or ("", *([DEFAULT_LEVEL] * (game.seats - 1)))
        seated = [
            Seated(seat, person.id, person.name) if choice == "" else Seated(seat, bot=choice or "")
            for seat, choice in enumerate(chosen)
        ]
        await self.quotas.check_table(person.id, address)
        added = new_table(opening, seated)
        await self.store.write(added)
        return added.row.name

    async def rematch(self, log: AnyTableLog, person: Person, address: str) -> AddTable:
        """A table with the same people, bots and terms; it is not written yet.

        Bots play for whoever had left the match, and the seat of somebody who has left the server is free.
        """
        await self.quotas.check_table(person.id, address)
        persons = {log.opening.owner, *(each.person for each in log.seated if each.person is not None)}
        names = await self.store.names(persons)
        gone = {number for number in persons if not names.get(number)}
        absent = {seat for seat in {*log.left, *log.abandoned} if log.seated[seat].person != person.id}
        opening = msgspec.structs.replace(log.opening, owner=person.id) if log.opening.owner in gone else log.opening
        seated = [
            Seated(each.seat) if each.person in gone else vacated(log, Seat(each.seat)) if each.seat in absent else each
            for each in log.seated
        ]
        return new_table(opening, seated)

    async def practise(self, person: Person, log: AnyTableLog, wanted: Practice, address: str) -> str:
        """Open a table at which a person plays on from a moment of her finished match; its name."""
        levels = self.settings.levels(log.game.name)
        events = practice_events(log, person, seat_at(log, person), wanted, levels)
        await self.quotas.check_table(person.id, address)
        added = new_table(practice_opening(log, person), events)
        await self.store.write(added)
        return added.row.name

    async def rename(self, person: Person, name: str) -> None:
        """Change a person's name, on open connections and at the tables where she sits or watches too."""
        await self.store.rename(person.id, name)
        self.call(person.id, name)
        self.tell("rename", person.id, name)

    def call(self, person: int, name: str) -> None:
        """Call a person by another name on this node."""
        for connection in self.connections.get(person, ()):
            connection.person = msgspec.structs.replace(connection.person, name=name)
        for actor in self.actors.values():
            if actor.log.seat_of(person) is not None or person in actor.present():
                actor.rename(person, name)

    async def forget(self, person: Person) -> bool:
        """Delete all that is known of a person; False while some of her tables are still to be cleared."""
        self.dismiss(person.id)
        done = await self.departures.begin(person.id)
        self.tell("forget", person.id)
        return done

    def dismiss(self, person: int, session: str = "", code: int = NO_COOKIE) -> None:
        """Close a person's connections to this node, or those of one session."""
        for connection in list(self.connections.get(person, ())):
            if session in ("", connection.session):
                connection.close(code)

    def banish(self, person: int) -> None:
        """Close the connections of somebody whom an operator has banned."""
        self.dismiss(person, code=BANNED)

    def reload(self, name: str) -> None:
        """Drop a table that was changed on disk."""
        actor = self.actors.get(name)
        if actor is not None and not actor.closed:
            actor.drop()

    def tell(self, kind: str, person: int = 0, name: str = "") -> None:
        """Tell the other nodes, if there are any, what was done."""
        if self.nodes is not None:
            self.nodes.registry.tell(kind, person, name)

    async def leave(self, name: str, person: int) -> None:
        """Remove somebody who has left the server from a table, in memory or not; it may be damaged.

        The store does one thing after the other, so a table that is loaded meanwhile is read without her.
        """
        loading = self.loading.get(name)
        if loading is not None:
            await asyncio.wait({loading})
        remove = partial(self.store.leave_table, name, person, STAND_IN)
        actor = self.actors.get(name)
        if actor is None or actor.closed:
            await remove()
        else:
            await actor.rewrite(remove)
        self.tell("reload", name=name)

    def connect(self, connection: Subscriber) -> None:
        """Note a person's new connection."""
        self.connections.setdefault(connection.person.id, set()).add(connection)

    def disconnect(self, connection: Subscriber) -> None:
        """Forget a connection that is closed; once is enough."""
        others = self.connections.get(connection.person.id, set())
        others.discard(connection)
        if not others:
            self.connections.pop(connection.person.id, None)

    def is_connected(self, person: int) -> bool:
        """Whether a person has a connection, at whichever table."""
        return person in self.connections

    def notify(self, turn: Turn) -> None:
        """Tell a person that it is her turn, unless she has a connection to any node."""
        if self.is_connected(turn.person):
            return
        if self.nodes is None:
            self.push.notify(turn)
        elif self.push.keys is not None:
            task = asyncio.create_task(self.notify_absent(turn, self.nodes))
            self.notifying.add(task)
            task.add_done_callback(self.notifying.discard)

    async def notify_absent(self, turn: Turn, nodes: Nodes) -> None:
        """Tell a person that it is her turn, unless another node knows her."""
        if not await nodes.is_connected(turn.person):
            self.push.notify(turn)

    async def turns(self, rows: Sequence[TableRow]) -> dict[str, tuple[int, ...]]:
        """Whose turn it is at those tables that are in memory, here or at another node."""
        names = [row.name for row in rows if row.summary.status != "over"]
        here = {name: people_to_act(self.actors[name].log) for name in names if name in self.actors}
        elsewhere = [name for name in names if name not in here]
        return here if self.nodes is None or not elsewhere else here | await self.nodes.turns(elsewhere)

    @property
    def is_leader(self) -> bool:
        """Whether what one server is enough for is done here."""
        return self.nodes is None or self.nodes.is_leader

    async def sweep(self) -> None:
        """Unload idle tables from memory, and delete abandoned ones from disk, again and again."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, max(self.settings.idle, 0.1)))
            with contextlib.suppress(StoreError):  # tried again soon
                if self.nodes is None:
                    await self.clock.tick()
                await self.company.follow()
                if self.is_leader:
                    await self.prune()
            for name, actor in list(self.actors.items()):
                if actor.is_idle() and self.actors.get(name) is actor:  # not its successor
                    del self.actors[name]
                    await actor.close()
                    if actor.lease is not None and self.nodes is not None:
                        self.nodes.registry.release(name, actor.lease)

    async def prune(self) -> None:
        """Delete tables that were opened long ago, whose match never began and that nobody has open."""
        long_ago = datetime.now(UTC) - timedelta(days=self.settings.unbegun)
        keep = {*self.actors, *self.loading}
        await self.store.prune(long_ago.isoformat(timespec="seconds"), keep=keep, most=PRUNED)

    async def close(self) -> None:
        """Write everything to disk, then stop workers and store."""
        self.sweeper.cancel()
        self.departures.task.cancel()
        self.reviews.close()
        self.lobby.close()
        self.ratings.close()
        self.tournaments.close()
        self.push.close()
        await asyncio.gather(*(actor.close() for actor in self.actors.values()))
        if self.nodes is not None:
            await self.nodes.close()
        self.workers.close()
        await self.store.close()


def make_nodes(tables: Tables) -> Nodes:
    """The other nodes, on PostgreSQL."""
    nodes: Nodes = load_extra("parlour.server.nodes", "postgres").Nodes(tables, tables.store, tables.settings)
    return nodes


def check_terms(wanted: NewTable, seats: int, levels: Sequence[str]) -> None:
    """Refuse seats, bots and clocks that make no sense."""
    if wanted.seats and len(wanted.seats) != seats:
        raise RefusalError(
            "table/seats",
            f"this game has {seats} seats, got {len(wanted.seats)}",
            parameters={"seats": seats, "got": len(wanted.seats)},
        )
    if wanted.seats.count("") > 1:
        raise RefusalError("table/seats", "nobody can sit in two seats")
    for level in wanted.seats:
        if level:
            check_level(level, levels)
    check_clock(wanted.clock, wanted.bank, wanted.increment)
