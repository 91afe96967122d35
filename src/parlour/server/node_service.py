"""The called side of a connection between nodes: clients of another node at the tables of this one."""

from __future__ import annotations

import asyncio
import hmac
import logging
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.server.dialogue import Dialogue
from parlour.server.errors import StoreError
from parlour.server.node_frames import NONCE, FrameProtocol, Kind, proof
from parlour.server.node_link import Facts, Question, Visitor
from parlour.server.presenting import people_to_act
from parlour.server.protocol import Join
from parlour.server.store import Person
from parlour.server.table_actor import SERVICE_RESTART

if TYPE_CHECKING:
    from parlour.server.node_link import Link
    from parlour.server.nodes import Nodes
    from parlour.server.table_actor import TableActor
    from parlour.server.tables import Tables

LOG: Final = logging.getLogger("parlour.server")
MOST_STRANGERS: Final = 32
"""Connections that have not proved themselves."""
MOST_UNREAD: Final = 256
"""Messages of one client that wait to be handled."""
SLOW: Final = 1013


class Service(FrameProtocol):
    """A connection that another node has opened."""

    def __init__(self, nodes: Nodes) -> None:
        super().__init__(nodes.secret)
        self.nodes = nodes
        self.visitors: dict[int, ForwardedClient] = {}

    def greet(self) -> None:
        self.nodes.strangers += 1
        if self.nodes.strangers > MOST_STRANGERS:
            self.abort()
        else:
            self.send(Kind.HELLO, 0, self.nonce)

    def prove(self, kind: Kind, payload: bytes) -> None:
        node = self.nodes.id
        if kind is not Kind.PROOF or node is None or len(payload) != NONCE + 32:
            raise ValueError("not a node")
        theirs, mac = payload[:NONCE], payload[NONCE:]
        if not hmac.compare_digest(mac, proof(self.secret, b"call", self.nonce, theirs, node)):
            LOG.warning("somebody who does not know the secret of the nodes was turned away")
            raise ValueError("not a node")
        self.nodes.strangers -= 1
        self.nodes.services.add(self)
        self.send(Kind.PROOF, 0, proof(self.secret, b"answer", theirs, self.nonce, node))
        self.accept()

    def receive(self, kind: Kind, channel: int, payload: bytes) -> None:
        match kind:
            case Kind.OPEN:
                visitor = msgspec.json.decode(payload, type=Visitor)
                self.visitors[channel] = ForwardedClient(self, channel, visitor, self.nodes.tables)
            case Kind.TEXT:
                client = self.visitors.get(channel)
                if client is not None:
                    client.put(payload.decode())
            case Kind.GONE:
                client = self.visitors.pop(channel, None)
                if client is not None:
                    client.end()
            case Kind.ECHO:
                client = self.visitors.get(channel)
                if client is not None:
                    client.lag.end(asyncio.get_running_loop().time())
            case Kind.ASK:
                facts = self.facts(msgspec.json.decode(payload, type=Question))
                self.send(Kind.ANSWER, channel, msgspec.json.encode(facts))
            case _:
                raise ValueError(kind)

    def facts(self, question: Question) -> Facts:
        """What this node knows."""
        tables = self.nodes.tables
        connected = question.connected is not None and tables.is_connected(question.connected)
        live = {name: tables.actors[name] for name in question.tables if name in tables.actors}
        people = tuple(tables.connections) if question.people else ()
        return Facts(connected, {name: people_to_act(actor.log) for name, actor in live.items()}, people)

    def drop(self) -> None:
        if self.known:
            self.nodes.services.discard(self)
        else:
            self.nodes.strangers -= 1
        for client in self.visitors.values():
            client.end()
        self.visitors.clear()


class ForwardedClient(Dialogue):
    """A client whose websocket is at another node, which has decoded and paid for what she says."""

    def __init__(self, service: Service, channel: int, visitor: Visitor, tables: Tables) -> None:
        super().__init__(Person(visitor.person, visitor.name), tables, visitor.address)
        self.service = service
        self.channel = channel
        self.queue: asyncio.Queue[str] = asyncio.Queue(MOST_UNREAD)
        self.handling = False
        """Whether a message is being handled that has to wait for its table."""
        tables.connect(self)
        self.task = asyncio.create_task(self.run(), name="forwarded client")

    async def run(self) -> None:
        """Handle the messages that were queued, one after the other."""
        while True:
            text = await self.queue.get()
            self.handling = True
            await self.handle(text)
            self.handling = False

    def put(self, text: str) -> None:
        """Handle a message at once, or queue it: to join a table may take a while, and what follows waits for that."""
        if not self.handling and self.queue.empty():
            message = self.decode(text)
            if message is None:
                return
            if not isinstance(message, Join):
                self.handle_now(message, text)
                return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close(SLOW)

    def send(self, message: bytes) -> None:
        self.service.send(Kind.SEND, self.channel, message)

    def show(self, table: str, message: bytes, *, told: bool) -> None:
        name = table.encode()
        self.service.send(Kind.SHOW, self.channel, bytes((told, len(name))) + name + message)

    def close(self, code: int) -> None:
        """Let the other node close the connection."""
        self.service.send(Kind.CLOSE, self.channel, code.to_bytes(2, "big"))
        self.service.visitors.pop(self.channel, None)
        self.end()

    def probe(self) -> None:
        """Let the other node ping her; what is measured is the whole way."""
        if self.lag.begin(asyncio.get_running_loop().time()):
            self.service.send(Kind.PROBE, self.channel)

    def behind(self) -> int:
        """Nobody is shown the lobby over another node."""
        return 0

    async def pay(self, cost: float) -> None:
        """The other node has taken the tokens."""

    async def find(self, name: str) -> TableActor | Link:
        try:
            return await self.tables.actor(name)
        except StoreError as error:
            if error.code == "store/busy":
                self.close(SERVICE_RESTART)  # the table has moved, or moves: this node stops
            raise

    def end(self) -> None:
        """Leave all tables."""
        self.leave_tables()
        self.task.cancel()
