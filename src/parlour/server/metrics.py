"""Metrics for operators, in Prometheus's text format."""

from __future__ import annotations

import time
from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from parlour.server.bot_workers import BotWorkers

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Of the buckets of a histogram, in seconds."""


class Histogram:
    """Durations, counted in buckets."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        """How many durations there were."""
        return sum(self.counts)

    def lines(self, name: str) -> list[str]:
        """The histogram as Prometheus reads it: each bucket counts all that took no longer."""
        bounds = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
        below = zip(bounds, accumulate(self.counts), strict=True)
        return [
            f"# TYPE {name} histogram",
            *(f'{name}_bucket{{le="{bound}"}} {count}' for bound, count in below),
            f"{name}_sum {self.sum:.6f}",
            f"{name}_count {self.count}",
        ]


class Metrics:
    """What the server counts; nothing of it says who plays what."""

    def __init__(self) -> None:
        self.since = time.monotonic()
        self.commands = Histogram()
        """From the arrival of a command at its table until it is acknowledged: judged, on disk and sent."""
        self.forwarded = 0
        """Messages of clients that were passed on to the node that owns the table."""
        self.fenced = 0
        """Writes that came too late: another node owned the table."""
        self.commits = Histogram()
        """How long events take to be on disk."""

    def text(self, tables: int, connections: int, workers: BotWorkers, nodes: int = 1, leases: int = 0) -> str:
        """All metrics as they are now; a server that is no node has no leases."""
        figures = {
            "parlour_uptime_seconds": ("gauge", round(time.monotonic() - self.since, 1)),
            "parlour_cpu_seconds_total": ("counter", round(time.process_time(), 6)),
            "parlour_connections": ("gauge", connections),
            "parlour_tables_in_memory": ("gauge", tables),
            "parlour_commits_total": ("counter", self.commits.count),
            "parlour_nodes": ("gauge", nodes),
            "parlour_leases": ("gauge", leases),
            "parlour_forwarded_total": ("counter", self.forwarded),
            "parlour_fenced_total": ("counter", self.fenced),
            "parlour_workers": ("gauge", len(workers.workers)),
            "parlour_workers_busy": ("gauge", len(workers.running)),
            "parlour_workers_replaced_total": ("counter", workers.replaced),
        }
        lines = [f"# TYPE {name} {kind}\n{name} {value}" for name, (kind, value) in figures.items()]
        lines.append("# TYPE parlour_workers_queue gauge")
        lines += [f'parlour_workers_queue{{job="{job}"}} {count}' for job, count in workers.queued().items()]
        lines += self.commands.lines("parlour_command_seconds")
        lines += self.commits.lines("parlour_commit_seconds")
        return "\n".join(lines) + "\n"
