"""How long tables stand still: `python -m tests.chaos.outage --tables 40 --times 10`.

While tables are played on three nodes, these are killed or, as in a rolling restart, stopped and started again, one
after the other, or PostgreSQL is restarted. A table stands still from the strike (for PostgreSQL: from its return)
until somebody at it is shown something new. A player thinks for up to half a second, so that much belongs to her. Every
history is checked.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any, Final

import msgspec

from tests.chaos.checker import check
from tests.chaos.cluster import NAMES, Cluster, Node, ground, running
from tests.chaos.run import Figures, come_to_rest, count, histories, seat_people
from tests.chaos.witness import Thinker
from tests.server.postgres_server import execute
from tests.serving import eventually

OWNED: Final = (
    "SELECT play_table.name FROM lease JOIN node ON node.id = owner JOIN play_table ON play_table.id = lease.play_table"
    " WHERE node.name = '{}'"
)
CALM_SECONDS: Final = 2.0
"""How long everybody plays undisturbed before a strike."""


class Standstill(msgspec.Struct):
    """What one kind of strike came to: seconds, a figure for each table and strike."""

    name: str
    seconds: list[float] = []

    def figures(self) -> dict[str, Any]:
        """The median, the 99th percentile and the worst."""
        ordered = sorted(self.seconds)
        last = len(ordered) - 1
        return {
            "tables": len(ordered),
            "p50_s": round(ordered[last // 2], 2),
            "p99_s": round(ordered[min(last, len(ordered) * 99 // 100)], 2),
            "worst_s": round(ordered[last], 2),
        }


class Outages:
    """A cluster at which people play, and what is done to it."""

    def __init__(self, cluster: Cluster, players: Sequence[Thinker]) -> None:
        self.cluster = cluster
        self.players = players

    def owned(self, node: Node) -> set[str]:
        """The tables of a node at which the match is not over."""
        (rows,) = execute(self.cluster.database, OWNED.format(node.name))
        running = {player.table for player in self.players if not player.is_over()}
        return {name for (name,) in rows} & running

    async def stand_still(self, tables: set[str], since: float) -> list[float]:
        """How long each of some tables shows nothing new after a moment."""
        seqs = {player.table: player.shown["seq"] for player in self.players if player.table in tables}
        moved: dict[str, float] = {}

        def look() -> bool:
            for player in self.players:
                table = player.table
                if table in seqs and table not in moved and player.shown["seq"] > seqs[table]:
                    moved[table] = time.monotonic() - since
            return len(moved) == len(seqs)

        await eventually(look, lambda: f"stand still: {set(seqs) - set(moved)}")
        return list(moved.values())

    async def kill(self, node: Node) -> list[float]:
        tables = self.owned(node)
        node.kill()
        seconds = await self.stand_still(tables, time.monotonic())
        await asyncio.to_thread(self.cluster.restart, node)
        return seconds

    async def roll(self, node: Node) -> list[float]:
        tables = self.owned(node)
        since = time.monotonic()
        rolling = asyncio.create_task(asyncio.to_thread(self.cluster.roll, node))
        seconds = await self.stand_still(tables, since)
        await rolling
        return seconds

    async def restart_database(self, node: Node) -> list[float]:
        del node
        await asyncio.to_thread(self.cluster.postgres.stop)
        await asyncio.to_thread(self.cluster.postgres.start)
        return await self.stand_still(
            {player.table for player in self.players if not player.is_over()}, time.monotonic()
        )


async def measure(cluster: Cluster, tables: int, times: int, strike: str) -> tuple[Standstill, Figures]:
    """Strike again and again while people play, then check what they saw."""
    found = Standstill(strike)
    async with contextlib.AsyncExitStack() as stack:
        players = await seat_people(cluster, tables, Random(strike), stack)
        outages = Outages(cluster, players)
        strikes: dict[str, Callable[[Node], Awaitable[list[float]]]] = {
            "kill": outages.kill,
            "roll": outages.roll,
            "database": outages.restart_database,
        }
        async with asyncio.TaskGroup() as tasks:
            for player in players:
                tasks.create_task(player.play())
            for number in range(times):
                await asyncio.sleep(CALM_SECONDS)
                found.seconds += await strikes[strike](cluster.nodes[number % len(cluster.nodes)])
            for player in players:
                player.stopped = True
        await come_to_rest(cluster, players)
    histories_ = histories(cluster, players)
    figures = Figures(0, len(cluster.nodes), tables)
    count(figures, histories_)
    figures.findings = [finding for table in histories_ for finding in check(table)]
    return found, figures


def main() -> int:
    """Measure, and print a line of JSON for each kind of strike."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.outage", description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument(
        "--strikes", nargs="+", choices=("kill", "roll", "database"), default=["kill", "roll", "database"]
    )
    options = parser.parse_args()
    wrong = 0
    with ground(len(NAMES)) as place:
        for strike in options.strikes:
            with running(place, len(NAMES)) as cluster:
                found, figures = asyncio.run(measure(cluster, options.tables, options.times, strike))
            line = {
                "strike": strike,
                **found.figures(),
                "moves": figures.moves,
                "refused": figures.refused,
                "findings": figures.findings,
            }
            wrong += len(figures.findings)
            sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
            sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
