"""The terms of a tournament, told before it begins."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from parlour.tournament.errors import TournamentError

Format = Literal["swiss", "robin"]
"""Swiss: equals meet equals; robin: everybody meets everybody once."""
Fill = Literal["pause", "bot"]
"""What becomes of places that stay free: somebody pauses, or a bot sits there."""
PAIR: Final = 2
Seats = Annotated[int, Meta(ge=PAIR, le=3)]
"""At a table."""
MOST_PLAYERS: Final = 512
MOST_ROUNDS: Final = 64
LONGEST_NAME: Final = 60


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What everybody agrees to who joins."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    game: str
    options: dict[str, Any] = {}
    seats: Seats = PAIR
    format: Format = "swiss"
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 5
    """Of a Swiss tournament; a round robin has as many as its players need."""
    fill: Fill = "pause"

    def __post_init__(self) -> None:
        """Refuse what cannot be held."""
        if self.format == "robin" and self.seats != PAIR:
            raise TournamentError(f"a round robin has tables of {PAIR}, got {self.seats}; use swiss")
        if self.format == "swiss" and not self.rounds:
            raise TournamentError("a Swiss tournament has 1 round or more, got 0")
