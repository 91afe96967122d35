"""The state of a match."""

from __future__ import annotations

import msgspec

from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.position_format import format_position


class Standing(msgspec.Struct, frozen=True):
    """What a match carries from game to game: games won by each seat, and games drawn (D10.1)."""

    wins: tuple[int, int]
    drawn: int


class State(msgspec.Struct, frozen=True, gc=False):
    """A match at one moment; a finished game stays until the next deal, counted already."""

    standing: Standing
    game: Game

    def __repr__(self) -> str:
        """What makes an equal state."""
        return f"Damenrennen().parse_position({format_position(self)!r})"
