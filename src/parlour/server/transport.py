"""The TCP side of the server: which connections are admitted, how long a request may take, how many frames may come.

uvicorn parses HTTP and websocket frames; the classes here bound what one peer can make it do.
"""

from __future__ import annotations

import ipaddress
import logging
import secrets
import socket
import struct
import time
from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Protocol

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from parlour.server.limits import Bucket, Buckets

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiler where websockets was installed
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence

    from websockets.http11 import Request

    from parlour.server.settings import Settings

LOG: Final = logging.getLogger("parlour.server")
HEAD_SECONDS: Final = 10.0
"""How long a peer may take to send the head of a request."""
CLOSE_SECONDS: Final = 2.0
"""How long a peer may take to read the close frame."""
CONNECTIONS_PER_WEBSOCKET: Final = 2
"""A page needs connections for its requests beside its websocket."""
BACKLOG: Final = 256
"""Connections that the system holds until they are accepted, all of them in one turn of the event loop."""
RESETS_A_TURN: Final = 32
"""Connections that are reset in one turn of the event loop, so that those who play do not wait for a flood of them."""
RESET: Final = struct.pack("ii", 1, 0)
"""For SO_LINGER: a connection is reset when it is closed, so that nothing of it is left in the system."""
SLICE: Final = 4096
"""Bytes that are parsed before frames are counted."""
READ_BYTES: Final = 65_536
"""The most that is read at once. By default asyncio reserves four times as much for every read, and the system then
maps and unmaps memory each time, which costs more than most messages do."""
MOST_UNREAD: Final = 65_536
"""Bytes that are still read, and discarded, once the close frame is sent."""
INVALID, FLOOD = 1007, 4429
TEXT_FRAME: Final = 0x81
"""The first byte of a text message in one frame."""
LENGTH_16, LENGTH_64 = 126, 127
"""In the place of a frame's length: it follows in two or in eight bytes."""
MASKED, MASK_BYTES = 0x80, 4
PROBE_BYTES: Final = 8


class Peers:
    """The open TCP connections, counted by address."""

    def __init__(self, most: int, per_address: int | None) -> None:
        """Admit so many in all, and from one address, which may open half of them a second; None behind a proxy."""
        self.most = most
        self.per_address = per_address
        self.open: Counter[str] = Counter()
        self.count = 0
        self.rates = None if per_address is None else Buckets(per_address / CONNECTIONS_PER_WEBSOCKET)
        self.warned = 0.0

    def may_connect(self, address: str) -> bool:
        """Whether an address may open a connection now: it has not opened too many a moment ago, and there is room."""
        now = time.monotonic()
        if self.rates is not None and not self.rates.take(address, now):
            if now - self.warned > 1.0:  # a record costs more than all the rest of a refusal
                self.warned = now
                LOG.warning("an address opens more than %d connections a second; more are reset", self.rates.rate)
            return False
        return self.has_room(address)

    def admit(self, address: str) -> bool:
        """Count a new connection; False, and not counted, where there are too many."""
        if not self.has_room(address):
            return False
        self.open[address] += 1
        self.count += 1
        return True

    def has_room(self, address: str) -> bool:
        """Whether one more connection may be open."""
        if self.count >= self.most:
            LOG.warning("%d connections are open; more are closed at once", self.most)
            return False
        if self.per_address is not None and self.open[address] >= self.per_address:
            LOG.warning("an address has %d connections open; more are closed at once", self.per_address)
            return False
        return True

    def leave(self, address: str) -> None:
        """Count a connection no more."""
        self.count -= 1
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


class Listener(socket.socket):
    """A listening socket that resets connections which may not be opened, before anything is built for them.

    asyncio spends ten times as much on a connection that is closed as soon as it is made.
    """

    peers: Peers

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that is admitted; BlockingIOError where none waits, or many in a row were reset."""
        for _ in range(RESETS_A_TURN):
            connection, address = super().accept()
            if self.peers.may_connect(network_of(address[0])):
                return connection, address
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            connection.close()
        raise BlockingIOError


class ServerConfig(uvicorn.Config):
    """uvicorn's configuration, with what the protocols below need."""

    def __init__(self, app: Any, settings: Settings, most: int, **options: Any) -> None:
        super().__init__(app, http=HttpProtocol, ws=WebSocketProtocol, **options)
        self.messages = settings.messages
        per_address = None if settings.behind_proxy else settings.per_address * CONNECTIONS_PER_WEBSOCKET
        self.peers = Peers(most, per_address)


