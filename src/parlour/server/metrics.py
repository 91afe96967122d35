"""Figures for operators, in the text form that Prometheus reads."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.server.tables import House


class Metrics:
    """What the server counts; nothing of it says who plays what."""

    def __init__(self) -> None:
        """Start the clock."""
        self.since = time.monotonic()

    def text(self, house: House, connections: int) -> str:
        """Write everything down."""
        figures = {
            "parlour_uptime_seconds": ("gauge", round(time.monotonic() - self.since, 1)),
            "parlour_cpu_seconds_total": ("counter", round(time.process_time(), 2)),
            "parlour_connections": ("gauge", connections),
            "parlour_tables_in_memory": ("gauge", len(house.rooms)),
            "parlour_commits_total": ("counter", house.commits),
            "parlour_workers_replaced_total": ("counter", house.thinkers.replaced),
        }
        lines = [f"# TYPE {name} {kind}\n{name} {value}" for name, (kind, value) in figures.items()]
        return "\n".join(lines) + "\n"
