"""What a chaos run does to its nodes, drawn from its seed."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Final

import msgspec


class Kind(StrEnum):
    """What can be done to a cluster."""

    KILL = "kill -9 of a node"
    TERMINATE = "SIGTERM to a node"
    FREEZE = "SIGSTOP of a node past its lease, then SIGCONT"
    BACKEND = "kill -9 of a process of PostgreSQL"
    POSTGRES = "kill -9 of PostgreSQL"
    STALL = "SIGSTOP of the processes of PostgreSQL that serve a node, past its lease, then SIGCONT"
    CUT_DATABASE = "cut between a node and PostgreSQL"
    DEAF_DATABASE = "answers of PostgreSQL to a node are lost"
    CUT_NODES = "cut between two nodes"
    CUT_CLIENTS = "cut between clients and a node"
    FULL_DISK = "the disk of PostgreSQL is full"
    SKEW = "the clock of a node is wrong by up to a minute"


ON_PROCESSES: Final = frozenset({Kind.KILL, Kind.TERMINATE, Kind.FREEZE, Kind.BACKEND, Kind.POSTGRES, Kind.SKEW})
"""What needs nothing but processes."""
ON_NETWORK: Final = frozenset({Kind.STALL, Kind.CUT_DATABASE, Kind.DEAF_DATABASE, Kind.CUT_NODES, Kind.CUT_CLIENTS})
LARGEST_SKEW: Final = 60.0
DELAYING: Final = frozenset({Kind.FREEZE, Kind.STALL, Kind.CUT_DATABASE})
"""What delays a write for longer than the lease of its writer."""
AIMED: Final = 0.6
"""The share of these that are aimed."""
AIMED_LEASES: Final = 1.8
"""How many leases an aimed strike waits for a takeover."""


class Strike(msgspec.Struct, frozen=True):
    """Something that is done to a cluster at a time, and undone later."""

    at: float
    kind: Kind
    node: str
    other: str
    """A second node; the first one where there is no other."""
    seconds: float
    skew: float = 0.0
    aimed: bool = False
    """Whether it ends just when a node has taken a table over, so that what was delayed comes at the worst moment."""


def plan(
    rng: Random, kinds: Sequence[Kind], nodes: Sequence[str], *, seconds: float, every: float, lease: float
) -> list[Strike]:
    """Strikes within some seconds, one in `every` on average; those on a lease outlast it more often than not."""
    strikes: list[Strike] = []
    at = rng.uniform(0.2, every)
    while at < seconds and kinds:
        kind = rng.choice(kinds)
        node = rng.choice(nodes)
        other = rng.choice([each for each in nodes if each != node] or [node])
        lasts = rng.uniform(0.05, 1.0) if kind in SHORT else rng.uniform(0.5, 1.8) * lease
        skew = rng.uniform(-LARGEST_SKEW, LARGEST_SKEW)
        aimed = kind in DELAYING and rng.random() < AIMED
        strikes.append(Strike(at, kind, node, other, AIMED_LEASES * lease if aimed else lasts, skew, aimed))
        at += rng.expovariate(1 / every)
    return strikes


SHORT: Final = frozenset({Kind.KILL, Kind.TERMINATE, Kind.BACKEND, Kind.POSTGRES, Kind.FULL_DISK})
"""What is over soon: a start takes its own time."""
