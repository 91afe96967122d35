"""One chaos run: tables are played on a cluster that is struck, and then everything is compared."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final

import msgspec

from parlour.server.events import Opening
from tests.chaos.audit import read_tables
from tests.chaos.checker import Finding, check
from tests.chaos.cluster import Cluster, Entrance
from tests.chaos.history import ClientHistory, TableHistory
from tests.chaos.nemesis import AWAY, Nemesis
from tests.chaos.plan import Kind, plan
from tests.chaos.witness import Thinker, Witness
from tests.serving import PATIENCE

TERMS: Final[tuple[dict[str, Any], ...]] = (
    {"game": "haggis", "options": {"target": 250}, "seats": ["", None]},
    {"game": "damenrennen", "options": {"best_of": 9}, "seats": ["", None]},
    {"game": "haggis", "options": {"players": 3, "target": 250}, "seats": ["", None, "beginner"]},
    {"game": "damenrennen", "options": {"best_of": 9}, "seats": ["regular", ""]},
)
"""Two people, or people and bots; bots alone would never come to rest."""
REST_SECONDS: Final = 0.3
"""How long nothing may happen before all is at rest."""
OPENERS: Final = 8
"""How many tables are opened at the same time."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How large a run is."""

    tables: int = 50
    seconds: float = 8.0
    every: float = 1.2
    """Seconds between two strikes, on average."""
    lease: float = 5.0
    """Seconds that a lease of the nodes lasts."""


class Figures(msgspec.Struct):
    """What a run came to."""

    seed: int
    nodes: int
    tables: int
    moves: int = 0
    entries: int = 0
    looks: int = 0
    unanswered: int = 0
    connections: int = 0
    takeovers: int = 0
    seconds: float = 0.0
    struck: dict[str, int] = {}
    refused: dict[str, int] = {}
    """By code, what clients were refused."""
    logged: int = 0
    """Errors with a traceback in the logs of the nodes."""
    findings: list[Finding] = []


async def chaos(cluster: Cluster, kinds: Sequence[Kind], seed: int, terms: Terms) -> tuple[Figures, list[TableHistory]]:
    """Play on a running cluster that is struck as the seed says; it runs again in the end."""
    began = time.monotonic()
    rng = Random(seed)
    figures = Figures(seed, len(cluster.nodes), terms.tables)
    names = [node.name for node in cluster.nodes]
    strikes = plan(rng, kinds, names, seconds=terms.seconds, every=terms.every, lease=terms.lease)
    nemesis = Nemesis(cluster, Random(rng.random()))
    logged = tracebacks(cluster)
    async with contextlib.AsyncExitStack() as stack:
        players = await seat_people(cluster, terms.tables, rng, stack)
        async with asyncio.TaskGroup() as tasks:
            for player in players:
                tasks.create_task(player.play())
            async with asyncio.TaskGroup() as together:
                together.create_task(nemesis.carry_out(strikes))
                together.create_task(asyncio.sleep(terms.seconds))
            for player in players:
                player.stopped = True
        await come_to_rest(cluster, players)
        tables = histories(cluster, players)
    figures.struck = {kind.name.lower(): count for kind, count in sorted(nemesis.struck.items())}
    figures.logged = tracebacks(cluster) - logged
    count(figures, tables)
    figures.findings = [finding for table in tables for finding in check(table)]
    figures.seconds = round(time.monotonic() - began, 1)
    return figures, tables


def tracebacks(cluster: Cluster) -> int:
    """How many errors with a traceback the nodes have logged."""
    return sum(node.said().count("Traceback") for node in cluster.nodes)


async def seat_people(cluster: Cluster, tables: int, rng: Random, stack: contextlib.AsyncExitStack) -> list[Thinker]:
    """Open tables through all nodes, and seat people at them."""
    places = asyncio.Semaphore(OPENERS)

    async def open_one(number: int, seed: float) -> list[Thinker]:
        own = Random(seed)
        terms = TERMS[number % len(TERMS)]
        async with places:
            node = own.choice(cluster.nodes)
            count = 1 + terms["seats"].count(None)
            cookies = [await insist(partial(node.guest, f"guest {number}.{place}")) for place in range(count)]
            table = await insist(partial(node.open_table, cookies[0], **terms))
            players = []
            for place, cookie in enumerate(cookies):
                entrance = Entrance(cluster.nodes, Random(own.random()))
                client = await stack.enter_async_context(Witness(entrance, cookie, table, f"{number}.{place}"))
                players.append(Thinker(client, table, Random(own.random())))
            free = [seat for seat, occupant in enumerate(terms["seats"]) if occupant is None]
            for player, seat in zip(players[1:], free, strict=True):
                answer = await player.client.command("sit", table, seat=seat)
                assert answer["t"] == "done", answer
        return players

    opened = await asyncio.gather(*(open_one(number, rng.random()) for number in range(tables)))
    return [player for players in opened for player in players]


async def insist(ask: Callable[[], str]) -> str:
    """Ask until the database is there: it may still recover from a strike of the run before."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await asyncio.to_thread(ask)
        except AssertionError as error:
            if "store/busy" not in str(error) or time.monotonic() > end:
                raise
        await asyncio.sleep(REST_SECONDS)


async def come_to_rest(cluster: Cluster, players: Sequence[Thinker]) -> None:
    """Wait until everybody has an answer and has been shown all that is stored, and bots have nothing to do."""
    end = time.monotonic() + PATIENCE
    before: dict[str, int] = {}
    names = {player.table for player in players}
    while time.monotonic() < end:
        await asyncio.sleep(REST_SECONDS)
        try:
            found = read_tables(cluster.database, names)
        except (OSError, *AWAY):
            continue  # it recovers from a crash
        stored = {name: len(entries) for name, (_, entries, _) in found.items()}
        shown = all(player.shown["seq"] == stored[player.table] for player in players)
        busy = any(player.client.waiting or is_bots_turn(player) for player in players)
        if shown and stored == before and not busy:
            return
        before = stored


def is_bots_turn(player: Thinker) -> bool:
    """Whether a bot is to act at a player's table: on a busy machine it may take seconds to start."""
    shown = player.shown
    return not shown.get("waits") and any(shown["seats"][seat].get("bot") for seat in shown["scene"].get("to_act", ()))


def histories(cluster: Cluster, players: Sequence[Thinker]) -> list[TableHistory]:
    """What the clients and the database tell of every table."""
    clients: dict[str, list[ClientHistory]] = {}
    for player in players:
        assert isinstance(player.client, Witness)
        clients.setdefault(player.table, []).append(player.client.history)
    stored = read_tables(cluster.database, clients)
    return [
        TableHistory(name, msgspec.json.decode(stored[name][0], type=Opening), stored[name][1], people, stored[name][2])
        for name, people in clients.items()
    ]


def count(figures: Figures, tables: Sequence[TableHistory]) -> None:
    """Add the figures of tables up."""
    clients = [client for table in tables for client in table.clients]
    sent = [each for client in clients for each in client.sent]
    figures.moves = sum(each.is_done and bool(each.move) for each in sent)
    figures.unanswered = sum(each.answered is None for each in sent)
    figures.refused = dict(Counter(code for client in clients for code in client.refusals))
    figures.entries = sum(len(table.entries) for table in tables)
    figures.looks = sum(len(client.looks) for client in clients)
    figures.connections = sum(len(client.joined) for client in clients)
    figures.takeovers = sum(len({entry.epoch for entry in table.entries}) - 1 for table in tables)
