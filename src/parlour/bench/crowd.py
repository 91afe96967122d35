"""The load for the server's benchmark: connections, and tables that are played at random.

A player does what the page does: she asks which moves there are, plays one of them, and is sent the
table.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import msgspec
from websockets.asyncio.client import connect

from parlour.games.catalogue import KINDS
from parlour.server.examples import own_games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from websockets.asyncio.client import ClientConnection

TIMEOUT: Final = 120.0
"""Seconds after which an answer counts as lost."""
CONCURRENT: Final = 16
LONG_MATCH: Final = 9_999
"""No match ends before the measurement does."""


class Suggested(msgspec.Struct):
    """A move that can be played."""

    move: str


class Shape(msgspec.Struct):
    """Moves of one shape."""

    moves: list[Suggested]


class Suggestions(msgspec.Struct):
    """The part of an answer that matters here."""

    groups: list[Shape] = []


class Permissions(msgspec.Struct):
    """Moves that a scene offers besides those that the server suggests."""

    passing: bool = False
    gives: list[int] = []


class Scene(msgspec.Struct):
    """The part of a scene that matters here."""

    to_act: list[int] = []
    may: Permissions = msgspec.field(default_factory=Permissions)


class Received(msgspec.Struct):
    """Any message of the server, as far as it matters here."""

    t: str
    id: str = ""
    seq: int = 0
    decision: int = 0
    sheet_rows: int = 0
    waits: bool = False
    scene: Scene = msgspec.field(default_factory=Scene)
    answer: Suggestions = msgspec.field(default_factory=Suggestions)


DECODER: Final = msgspec.json.Decoder(Received)


class Player:
    """A connection, and the last table that was received on it."""

    def __init__(self, websocket: ClientConnection) -> None:
        """Start receiving."""
        self.websocket = websocket
        self.table = Received("table")
        self.waiting: dict[str, asyncio.Future[Received]] = {}
        self.seen: asyncio.Future[float] | None = None
        self.beyond = 0
        self.receiver = asyncio.create_task(self.receive())

    async def receive(self) -> None:
        """Receive messages until the connection is closed."""
        async for text in self.websocket:
            now = time.perf_counter()
            message = DECODER.decode(text)
            if message.t == "table":
                self.table = message
                if self.seen is not None and not self.seen.done() and message.seq > self.beyond:
                    self.seen.set_result(now)
                continue
            waiting = self.waiting.pop(message.id or message.t, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)

    def expect(self, name: str) -> asyncio.Future[Received]:
        """The answer to a command, by its id, or the next message of a kind."""
        future: asyncio.Future[Received] = asyncio.get_running_loop().create_future()
        self.waiting[name] = future
        return future

    def look(self, beyond: int) -> asyncio.Future[float]:
        """The time at which the table with more than so many events is received."""
        self.beyond = beyond
        self.seen = asyncio.get_running_loop().create_future()
        return self.seen

    async def send(self, **message: Any) -> None:  # noqa: ANN401 - any message
        await self.websocket.send(msgspec.json.encode(message), text=True)

    async def close(self) -> None:
        self.receiver.cancel()
        await self.websocket.close()


class Party:
    """Two players at a table."""

    def __init__(self, table: str, players: tuple[Player, Player], rng: Random) -> None:
        self.table = table
        self.players = players
        self.rng = rng
        self.played: list[tuple[int, str]] = []
        """Every move that was acknowledged."""
        self.latencies: list[float] = []
        self.asks: list[float] = []
        self.lost = 0
        self.commands = 0

    def next_id(self) -> str:
        self.commands += 1
        return f"c{self.commands}"

    async def sit(self) -> None:
        """Join the table; the second player takes the free seat."""
        for player in self.players:
            seen = player.look(0)
            await player.send(t="join", table=self.table)
            await asyncio.wait_for(seen, TIMEOUT)
        name = self.next_id()
        done = self.players[1].expect(name)
        await self.players[1].send(t="sit", table=self.table, id=name, seat=1)
        await asyncio.wait_for(done, TIMEOUT)

    async def play(self, until: float, every: float) -> None:
        """Make a move at every tick."""
        await asyncio.sleep(self.rng.random() * every)
        tick = time.perf_counter()
        while tick < until:
            try:
                await asyncio.wait_for(self.step(), TIMEOUT)
            except TimeoutError:
                self.lost += 1
            tick += every
            await asyncio.sleep(max(0.0, tick - time.perf_counter()))

    async def step(self) -> None:
        """Make one seat's move, or let both go on to the next round."""
        table = max((player.table for player in self.players), key=lambda table: table.seq)
        if table.waits:
            for player in self.players:
                name = self.next_id()
                await player.send(t="ready", table=self.table, id=name, number=table.sheet_rows)
            return
        if not table.scene.to_act:
            return
        seat = self.rng.choice(table.scene.to_act)
        player = self.players[seat]
        move = await self.chosen(player)
        views = [each.look(table.seq) for each in self.players]
        name = self.next_id()
        done = player.expect(name)
        sent = time.perf_counter()
        await player.send(t="play", table=self.table, id=name, move=move, decision=player.table.decision)
        answer = await done
        if answer.t != "done":
            raise RuntimeError(f"{move!r} was refused")
        self.played.append((seat, move))
        self.latencies.append(max(await asyncio.gather(*views)) - sent)

    async def chosen(self, player: Player) -> str:
        """Ask which moves there are, and choose."""
        may = player.table.scene.may
        if may.gives:
            return f"give {may.gives[0]}"
        answered = player.expect("answer")
        sent = time.perf_counter()
        await player.send(t="ask", table=self.table, text="")
        answer = await answered
        self.asks.append(time.perf_counter() - sent)
        moves = [each.move for group in answer.answer.groups for each in group.moves]
        return self.rng.choice([*moves, "pass"] if may.passing else moves)


