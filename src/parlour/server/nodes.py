"""This node among the others: which tables it owns, how it reaches the owners of all others, and when it must stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from parlour.server.errors import ElsewhereError, StoreError, UnreachableError
from parlour.server.node_frames import split_address
from parlour.server.node_link import JITTER_SECONDS, Facts, Link, Question
from parlour.server.node_service import Service
from parlour.server.postgres_nodes import CLOCK_SECONDS, Notice, Peer, Registry, share_secret
from parlour.server.table_actor import SERVICE_RESTART

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.postgres import PostgresStore
    from parlour.server.settings import Settings
    from parlour.server.store import Lease
    from parlour.server.table_actor import TableActor
    from parlour.server.tables import Tables

LOG: Final = logging.getLogger("parlour.server")
FIND_SECONDS: Final = 5.6
"""How long somebody who joins waits for the end of a lease; a page gives a silent server up after six seconds."""
POLL_SECONDS: Final = 0.5
SECRET_BYTES: Final = 32


class Nodes:
    """What a node knows of itself and of the others."""

    def __init__(self, tables: Tables, store: PostgresStore, settings: Settings) -> None:
        self.tables = tables
        tables.clock.most = CLOCK_SECONDS
        self.store = store
        self.settings = settings
        self.registry = Registry(store.session, settings.node, self)
        self.secret = ""
        self.draining = False
        self.server: asyncio.Server | None = None
        self.peers: dict[int, Peer] = {}
        self.changed = asyncio.Event()
        self.links: dict[int, asyncio.Task[Link]] = {}
        self.services: set[Service] = set()
        self.strangers = 0
        self.starting = asyncio.create_task(self.start(), name="nodes")

    @property
    def id(self) -> int | None:
        """The number of this node, while it is registered."""
        return self.registry.id

    async def number(self) -> int:
        """The number of this node, once it is registered."""
        while self.registry.id is None:
            await self.registry.ready.wait()
            await asyncio.sleep(0)
        return self.registry.id

    @property
    def is_leader(self) -> bool:
        """Whether this node does what one node is enough for; for a moment two may think so."""
        return self.registry.is_valid and self.id == min(self.peers, default=None)

    async def start(self) -> None:
        """Listen for other nodes, and register."""
        self.secret = await self.patiently_shared_secret()
        host, port = split_address(self.settings.node_address)
        self.server = await asyncio.get_running_loop().create_server(lambda: Service(self), host, port)
        port = self.server.sockets[0].getsockname()[1]
        self.registry.start(f"{f'[{host}]' if ':' in host else host}:{port}")

    async def patiently_shared_secret(self) -> str:
        """The secret that all nodes share; the first one makes it."""
        while True:
            try:
                return await share_secret(self.settings.database, "nodes", secrets.token_urlsafe(SECRET_BYTES))
            except StoreError as error:
                LOG.warning("%s", error)
                await asyncio.sleep(1.0)

    def check(self) -> None:
        """UnreachableError while this node stops, or could not renew its lease."""
        if self.draining or not self.registry.is_valid:
            raise UnreachableError("this node stops" if self.draining else "this node owns nothing at the moment")

    # Tables.

    async def acquire(self, name: str) -> Lease | None:
        """The lease of a table for this node; ElsewhereError where another one owns it, None where it cannot exist."""
        await asyncio.wait({self.starting})
        if self.draining:
            raise UnreachableError("this node stops")
        await self.registry.ready.wait()
        lease = await self.registry.acquire(name)
        if lease is not None and lease.owner != self.id:
            raise ElsewhereError(lease.owner)
        return lease

    async def find(self, name: str) -> TableActor | Link:
        """A table: here, or at the node that owns it; UnreachableError where neither can be for a while."""
        try:
            async with asyncio.timeout(FIND_SECONDS):
                while True:
                    try:
                        return await self.tables.actor(name)
                    except ElsewhereError as error:
                        with contextlib.suppress(OSError):
                            return await self.link(error.owner)
                    await self.change()
        except TimeoutError:
            raise UnreachableError("the node that owns this table cannot be reached") from None

    async def change(self) -> None:
        """Wait until a node comes or goes, or a moment."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS):
                await self.changed.wait()

    async def link(self, owner: int) -> Link:
        """The connection to a node; OSError where there is none."""
        peer = self.peers.get(owner)
        if peer is None:
            raise ConnectionRefusedError(f"node {owner} is not alive")
        task = self.links.get(owner)
        if task is None or (task.done() and (task.exception() is not None or task.result().lost)):
            task = self.links[owner] = asyncio.create_task(Link.open(self.secret, peer))
        link = await asyncio.shield(task)
        if link.lost:
            raise ConnectionResetError(f"node {peer.name} has hung up")
        return link

    # What all nodes must know.

    async def is_connected(self, person: int) -> bool:
        """Whether a person has a connection to any other node that answers."""
        return any(facts.connected for facts in await self.ask_all(Question(connected=person)))

    async def people(self) -> set[int]:
        """Who has a connection to another node that answers."""
        return {person for facts in await self.ask_all(Question(people=True)) for person in facts.people}

    async def turns(self, tables: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """Whose turn it is at those tables that other nodes have in memory."""
        found: dict[str, tuple[int, ...]] = {}
        for facts in await self.ask_all(Question(tables=tuple(tables))):
            found |= facts.to_act
        return found

    async def ask_all(self, question: Question) -> list[Facts]:
        """The answers of those other nodes that answer."""
        others = [number for number in self.peers if number != self.id]
        answers = await asyncio.gather(*(self.ask(number, question) for number in others))
        return [facts for facts in answers if facts is not None]

    async def ask(self, node: int, question: Question) -> Facts | None:
        """What a node answers; None where it does not, in time."""
        try:
            return await (await self.link(node)).ask(question)
        except (OSError, StoreError):
            return None

    def meet(self, peers: Sequence[Peer], seconds: float) -> None:
        """Note who is alive, and what the service's clock says; links to the dead end."""
        known, self.peers = self.peers, {peer.id: peer for peer in peers}
        if known.keys() != self.peers.keys():
            self.changed.set()
            self.changed = asyncio.Event()
        self.tables.clock.set(seconds)
        for number in list(self.links):
            task = self.links[number]
            if number not in self.peers and task.done():
                del self.links[number]
                if task.exception() is None:
                    task.result().abort()

    async def catch_up(self) -> None:
        """Learn what was said while this node could not listen: who has another name, who has left or signed out."""
        seated = {each.person for actor in self.tables.actors.values() for each in actor.log.seated}
        persons = {person for person in seated if person is not None} | self.tables.connections.keys()
        names = await self.store.names(persons)
        for person in persons:
            if names.get(person):
                self.tables.call(person, names[person])
            else:
                self.tables.dismiss(person)
        sessions = {
            connection.session: person
            for person, connections in self.tables.connections.items()
            for connection in connections
            if connection.session
        }
        for session in await self.store.identity.ended(sessions) if sessions else ():
            self.tables.dismiss(sessions[session], session)

    def hear(self, notice: Notice) -> None:
        """Do here what another node has done."""
        match notice.kind:
            case "rename":
                self.tables.call(notice.person, notice.name)
            case "forget":
                self.tables.dismiss(notice.person)
            case "revoke":
                self.tables.dismiss(notice.person, notice.name)
            case "reload":
                self.tables.reload(notice.name)
            case "scores":
                self.tables.tournaments.live.changed(notice.name, told=True)
            case "tournament":
                self.tables.tournaments.wake(notice.name)
            case _:
                LOG.warning("another node says %r, which this one does not know", notice.kind)

    def give_up(self) -> None:
        """Own nothing any more: other nodes may own it by now. Clients reconnect, one after the other."""
        for service in list(self.services):
            service.abort()
        actors = list(self.tables.actors.values())
        self.tables.actors.clear()
        rng, loop = SystemRandom(), asyncio.get_running_loop()
        for actor in actors:
            subscribers = list(actor.subscribers)
            actor.subscribers.clear()
            actor.drop()
            for subscriber in subscribers:
                loop.call_later(rng.uniform(0.0, JITTER_SECONDS), subscriber.close, SERVICE_RESTART)

    # The end.

    async def drain(self) -> None:
        """Give all tables to the other nodes: what is queued is written, clients reconnect, and no lease is left."""
        self.draining = True
        actors = list(self.tables.actors.values())
        await asyncio.gather(*(actor.close() for actor in actors))
        with contextlib.suppress(StoreError):
            await self.registry.close()
        for actor in actors:
            actor.drop()
        self.tables.actors.clear()

    async def close(self) -> None:
        """End all connections to other nodes."""
        self.starting.cancel()
        if self.server is not None:
            self.server.close()
        with contextlib.suppress(StoreError):
            await self.registry.close()
        for service in list(self.services):
            service.abort()
        for task in self.links.values():
            if task.done() and task.exception() is None:
                task.result().abort()
            else:
                task.cancel()