class HttpProtocol(H11Protocol):
    """HTTP on one connection, until it becomes a websocket."""

    config: ServerConfig
    deadline: asyncio.TimerHandle | None = None
    address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or close it."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):  # of asyncio's own transports
            transport.max_size = READ_BYTES
        address = network_of(self.client[0] if self.client else "")
        if not self.config.peers.admit(address):
            transport.abort()
            return
        self.address = address
        self.limit_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.deadline is not None:
            self.deadline.cancel()
        if self.address is not None:
            self.config.peers.leave(self.address)

    def limit_head(self) -> None:
        """Start the time-out of the next request's head."""
        self.deadline = self.loop.call_later(HEAD_SECONDS, self.expire)

    def expire(self) -> None:
        """Close the connection, unless a request is being answered."""
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()

    def on_response_complete(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        self.limit_head()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over; it stays counted."""
        if self.deadline is not None:
            self.deadline.cancel()
        super().handle_websocket_upgrade(event)


class Receiver(Protocol):
    """Whoever serves a websocket directly, without ASGI's events in between."""

    def take(self, text: str) -> bool:
        """Handle a message at once; False where it has to wait, so that it comes as an event."""

    def flush(self) -> None:
        """Send what is queued: there is room again."""

    def answer_probe(self) -> None:
        """Note the answer to a ping of `probe`."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A websocket. Every frame counts, also those that only the protocol sees: pings, pongs and fragments.

    Who serves it finds it as `protocol` in the state of its scope. A message that can be handled at once, and all
    that is sent, then takes the short way: ASGI's queue, its events and a task for each direction cost more than
    most messages do.
    """

    config: ServerConfig
    unread = MOST_UNREAD
    """Bytes that may still come once the close frame is sent."""
    at_boundary = True
    """Whether all that has come so far were whole frames, so that the next one begins with the next data."""
    receiver: Receiver | None = None
    probe_payload = b""
    """Of the ping that measures the lag; only who has received it can answer it."""
    may_hand_over = False
    """Whether a message may be handed over directly: one for each read, so that nobody else waits for a burst."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["state"]["protocol"] = self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.close_timeout = CLOSE_SECONDS
        self.bucket = Bucket(self.config.messages, self.loop.time())

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.peers.leave(network_of(self.client[0] if self.client else ""))

    def data_received(self, data: bytes) -> None:
        """Parse what has come, a little at a time: most of a flood is not even parsed."""
        self.may_hand_over = True
        if self.at_boundary and self.handshake_complete:
            text = self.whole_text(data)
            if text is not None:
                self.receive_text(text)
                return
            self.at_boundary = ends_with_frame(data)
        elif self.handshake_initiated:
            self.at_boundary = False  # frames that came before the handshake had ended
        for start in range(0, len(data), SLICE):
            part = data[start : start + SLICE]
            if self.close_sent:
                self.unread -= len(part)
            if self.unread < 0:
                self.transport.abort()
            if self.transport.is_closing():
                return
            super().data_received(part)

    def whole_text(self, data: bytes) -> bytes | None:
        """The text of data that is one whole message, as nearly all are: it needs no parser."""
        if len(data) > SLICE or data[0] != TEXT_FRAME or self.conn.current_size is not None or not self.is_open():
            return None
        start, end = frame_span(data, 0) or (0, 0)
        return apply_mask(data[start:], data[start - MASK_BYTES : start]) if end == len(data) else None

    def receive_text(self, text: bytes) -> None:
        """Count a message, and hand it over unless there are too many."""
        if self.bucket.take(self.loop.time()):
            self.curr_msg_data_type, self.frames = "text", [text]
            self.send_receive_event_to_app()
        else:
            self.fail(FLOOD)

    def handle_events(self) -> None:
        """Count the frames that have come, and handle them unless they are too many."""
        now = self.loop.time()
        if self.close_sent or all(self.bucket.take(now) for event in self.conn.events if isinstance(event, Frame)):
            super().handle_events()
        else:
            self.conn.events_received()
            self.fail(FLOOD)

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message over; text that is no UTF-8 closes the connection."""
        if self.curr_msg_data_type == "text":
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.fail(INVALID)
                return
            if self.hand_over(text):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def hand_over(self, text: str) -> bool:
        """Let the receiver handle a message, unless one before it still waits; whether it did."""
        if self.receiver is None or not self.may_hand_over or self.close_sent or not self.queue.empty():
            return False
        self.may_hand_over = False
        return self.receiver.take(text)

    # Sending, without ASGI's events.

    def is_open(self) -> bool:
        """Whether anything can still be sent."""
        return self.conn.state is State.OPEN and not self.disconnected and not self.transport.is_closing()

    def has_room(self) -> bool:
        """Whether the peer reads what it is sent."""
        return self.writable.is_set()

    def write_texts(self, messages: Sequence[bytes]) -> None:
        """Send text messages, in one write."""
        self.transport.write(b"".join([part for message in messages for part in (text_header(len(message)), message)]))

    def probe(self) -> None:
        """Send a ping that measures the lag; those that keep the connection alive are apart."""
        self.probe_payload = secrets.token_bytes(PROBE_BYTES)
        self.conn.send_ping(self.probe_payload)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def send_keepalive_ping(self) -> None:
        """Ping a peer that was silent for the whole interval; who speaks is there."""
        assert self.ping_interval is not None
        silent = self.loop.time() - self.bucket.updated
        if silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_pong(self, event: Frame) -> None:
        """Tell the receiver of the answer to its ping."""
        if self.probe_payload and bytes(event.data) == self.probe_payload:
            self.probe_payload = b""
            if self.receiver is not None:
                self.receiver.answer_probe()
        else:
            super().handle_pong(event)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.receiver is not None:
            self.receiver.flush()

    def handle_parser_exception(self) -> None:
        """Close after a malformed frame; before the handshake has ended there is nobody to tell."""
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def shutdown(self) -> None:
        """Close because the server stops; a client sends again what was not answered."""
        self.discard_received()
        super().shutdown()

    def discard_received(self) -> None:
        """Forget messages that have come and are not yet handled."""
        while not self.queue.empty():
            self.queue.get_nowait()

    def fail(self, code: int) -> None:
        """Send a close frame, and give the peer a little time to read it."""
        if self.conn.state is not State.OPEN:
            self.transport.abort()
            return
        self.discard_received()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)


