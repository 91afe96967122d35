"""A busy lobby beside tables: what the moves of people at tables cost while others wait, look and are seated.

The same tables are played twice, for so long each: while everybody in the lobby is connected and does nothing, and
while they search. The server has a core of its own where the system allows that; the people in the lobby are a process
beside the players, at a lower priority.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from random import Random
from typing import TYPE_CHECKING, Any, Final

import parlour
from parlour.bench.crowd import Guests, Party, connected
from parlour.bench.server import EVERY, SERVE, SETTLE, Served, apart, measured, running
from parlour.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TABLES: Final = 100
STANDING: Final = 350
"""People who wait for terms that nobody else accepts."""
ARRIVALS: Final = 100
"""Others who begin to search, a second; half as many tables are opened for them."""
CROWD: Final = "parlour.bench.lobby_crowd"


def bench_lobby(
    seconds: float,
    on_progress: Callable[[int, int], None],
    *,
    tables: int = TABLES,
    standing: int = STANDING,
    arrivals: int = ARRIVALS,
) -> dict[str, Any]:
    """Play at so many tables, beside an idle lobby and beside a busy one."""
    with (
        apart() as core,
        tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder,
        running((*SERVE, "--data", folder), core) as served,
    ):
        gathered = Guests(served.host, served.port).gather(tables, lambda done: on_progress(done, 3 * tables))
        figures = asyncio.run(beside_a_lobby(served, gathered, seconds, (standing, arrivals)))
    on_progress(1, 1)
    return {"compiled": parlour.compiled, **figures}


async def beside_a_lobby(
    served: Served, gathered: Sequence[tuple[str, tuple[str, ...]]], seconds: float, crowd: tuple[int, int]
) -> dict[str, Any]:
    """Play while the crowd is idle, then while it searches."""
    players = await connected(served.websocket, [cookie for _, cookies in gathered for cookie in cookies])
    rng = Random(1)
    pairs = zip(players[::2], players[1::2], strict=True)
    parties = [Party(table, pair, Random(rng.random())) for (table, _), pair in zip(gathered, pairs, strict=True)]
    await asyncio.gather(*(party.sit() for party in parties))
    command = [sys.executable, "-m", CROWD, str(served.port), *map(str, crowd)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603, ASYNC220 - ourselves, once
    try:
        await answer(process)
        await asyncio.sleep(SETTLE)
        calm, _ = await measured([served], parties, seconds, EVERY)
        for party in parties:
            party.latencies.clear()
        tell(process, "search")
        await asyncio.sleep(SETTLE)
        busy, _ = await measured([served], parties, seconds, EVERY)
        tell(process, "stop")
        lobby = json.loads(await answer(process))
    finally:
        process.kill()
        process.communicate()
    await asyncio.gather(*(player.close() for player in players))
    ratios = {"moves": round(busy["moves"] / calm["moves"], 3), "p99": round(busy["p99_ms"] / calm["p99_ms"], 2)}
    return {"calm": calm, "busy": busy, "ratios": ratios, "lobby": lobby}


async def answer(process: subprocess.Popen[str]) -> str:
    """The next line of the crowd."""
    assert process.stdout is not None
    line = await asyncio.to_thread(process.stdout.readline)
    if not line:
        raise OptionError("the people in the lobby are gone")
    return line


def tell(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{word}\n")
    process.stdin.flush()
