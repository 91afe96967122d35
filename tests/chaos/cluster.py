"""Nodes on one PostgreSQL, each on a host of its own where that is possible."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Final

from tests.chaos.audit import install_audit
from tests.chaos.network import DATABASE, Network, is_possible, network
from tests.chaos.node import CLOCK, UNFENCED
from tests.chaos.plan import ON_NETWORK, ON_PROCESSES, Kind
from tests.server.postgres_server import PROGRAMS, PostgresServer, postgres_server
from tests.server.server_process import ServerProcess
from tests.server.volume import Volume, volume
from tests.serving import wait_until

ROOT: Final = Path(__file__).parents[2]
PROGRAM: Final = (sys.executable, "-m", "tests.chaos.node")
NAMES: Final = ("north", "south", "west")
BRIEF: Final = ("--idle", "3")
"""Tables that nobody has open leave memory soon: they are reloaded, here or there."""
MEGABYTES: Final = 512
"""Of the disk that PostgreSQL has."""


class Node(ServerProcess):
    """One of several servers on the same database."""

    def __init__(self, name: str, folder: Path, database: str, on: Network | None, *, fenced: bool = True) -> None:
        folder.mkdir()
        self.name = name
        self.in_rotation = True
        """Whether clients are sent here; a load balancer leaves out a node that starts and answers late."""
        self.host = "127.0.0.1" if on is None else on.addresses[name]
        self.clock = folder / "clock"
        self.set_clock(0.0)
        before = () if on is None else on.command(name)
        where = ("--node", name, "--node-address", f"{self.host}:0", "--host", self.host)
        wrong = {CLOCK: str(self.clock), **({} if fenced else {UNFENCED: "1"})}
        super().__init__(
            folder,
            *where,
            *BRIEF,
            postgres=database,
            command=(*before, *PROGRAM),
            environment={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))), **wrong},
        )

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}"

    def set_clock(self, seconds: float) -> None:
        """Let this node's clock be wrong by so much."""
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(f"{seconds}")
        fresh.replace(self.clock)


class Entrance:
    """What clients connect to: any of the nodes, another one each time."""

    def __init__(self, nodes: Sequence[Node], rng: Random) -> None:
        self.nodes = nodes
        self.rng = rng

    @property
    def address(self) -> str:
        return self.rng.choice([node for node in self.nodes if node.in_rotation]).address


class Ground:
    """What outlasts a run: PostgreSQL, its file system and the network."""

    def __init__(self, postgres: PostgresServer, on: Network | None, disk: Volume | None) -> None:
        self.postgres = postgres
        self.network = on
        self.volume = disk

    def kinds(self) -> list[Kind]:
        """What can be done to a cluster here."""
        kinds = set(ON_PROCESSES)
        if self.network is not None:
            kinds |= ON_NETWORK
        if self.volume is not None:
            kinds.add(Kind.FULL_DISK)
        return sorted(kinds)


class Cluster:
    """Some nodes and their database."""

    def __init__(self, ground: Ground, folder: Path, count: int, *, fenced: bool = True) -> None:
        self.postgres = ground.postgres
        self.network = ground.network
        self.volume = ground.volume
        self.folder = folder
        self.database = ground.postgres.create()
        reached = self.database
        if self.network is not None:
            reached = reached.replace("127.0.0.1", self.network.addresses[DATABASE])
        self.nodes = [Node(name, folder / name, reached, self.network, fenced=fenced) for name in NAMES[:count]]

    def node(self, name: str) -> Node:
        return next(node for node in self.nodes if node.name == name)

    def start(self) -> None:
        """Start the nodes; the first one alone, since it creates the schema."""
        self.nodes[0].start()
        install_audit(self.database)
        with ThreadPoolExecutor(len(self.nodes)) as pool:
            list(pool.map(Node.start, self.nodes[1:]))

    def restart(self, node: Node) -> None:
        """Start a node again, also while the database is away: until it has a database, a node ends by itself."""
        while True:
            node.launch()
            with contextlib.suppress(AssertionError):
                node.wait_announced()
                return

    def roll(self, node: Node) -> None:
        """Stop a node and start it again, as in a rolling restart: until it says that people can be sent to it."""
        assert node.stop() == 0, node.said()
        node.in_rotation = False
        self.restart(node)
        wait_until(lambda: node.call("GET", "/readyz").status == HTTPStatus.OK, node.said)
        node.in_rotation = True

    def remove(self) -> None:
        """End the nodes, and delete the database."""
        for node in self.nodes:
            if node.starts and node.process.poll() is None:
                node.kill()
            node.release()
        self.postgres.drop(self.database)


@contextlib.contextmanager
def running(ground: Ground, count: int, *, fenced: bool = True) -> Iterator[Cluster]:
    """A cluster that runs."""
    with tempfile.TemporaryDirectory(prefix="parlour-chaos-") as folder:
        cluster = Cluster(ground, Path(folder), count, fenced=fenced)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.remove()


@contextlib.contextmanager
def ground(count: int) -> Iterator[Ground]:
    """PostgreSQL 16, with a network and a small disk of its own where this process may make them."""
    programs = PROGRAMS["16"]
    assert programs is not None
    with contextlib.ExitStack() as stack:
        on = stack.enter_context(network(NAMES[:count])) if is_possible() else None
        disk = stack.enter_context(volume(MEGABYTES))
        hosts = () if on is None else (on.addresses[DATABASE],)
        place = {} if disk is None else {"place": disk.folder}
        yield Ground(stack.enter_context(postgres_server("16", hosts=hosts, **place)), on, disk)
