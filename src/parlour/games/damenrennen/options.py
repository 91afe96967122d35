"""The options of a match of Damenrennen, as data (D10.1)."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from parlour.core.errors import OptionError

MOST_GAMES: Final = 49
"""A match must end some day."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before a match."""

    best_of: Annotated[int, Meta(description="how many games the match is best of: 1, 3, 5 …")] = 1

    def __post_init__(self) -> None:
        """Refuse a match that could be shared."""
        if self.best_of < 1 or self.best_of % 2 == 0:
            raise OptionError(f"a match is best of an odd number of games, got {self.best_of}", "D10.1")
        if self.best_of > MOST_GAMES:
            raise OptionError(f"a match is best of {MOST_GAMES} games or fewer, got {self.best_of}", "D10.1")

    @property
    def needed(self) -> int:
        """How many games win the match."""
        return self.best_of // 2 + 1
