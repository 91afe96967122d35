"""The nodes in the database: who is alive, which tables they own, and what they tell each other.

A node is a row whose time runs out unless the node renews it; that one row stands for all its leases. Who finds a row
expired deletes it, and with it every lease of that node: a number is never given again, so who is dead stays dead. Only
the clock of the database counts.

This is a connection of its own: a renewal must not wait for a commit. What is lost with a crash of the database is
never more than what was acquired and not yet used, so nothing here waits for the disk.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import asyncpg
import msgspec

from parlour.server.errors import StoreError, UnreachableError
from parlour.server.lobby.store import REVIVE_AFTER
from parlour.server.postgres import TICK
from parlour.server.postgres_connection import connect, is_lost, searchable
from parlour.server.store import Lease

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.postgres_session import Session

LOG: Final = logging.getLogger("parlour.server")
LEASE_SECONDS: Final = 5.0
"""How long a node owns its tables after its last renewal, by the clock of the database."""
RENEW_SECONDS: Final = 1.0
STOP_SECONDS: Final = 4.0
"""After so long without a renewal, by its own clock, a node stops by itself."""
RETRY_SECONDS: Final = 0.25
SOON_SECONDS: Final = 0.02
ANSWER_SECONDS: Final = 3.0
CLOCK_SECONDS: Final = 2.0
"""How far the service's clock goes on without a tick, of which every node makes one a second."""
CHANNEL: Final = "parlour"
REGISTER: Final = """
    INSERT INTO node (name, address, until) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 second') RETURNING id
"""
RENEW: Final = """
    UPDATE node SET until = clock_timestamp() + $2 * interval '1 second'
    WHERE id = $1 OR until > clock_timestamp() + 2 * $2 * interval '1 second' RETURNING id
"""
"""Renews a node; and whoever seems to live too long, since the clock of the database was set back."""
ALIVE: Final = """
    SELECT id, name, address, extract(epoch FROM until - clock_timestamp())::double precision FROM node
"""
BURY: Final = "DELETE FROM node WHERE until < clock_timestamp() RETURNING name"
ACQUIRE: Final = """
    INSERT INTO lease (play_table, owner, epoch)
    SELECT id, $2, 1 FROM play_table
    WHERE name = ANY($1::text[]) AND EXISTS (SELECT 1 FROM node WHERE node.id = $2) ORDER BY id
    ON CONFLICT (play_table) DO UPDATE SET owner = excluded.owner, epoch = lease.epoch + 1
    WHERE lease.owner IS NULL OR lease.owner = excluded.owner
    OR NOT EXISTS (SELECT 1 FROM node WHERE node.id = lease.owner)
"""
"""Takes free tables, and those of the dead; in the order of their ids, so that two nodes never wait for each other."""
OWNERS: Final = """
    SELECT name, owner, epoch FROM lease JOIN play_table ON play_table.id = lease.play_table
    WHERE name = ANY($1::text[])
"""
RELEASE: Final = """
    UPDATE lease SET owner = NULL FROM play_table
    WHERE play_table.id = lease.play_table AND name = $1 AND owner = $2 AND epoch = $3
"""


class Peer(NamedTuple):
    """A node that is alive."""

    id: int
    name: str
    address: str
    """Where other nodes reach it."""
    left: float = LEASE_SECONDS
    """Seconds until it is taken for dead."""


class Notice(msgspec.Struct, frozen=True):
    """What a node tells all others; never anything that only this message says."""

    sender: int
    kind: str
    """`rename`, `forget`, `revoke`, `reload` or `tournament`."""
    person: int = 0
    name: str = ""
    """A person's new name, a session of hers, a table or a tournament."""


class Member(Protocol):
    """What a node is told of itself and the others."""

    async def catch_up(self) -> None:
        """Learn what was said while nobody listened."""

    def meet(self, peers: Sequence[Peer], seconds: float) -> None:
        """Note who is alive, and what the service's clock says."""

    def give_up(self) -> None:
        """Own nothing any more: other nodes own it, or nobody can know."""

    def hear(self, notice: Notice) -> None:
        """Do here what another node has done."""


