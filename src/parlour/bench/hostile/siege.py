"""How people fare while somebody attacks: calm first, then under attack, then a shutdown in the middle of it.

Every attack has a server of its own, at default limits. Two players move ten times a second, at other tables
people and bots play at the usual pace; all of them come from addresses of their own.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

import parlour
from parlour.bench.crowd import Guests, Party, connected
from parlour.bench.hostile.attacks import ATTACKS
from parlour.bench.server import EVERY, Served, apart, machine_cpu, running
from parlour.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TABLES: Final = 50
BOT_TABLES: Final = 5
"""Of these, the tables where somebody plays against a bot."""
FAST_SECONDS: Final = 0.1
"""Between the moves of the two players."""
ATTACKER: Final = "127.0.0.66"
ATTACKER_MODULE: Final = "parlour.bench.hostile.attacker"
SHUTDOWN_SECONDS: Final = 60.0
"""A server that has not stopped by then never will."""


def source(number: int) -> str:
    """The address of the people at a table."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


class Crowd(msgspec.Struct, frozen=True):
    """The people: two fast players, and the tables at the usual pace, some of them with a bot."""

    fast: Party
    others: list[Party]
    with_bots: list[Party]

    async def play(self, seconds: float) -> Spell:
        """Play for so long."""
        parties = [self.fast, *self.others, *self.with_bots]
        for party in parties:
            party.latencies.clear()
        until = time.perf_counter() + seconds
        paces = [FAST_SECONDS] + [EVERY / 2] * (len(parties) - 1)
        await asyncio.gather(*(party.play(until, pace) for party, pace in zip(parties, paces, strict=True)))
        latencies = sorted(latency for party in parties for latency in party.latencies)
        if not latencies:
            raise OptionError("no move was made; measure for longer")
        return Spell(
            moves=len(self.fast.latencies),
            other_moves=sum(len(party.latencies) for party in self.others),
            bot_moves=sum(len(party.latencies) for party in self.with_bots),
            p99=latencies[len(latencies) * 99 // 100],
        )


class Spell(msgspec.Struct, frozen=True):
    """What people saw for a while."""

    moves: int
    """Of the two fast players."""
    other_moves: int
    bot_moves: int
    """Of people whose turn comes after a bot's move."""
    p99: float


def bench_hostile(
    seconds: float,
    on_progress: Callable[[int, int], None],
    *,
    attacks: Sequence[str] = tuple(ATTACKS),
    tables: int = TABLES,
) -> dict[str, Any]:
    """Every attack alone, then all at once, for so many seconds each."""
    if not sys.platform.startswith("linux"):
        raise OptionError("this benchmark needs many addresses of this machine (127.x.y.z), which only Linux has")
    plans = {name: (name,) for name in attacks} | {"all_at_once": tuple(attacks)}
    result: dict[str, Any] = {}
    for number, (name, plan) in enumerate(plans.items()):
        on_progress(number, len(plans))
        result[name] = besieged(plan, seconds, tables)
    on_progress(1, 1)
    return {"compiled": parlour.compiled, "hostile": result}


def besieged(attacks: Sequence[str], seconds: float, tables: int) -> dict[str, Any]:
    """The figures of one server under attack, and how much of the machine others took meanwhile."""
    since, busy, own = time.perf_counter(), machine_cpu(), own_cpu()
    with (
        apart() as core,
        tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder,
        tempfile.TemporaryFile() as log,
        running(("-m", "parlour", "serve", "--port", "0", "--data", folder), core, log) as served,
    ):
        guests = Guests(served.host, served.port, source)
        gathered = guests.gather(tables + 1, lambda _: None, against_bots=min(BOT_TABLES, tables))
        figures, attacker = asyncio.run(suffered(served, gathered, attacks, seconds))
        figures["data_mb"] = round(sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6, 1)
        try:
            figures["shutdown_s"] = shut_down(served.process)
        finally:
            attacker.kill()
            attacker.communicate()
        figures["log_kb"] = round(log.seek(0, 2) / 1e3, 1)
    if busy is not None and (later := machine_cpu()) is not None:
        others = later - busy - (own_cpu() - own)
        figures["cores_taken_by_others"] = round(max(0.0, others) / (time.perf_counter() - since), 2)
    return figures


def own_cpu() -> float:
    """The CPU seconds of this process and of its children that have ended: the server, its workers, the attacker."""
    return sum(os.times()[:4])


def shut_down(process: subprocess.Popen[str]) -> float:
    """How long a server takes to end after SIGTERM; one that does not end is killed after a minute."""
    since = time.perf_counter()
    process.terminate()
    try:
        process.wait(SHUTDOWN_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
    return round(time.perf_counter() - since, 2)


async def suffered(
    served: Served, gathered: Sequence[tuple[str, tuple[str, ...]]], attacks: Sequence[str], seconds: float
) -> tuple[dict[str, Any], subprocess.Popen[bytes]]:
    """Play in peace, then under attack; the figures, and the attacker, who goes on."""
    rng = Random(1)
    parties = []
    for number, (table, cookies) in enumerate(gathered):
        seated = await connected(served.websocket, cookies, [source(number)] * len(cookies))
        parties.append(Party(table, tuple(seated), Random(rng.random())))
    await asyncio.gather(*(party.sit() for party in parties))
    players = [player for party in parties for player in party.players]
    pairs = [party for party in parties if len(party.players) > 1]
    crowd = Crowd(pairs[0], pairs[1:], [party for party in parties if len(party.players) == 1])
    calm = await crowd.play(seconds)
    before, cpu = served.memory(), await served.cpu()
    command = [sys.executable, "-m", ATTACKER_MODULE, str(served.port), ATTACKER, crowd.fast.table, *attacks]
    attacker = subprocess.Popen(command, stdout=subprocess.PIPE)  # noqa: S603, ASYNC220 - ourselves, once
    assert attacker.stdout is not None
    await asyncio.to_thread(attacker.stdout.readline)
    attacked = await crowd.play(seconds)
    after, spent = served.memory(), await served.cpu() - cpu
    closed = sum(player.receiver.done() for player in players)
    await asyncio.gather(*(player.close() for player in players))
    return {
        "moves_per_s": round(attacked.moves / seconds, 2),
        "calm_moves_per_s": round(calm.moves / seconds, 2),
        "ratio": round(attacked.moves / max(1, calm.moves), 3),
        "others_ratio": round(attacked.other_moves / max(1, calm.other_moves), 3),
        "bots_ratio": round(attacked.bot_moves / max(1, calm.bot_moves), 3),
        "p99_ms": round(1000 * attacked.p99, 1),
        "calm_p99_ms": round(1000 * calm.p99, 1),
        "p99_ratio": round(attacked.p99 / calm.p99, 2),
        "closed": closed,
        "lost": sum(party.lost for party in parties),
        "core_share": round(spent / seconds, 2),
        "memory_grew_mb": None if before is None or after is None else round((after - before) / 1e6, 1),
    }, attacker
