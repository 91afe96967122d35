"""Clients that mean harm: small, and each with one idea.

They come from an address of their own, 127.0.0.2, where the system has one, so that limits by address do not meet the
players of a test.
"""

from __future__ import annotations

import contextlib
import select
import socket
import struct
from collections.abc import Iterator
from typing import Final

from tests.serving import PATIENCE

ATTACKER: Final = "127.0.0.2"
PING, PONG, TEXT, CONTINUATION = 9, 10, 1, 0


def connect(port: int) -> socket.socket:
    """Connect as the attacker, and say nothing."""
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(ATTACKER, 0))


@contextlib.contextmanager
def silent(port: int, count: int) -> Iterator[list[socket.socket]]:
    """Many connections that say nothing, less those that are reset while they are opened."""
    with contextlib.ExitStack() as stack:
        sockets = []
        for _ in range(count):
            with contextlib.suppress(ConnectionResetError):
                sockets.append(stack.enter_context(connect(port)))
        yield sockets


def still_open(sockets: list[socket.socket]) -> list[socket.socket]:
    """Those that the server has not closed."""
    watch = select.poll()
    for each in sockets:
        watch.register(each, select.POLLIN | select.POLLHUP | select.POLLERR)
    closed = {number for number, _ in watch.poll(0)}
    return [each for each in sockets if each.fileno() not in closed]


def websocket(port: int, cookie: str) -> socket.socket:
    """A websocket without a library; what the server says is not read."""
    raw = connect(port)
    answer = handshake(raw, cookie)
    assert b" 101 " in answer, answer
    return raw


def handshake(raw: socket.socket, cookie: str) -> bytes:
    """Ask for a websocket; the head of the answer."""
    raw.sendall(
        b"GET /ws HTTP/1.1\r\nHost: server\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        + f"Cookie: parlour={cookie}\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        received = raw.recv(4096)
        assert received, answer
        answer += received
    return answer


def frame(opcode: int, content: bytes = b"", *, last: bool = True) -> bytes:
    """A frame as a client sends it, with a mask of zeros."""
    length = bytes([0x80 | len(content)]) if len(content) < 126 else b"\xfe" + struct.pack("!H", len(content))
    return bytes([(0x80 if last else 0) | opcode]) + length + bytes(4) + content


def flood(raw: socket.socket, frames: bytes, times: int) -> None:
    """Send frames again and again, until the server has had enough."""
    with contextlib.suppress(OSError):
        for _ in range(times):
            raw.sendall(frames)


def close_code(raw: socket.socket) -> int | None:
    """Read to the end; the code of the close frame, None where the connection was cut without one."""
    received = b""
    with contextlib.suppress(OSError):
        while more := raw.recv(65_536):
            received += more
    at = received.rfind(b"\x88")
    return struct.unpack("!H", received[at + 2 : at + 4])[0] if at >= 0 and len(received) >= at + 4 else None
