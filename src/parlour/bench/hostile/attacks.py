"""The attacks: each is what one address can do to the others, as fast as the server lets it, until cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import socket
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Final

from websockets.exceptions import WebSocketException

from parlour.bench.catalogue import CASES
from parlour.bench.hostile.visitor import GONE, PAUSE_SECONDS, Visitor, encoded
from parlour.core.game import CHANCE
from parlour.core.log import write_log
from parlour.core.table import Table
from parlour.games.catalogue import KINDS, make_game
from parlour.server.examples import own_games
from parlour.server.http import LARGEST_LOG
from parlour.server.replay import MOST_EVENTS
from parlour.server.transport import RESET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from websockets.asyncio.client import ClientConnection

Attack = Callable[[Visitor, str], Awaitable[None]]
"""What an attacker does, who knows the link of one table where others play."""
LINES: Final = 60
"""Connections of an attack that uses many; an address may have 64."""
SILENT: Final = 2_000
CONNECTS: Final = 64
"""Connections that are opened before the attacker does anything else."""
SHORTEST_LINE: Final = 50
"""Bytes of the shortest line of a log."""
ABSURD: Final = 10**400
REFUSED: Final = (*GONE, WebSocketException, ValueError, KeyError)
"""What ends one try of an attack, but not the attack."""


async def persist(attempt: Callable[[], Awaitable[None]]) -> None:
    """Try again and again."""
    while True:
        with contextlib.suppress(*REFUSED):
            await attempt()
        await asyncio.sleep(PAUSE_SECONDS)


async def on_lines(visitor: Visitor, count: int, use: Callable[[ClientConnection], Awaitable[None]]) -> None:
    """Use so many websockets at once, each opened again when it is closed."""

    async def line() -> None:
        async with visitor.websocket() as websocket:
            await use(websocket)

    await asyncio.gather(*(persist(line) for _ in range(count)))


async def own_table(visitor: Visitor, *, seats: Sequence[str | None], length: int | None = None) -> str:
    """Open a table of the first game, for a long match or one of the given length; its name."""
    game = own_games()[0]
    options = CASES[game].long_match if length is None else {str(KINDS[game].length): length}
    body = {"game": game, "options": options, "seats": list(seats)}
    return str((await visitor.post("/api/tables", body))["table"])


async def join_again(visitor: Visitor, table: str) -> None:
    """Join the others' table again and again."""
    await visitor.come_in("joiner")

    async def use(websocket: ClientConnection) -> None:
        reading = asyncio.create_task(drain(websocket))
        try:
            while True:
                await websocket.send(encoded(t="join", table=table))
                await asyncio.sleep(0.01)
        finally:
            reading.cancel()

    await on_lines(visitor, 4, use)


async def drain(websocket: ClientConnection) -> None:
    """Read what comes, until the server closes the connection."""
    with contextlib.suppress(WebSocketException):
        async for _ in websocket:
            pass


async def open_bot_tables(visitor: Visitor, table: str) -> None:
    """Open tables where only bots play, for ever if the server allows it."""
    del table
    await visitor.come_in("opener")

    async def attempt() -> None:
        for length in (ABSURD, None):
            await own_table(visitor, seats=("master", "master"), length=length)

    await asyncio.gather(*(persist(attempt) for _ in range(4)))


async def replay_large_logs(visitor: Visitor, table: str) -> None:
    """Ask for frames of the largest legal log."""
    del table
    log = await asyncio.to_thread(large_log)
    await asyncio.gather(*(persist(lambda: posted_log(visitor, log)) for _ in range(8)))


async def posted_log(visitor: Visitor, log: bytes) -> None:
    await visitor.request("POST", "/api/frames?seat=all&count=100", log)


