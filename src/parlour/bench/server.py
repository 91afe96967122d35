"""Server capacity: many tables on one core, compared with a bare echo on the same stack.

The server is a process of its own, on a core of its own where the system allows that; the players
are in this one. Latencies depend on what else the machine does; CPU time hardly does.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import IO, TYPE_CHECKING, Any, Final
from urllib.request import urlopen

import msgspec

import parlour
from parlour.bench.crowd import Guests, Party, Player, connected
from parlour.core.errors import OptionError
from parlour.server.events import Moved
from parlour.server.settings import Settings
from parlour.server.store_address import store_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from parlour.server.store import Store

TABLES: Final = 500
EVERY: Final = 2.0
"""Seconds between a player's moves; two players make a table's moves twice as often."""
SETTLE: Final = 1.0
ECHO_SHARE: Final = 0.25
ADDRESS: Final = re.compile(r"at http://([^:/]+):(\d+)/")
SERVE: Final = (
    "-m",
    "parlour",
    "serve",
    "--port",
    "0",
    "--per-address",
    "100000",
    "--requests",
    "100000",
    "--new-per-address",
    "100000",
)
ECHO: Final = ("-m", "parlour.bench.echo")
MESSAGE: Final = {"t": "play", "table": "abcdefghjkmn", "id": "c1", "move": "5r 6r 7r", "decision": 12}


class Served(msgspec.Struct, frozen=True):
    """A running server."""

    process: subprocess.Popen[str]
    host: str
    port: int
    seconds: float
    """From its start until it printed its address."""

    @property
    def websocket(self) -> str:
        """The address of its websocket."""
        return f"ws://{self.host}:{self.port}/ws"

    async def cpu(self) -> float:
        """The CPU seconds that it has used."""
        return await asyncio.to_thread(self.cpu_now)

    def cpu_now(self) -> float:
        """The CPU seconds that it has used, by its own metrics."""
        with urlopen(f"http://{self.host}:{self.port}/metrics") as answer:
            text = answer.read().decode()
        found = re.search(r"^parlour_cpu_seconds_total (\S+)", text, re.MULTILINE)
        assert found is not None
        return float(found[1])

    def memory(self) -> int | None:
        """Its resident memory in bytes; None where the system does not say."""
        try:
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        except OSError:
            return None
        return pages * os.sysconf("SC_PAGE_SIZE")


def bench_server(
    seconds: float,
    on_progress: Callable[[int, int], None],
    *,
    database: str = "",
    tables: int = TABLES,
    every: float = EVERY,
) -> dict[str, Any]:
    """Play at so many tables for so long, then echo for a quarter of that; in a file, or in a PostgreSQL database."""
    with apart() as core, tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder:
        settings = Settings(data=Path(folder), database=database)
        with running((*SERVE, "--data", folder, "--database", database), core) as served:
            guests = Guests(served.host, served.port)
            gathered = guests.gather(tables, lambda done: on_progress(done, 2 * tables))
            figures, parties = asyncio.run(played(served, gathered, seconds, every))
        figures["lost"] += asyncio.run(missing(store_of(settings), parties))
        with running(ECHO, core) as served:
            echo = asyncio.run(echoed(served, 2 * tables, seconds * ECHO_SHARE, every))
    figures["cpu_ratio_to_echo"] = round(figures["cpu_ms_per_move"] / echo["cpu_ms_per_echo"], 1)
    on_progress(1, 1)
    return {"compiled": parlour.compiled, "server": figures, "echo": echo}


@contextlib.contextmanager
def running(arguments: Sequence[str], core: int | None, log: IO[bytes] | None = None) -> Iterator[Served]:
    """A server on one core, terminated on exit; its standard error goes to `log`, if that is given."""
    since = time.perf_counter()
    command = [sys.executable, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)  # noqa: S603 - ourselves
    if core is not None:
        os.sched_setaffinity(process.pid, {core})
    try:
        assert process.stdout is not None
        found = ADDRESS.search(process.stdout.readline())
        if found is None:
            raise OptionError("the server did not start")
        yield Served(process, "127.0.0.1", int(found[2]), time.perf_counter() - since)
    finally:
        process.terminate()
        process.communicate()


@contextlib.contextmanager
def apart() -> Iterator[int | None]:
    """Keep this process off one core, and yield that core; None where there is only one or no affinity."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if len(cores) <= 1:
        yield None
        return
    os.sched_setaffinity(0, cores - {min(cores)})
    try:
        yield min(cores)
    finally:
        os.sched_setaffinity(0, cores)


