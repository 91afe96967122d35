"""Metrics for operators, in Prometheus's text format."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.server.tables import Tables


class Metrics:
    """What the server counts; nothing of it says who plays what."""

    def __init__(self) -> None:
        self.since = time.monotonic()

    def text(self, tables: Tables, connections: int) -> str:
        """All metrics as they are now."""
        figures = {
            "parlour_uptime_seconds": ("gauge", round(time.monotonic() - self.since, 1)),
            "parlour_cpu_seconds_total": ("counter", round(time.process_time(), 6)),
            "parlour_connections": ("gauge", connections),
            "parlour_tables_in_memory": ("gauge", len(tables.actors)),
            "parlour_commits_total": ("counter", tables.commits),
            "parlour_workers_replaced_total": ("counter", tables.workers.replaced),
        }
        lines = [f"# TYPE {name} {kind}\n{name} {value}" for name, (kind, value) in figures.items()]
        return "\n".join(lines) + "\n"