def network_of(address: str) -> str:
    """What is counted as one address: an IPv4 address, or the 64-bit network of an IPv6 address."""
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address


def frame_span(data: bytes, begin: int) -> tuple[int, int] | None:
    """Where the payload of a masked frame begins and ends (RFC 6455, 5.2); None where that is not clear, or rare."""
    header = data[begin : begin + 4]
    if len(header) < MASK_BYTES or not header[1] & MASKED:
        return None
    length = header[1] & ~MASKED
    if length < LENGTH_16:
        start = begin + 2 + MASK_BYTES
    elif length == LENGTH_16:
        start, length = begin + 4 + MASK_BYTES, header[2] << 8 | header[3]
    else:
        return None
    return start, start + length


def ends_with_frame(data: bytes) -> bool:
    """Whether data that begins with a frame also ends with one."""
    end = 0
    while end < len(data):
        span = frame_span(data, end)
        if span is None:
            return False
        _, end = span
    return end == len(data)


def text_header(length: int) -> bytes:
    """What stands before a text message of so many bytes (RFC 6455, 5.2); a server masks nothing."""
    if length < LENGTH_16:
        return bytes((TEXT_FRAME, length))
    if length < 1 << 16:
        return struct.pack("!BBH", TEXT_FRAME, LENGTH_16, length)
    return struct.pack("!BBQ", TEXT_FRAME, LENGTH_64, length)