async def played(
    served: Served, gathered: Sequence[tuple[str, tuple[str, ...]]], seconds: float, every: float
) -> tuple[dict[str, Any], list[Party]]:
    """Seat everybody and play."""
    players = await connected(served.websocket, [cookie for _, cookies in gathered for cookie in cookies])
    await asyncio.sleep(SETTLE)
    before = served.memory()
    rng = Random(1)
    pairs = zip(players[::2], players[1::2], strict=True)
    parties = [Party(table, pair, Random(rng.random())) for (table, _), pair in zip(gathered, pairs, strict=True)]
    await asyncio.gather(*(party.sit() for party in parties))
    await asyncio.sleep(SETTLE)
    figures, _ = await measured([served], parties, seconds, every)
    after = served.memory()
    if before is not None and after is not None:
        figures["kb_per_table"] = round((after - before) / 1000 / len(parties), 1)
    figures["start_up_s"] = round(served.seconds, 2)
    await asyncio.gather(*(player.close() for player in players))
    return figures, parties


async def measured(
    servers: Sequence[Served], parties: Sequence[Party], seconds: float, every: float
) -> tuple[dict[str, Any], list[float]]:
    """Let parties play for a while; the figures, and the CPU seconds of every server."""
    own, since, busy = time.process_time(), time.perf_counter(), machine_cpu()
    cpu = [await served.cpu() for served in servers]
    await asyncio.gather(*(party.play(since + seconds, every / 2) for party in parties))
    spent = [await served.cpu() - before for served, before in zip(servers, cpu, strict=True)]
    lasted = time.perf_counter() - since
    figures = figures_of(parties, sum(spent), lasted)
    if busy is not None and (later := machine_cpu()) is not None:
        others = later - busy - sum(spent) - (time.process_time() - own)
        figures["cores_taken_by_others"] = round(max(0.0, others) / lasted, 2)
    return figures, spent


def machine_cpu() -> float | None:
    """The CPU seconds that all processes have used, stolen time included; None where the system does not say."""
    try:
        first = Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0]
    except OSError:
        return None
    user, nice, system, _idle, _wait, irq, soft_irq, steal = map(int, first.split()[1:9])
    return (user + nice + system + irq + soft_irq + steal) / os.sysconf("SC_CLK_TCK")


def figures_of(parties: Sequence[Party], spent: float, lasted: float) -> dict[str, Any]:
    """The figures of a run: what the players saw, and what it cost."""
    latencies = sorted(latency for party in parties for latency in party.latencies)
    moves = len(latencies)
    if not moves:
        raise OptionError("no move was made; measure for longer")
    return {
        "tables": len(parties),
        "moves": moves,
        "moves_per_s": round(moves / lasted, 1),
        "p50_ms": round(1000 * latencies[moves // 2], 1),
        "p99_ms": round(1000 * latencies[moves * 99 // 100], 1),
        "worst_ms": round(1000 * latencies[-1], 1),
        "lost": sum(party.lost for party in parties),
        "cpu_ms_per_move": round(1000 * spent / moves, 3),
        "core_share": round(spent / lasted, 3),
    }


async def missing(open_store: Callable[[], Store], parties: Sequence[Party]) -> int:
    """How many acknowledged moves are not in the database, in their place."""
    store = open_store()
    lost = 0
    for party in parties:
        events = [line.event for line in await store.events(party.table)]
        kept = [(event.seat, event.move) for event in events if isinstance(event, Moved)]
        lost += sum(kept[number : number + 1] != [move] for number, move in enumerate(party.played))
    await store.close()
    return lost


async def echoed(served: Served, connections: int, seconds: float, every: float) -> dict[str, Any]:
    """The same load of connections and messages on a server that only echoes."""
    players = await connected(served.websocket, [""] * connections)
    echoes = 0

    async def talk(player: Player, offset: float) -> None:
        nonlocal echoes
        await asyncio.sleep(offset)
        while time.perf_counter() < until:
            back = player.expect("c1")
            await player.send(**MESSAGE)
            await back
            echoes += 1
            await asyncio.sleep(every)

    cpu = await served.cpu()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(talk(player, every * number / connections) for number, player in enumerate(players)))
    spent = await served.cpu() - cpu
    await asyncio.gather(*(player.close() for player in players))
    return {"echoes": echoes, "cpu_ms_per_echo": round(1000 * spent / max(1, echoes), 3)}
