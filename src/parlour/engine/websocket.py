"""Lines of the engine protocol over a WebSocket: an engine that runs elsewhere, and ours for others."""

from __future__ import annotations

import os
import socket
import struct
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Final

from websockets.exceptions import ConnectionClosed, InvalidURI, WebSocketException
from websockets.sync.client import connect
from websockets.sync.server import serve

from parlour.core.errors import OptionError
from parlour.engine.errors import EngineError
from parlour.engine.host import Host
from parlour.engine.messages import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from websockets.sync.server import ServerConnection

CONNECT_SECONDS: Final = 10
SEND_SECONDS: Final = 10
"""For an engine to read what fills the buffers between; one that does not has ended the conversation."""
MOST_CONNECTIONS: Final = 16
BUSY: Final = 1013


class EngineSocket:
    """A connection to an engine that runs elsewhere; each message is one line."""

    def __init__(self, address: str) -> None:
        """Connect, or raise EngineError."""
        self.open = ExitStack()
        try:
            self.socket = self.open.enter_context(
                connect(address, open_timeout=CONNECT_SECONDS, max_size=LONGEST_LINE, compression=None, close_timeout=1)
            )
        except (OSError, TimeoutError, InvalidURI, WebSocketException) as error:
            raise EngineError("engine/address", f"cannot connect to {address}: {error}") from error
        limit_sending(self.socket.socket, SEND_SECONDS)

    def send(self, lines: bytes) -> None:
        """Send lines, each as a message; that nobody listens shows when an answer is awaited."""
        try:
            for line in lines.splitlines():
                self.socket.send(line, text=True)
        except ConnectionClosed:
            return

    def receive(self, deadline: float) -> bytes:
        """The next line, or EngineError."""
        try:
            return as_line(self.socket.recv(max(0.0, deadline - time.monotonic())))
        except TimeoutError as error:
            raise EngineError("engine/late", "did not answer in time") from error
        except ConnectionClosed as error:
            raise EngineError("engine/ended", f"closed the connection: {error}") from error

    def cpu_ns(self) -> int:
        """Nobody here knows."""
        return 0

    def close(self, seconds: float) -> bool:
        """Close the connection, which ends the conversation at once."""
        del seconds
        self.open.close()
        return True

    def kill(self) -> None:
        """Close the connection."""
        self.open.close()


def limit_sending(plain: socket.socket, seconds: int) -> None:
    """Let a socket fail that cannot send for so long, and wait as long as it likes to receive."""
    limit = struct.pack("ll", seconds, 0) if os.name == "posix" else struct.pack("i", seconds * 1000)
    with suppress(OSError):  # closed by the other side already, which shows when an answer is awaited
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)


def serve_bots(spec: str, host: str, port: int, announce: Callable[[str], None]) -> None:
    """Serve a bot to whoever connects, until interrupted; `announce` is called with the address."""
    Host(spec)
    active: set[ServerConnection] = set()

    def talk(connection: ServerConnection) -> None:
        if len(active) >= MOST_CONNECTIONS:
            connection.close(BUSY, f"{MOST_CONNECTIONS} conversations at most")
            return
        active.add(connection)
        try:
            for answer in Host(spec).serve(lines_of(connection)):
                for line in answer.splitlines():
                    connection.send(line, text=True)
        except ConnectionClosed:
            return
        finally:
            active.discard(connection)

    try:
        server = serve(talk, host, port, max_size=LONGEST_LINE, compression=None)
    except OSError as error:
        raise OptionError(f"cannot listen at {host}:{port}: {error.strerror}") from error
    with server:
        announce(f"ws://{host}:{server.socket.getsockname()[1]}")
        server.serve_forever()


def lines_of(connection: ServerConnection) -> Iterator[bytes]:
    """The messages of a connection, as lines."""
    return map(as_line, connection)


def as_line(message: str | bytes) -> bytes:
    """A message as the line that it is."""
    return message.encode() if isinstance(message, str) else message
