"""The network of a chaos run: every node is a host of its own, and what is between two hosts can be cut.

Each node has a network namespace with a veth pair into a bridge; clients and the database have an address each on the
bridge. A cut is a rule that drops what one host sends to another, without a word to either: packets of open
connections and new connections alike. Needs root and `ip` (Debian's iproute2).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Final

CLIENTS: Final = "clients"
DATABASE: Final = "database"
SUBNETS: Final = 250
IP: Final = shutil.which("ip", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def is_possible() -> bool:
    """Whether namespaces can be made here."""
    name = f"parlour-try-{os.getpid()}"
    if IP is None or os.geteuid() != 0 or call("netns", "add", name).returncode:
        return False
    ip("netns", "delete", name)
    return True


def call(*words: str) -> subprocess.CompletedProcess[str]:
    assert IP is not None
    return subprocess.run((IP, *words), capture_output=True, check=False, text=True)


def ip(*words: str) -> str:
    """Run `ip`; what it prints."""
    done = call(*words)
    assert done.returncode == 0, f"ip {' '.join(words)}: {done.stderr}"
    return done.stdout


class Network:
    """Hosts with names; a node's is its own namespace."""

    def __init__(self, nodes: tuple[str, ...], number: int) -> None:
        """Set up a subnet with a number of its own, 1 to 250."""
        self.nodes = nodes
        self.number = number
        self.bridge = f"parlour{number}"
        self.cuts: set[tuple[str, str]] = set()
        hosts = (CLIENTS, DATABASE, *nodes)
        self.addresses = {host: f"10.213.{number}.{place}" for place, host in enumerate(hosts, 1)}
        ip("link", "add", self.bridge, "type", "bridge")
        ip("link", "set", self.bridge, "up")
        for host in (CLIENTS, DATABASE):
            ip("address", "add", f"{self.addresses[host]}/24", "dev", self.bridge)
        for place, node in enumerate(nodes):
            self.add(node, f"plr{number}n{place}")

    def namespace(self, node: str) -> str:
        return f"{self.bridge}-{node}"

    def add(self, node: str, cable: str) -> None:
        """Make a node's namespace and connect it."""
        name = self.namespace(node)
        ip("netns", "add", name)
        ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", cable, "master", self.bridge, "up")
        self.inside(node, "link", "set", "lo", "up")
        self.inside(node, "address", "add", f"{self.addresses[node]}/24", "dev", "eth0")
        self.inside(node, "link", "set", "eth0", "up")

    def inside(self, node: str, *words: str) -> None:
        ip("-netns", self.namespace(node), *words)

    def command(self, node: str) -> tuple[str, ...]:
        """What starts a program on a node's host."""
        assert IP is not None
        return (IP, "netns", "exec", self.namespace(node))

    def cut(self, source: str, target: str) -> None:
        """Drop what one host sends to another."""
        if (source, target) not in self.cuts:
            self.cuts.add((source, target))
            self.rule("add", source, target)

    def heal(self, source: str, target: str) -> None:
        """Deliver again what one host sends to another."""
        if (source, target) in self.cuts:
            self.cuts.remove((source, target))
            self.rule("delete", source, target)

    def heal_all(self) -> None:
        for source, target in sorted(self.cuts):
            self.heal(source, target)

    def rule(self, verb: str, source: str, target: str) -> None:
        rule = (verb, "from", self.addresses[source], "to", self.addresses[target], "blackhole")
        if source in self.nodes:
            self.inside(source, "rule", *rule)
        else:
            ip("rule", *rule)

    def remove(self) -> None:
        """Take everything down; a namespace takes its end of a cable with it."""
        self.heal_all()
        for node in self.nodes:
            ip("netns", "delete", self.namespace(node))
        ip("link", "delete", self.bridge)


@contextlib.contextmanager
def network(nodes: tuple[str, ...]) -> Iterator[Network]:
    """A network in a subnet that no other process uses."""
    taken = Network(nodes, free_number())
    try:
        yield taken
    finally:
        taken.remove()


def free_number() -> int:
    """The number of a subnet whose bridge is not there, begun with this process's own."""
    there = ip("-oneline", "link")
    numbers = ((os.getpid() + step) % SUBNETS + 1 for step in range(SUBNETS))
    return next(number for number in numbers if f" parlour{number}:" not in there)