def large_log() -> bytes:
    """A legal log of a long match, as large as the server takes."""
    game = own_games()[0]
    table = Table(make_game(game, CASES[game].long_match))
    rng = Random(1)
    while table.to_act() and len(table.events) < min(MOST_EVENTS, LARGEST_LOG // SHORTEST_LINE):
        actor = table.to_act()[0]
        if actor is CHANCE:
            table.deal(rng)
        else:
            table.play(actor, rng.choice(table.legal_moves(actor)))
    file = io.StringIO()
    write_log(table, file)
    return file.getvalue().encode()[:LARGEST_LOG].rpartition(b"\n")[0] + b"\n"


async def stay_silent(visitor: Visitor, table: str) -> None:
    """Open connections and send nothing, or half a request."""
    del table
    kept: list[asyncio.StreamWriter] = []

    async def attempt() -> None:
        _, writer = await visitor.open()
        if len(kept) % 2:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: ")
        kept.append(writer)
        if len(kept) > SILENT:
            kept.pop(0).close()

    await asyncio.gather(*(persist(attempt) for _ in range(LINES)))


async def connect_again(visitor: Visitor, table: str) -> None:
    """Open connections and reset them, as fast as the system does it."""
    del table
    while True:
        for _ in range(CONNECTS):
            with socket.socket() as opened, contextlib.suppress(OSError):
                opened.settimeout(0.0)
                opened.bind((visitor.address, 0))
                opened.connect_ex((visitor.host, visitor.port))
                opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        await asyncio.sleep(0)


async def send_pings(visitor: Visitor, table: str) -> None:
    """Send websocket pings as fast as they go out."""
    del table
    await visitor.come_in("pinger")
    payload = os.urandom(125)

    async def use(websocket: ClientConnection) -> None:
        transport = websocket.transport
        frame = b"\x89\xfd" + bytes(4) + payload
        while not transport.is_closing():
            transport.write(frame * 64)
            await asyncio.sleep(0)
        raise EOFError("closed")

    await on_lines(visitor, 16, use)


async def ask_hints(visitor: Visitor, table: str) -> None:
    """Ask for hints on many lines, each at a table of its own."""
    del table
    await visitor.come_in("asker")

    async def use(websocket: ClientConnection) -> None:
        own = await own_table(visitor, seats=("", "beginner"))
        await websocket.send(encoded(t="join", table=own))
        reading = asyncio.create_task(drain(websocket))
        try:
            while not reading.done():
                await websocket.send(encoded(t="hint", table=own))
                await asyncio.sleep(0.1)
        finally:
            reading.cancel()

    await on_lines(visitor, LINES, use)


async def shake_hands(visitor: Visitor, table: str) -> None:
    """Open websockets and close them; ask for health, metrics and files meanwhile."""
    del table
    await visitor.come_in("caller")

    async def attempt() -> None:
        async with visitor.websocket():
            pass

    async def fetch() -> None:
        for path in ("/healthz", "/metrics", "/", "/api/openapi.json", "/api/me", "/api/games"):
            await visitor.request("GET", path)

    await asyncio.gather(*(persist(attempt) for _ in range(16)), *(persist(fetch) for _ in range(8)))


async def fill_disk(visitor: Visitor, table: str) -> None:
    """Become many guests with many tables, and write as much as the server keeps."""
    del table
    await visitor.come_in("writer")

    async def guests() -> None:
        other = Visitor(visitor.host, visitor.port, visitor.address)
        await other.post("/api/guests", {"name": "x" * 24})
        await own_table(other, seats=("", None))

    async def moves() -> None:
        own = await own_table(visitor, seats=("", "beginner"))
        async with visitor.websocket() as websocket:
            await websocket.send(encoded(t="join", table=own))
            number = 0
            reading = asyncio.create_task(drain(websocket))
            while not reading.done():
                number += 1
                await websocket.send(encoded(t="stand" if number % 2 else "sit", table=own, id=f"s{number}", seat=0))
                await asyncio.sleep(0.04)

    await asyncio.gather(*(persist(guests) for _ in range(8)), *(persist(moves) for _ in range(8)))


async def read_slowly(visitor: Visitor, table: str) -> None:
    """Ask for much, and read none of it."""
    await visitor.come_in("sloth")

    async def use(websocket: ClientConnection) -> None:
        websocket.transport.pause_reading()
        while not websocket.transport.is_closing():
            for kind in ("join", "recall"):
                await websocket.send(encoded(t=kind, table=table))
            await asyncio.sleep(0.08)

    await on_lines(visitor, LINES, use)


async def send_malformed(visitor: Visitor, table: str) -> None:
    """Send malformed messages, frames, headers and bodies."""
    del table
    await visitor.come_in("fuzzer")
    payloads = ("{", '{"t":"join","table":"' + "x" * 15_000 + '"}', "[" * 8_000, '{"t":"ping"}' * 100)

    async def use(websocket: ClientConnection) -> None:
        for payload in payloads:
            await websocket.send(payload)
        websocket.transport.write(b"\x81\xfe\x00\x80" + os.urandom(132))  # text that is not UTF-8
        await asyncio.wait_for(drain(websocket), 1)

    async def requests() -> None:
        await visitor.request("POST", "/api/tables", b"\xff\xfe" * 30_000)
        await visitor.request("POST", "/api/frames", os.urandom(LARGEST_LOG))
        await visitor.request("GET", "/t/%ff%fe%00" + "a" * 4_000)
        reader, writer = await visitor.open()
        writer.write(b"\x16\x03\x01" + os.urandom(2_000))
        await asyncio.wait_for(reader.read(), 1)
        writer.close()

    await asyncio.gather(on_lines(visitor, 16, use), *(persist(requests) for _ in range(8)))


async def upload_slowly(visitor: Visitor, table: str) -> None:
    """Send bodies one byte at a time."""
    del table

    async def attempt() -> None:
        _, writer = await visitor.open()
        head = f"POST /api/frames HTTP/1.1\r\nHost: {visitor.host}\r\nContent-Length: {LARGEST_LOG}\r\n\r\n"
        writer.write(head.encode())
        while not writer.is_closing():
            writer.write(b"{")
            await writer.drain()
            await asyncio.sleep(1)

    await asyncio.gather(*(persist(attempt) for _ in range(LINES)))


ATTACKS: Final[dict[str, Attack]] = {
    "joins": join_again,
    "bot_tables": open_bot_tables,
    "large_logs": replay_large_logs,
    "silence": stay_silent,
    "connects": connect_again,
    "pings": send_pings,
    "hints": ask_hints,
    "handshakes": shake_hands,
    "disk": fill_disk,
    "slow_readers": read_slowly,
    "malformed": send_malformed,
    "slow_uploads": upload_slowly,
}
