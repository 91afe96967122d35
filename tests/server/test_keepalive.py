"""Which peers are pinged: only those who have said nothing for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from websockets.protocol import State
from websockets.server import ServerProtocol

from parlour.server.limits import Bucket
from parlour.server.transport import WebSocketProtocol


class Loop:
    """An event loop whose time is set, and that only notes what it shall call."""

    def __init__(self) -> None:
        self.now = 100.0
        self.delays: list[float] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[[], None]) -> None:
        del callback
        self.delays.append(delay)


class Transport:
    """Keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.written.append(data)


def test_only_a_silent_peer_is_pinged() -> None:
    protocol = WebSocketProtocol.__new__(WebSocketProtocol)
    loop, transport = Loop(), Transport()
    protocol.loop, protocol.transport = cast("Any", loop), cast("Any", transport)
    protocol.conn = ServerProtocol()
    protocol.conn.state = State.OPEN
    protocol.close_sent = False
    protocol.ping_interval, protocol.ping_timeout = 20.0, 15.0
    protocol.bucket = Bucket(30.0, loop.now)

    loop.now += 20.0
    protocol.bucket.take(loop.now - 3.0)  # a message
    protocol.send_keepalive_ping()
    assert transport.written == []
    assert loop.delays == [17.0], "looked at again when she has been silent for 20 seconds"

    loop.now += 17.0
    protocol.send_keepalive_ping()
    assert len(transport.written) == 1
    assert loop.delays == [17.0, 15.0], "closed if there is no answer"
