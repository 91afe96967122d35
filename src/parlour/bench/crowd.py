"""A crowd of players for the server's benchmark: connections, and tables that are played at random.

A player does what the page does: she asks which moves there are, plays one of them, and is shown
the table.
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

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from websockets.asyncio.client import ClientConnection

PATIENCE: Final = 20.0
"""Seconds after which an answer counts as lost."""
AT_ONCE: Final = 16
GAMES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("haggis", {"target": 100_000}),
    ("damenrennen", {"best_of": 999}),
)
"""Long enough for every match to go on until the end of the measurement."""


class Suggested(msgspec.Struct):
    """A move that can be played."""

    move: str


class Shape(msgspec.Struct):
    """Moves of one shape."""

    moves: list[Suggested]


class Suggestions(msgspec.Struct):
    """What the server answers."""

    groups: list[Shape] = []


class Rights(msgspec.Struct):
    """What a seat of Haggis may do besides combos."""

    passing: bool = False
    gives: list[int] = []


class Shown(msgspec.Struct):
    """What a player needs to see of a scene."""

    to_act: list[int] = []
    may: Rights = msgspec.field(default_factory=Rights)


class Heard(msgspec.Struct):
    """Any message of the server, as far as it matters here."""

    t: str
    id: str = ""
    seq: int = 0
    decision: int = 0
    sheet_rows: int = 0
    waits: bool = False
    scene: Shown = msgspec.field(default_factory=Shown)
    answer: Suggestions = msgspec.field(default_factory=Suggestions)


DECODER: Final = msgspec.json.Decoder(Heard)


class Player:
    """A connection, and the last that was heard on it."""

    def __init__(self, line: ClientConnection) -> None:
        """Listen to a connection."""
        self.line = line
        self.table = Heard("table")
        self.waiting: dict[str, asyncio.Future[Heard]] = {}
        self.seen: asyncio.Future[float] | None = None
        self.beyond = 0
        self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        """Take every message."""
        async for text in self.line:
            now = time.perf_counter()
            heard = DECODER.decode(text)
            if heard.t == "table":
                self.table = heard
                if self.seen is not None and not self.seen.done() and heard.seq > self.beyond:
                    self.seen.set_result(now)
                continue
            waiting = self.waiting.pop(heard.id or heard.t, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(heard)

    def expect(self, name: str) -> asyncio.Future[Heard]:
        """Wait for the answer to a command, by its id, or for a message of a kind."""
        future: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self.waiting[name] = future
        return future

    def look(self, beyond: int) -> asyncio.Future[float]:
        """Wait for the table behind so many entries; gives the time at which it was heard."""
        self.beyond = beyond
        self.seen = asyncio.get_running_loop().create_future()
        return self.seen

    async def say(self, **message: Any) -> None:  # noqa: ANN401 - any message
        """Send a message."""
        await self.line.send(msgspec.json.encode(message), text=True)

    async def close(self) -> None:
        """Hang up."""
        self.listening.cancel()
        await self.line.close()


class Party:
    """Two players at a table."""

    def __init__(self, table: str, players: tuple[Player, Player], rng: Random) -> None:
        """Sit down."""
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
        """Give the id of the next command."""
        self.commands += 1
        return f"c{self.commands}"

    async def sit(self) -> None:
        """Join the table; the second player takes the free seat."""
        for player in self.players:
            seen = player.look(0)
            await player.say(t="join", table=self.table)
            await asyncio.wait_for(seen, PATIENCE)
        name = self.next_id()
        done = self.players[1].expect(name)
        await self.players[1].say(t="sit", table=self.table, id=name, seat=1)
        await asyncio.wait_for(done, PATIENCE)

    async def play(self, until: float, every: float) -> None:
        """Make a move at every tick."""
        await asyncio.sleep(self.rng.random() * every)
        tick = time.perf_counter()
        while tick < until:
            try:
                await asyncio.wait_for(self.step(), PATIENCE)
            except TimeoutError:
                self.lost += 1
            tick += every
            await asyncio.sleep(max(0.0, tick - time.perf_counter()))

    async def step(self) -> None:
        """Let one seat move, or both go on to the next round."""
        table = max((player.table for player in self.players), key=lambda table: table.seq)
        if table.waits:
            for player in self.players:
                name = self.next_id()
                await player.say(t="ready", table=self.table, id=name, number=table.sheet_rows)
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
        await player.say(t="play", table=self.table, id=name, move=move, decision=player.table.decision)
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
        await player.say(t="ask", table=self.table, text="")
        answer = await answered
        self.asks.append(time.perf_counter() - sent)
        moves = [each.move for group in answer.answer.groups for each in group.moves]
        return self.rng.choice([*moves, "pass"] if may.passing else moves)


class Guests:
    """The HTTP side of a crowd: guests come in and open tables."""

    def __init__(self, host: str, port: int) -> None:
        """Take the server's address."""
        self.host = host
        self.port = port

    def gather(self, tables: int, on_progress: Callable[[int], None]) -> list[tuple[str, tuple[str, str]]]:
        """Bring two guests to each of so many tables; give the tables and the guests' cookies."""
        gathered = []
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for found in pool.map(self.bring, range(tables)):
                gathered.append(found)
                on_progress(len(gathered))
        return gathered

    def bring(self, number: int) -> tuple[str, tuple[str, str]]:
        """Bring two guests to a new table."""
        line = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        first, second = (posted(line, "/api/guests", {"name": f"guest {number}"})[1] for _ in range(2))
        game, options = GAMES[number % len(GAMES)]
        table = posted(line, "/api/tables", {"game": game, "options": options, "seats": ["", None]}, first)[0]["table"]
        line.close()
        return table, (first, second)


def posted(
    line: http.client.HTTPConnection, path: str, body: dict[str, Any], cookie: str = ""
) -> tuple[dict[str, Any], str]:
    """Post something; give the answer and the cookie that came with it."""
    line.request("POST", path, json.dumps(body), {"Cookie": cookie} if cookie else {})
    response = line.getresponse()
    answer: dict[str, Any] = json.loads(response.read())
    if response.status >= http.client.BAD_REQUEST:
        raise RuntimeError(f"{path}: {answer}")
    return answer, (response.getheader("Set-Cookie") or "").partition(";")[0]


async def connected(address: str, cookies: Sequence[str]) -> list[Player]:
    """Connect so many players."""
    places = asyncio.Semaphore(AT_ONCE)

    async def come(cookie: str) -> Player:
        async with places:
            headers = {"Cookie": cookie}
            return Player(await connect(address, additional_headers=headers, compression=None, ping_interval=None))

    return await asyncio.gather(*map(come, cookies))
