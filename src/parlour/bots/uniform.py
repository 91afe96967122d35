"""The simplest bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Uniform:
    """Plays every legal move as often as the next."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """Draw one."""
        del view
        return legal[rng.randrange(len(legal))]
