"""Frames between nodes: they arrive however they are cut, strangers get nowhere, and nobody waits for a slow node."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from parlour.server.lag import LagMeter
from parlour.server.node_frames import HEAD, LARGEST_STRANGE, MOST_UNSENT, NONCE, FrameProtocol, Kind, proof
from parlour.server.node_link import Link
from parlour.server.node_service import MOST_STRANGERS, Service
from parlour.server.postgres_nodes import Peer
from parlour.server.store import Person
from tests.serving import eventually

pytestmark = pytest.mark.anyio
SECRET = "a secret of the tests"  # noqa: S105 - of nobody else


class Wire(asyncio.Transport):
    """A transport that keeps what is written, and may be clogged."""

    def __init__(self, *, unsent: int = 0) -> None:
        super().__init__()
        self.written = b""
        self.unsent = unsent
        self.aborted = False

    def write(self, data: Any) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.aborted = True


class Watcher:
    """A client that notes what it is sent."""

    person = Person(7, "Ada")
    address = "192.0.2.1"
    session = ""

    def __init__(self) -> None:
        self.sent: list[object] = []
        self.closed: list[int] = []
        self.lag = LagMeter()

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def show(self, table: str, message: bytes, *, told: bool) -> None:
        self.sent.append((table, message, told))

    def close(self, code: int) -> None:
        self.closed.append(code)

    def probe(self) -> None:
        self.sent.append("ping")


class FakeNodes:
    """As much of a node as a service asks for."""

    secret = SECRET
    id = 3
    strangers = 0

    def __init__(self) -> None:
        self.services: set[Service] = set()


def frame(kind: Kind, channel: int, payload: bytes) -> bytes:
    return HEAD.pack(len(payload), kind, channel) + payload


def linked(wire: Wire) -> Link:
    """A link whose peer has proved itself."""
    link = Link(SECRET, Peer(3, "one", "127.0.0.1:1"))
    link.connection_made(wire)
    theirs = b"n" * NONCE
    link.data_received(frame(Kind.HELLO, 0, theirs))
    link.data_received(frame(Kind.PROOF, 0, proof(SECRET, b"answer", link.nonce, theirs, 3)))
    assert link.known
    return link


async def test_frames_arrive_however_they_are_cut() -> None:
    link, client = linked(Wire()), Watcher()
    link.forward(client, '{"t":"join","table":"t"}')
    stream = frame(Kind.SEND, 1, b"done") + frame(Kind.SHOW, 1, b"\x01\x01tstate") + frame(Kind.SEND, 9, b"nobody's")

    for byte in stream + frame(Kind.CLOSE, 1, (1012).to_bytes(2, "big")):
        link.data_received(bytes((byte,)))

    assert client.sent == [b"done", ("t", b"state", True)]
    assert client.closed == [1012]
    link.abort()


async def test_a_client_is_pinged_for_another_node_which_is_told_of_the_answer() -> None:
    wire = Wire()
    link, client = linked(wire), Watcher()
    link.forward(client, '{"t":"join","table":"t"}')
    link.data_received(frame(Kind.PROBE, 1, b""))
    assert client.sent == ["ping"]

    for _ in range(2):
        link.answer_probe(client)
    await asyncio.sleep(0)

    assert wire.written.count(frame(Kind.ECHO, 1, b"")) == 1, "nobody waits for a second answer"
    link.leave(client)
    link.abort()


async def test_a_node_that_reads_too_slowly_is_given_up_and_its_clients_reconnect() -> None:
    wire = Wire()
    link, clients = linked(wire), [Watcher() for _ in range(5)]
    for client in clients:
        link.forward(client, "hello")
    await asyncio.sleep(0)
    assert b"hello" in wire.written

    wire.unsent = MOST_UNSENT + 1
    link.forward(clients[0], "one more")
    await eventually(lambda: all(client.closed == [1012] for client in clients), lambda: wire.written)

    link.forward(clients[0], "into nothing")
    await asyncio.sleep(0)
    assert wire.aborted
    assert b"into nothing" not in wire.written


@pytest.mark.parametrize(
    "sent",
    [
        frame(Kind.OPEN, 1, b'[1,"Ada","x"]'),
        frame(Kind.PROOF, 0, b"n" * (NONCE + 32)),
        frame(Kind.PROOF, 0, b""),
        HEAD.pack(LARGEST_STRANGE + 1, Kind.PROOF, 0),
        HEAD.pack(0, 99, 0),
    ],
    ids=["before the proof", "a wrong proof", "an empty proof", "too much", "no such kind"],
)
async def test_a_stranger_is_turned_away(sent: bytes) -> None:
    nodes, wire = FakeNodes(), Wire()
    service = Service(cast("Any", nodes))
    service.connection_made(wire)
    assert nodes.strangers == 1

    service.data_received(sent)

    assert wire.aborted
    assert (nodes.strangers, nodes.services) == (0, set())


async def test_strangers_who_say_nothing_are_few() -> None:
    nodes = FakeNodes()
    wires = [Wire() for _ in range(MOST_STRANGERS + 1)]
    services: list[FrameProtocol] = [Service(cast("Any", nodes)) for _ in wires]
    for service, wire in zip(services, wires, strict=True):
        service.connection_made(wire)

    assert [wire.aborted for wire in wires] == [False] * MOST_STRANGERS + [True]
    services[0].expire()
    assert wires[0].aborted, "there is not much time"
    for service in services:
        service.abort()
    assert nodes.strangers == 0