class Registry:
    """This node among the others."""

    def __init__(self, session: Session, node: str, member: Member) -> None:
        """Take the session of the store, which holds the lock of the node's name."""
        self.session = session
        self.node = node
        self.member = member
        self.address = ""
        self.id: int | None = None
        self.renewed = 0.0
        """When the last successful renewal was sent, by the monotonic clock."""
        self.connected = 0.0
        self.wanted: dict[str, asyncio.Future[Lease | None]] = {}
        self.released: list[tuple[str, Lease]] = []
        self.notices: list[Notice] = []
        self.wake = asyncio.Event()
        self.ready = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def start(self, address: str) -> None:
        """Register under an address, and renew from now on."""
        self.address = address
        self.tasks = [
            asyncio.create_task(self.run(), name="registry"),
            asyncio.create_task(self.watch(), name="lease watch"),
        ]

    @property
    def is_valid(self) -> bool:
        """Whether this node may act as the owner of its tables."""
        return self.id is not None and time.monotonic() - self.renewed < STOP_SECONDS

    # What nodes ask.

    async def acquire(self, table: str) -> Lease | None:
        """The lease of a table: this node's if nobody else who is alive owns it; None where there is no such table."""
        if not self.is_valid:
            raise UnreachableError("this node has lost the database; another one can go on")
        future = self.wanted.get(table)
        if future is None:
            future = self.wanted[table] = asyncio.get_running_loop().create_future()
            self.wake.set()
        return await asyncio.shield(future)

    def release(self, table: str, lease: Lease) -> None:
        """Give a table up soon, unless it is another's already."""
        self.released.append((table, lease))
        self.wake.set()

    def tell(self, kind: str, person: int = 0, name: str = "") -> None:
        """Tell all other nodes something, after what it speaks of was committed."""
        self.notices.append(Notice(self.id or 0, kind, person, name))
        self.wake.set()

    async def close(self) -> None:
        """Give up all tables at once."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        number, self.id = self.id, None
        if number is not None:
            await self.session.fetch("DELETE FROM node WHERE id = $1", number)

    # The task.

    async def run(self) -> None:
        """Connect, again and again, register and renew."""
        while True:
            try:
                connection = await connect(self.session.address)
            except StoreError:
                self.refuse()
                await asyncio.sleep(RETRY_SECONDS)
                continue
            try:
                await self.serve(connection)
            except (asyncpg.PostgresError, StoreError) as error:
                LOG.warning("node %s cannot renew its lease: %s", self.node, error)
                self.refuse()
                await asyncio.sleep(RETRY_SECONDS)
            except Exception as error:
                if not is_lost(connection, error):
                    LOG.exception("the registry of nodes failed")
                self.refuse()
                await asyncio.sleep(RETRY_SECONDS)
            finally:
                connection.terminate()

    async def serve(self, connection: asyncpg.Connection) -> None:
        """Renew in time, and do what is wanted meanwhile, until the connection is lost."""
        await connection.execute("SET synchronous_commit = off")
        await connection.add_listener(CHANNEL, self.hear)
        self.connected = time.monotonic()
        async with asyncio.timeout(ANSWER_SECONDS):
            await self.member.catch_up()
        due = 0.0
        while True:
            async with asyncio.timeout(ANSWER_SECONDS):
                if time.monotonic() >= due:
                    due = time.monotonic() + await self.renew(connection)
                self.wake.clear()
                await self.settle(connection)
            try:
                async with asyncio.timeout(max(0.0, due - time.monotonic())):
                    await self.wake.wait()
            except TimeoutError:
                continue

    async def renew(self, connection: asyncpg.Connection) -> float:
        """Renew this node's row, or register where it has none; see who else is alive, and who is not.

        The seconds until the next time: as soon as somebody may be dead.
        """
        sent = time.monotonic()
        if not self.session.serving:
            return RETRY_SECONDS  # a node that cannot write may lose its tables
        if self.id is None or self.id not in await self.extend(connection, self.id):
            if self.id is not None:
                LOG.warning("node %s was taken for dead; it gives up its tables and begins again", self.node)
                self.id = None
                self.ready.clear()
                self.member.give_up()
            sent = time.monotonic()
            self.id = await self.register()
        await connection.execute(REVIVE_AFTER, LEASE_SECONDS)  # before the clock ticks, which tells of the outage
        self.renewed = sent
        await self.bury(connection)
        peers = [Peer(*row) for row in await connection.fetch(ALIVE)]
        self.member.meet(peers, await connection.fetchval(TICK, CLOCK_SECONDS))
        self.ready.set()
        soonest = min((peer.left for peer in peers if peer.left > 0.0), default=RENEW_SECONDS)
        return max(SOON_SECONDS, min(RENEW_SECONDS, soonest))

    async def extend(self, connection: asyncpg.Connection, number: int) -> list[int]:
        """Extend the life of a node; whose was extended."""
        return [renewed for (renewed,) in await connection.fetch(RENEW, number, LEASE_SECONDS)]

    async def bury(self, connection: asyncpg.Connection) -> None:
        """Delete the rows of nodes that are gone; not soon after an outage of the database: all may renew first."""
        if time.monotonic() - self.connected > LEASE_SECONDS:
            for (name,) in await connection.fetch(BURY):
                LOG.warning("node %s is gone; its tables go to whoever is asked for them", name)

    async def register(self) -> int:
        """A new row for this node; the session holds the lock of its name, so an old row is of a process that ended."""

        async def add(connection: asyncpg.Connection) -> int:
            await connection.execute("DELETE FROM node WHERE name = $1", self.node)
            return int(await connection.fetchval(REGISTER, self.node, self.address, LEASE_SECONDS))

        return await self.session.run(add)

    async def settle(self, connection: asyncpg.Connection) -> None:
        """Acquire and release what is wanted, and send notices."""
        released, self.released = self.released, []
        if released:
            await connection.executemany(RELEASE, [(name, lease.owner, lease.epoch) for name, lease in released])
        asked = list(self.wanted)  # more may be wanted meanwhile, which is not answered yet
        if asked:
            names = [searchable(name) for name in asked]
            await self.bury(connection)
            await connection.execute(ACQUIRE, names, self.id)
            owners = {name: Lease(*lease) for name, *lease in await connection.fetch(OWNERS, names) if lease[0]}
            for name in asked:
                future = self.wanted.pop(name)
                if not future.done():
                    future.set_result(owners.get(searchable(name)))
        notices, self.notices = self.notices, []
        for notice in notices:
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, msgspec.json.encode(notice).decode())

    def hear(self, connection: Any, process: int, channel: str, payload: str) -> None:
        """Pass on what another node says."""
        del connection, process, channel
        notice = msgspec.json.decode(payload, type=Notice)
        if notice.sender != self.id:
            self.member.hear(notice)

    def refuse(self) -> None:
        """Refuse what waits: the database does not answer."""
        wanted, self.wanted = self.wanted, {}
        for future in wanted.values():
            if not future.done():
                future.set_exception(UnreachableError("the database does not answer"))
                future.exception()  # perhaps nobody waits any more

    async def watch(self) -> None:
        """Stop by itself when the lease runs out."""
        while True:
            await self.ready.wait()
            left = self.renewed + STOP_SECONDS - time.monotonic()
            if left > 0:
                await asyncio.sleep(left)
                continue
            LOG.warning("node %s could not renew its lease for %.0f s and gives up its tables", self.node, STOP_SECONDS)
            self.ready.clear()
            self.member.give_up()


async def share_secret(address: str, name: str, made: str) -> str:
    """A secret that all nodes share; `made` if there is none yet."""
    connection = await connect(address)
    try:
        await connection.execute("INSERT INTO secret VALUES ($1, $2) ON CONFLICT DO NOTHING", name, made)
        return str(await connection.fetchval("SELECT body FROM secret WHERE name = $1", name))
    finally:
        await connection.close()