class Guests:
    """The HTTP side: guests come in and open tables."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.games = [(name, {KINDS[name].length: LONG_MATCH}) for name in own_games() if KINDS[name].length]

    def gather(self, tables: int, on_progress: Callable[[int], None]) -> list[tuple[str, tuple[str, str]]]:
        """Open so many tables with two guests each; the tables, and the guests' cookies."""
        gathered = []
        with ThreadPoolExecutor(CONCURRENT) as pool:
            for found in pool.map(self.bring, range(tables)):
                gathered.append(found)
                on_progress(len(gathered))
        return gathered

    def bring(self, number: int) -> tuple[str, tuple[str, str]]:
        """Open a table with two guests."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=TIMEOUT)
        first, second = (posted(connection, "/api/guests", {"name": f"guest {number}"})[1] for _ in range(2))
        game, options = self.games[number % len(self.games)]
        table = posted(connection, "/api/tables", {"game": game, "options": options, "seats": ["", None]}, first)[0][
            "table"
        ]
        connection.close()
        return table, (first, second)


def posted(
    connection: http.client.HTTPConnection, path: str, body: dict[str, Any], cookie: str = ""
) -> tuple[dict[str, Any], str]:
    """Post a body; the answer, and the cookie that came with it."""
    connection.request("POST", path, json.dumps(body), {"Cookie": cookie} if cookie else {})
    response = connection.getresponse()
    answer: dict[str, Any] = json.loads(response.read())
    if response.status >= http.client.BAD_REQUEST:
        raise RuntimeError(f"{path}: {answer}")
    return answer, (response.getheader("Set-Cookie") or "").partition(";")[0]


async def connected(address: str, cookies: Sequence[str]) -> list[Player]:
    """A player for each cookie."""
    places = asyncio.Semaphore(CONCURRENT)

    async def join(cookie: str) -> Player:
        async with places:
            headers = {"Cookie": cookie}
            return Player(await connect(address, additional_headers=headers, compression=None, ping_interval=None))

    return await asyncio.gather(*map(join, cookies))
