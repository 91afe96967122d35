"""The connection to another node, for all clients of this one who look at its tables."""

from __future__ import annotations

import asyncio
import hmac
import logging
from itertools import count
from random import SystemRandom
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.server.errors import StoreError
from parlour.server.node_frames import NONCE, FrameProtocol, Kind, proof, split_address
from parlour.server.table_actor import SERVICE_RESTART

if TYPE_CHECKING:
    from parlour.server.postgres_nodes import Peer
    from parlour.server.subscribers import Subscriber

LOG: Final = logging.getLogger("parlour.server")
CONNECT_SECONDS: Final = 2.0
ANSWER_SECONDS: Final = 1.0
JITTER_SECONDS: Final = 0.3
"""Over how long clients are told to reconnect, so that they do not all come at once."""


class Visitor(msgspec.Struct, frozen=True, array_like=True):
    """A client of another node."""

    person: int
    name: str
    address: str


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a node asks another."""

    connected: int | None = None
    """Whether this person has a connection there."""
    tables: tuple[str, ...] = ()
    """Whose turn it is at these tables."""
    people: bool = False
    """Who has a connection there."""


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer."""

    connected: bool = False
    to_act: dict[str, tuple[int, ...]] = {}
    people: tuple[int, ...] = ()


class Link(FrameProtocol):
    """The calling side of a connection between nodes."""

    def __init__(self, secret: str, peer: Peer) -> None:
        super().__init__(secret)
        self.peer = peer
        self.theirs = b""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.clients: dict[int, Subscriber] = {}
        self.channels: dict[Subscriber, int] = {}
        self.probed: set[Subscriber] = set()
        """Clients whose answers to a ping the node waits for."""
        self.questions: dict[int, asyncio.Future[Facts]] = {}
        self.numbers = count(1)

    @classmethod
    async def open(cls, secret: str, peer: Peer) -> Link:
        """Connect to a node, and prove each other's identity; OSError where that fails."""
        host, port = split_address(peer.address)
        async with asyncio.timeout(CONNECT_SECONDS):
            loop = asyncio.get_running_loop()
            _, link = await loop.create_connection(lambda: cls(secret, peer), host, port)
            try:
                await link.ready
            except BaseException:
                link.abort()
                raise
        return link

    # The handshake.

    def prove(self, kind: Kind, payload: bytes) -> None:
        if kind is Kind.HELLO and not self.theirs and len(payload) == NONCE:
            self.theirs = payload
            mac = proof(self.secret, b"call", payload, self.nonce, self.peer.id)
            self.send(Kind.PROOF, self.peer.id, self.nonce + mac)
        elif kind is Kind.PROOF and self.theirs:
            mac = proof(self.secret, b"answer", self.nonce, self.theirs, self.peer.id)
            if not hmac.compare_digest(mac, payload):
                raise ValueError("not a node")
            self.accept()
            if not self.ready.done():
                self.ready.set_result(None)
        else:
            raise ValueError("not a node")

    # Clients.

    def forward(self, client: Subscriber, text: str) -> None:
        """Pass on what a client says."""
        channel = self.channels.get(client)
        if channel is None:
            channel = next(self.numbers)
            self.channels[client], self.clients[channel] = channel, client
            visitor = Visitor(client.person.id, client.person.name, client.address)
            self.send(Kind.OPEN, channel, msgspec.json.encode(visitor))
        self.send(Kind.TEXT, channel, text.encode())

    def leave(self, client: Subscriber) -> None:
        """Tell the node that a client has gone."""
        channel = self.channels.pop(client, None)
        self.probed.discard(client)
        if channel is not None:
            del self.clients[channel]
            self.send(Kind.GONE, channel)

    def answer_probe(self, client: Subscriber) -> None:
        """Tell the node that a client has answered its ping."""
        if client in self.probed:
            self.probed.discard(client)
            self.send(Kind.ECHO, self.channels[client])

    async def ask(self, question: Question) -> Facts:
        """What the node answers; StoreError where it does not, in time."""
        number = next(self.numbers)
        answer: asyncio.Future[Facts] = asyncio.get_running_loop().create_future()
        self.questions[number] = answer
        self.send(Kind.ASK, number, msgspec.json.encode(question))
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await answer
        except TimeoutError as error:
            name = self.peer.name
            raise StoreError("store/busy", f"node {name!r} does not answer", parameters={"node": name}) from error
        finally:
            self.questions.pop(number, None)

    def receive(self, kind: Kind, channel: int, payload: bytes) -> None:
        if kind is Kind.ANSWER:
            answer = self.questions.get(channel)
            if answer is not None and not answer.done():
                answer.set_result(msgspec.json.decode(payload, type=Facts))
            return
        client = self.clients.get(channel)
        if client is None:
            return
        match kind:
            case Kind.SEND:
                client.send(payload)
            case Kind.SHOW:
                end = 2 + payload[1]
                client.show(payload[2:end].decode(), payload[end:], told=bool(payload[0]))
            case Kind.CLOSE:
                client.close(int.from_bytes(payload, "big"))
            case Kind.PROBE:
                self.probed.add(client)
                client.probe()
            case _:
                raise ValueError(kind)

    def drop(self) -> None:
        """Let all clients reconnect, one after the other: their tables will have another owner."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionResetError(f"node {self.peer.name!r} hung up"))
            self.ready.exception()
        for answer in self.questions.values():
            if not answer.done():
                name = self.peer.name
                answer.set_exception(StoreError("store/busy", f"node {name!r} is gone", parameters={"node": name}))
        if self.clients:
            LOG.info("node %s is not reachable; %d clients are told to reconnect", self.peer.name, len(self.clients))
        rng, loop = SystemRandom(), asyncio.get_running_loop()
        for client in self.clients.values():
            loop.call_later(rng.uniform(0.0, JITTER_SECONDS), client.close, SERVICE_RESTART)
        self.clients.clear()
        self.channels.clear()
        self.probed.clear()
