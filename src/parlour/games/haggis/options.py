"""The options of a match of Haggis, as data (H2.1, H5.8, H7.4, H8.1)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from parlour.core.errors import OptionError

Edition = Literal["english", "german", "hungarian"]
HIGHEST_TARGET: Final = 5_000
"""About a hundred rounds: a match must end some day."""
FIRST_OUT_BONUS: Final[dict[str, int]] = {"english": 0, "german": 5, "hungarian": 5}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on before a match."""

    players: Annotated[int, Meta(description="how many play: 2 or 3")] = 2
    edition: Annotated[Edition, Meta(description="whose sheet: german and hungarian give 5 points for first out")] = (
        "english"
    )
    tournament: Annotated[bool, Meta(description="three players: a bombed trick goes to the next highest, unasked")] = (
        False
    )
    target: Annotated[int, Meta(description="points that end the match: 250, 350 or your own")] = 250

    def __post_init__(self) -> None:
        """Refuse what no sheet knows."""
        if self.players not in (2, 3):
            raise OptionError(f"haggis is for 2 or 3 players, got {self.players}", "H2.1")
        if self.target < 1:
            raise OptionError(f"the target must be 1 or more, got {self.target}", "H8.1")
        if self.target > HIGHEST_TARGET:
            raise OptionError(f"the target must be {HIGHEST_TARGET} or less, got {self.target}", "H8.1")

    @property
    def bonus(self) -> int:
        """The first-out bonus, which only three players know (H7.4)."""
        return FIRST_OUT_BONUS[self.edition] if self.players == 3 else 0  # noqa: PLR2004 - H7.4
