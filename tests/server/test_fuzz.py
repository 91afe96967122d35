"""Whatever is sent: coded errors, closed sockets where needed, and other tables untouched."""

from __future__ import annotations

import asyncio
import contextlib
import socket as sockets
from random import Random
from typing import Any, Final

import msgspec
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from parlour.server.protocol import LARGEST
from tests.server.client import Client, dial, people
from tests.server.conftest import Launch
from tests.server.fuzz import CLOSES, OPTIONS, fuzz
from tests.server.player import Player
from tests.server.server_process import ServerProcess
from tests.serving import PATIENCE, eventually

pytestmark = pytest.mark.anyio
MOST_GROWN: Final = 8_000_000
STALL_SECONDS: Final = 5
"""A connection that takes nothing for so long is full."""


async def test_random_and_mutated_messages_change_nothing(launch: Launch) -> None:
    server = launch(*OPTIONS)

    figures = await fuzz(server, 5000, seed=3)

    assert figures.messages >= 5000
    assert set(figures.closes) <= CLOSES
    assert "server/broken" not in figures.answers
    assert figures.answers["message/malformed"] > 1000
    assert figures.answers["seat/none"] > 100
    assert figures.resident - figures.warm < MOST_GROWN
    assert server.stop() == 0
    assert "Traceback" not in server.said(), server.said()


async def begun(server: ServerProcess, ada: Client, bo: Client, game: str = "haggis") -> str:
    table = server.open_table(ada.cookie, game=game, seats=["", None])
    await ada.join(table)
    await bo.join(table)
    await bo.command("sit", table, seat=1)
    await ada.until(lambda: ada.shown[table]["scene"]["to_act"])
    return table


async def test_only_one_of_the_seat_moves_for_it(server: ServerProcess) -> None:
    async with people(server, "Ada", "Bo", "Cy") as [ada, bo, cy]:
        table = await begun(server, ada, bo)
        other = await begun(server, cy, bo)
        before = server.events(table)
        await cy.join(table)

        spectator = await cy.play(table, "pass", decision=0)
        forged = await raw(
            server, cy.cookie, {"t": "play", "table": table, "id": "a", "move": "pass", "decision": 0, "seat": 0}
        )
        unjoined = await raw(
            server, ada.cookie, {"t": "play", "table": table, "id": "a", "move": "pass", "decision": 0}
        )
        async with Client(server, ada.cookie, (other,)) as elsewhere:
            elsewhere_said = await elsewhere.play(other, "bet 15", decision=0)

        assert spectator["code"] == "seat/none"
        assert forged["code"] == "message/malformed"
        assert unjoined["code"] == "table/unjoined"
        assert elsewhere_said["code"] == "seat/none"
        assert server.events(table) == before
        assert len(cy.shown[table]["scene"].get("hand", ())) == 0


async def raw(server: ServerProcess, cookie: str, message: Any, join: str = "") -> Any:
    """Send one message on a connection of its own; the first refusal."""
    async with dial(server, cookie) as socket:
        if join:
            await socket.send(msgspec.json.encode({"t": "join", "table": join}).decode())
        await socket.send(message if isinstance(message, str | bytes) else msgspec.json.encode(message).decode())
        async with asyncio.timeout(PATIENCE):
            while (refused := msgspec.json.decode(await socket.recv()))["t"] != "refused":
                pass
    return refused


@pytest.mark.parametrize(
    ("game", "move"),
    [
        ("haggis", "bet 20"),
        ("haggis", "dealer 1; hands 2r | 3r; haggis 4r"),
        ("haggis", "give 1"),
        ("haggis", "K K"),
        ("haggis", "\0"),
        ("damenrennen", "draw Kh 9c"),
        ("damenrennen", "lay"),
        ("damenrennen", "exchange Ad"),
        ("damenrennen", "take Qd Qd"),
    ],
)
async def test_a_move_that_is_none_is_refused_with_a_code(server: ServerProcess, game: str, move: str) -> None:
    async with people(server, "Ada", "Bo") as [ada, bo]:
        table = await begun(server, ada, bo, game)
        before = server.events(table)

        answers = [await person.play(table, move) for person in (ada, bo)]

        assert all(said["t"] == "refused" and said["reason"] for said in answers)
        assert {said["code"].partition("/")[0] for said in answers} <= {
            "move",
            "bet",
            "give",
            "deal",
            "play",
            "turn",
            "draw",
        }
        assert server.events(table) == before


async def test_the_text_of_a_real_deal_is_no_move(server: ServerProcess) -> None:
    async with people(server, "Ada", "Bo") as [ada, bo]:
        for game in ("haggis", "damenrennen"):
            table = await begun(server, ada, bo, game)
            deal = next(line.event.deal for line in server.events(table) if hasattr(line.event, "deal"))
            said = await raw(
                server, ada.cookie, {"t": "play", "table": table, "id": "d", "move": deal, "decision": 0}, table
            )

            assert said["code"] in ("message/malformed", "deal/seat")


