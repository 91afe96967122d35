"""The people in the lobby, as a process: `python -m parlour.bench.lobby_crowd PORT STANDING ARRIVALS`.

Some stand and wait for terms that nobody else accepts; others arrive, so many a second, are seated, and come back when
they may search again. It prints a line when everybody is connected, begins when it reads a line, and ends at the next
one: then for everybody who stands somebody comes who fits, and the figures are printed as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from parlour.bench.crowd import CONCURRENT, TIMEOUT, posted
from parlour.games.catalogue import KINDS
from parlour.server.lobby.store import SEEK_SECONDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from websockets.asyncio.client import ClientConnection

NICE: Final = 10
"""The crowd shares a core with the players whose latency is measured."""
REST_SECONDS: Final = SEEK_SECONDS + 2.0
"""Whoever was seated is told so for a while when she searches again."""
WAIT_SECONDS: Final = 2.0
"""About as long as somebody waits who fits others; once the first have waited so long, pairings are counted."""
PAUSE_SECONDS: Final = 0.25
"""The server seats people every two seconds; so long a pause is between two times."""
TERMS: Final = {"tables": [{"game": next(iter(KINDS)), "options": {"players": 2}}]}
FIRST_CLOCK: Final = 100
"""Seconds a move, which the first of those who stand asks for; each of the others asks for one more."""


class Person:
    """Somebody with a connection."""

    def __init__(self, cookie: str, websocket: ClientConnection, crowd: LobbyCrowd) -> None:
        self.cookie = cookie
        self.websocket = websocket
        self.crowd = crowd
        self.since: float | None = None
        """When her search began; None while she does not wait."""
        self.seated = asyncio.Event()
        self.receiver = asyncio.create_task(self.receive())

    async def receive(self) -> None:
        """Weigh what comes, until the connection is closed."""
        try:
            while True:
                message = await self.websocket.recv(decode=False)
                if message.startswith(b'{"t":"lobby"'):
                    self.crowd.sizes.append(len(message))
                elif message.startswith(b'{"t":"paired"') and self.since is not None:
                    self.crowd.seat(self, time.perf_counter() - self.since)
        except ConnectionClosed:
            self.crowd.closed += 1

    async def search(self, clock: int | None = None) -> None:
        """Look at the lobby, and search."""
        self.since = time.perf_counter()
        self.seated.clear()
        await self.websocket.send('{"t":"look"}')
        await self.crowd.put("/api/seek", TERMS if clock is None else {**TERMS, "clock": clock}, self.cookie)


class LobbyCrowd:
    """Everybody, and what they saw."""

    def __init__(self, port: int, standing: int, arrivals: int) -> None:
        self.port = port
        self.standing = standing
        self.arrivals = arrivals
        self.people: list[Person] = []
        self.rested: asyncio.Queue[Person] = asyncio.Queue()
        self.sizes: list[int] = []
        self.waits: list[float] = []
        self.waiting: list[int] = []
        """How many waited, at every second."""
        self.closed = 0
        self.counted_from = float("inf")
        """Since when as many leave the lobby as arrive."""
        self.seated_at: list[float] = []
        """When people were seated."""
        self.connections: asyncio.Queue[http.client.HTTPConnection] = asyncio.Queue()

    async def come(self) -> None:
        """Connect everybody: those who stand, and as many others as it takes for so many arrivals a second."""
        others = round(self.arrivals * (REST_SECONDS + 2 * WAIT_SECONDS))
        with ThreadPoolExecutor(CONCURRENT) as pool:
            cookies = list(pool.map(self.guest, range(self.standing + others)))
        places = asyncio.Semaphore(CONCURRENT)

        async def join(cookie: str) -> Person:
            address, headers = f"ws://127.0.0.1:{self.port}/ws", {"Cookie": cookie}
            async with places:
                opened = await connect(address, additional_headers=headers, compression=None, ping_interval=None)
            return Person(cookie, opened, self)

        self.people = await asyncio.gather(*map(join, cookies))
        for person in self.people[self.standing :]:
            self.rested.put_nowait(person)
        for _ in range(CONCURRENT):
            self.connections.put_nowait(http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT))

    def guest(self, number: int) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        cookie = posted(connection, "/api/guests", {"name": f"guest {number}"})[1]
        connection.close()
        return cookie

    async def put(self, path: str, body: dict[str, Any], cookie: str) -> None:
        connection = await self.connections.get()
        try:
            await asyncio.to_thread(posted, connection, path, body, cookie, "PUT")
        finally:
            self.connections.put_nowait(connection)

    def seat(self, person: Person, waited: float) -> None:
        """Somebody is seated: she leaves the lobby, and rests."""
        person.since = None
        person.seated.set()
        self.waits.append(waited)
        self.seated_at.append(time.perf_counter())
        leave = asyncio.ensure_future(person.websocket.send('{"t":"leave"}'))
        loop = asyncio.get_running_loop()
        leave.add_done_callback(lambda _: loop.call_later(REST_SECONDS, self.rested.put_nowait, person))

    async def wait(self, until: asyncio.Future[str]) -> None:
        """Let people arrive evenly until then."""
        standing = self.people[: self.standing]
        await asyncio.gather(*(person.search(FIRST_CLOCK + number) for number, person in enumerate(standing)))
        self.counted_from = time.perf_counter() + WAIT_SECONDS
        searches: set[asyncio.Task[None]] = set()
        began = tick = time.perf_counter()
        second = 0
        while not until.done():
            if not self.rested.empty():
                search = asyncio.create_task(self.rested.get_nowait().search())
                searches.add(search)
                search.add_done_callback(searches.discard)
            tick += 1 / self.arrivals
            if tick - began > second:
                second += 1
                self.waiting.append(sum(person.since is not None for person in self.people))
            await asyncio.sleep(max(0.0, tick - time.perf_counter()))
        await asyncio.gather(*searches)

    async def release(self) -> dict[str, Any]:
        """Bring everybody who stands somebody who fits; how many are seated, and how long the slowest waited for it."""
        standing = self.people[: self.standing]

        async def partner(number: int, person: Person) -> float:
            came = time.perf_counter()
            await (await self.rested.get()).search(FIRST_CLOCK + number)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(person.seated.wait(), TIMEOUT)
            return time.perf_counter() - came

        waits = await asyncio.gather(*(partner(number, person) for number, person in enumerate(standing)))
        seated = sum(person.since is None for person in standing)
        return {"stood": len(standing), "seated": seated, "slowest_s": round(max(waits, default=0.0), 1)}


async def main(port: int, standing: int, arrivals: int) -> None:
    crowd = LobbyCrowd(port, standing, arrivals)
    await crowd.come()
    await told("connected")
    stop = asyncio.ensure_future(asyncio.to_thread(sys.stdin.readline))
    await crowd.wait(stop)
    waits, sizes = sorted(crowd.waits), crowd.sizes
    figures: dict[str, Any] = {
        "waiting": sum(crowd.waiting[1:]) // max(1, len(crowd.waiting) - 1),
        "pairings_per_s": round(flow(crowd.seated_at, crowd.counted_from) / 2, 1),
        "wait_median_s": round(waits[len(waits) // 2], 2) if waits else None,
        "wait_p99_s": round(waits[len(waits) * 99 // 100], 2) if waits else None,
        "wait_longest_s": round(waits[-1], 2) if waits else None,
        "updates": len(sizes),
        "update_bytes": round(sum(sizes) / max(1, len(sizes))),
        "update_bytes_most": max(sizes, default=0),
        "closed": crowd.closed,
    }
    figures["standing"] = await crowd.release()
    sys.stdout.write(f"{json.dumps(figures)}\n")
    sys.stdout.flush()


def flow(moments: Sequence[float], since: float) -> float:
    """How often something happens in a second that comes in bursts, from the end of a burst to the end of another."""
    steady = [moment for moment in moments if moment >= since]
    ends = [moment for moment, later in pairwise(steady) if later - moment > PAUSE_SECONDS]
    if len(ends) > 1:
        steady = [moment for moment in steady if ends[0] <= moment <= ends[-1]]
    return (len(steady) - 1) / (steady[-1] - steady[0]) if len(steady) > 1 else 0.0


async def told(line: str) -> None:
    """Say that all is ready, and wait to be told to begin."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(main(*map(int, sys.argv[1:4])))
