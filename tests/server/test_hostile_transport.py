"""What one address can make the transport do: connections, frames, and the end of the server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import time

import pytest

from parlour.server.log_limit import OncePerWindow
from parlour.server.transport import BACKLOG, Listener, Peers, network_of
from tests.server.client import people
from tests.server.conftest import Launch
from tests.server.hostile import (
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    close_code,
    connect,
    frame,
    silent,
    still_open,
    websocket,
)
from tests.server.server_process import ServerProcess
from tests.serving import eventually, wait_until

pytestmark = pytest.mark.anyio


def test_silent_connections_are_counted_and_closed_in_time(launch: Launch) -> None:
    server = launch("--per-address", "8", limits=())
    with silent(server.port, 300) as sockets:
        wait_until(lambda: len(still_open(sockets)) <= 16, lambda: len(still_open(sockets)))

        assert server.call("GET", "/healthz").status == 200, "another address is served"
        wait_until(lambda: not still_open(sockets), lambda: len(still_open(sockets)))
    assert server.said().count("an address has") == 1, "one line for 284 connections"
    assert len(server.said()) < 2000


def test_a_request_that_never_ends_is_cut_off(server: ServerProcess) -> None:
    with connect(server.port) as first, connect(server.port) as later:
        first.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
        later.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b" 200 " in later.recv(4096)
        later.sendall(b"GET")  # stops uvicorn's keep-alive timer

        wait_until(lambda: not still_open([first, later]), lambda: "still open")


def test_frames_that_carry_no_message_count_too(launch: Launch) -> None:
    server = launch("--messages", "5", limits=())
    fragments = frame(TEXT, last=False) + frame(CONTINUATION, last=False) * 500
    for frames in (frame(PING) * 500, frame(PONG) * 500, fragments):
        with websocket(server.port, server.guest("Cy")) as raw:
            raw.sendall(frames)

            assert close_code(raw) == 4429


@pytest.mark.parametrize(
    "frames",
    [
        frame(TEXT, b"\xff\xfe"),
        frame(TEXT, b"\xc3", last=False) + frame(CONTINUATION, b"\x28"),
        frame(8, b"\x03\xe8\xff"),
    ],
    ids=["text", "fragments", "close"],
)
def test_text_that_is_no_utf_8_is_refused_without_a_traceback(server: ServerProcess, frames: bytes) -> None:
    with websocket(server.port, server.guest("Cy")) as raw:
        raw.sendall(frames)

        assert close_code(raw) == 1007
    assert "Traceback" not in server.said()


def test_frames_before_the_handshake_has_ended_leave_no_traceback(server: ServerProcess) -> None:
    with connect(server.port) as raw:
        raw.sendall(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n" + b"\xff" * 64
        )
        close_code(raw)
    assert server.call("GET", "/healthz").status == 200
    assert "Traceback" not in server.said()


def test_a_stop_waits_for_nobody(launch: Launch) -> None:
    server = launch("--workers", "1", "--think", "3600", limits=())
    cookie = server.guest("Ada")
    with contextlib.ExitStack() as stack:
        stack.enter_context(silent(server.port, 50))
        deaf = [stack.enter_context(websocket(server.port, cookie)) for _ in range(4)]
        for raw in deaf:
            raw.sendall(frame(PING) * 80)
        asyncio.run(stop_a_worker(server))
        server.stop()  # fails where the server does not end
    assert "Traceback" not in server.said()


async def stop_a_worker(server: ServerProcess) -> None:
    """Stop the worker that thinks for a bot."""
    async with people(server, "Bo") as [bo]:
        table = server.open_table(bo.cookie, game="haggis", seats=["", "master"])
        await bo.join(table)
        await bo.until(lambda: bo.shown[table]["scene"]["to_act"])
        await bo.say(t="hint", table=table)  # where the bot does not move first
        await eventually(lambda: len(server.children()) > 1, server.children)  # one is multiprocessing's own
        for child in server.children():
            os.kill(child, signal.SIGSTOP)


def test_ipv6_addresses_of_one_network_count_as_one() -> None:
    assert network_of("2001:db8:1:2::5") == network_of("2001:db8:1:2:ffff::1%eth0")
    assert network_of("2001:db8:1:2::5") != network_of("2001:db8:1:3::5")
    assert network_of("192.0.2.1") != network_of("192.0.2.2")


def test_connections_are_counted_in_all_and_by_address() -> None:
    peers = Peers(3, 2)

    assert [peers.admit(address) for address in "aaabb"] == [True, True, False, True, False]
    peers.leave("a")
    assert [peers.admit(address) for address in "ba"] == [True, False]
    behind_proxy = Peers(10, None)
    assert all(behind_proxy.admit("proxy") for _ in range(10))


def test_an_address_that_connects_too_often_is_reset_before_anything_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    often = 3 * BACKLOG
    with Listener(fileno=socket.create_server(("127.0.0.1", 0), backlog=BACKLOG).detach()) as listening:
        listening.settimeout(0.0)
        listening.peers = Peers(10_000, 8)
        port = listening.getsockname()[1]
        admitted = 0
        for _ in range(often):
            connect(port).close()
            with contextlib.suppress(BlockingIOError):
                listening.accept()[0].close()
                admitted += 1

        assert admitted == 12, "three seconds of four each"
        with socket.create_connection(("127.0.0.1", port)):
            listening.accept()[0].close()  # another address
        now += 1.0
        with connect(port):
            listening.accept()[0].close()


def test_connections_above_those_of_all_addresses_are_reset() -> None:
    with Listener(fileno=socket.create_server(("127.0.0.1", 0), backlog=BACKLOG).detach()) as listening:
        listening.settimeout(0.0)
        listening.peers = Peers(0, 8)
        with silent(listening.getsockname()[1], 5) as sockets:
            with pytest.raises(BlockingIOError):
                listening.accept()

            assert not still_open(sockets)


def test_a_cause_is_logged_once_a_minute_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limit = OncePerWindow()

    def logged(message: str, *arguments: object) -> str | None:
        record = logging.LogRecord("parlour", logging.WARNING, "", 1, message, arguments, None)
        return record.getMessage() if limit.filter(record) else None

    assert logged("table %s", "a") == "table a"
    assert [logged("table %s", "b"), logged("other")] == [None, "other"]
    now += 61
    assert logged("table %s", "c") == "table c (and 1 more like it)"