@pytest.mark.parametrize(
    ("sent", "code"),
    [(b"\x00\x01", 1003), ("x" * (LARGEST + 1), 1009), ("ü" * (LARGEST // 2 + 1), 1009), ("x" * 100_000, 1009)],
    ids=["binary", "large", "large in bytes", "huge"],
)
async def test_what_is_no_message_closes_the_line(server: ServerProcess, sent: str | bytes, code: int) -> None:
    async with dial(server, server.guest("Ada")) as socket:
        await socket.send(sent)

        assert await closed(socket) == code


async def closed(socket: ClientConnection) -> int | None:
    """Read until the connection is closed; the close code."""
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await socket.recv()
    return socket.close_code


async def test_who_talks_nonsense_again_and_again_is_shown_out(server: ServerProcess) -> None:
    async with dial(server, server.guest("Ada")) as socket:
        for _ in range(8):
            await socket.send("nonsense")

        assert await closed(socket) == 1008


async def test_nobody_without_a_cookie_comes_in(server: ServerProcess) -> None:
    for cookie in ("", "forged", "x" * 3000, "ü"):
        async with dial(server, cookie) as socket:
            assert await closed(socket) == 4401


async def test_a_page_of_another_site_is_not_let_in(launch: Launch) -> None:
    server = launch("--origin", "https://cards.example")
    cookie = server.guest("Ada")

    for origin in ("https://evil.example", server.address.replace("http", "https"), "null"):
        async with dial(server, cookie, origin=origin) as socket:
            assert await closed(socket) == 1008, origin
    for origin in (server.address, "https://cards.example"):
        async with dial(server, cookie, origin=origin) as socket:
            assert msgspec.json.decode(await socket.recv())["t"] == "welcome"
    foreign = server.call("DELETE", "/api/me", cookie=cookie, headers={"Origin": "https://evil.example"})
    assert (foreign.status, foreign.json["code"]) == (400, "page/origin")
    assert server.call("GET", "/api/me", cookie=cookie).status == 200


async def test_a_flood_of_messages_closes_the_line_and_no_other(launch: Launch) -> None:
    server = launch("--messages", "5", limits=())
    async with people(server, "Ada", "Bo") as [ada, bo]:
        table = await begun(server, ada, bo)
        async with dial(server, server.guest("Cy")) as socket:
            with contextlib.suppress(websockets.ConnectionClosed):
                for _ in range(1000):  # hundreds of seconds' worth: however slow the server is, that is too many
                    await socket.send('{"t":"ping"}')
            assert await closed(socket) == 4429
        await one_move(table, ada, bo)
        assert ada.connections == bo.connections == 1


async def test_thousands_of_connections_from_one_address(launch: Launch) -> None:
    server = launch("--requests", "100000", limits=())
    async with people(server, "Ada", "Bo") as [ada, bo]:
        table = await begun(server, ada, bo)
        cookie = server.guest("Cy")
        async with contextlib.AsyncExitStack() as stack:

            async def knock() -> int | str | None:
                try:
                    socket = await stack.enter_async_context(dial(server, cookie))
                except (websockets.InvalidMessage, OSError):
                    return "reset"  # more than the address may open in a second
                try:
                    await socket.recv()
                except websockets.ConnectionClosed:
                    return socket.close_code
                return None

            answers = [code for _ in range(40) for code in await asyncio.gather(*(knock() for _ in range(50)))]
            assert answers.count(None) == 62
            assert {*answers} <= {None, 1008, "reset"}
            await one_move(table, ada, bo)
        assert ada.connections == bo.connections == 1
        await connected(server, 2)
        answer: int | str | None = "reset"
        while answer == "reset":  # until the address may open one more
            async with contextlib.AsyncExitStack() as stack:
                answer = await knock()
        assert answer is None
    assert "Traceback" not in server.said()


async def test_who_never_reads_is_let_go_and_the_table_plays_on(server: ServerProcess) -> None:
    async with people(server, "Ada", "Bo") as [ada, bo]:
        table = await begun(server, ada, bo)
        with sockets.create_connection(("127.0.0.1", server.port), timeout=STALL_SECONDS) as deaf:
            deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
            deaf.sendall(
                f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                f"Cookie: parlour={ada.cookie}\r\n\r\n".encode()
            )
            await connected(server, 3)
            with contextlib.suppress(OSError):
                deaf.sendall(masked(f'{{"t":"join","table":"{table}"}}'))
                for _ in range(4000):
                    deaf.sendall(masked(f'{{"t":"ask","table":"{table}","text":""}}'))
            await connected(server, 2)
            await one_move(table, ada, bo)
        assert ada.connections == bo.connections == 1


async def one_move(table: str, *persons: Client) -> None:
    """Let whose turn it is make a move."""
    for person in persons:
        scene = person.shown[table]["scene"]
        if scene["seat"] in scene["to_act"]:
            player = Player(person, table, Random(1))
            await player.move()
            assert player.acknowledged
            return


async def connected(server: ServerProcess, count: int) -> None:
    """Wait until so many are connected."""
    await eventually(lambda: connections(server) == count, lambda: f"{connections(server)} connected, not {count}")


def connections(server: ServerProcess) -> int:
    """Ask the server how many are connected."""
    lines = server.call("GET", "/metrics").text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("parlour_connections "))


def masked(text: str) -> bytes:
    """Make a text frame as a client sends it."""
    content = text.encode()
    return bytes([0x81, 0x80 | len(content), 0, 0, 0, 0]) + content
