"""The load for the server's benchmark: connections, and tables that are played at random.

A player does what the page does: she plays one of the moves that come with the table, and is sent the
table again.
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
from websockets.exceptions import ConnectionClosed

from parlour.bench.catalogue import CASES
from parlour.server.examples import own_games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from websockets.asyncio.client import ClientConnection

TIMEOUT: Final = 120.0
"""Seconds after which an answer counts as lost."""
CONCURRENT: Final = 16
BOT: Final = "regular"
"""A level that thinks for about a millisecond a move."""


class Suggested(msgspec.Struct):
    """A move that can be played."""

    move: str


class Shape(msgspec.Struct):
    """Moves of one shape."""

    moves: list[Suggested]


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
    groups: list[Shape] = []


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
        """Receive messages until the connection is closed; who waits for one then learns that."""
        try:
            async for text in self.websocket:
                self.take(DECODER.decode(text), time.perf_counter())
        except ConnectionClosed:
            pass
        for future in (*self.waiting.values(), self.seen):
            if future is not None and not future.done():
                future.set_exception(ConnectionError("the server closed the connection"))

    def take(self, message: Received, now: float) -> None:
        """Hand a message to whoever waits for it."""
        if message.t == "table":
            self.table = message
            if self.seen is not None and not self.seen.done() and message.seq > self.beyond:
                self.seen.set_result(now)
            return
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
    """The players at a table: two, or one against a bot."""

    def __init__(self, table: str, players: tuple[Player, ...], rng: Random) -> None:
        self.table = table
        self.players = players
        self.rng = rng
        self.played: list[tuple[int, str]] = []
        """Every move that was acknowledged."""
        self.latencies: list[float] = []
        self.lost = 0
        self.closed = 0
        """1 once the server has closed a player's connection."""
        self.commands = 0

    def next_id(self) -> str:
        self.commands += 1
        return f"c{self.commands}"

    async def sit(self) -> None:
        """Join the table; a second player takes the free seat."""
        for player in self.players:
            seen = player.look(0)
            await player.send(t="join", table=self.table)
            await asyncio.wait_for(seen, TIMEOUT)
        for seat, player in enumerate(self.players[1:], 1):
            name = self.next_id()
            done = player.expect(name)
            await player.send(t="sit", table=self.table, id=name, seat=seat)
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
            except (ConnectionError, ConnectionClosed):
                self.closed = 1
                return
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
        seats = [seat for seat in table.scene.to_act if seat < len(self.players)]
        if not seats:
            return
        seat = self.rng.choice(seats)
        player = self.players[seat]
        move = self.chosen(player.table)
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

    def chosen(self, table: Received) -> str:
        """Choose one of the moves that came with the table."""
        may = table.scene.may
        if may.gives:
            return f"give {may.gives[0]}"
        moves = [each.move for group in table.groups for each in group.moves]
        return self.rng.choice([*moves, "pass"] if may.passing else moves)


class Guests:
    """The HTTP side: guests come in and open tables."""

    def __init__(self, host: str, port: int, source: Callable[[int], str] = lambda _: "") -> None:
        """Come from the address that `source` gives for a table's number; empty: any."""
        self.host = host
        self.port = port
        self.source = source
        self.games = [(name, CASES[name].long_match) for name in own_games()]

    def gather(
        self, tables: int, on_progress: Callable[[int], None], *, against_bots: int = 0
    ) -> list[tuple[str, tuple[str, ...]]]:
        """Open so many tables with two guests, the last ones with one and a bot; the tables and the guests' cookies."""
        gathered = []
        bots = [""] * (tables - against_bots) + [BOT] * against_bots
        with ThreadPoolExecutor(CONCURRENT) as pool:
            for found in pool.map(self.bring, range(tables), bots):
                gathered.append(found)
                on_progress(len(gathered))
        return gathered

    def bring(self, number: int, bot: str) -> tuple[str, tuple[str, ...]]:
        """Open a table with two guests, or with one and a bot."""
        source = (self.source(number), 0) if self.source(number) else None
        connection = http.client.HTTPConnection(self.host, self.port, timeout=TIMEOUT, source_address=source)
        guests = 1 if bot else 2
        cookies = [posted(connection, "/api/guests", {"name": f"guest {number}"})[1] for _ in range(guests)]
        game, options = self.games[number % len(self.games)]
        body = {"game": game, "options": options, "seats": ["", bot or None]}
        table = posted(connection, "/api/tables", body, cookies[0])[0]["table"]
        connection.close()
        return table, tuple(cookies)


def posted(
    connection: http.client.HTTPConnection, path: str, body: dict[str, Any], cookie: str = "", method: str = "POST"
) -> tuple[dict[str, Any], str]:
    """Post or put a body; the answer, and the cookie that came with it."""
    connection.request(method, path, json.dumps(body), {"Cookie": cookie} if cookie else {})
    response = connection.getresponse()
    answer: dict[str, Any] = json.loads(response.read())
    if response.status >= http.client.BAD_REQUEST:
        raise RuntimeError(f"{path}: {answer}")
    return answer, (response.getheader("Set-Cookie") or "").partition(";")[0]


async def connected(address: str, cookies: Sequence[str], sources: Sequence[str] = ()) -> list[Player]:
    """A player for each cookie, from the address of the same place in `sources` if that is given."""
    places = asyncio.Semaphore(CONCURRENT)

    async def join(cookie: str, source: str) -> Player:
        async with places:
            local: dict[str, Any] = {"local_addr": (source, 0)} if source else {}
            headers = {"Cookie": cookie}
            return Player(
                await connect(address, additional_headers=headers, compression=None, ping_interval=None, **local)
            )

    return await asyncio.gather(*map(join, cookies, sources or [""] * len(cookies)))
