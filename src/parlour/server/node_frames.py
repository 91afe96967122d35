"""Frames between nodes: how they are cut, who may send them, and how much may wait.

A connection begins with a challenge each way, answered by an HMAC with the secret that all nodes share. Until then a
peer may send next to nothing and has little time. What is said later is not encrypted: nodes belong into one network.
"""

from __future__ import annotations

import asyncio
import enum
import hmac
import secrets
import struct
from typing import Final

import msgspec

HEAD: Final = struct.Struct(">IBQ")
"""Length of the payload, kind, channel."""
LARGEST: Final = 1_048_576
LARGEST_STRANGE: Final = 256
"""The most bytes of a payload before the peer is known."""
MOST_UNSENT: Final = 8_388_608
"""Bytes that a peer may be behind; then it is given up, so that nobody else waits for it."""
HANDSHAKE_SECONDS: Final = 3.0
PING_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 3.5
"""After so long without a word a peer is given up."""
NONCE: Final = 32


class Kind(enum.IntEnum):
    """What a frame is."""

    HELLO = 1
    """A nonce of the node that was called."""
    PROOF = 2
    """Of the caller: its nonce, the number of the node that it wants, and the HMAC; then of the other: the HMAC."""
    PING = 3
    OPEN = 4
    """A client of the caller has something to say: who she is."""
    TEXT = 5
    """A message of a client, as it came."""
    GONE = 6
    """The client has gone."""
    SEND = 7
    """A message for a client, as she is sent it."""
    SHOW = 8
    """The state of a table for a client: whether it tells something, the table's name, the message."""
    CLOSE = 9
    """Close the client's connection, with a code."""
    ASK = 10
    """A question of the node itself."""
    ANSWER = 11
    PROBE = 12
    """Ping a client."""
    ECHO = 13
    """The client has answered."""


def proof(secret: str, role: bytes, first: bytes, second: bytes, node: int) -> bytes:
    """What only a node with the secret can answer to two nonces."""
    return hmac.digest(secret.encode(), role + first + second + node.to_bytes(8, "big"), "sha256")


def split_address(address: str) -> tuple[str, int]:
    """Host and port of HOST:PORT; an IPv6 address is in brackets."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


class FrameProtocol(asyncio.Protocol):
    """One connection between two nodes; subclasses say what frames do."""

    transport: asyncio.Transport

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.nonce = secrets.token_bytes(NONCE)
        self.buffer = bytearray()
        self.unsent: list[bytes] = []
        self.known = False
        self.lost = False
        self.heard = 0.0
        self.timer: asyncio.TimerHandle | None = None

    # What subclasses do.

    def greet(self) -> None:
        """Begin the handshake."""

    def prove(self, kind: Kind, payload: bytes) -> None:
        """Go on with the handshake; ValueError where the peer is not who it should be."""

    def receive(self, kind: Kind, channel: int, payload: bytes) -> None:
        """Take a frame of a known peer."""

    def drop(self) -> None:
        """Clean up when the connection has ended."""

    # The connection.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.heard = asyncio.get_running_loop().time()
        self.timer = asyncio.get_running_loop().call_later(HANDSHAKE_SECONDS, self.expire)
        self.greet()

    def expire(self) -> None:
        """Give up a peer that is silent, or does not prove itself; else ping it."""
        loop = asyncio.get_running_loop()
        if not self.known or loop.time() - self.heard > SILENT_SECONDS:
            self.abort()
            return
        self.send(Kind.PING)
        self.timer = loop.call_later(PING_SECONDS, self.expire)

    def accept(self) -> None:
        """Note that the peer is a node."""
        self.known = True
        if self.timer is not None:
            self.timer.cancel()
        self.expire()

    def data_received(self, data: bytes) -> None:
        self.heard = asyncio.get_running_loop().time()
        self.buffer += data
        start = 0
        try:
            while len(self.buffer) - start >= HEAD.size and not self.lost:
                length, kind, channel = HEAD.unpack_from(self.buffer, start)
                if length > (LARGEST if self.known else LARGEST_STRANGE):
                    self.abort()
                    return
                end = start + HEAD.size + length
                if len(self.buffer) < end:
                    break
                self.dispatch(Kind(kind), channel, bytes(self.buffer[start + HEAD.size : end]))
                start = end
        except (ValueError, msgspec.MsgspecError):
            self.abort()
            return
        del self.buffer[:start]

    def dispatch(self, kind: Kind, channel: int, payload: bytes) -> None:
        if not self.known:
            self.prove(kind, payload)
        elif kind is not Kind.PING:
            self.receive(kind, channel, payload)

    def send(self, kind: Kind, channel: int = 0, payload: bytes = b"") -> None:
        """Queue a frame; all frames of one turn of the event loop go out together."""
        if self.lost:
            return
        if not self.unsent:
            asyncio.get_running_loop().call_soon(self.flush)
        self.unsent += (HEAD.pack(len(payload), kind, channel), payload)

    def flush(self) -> None:
        """Send what is queued; a peer that is too far behind is given up."""
        unsent, self.unsent = self.unsent, []
        if self.lost:
            return
        self.transport.write(b"".join(unsent))
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.abort()

    def abort(self) -> None:
        """End the connection at once."""
        self.transport.abort()
        self.connection_lost(None)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if self.timer is not None:
            self.timer.cancel()
        if not self.lost:
            self.lost = True
            self.drop()
