"""What a bot is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


class Bot(Protocol):
    """Chooses a move from what its seat may see."""

    def choose(self, view: Any, legal: Sequence[Any], rng: Random) -> Any:
        """Choose one of the legal moves."""
