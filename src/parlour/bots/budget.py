"""How long a search may take: a number of nodes, which repeats itself anywhere, or milliseconds."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple


class Budget(NamedTuple):
    """Nodes to try in all; or milliseconds, where they are given."""

    nodes: int
    ms: float | None = None

    def allows(self, nodes: int, began: float) -> bool:
        """Whether a search that began at a time of `monotonic` may try so many nodes in all."""
        if self.ms is None:
            return nodes <= self.nodes
        return (monotonic() - began) * 1000 < self.ms

    def share(self, part: float) -> Budget:
        """A part of this budget, from 0 to 1."""
        return Budget(int(self.nodes * part), None if self.ms is None else self.ms * part)
