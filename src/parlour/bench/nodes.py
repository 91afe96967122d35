"""Several nodes on one database: what a move costs at one of them, and what it costs to forward it.

All in CPU time of the nodes: they share a core here, so moves a second would say nothing about machines of their own.
Three loads are played on the same nodes, each at tables of its own:

- local: everybody is connected to the node that owns her table;
- forwarded: everybody is connected to another one;
- spread: people are connected to any node, as behind a proxy that knows nothing of tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

import parlour
from parlour.bench.crowd import Guests, Party, Player, connected
from parlour.bench.server import (
    ECHO,
    ECHO_SHARE,
    EVERY,
    SERVE,
    SETTLE,
    TABLES,
    Served,
    apart,
    echoed,
    measured,
    missing,
    running,
)
from parlour.core.errors import OptionError
from parlour.server.settings import Settings
from parlour.server.store_address import store_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LOADS: Final = 4
"""One node alone, and the three loads of several."""
Gathered = list[tuple[str, tuple[str, ...]]]


class Places(msgspec.Struct, frozen=True):
    """Where the people of a table are connected: the number of the node that owns it, and of each player's."""

    owner: int
    players: tuple[int, ...]


def bench_nodes(  # noqa: PLR0913 - what a load is made of
    seconds: float,
    on_progress: Callable[[int, int], None],
    *,
    database: str,
    nodes: int,
    tables: int = TABLES,
    every: float = EVERY,
) -> dict[str, Any]:
    """Play at one node, then at several, for a quarter of the time each; then echo."""
    if not database or nodes < 2:  # noqa: PLR2004 - one node is what several are compared with
        raise OptionError("several nodes need a database: --nodes N --database postgresql://…")
    each = seconds / LOADS
    result: dict[str, Any] = {"compiled": parlour.compiled, "nodes": nodes}
    parties: list[Party] = []
    loads = {
        1: {"one": [Places(0, (0, 0))] * tables},
        nodes: {
            "local": [Places(number % nodes, (number % nodes,) * 2) for number in range(tables)],
            "forwarded": [Places(number % nodes, ((number + 1) % nodes,) * 2) for number in range(tables)],
            "spread": spread(tables, nodes),
        },
    }
    with apart() as core, tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder:
        for count, layouts in loads.items():
            with serving(count, Path(folder), database, core) as servers:
                guests = Guests(servers[0].host, servers[0].port)
                for name, places in layouts.items():
                    gathered = guests.gather(tables, lambda _: None)
                    result[name], met = asyncio.run(load(servers, gathered, places, each, every))
                    parties += met
                    on_progress(len(parties), LOADS * tables)
        result["lost"] = asyncio.run(missing(store_of(Settings(data=Path(folder), database=database)), parties))
        with running(ECHO, core) as served:
            echo = asyncio.run(echoed(served, 2 * tables, each * ECHO_SHARE, every))
    result |= {"echo": echo, "ratios": ratios(result, echo, nodes)}
    return result


def spread(tables: int, nodes: int) -> list[Places]:
    """Everybody at any node; whoever comes first brings the table to hers."""
    rng = Random(1)
    chosen = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(tables)]
    return [Places(players[0], players) for players in chosen]


def ratios(result: dict[str, Any], echo: dict[str, Any], nodes: int) -> dict[str, float]:
    """What the loads cost compared with each other."""
    cost = {name: result[name]["cpu_ms_per_move"] for name in ("one", "local", "forwarded", "spread")}
    return {
        "one_to_echo": round(cost["one"] / echo["cpu_ms_per_echo"], 2),
        "forwarded_to_local": round(cost["forwarded"] / cost["local"], 2),
        "moves_of_nodes_to_one": round(nodes * cost["one"] / cost["spread"], 2),
        "moves_of_nodes_to_one_by_table": round(nodes * cost["one"] / cost["local"], 2),
    }


@contextlib.contextmanager
def serving(count: int, folder: Path, database: str, core: int | None) -> Iterator[list[Served]]:
    """Some nodes on a database."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(
                running((*SERVE, "--data", str(folder / str(n)), "--database", database, "--node", f"bench-{n}"), core)
            )
            for n in range(count)
        ]


async def load(
    servers: Sequence[Served], gathered: Gathered, places: Sequence[Places], seconds: float, every: float
) -> tuple[dict[str, Any], list[Party]]:
    """Seat people where they belong and let them play; the figures, with the CPU of each node.

    Whoever joins a table first brings it to her node: somebody joins through the owner, and leaves when all are there.
    """
    connections = await connected_at(
        servers,
        [
            (node, cookie)
            for (_, cookies), place in zip(gathered, places, strict=True)
            for node, cookie in zip((place.owner, *place.players), (cookies[0], *cookies), strict=True)
        ],
    )
    keepers, pairs = connections[::3], list(zip(connections[1::3], connections[2::3], strict=True))
    rng = Random(1)
    parties = [Party(table, pair, Random(rng.random())) for (table, _), pair in zip(gathered, pairs, strict=True)]
    held = [Party(table, (keeper,), Random(1)) for (table, _), keeper in zip(gathered, keepers, strict=True)]
    await asyncio.gather(*(party.sit() for party in held))
    await asyncio.gather(*(party.sit() for party in parties))
    await asyncio.gather(*(keeper.close() for keeper in keepers))
    await asyncio.sleep(SETTLE)
    figures, spent = await measured(servers, parties, seconds, every)
    forwarded = sum(
        place.players[seat] != place.owner
        for party, place in zip(parties, places, strict=True)
        for seat, _ in party.played
    )
    figures["forwarded"] = round(forwarded / figures["moves"], 3)
    figures["cpu_s_by_node"] = [round(each, 2) for each in spent]
    await asyncio.gather(*(player.close() for pair in pairs for player in pair))
    return figures, parties


async def connected_at(servers: Sequence[Served], wanted: Sequence[tuple[int, str]]) -> list[Player]:
    """A connection of each cookie to its node, in the order in which they were asked for."""
    found: dict[int, Iterator[Player]] = {}
    for number, served in enumerate(servers):
        players = await connected(served.websocket, [cookie for node, cookie in wanted if node == number])
        found[number] = iter(players)
    return [next(found[node]) for node, _ in wanted]
