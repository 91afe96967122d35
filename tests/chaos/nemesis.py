"""Does to a cluster what a plan says."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random
from typing import Final, assert_never

import asyncpg

from tests.chaos.cluster import Cluster, Node
from tests.chaos.network import CLIENTS, DATABASE
from tests.chaos.plan import Kind, Strike
from tests.server.postgres_server import execute

BACKENDS: Final = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'parlour%' AND datname = '{}'"

LEASES: Final = "SELECT max(number) FROM audited WHERE kind = 'lease'"
AIM_SECONDS: Final = 0.005
AWAY: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What asyncpg raises where the database goes away."""


class Nemesis:
    """Strikes, and puts everything right in the end."""

    def __init__(self, cluster: Cluster, rng: Random) -> None:
        self.cluster = cluster
        self.rng = rng
        self.struck: Counter[Kind] = Counter()
        self.busy: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def carry_out(self, strikes: Sequence[Strike]) -> None:
        """Strike as planned; several strikes may last at the same time."""
        async with asyncio.TaskGroup() as tasks:
            for strike in strikes:
                tasks.create_task(self.later(strike))

    async def later(self, strike: Strike) -> None:
        await asyncio.sleep(strike.at)
        self.struck[strike.kind] += 1
        await self.strike(strike)

    async def strike(self, strike: Strike) -> None:
        """Do one thing, and undo it."""
        node = self.cluster.node(strike.node)
        match strike.kind:
            case Kind.KILL | Kind.TERMINATE | Kind.FREEZE:
                async with self.busy[node.name]:
                    await self.hit(node, strike)
            case Kind.BACKEND:
                async with self.busy[DATABASE]:
                    await asyncio.to_thread(self.kill_backend)
            case Kind.POSTGRES:
                async with self.busy[DATABASE]:
                    self.cluster.postgres.kill()
                    await asyncio.sleep(strike.seconds)
                    await asyncio.to_thread(self.cluster.postgres.start)
            case Kind.FULL_DISK:
                async with self.busy[DATABASE]:
                    await self.fill_disk(strike.seconds)
            case Kind.STALL:
                await self.stall(node, strike)
            case Kind.CUT_DATABASE | Kind.DEAF_DATABASE | Kind.CUT_NODES | Kind.CUT_CLIENTS:
                await self.cut(strike)
            case Kind.SKEW:
                node.set_clock(strike.skew)
                await asyncio.sleep(strike.seconds)
                node.set_clock(0.0)
            case _:
                assert_never(strike.kind)

    async def hit(self, node: Node, strike: Strike) -> None:
        """Do something to the process of a node."""
        if strike.kind is Kind.FREEZE:
            node.process.send_signal(signal.SIGSTOP)
            await self.last(strike)
            node.process.send_signal(signal.SIGCONT)
            return
        await asyncio.to_thread(node.kill if strike.kind is Kind.KILL else node.stop)
        await asyncio.sleep(strike.seconds)
        await asyncio.to_thread(self.cluster.restart, node)

    def backends(self, more: str = "") -> list[int]:
        """The processes of PostgreSQL that serve nodes; none while it is away."""
        try:
            (rows,) = execute(self.cluster.database, BACKENDS.format(self.cluster.database.rpartition("/")[2]) + more)
        except (OSError, *AWAY):
            return []
        return sorted(pid for (pid,) in rows)

    def kill_backend(self) -> None:
        """Kill a process that serves a node; PostgreSQL then restarts all of them."""
        if backends := self.backends():
            send(self.rng.choice(backends), signal.SIGKILL)

    async def stall(self, node: Node, strike: Strike) -> None:
        """Let PostgreSQL do late what a node asks of it."""
        backends = await asyncio.to_thread(self.backends, f" AND client_addr = '{node.host}'")
        for backend in backends:
            send(backend, signal.SIGSTOP)
        await self.last(strike)
        for backend in backends:
            send(backend, signal.SIGCONT)

    async def last(self, strike: Strike) -> None:
        """Wait until a strike is over: so long, or until a table is taken over."""
        if not strike.aimed:
            await asyncio.sleep(strike.seconds)
            return
        with contextlib.suppress(OSError, TimeoutError, *AWAY):
            async with asyncio.timeout(strike.seconds):
                connection = await asyncpg.connect(self.cluster.database, server_settings={"search_path": "parlour"})
                try:
                    before = await connection.fetchval(LEASES)
                    while await connection.fetchval(LEASES) == before:  # noqa: ASYNC110 - a database tells nobody
                        await asyncio.sleep(AIM_SECONDS)
                finally:
                    connection.terminate()

    async def fill_disk(self, seconds: float) -> None:
        """Leave the database no space; it may stop."""
        assert self.cluster.volume is not None
        await asyncio.to_thread(self.cluster.volume.fill)
        await asyncio.sleep(seconds)
        self.cluster.volume.empty()
        await asyncio.to_thread(self.cluster.postgres.start)

    async def cut(self, strike: Strike) -> None:
        """Cut what is between two hosts for a while."""
        network = self.cluster.network
        assert network is not None
        for source, target in directions(strike):
            network.cut(source, target)
        await self.last(strike)
        for source, target in directions(strike):
            network.heal(source, target)


def directions(strike: Strike) -> list[tuple[str, str]]:
    """Whose packets to whom are dropped."""
    others = {Kind.CUT_NODES: strike.other, Kind.CUT_CLIENTS: CLIENTS}
    other = others.get(strike.kind, DATABASE)
    back = (other, strike.node)
    return [back] if strike.kind is Kind.DEAF_DATABASE else [(strike.node, other), back]


def send(process: int, number: signal.Signals) -> None:
    """Send a signal to a process that may have ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)
