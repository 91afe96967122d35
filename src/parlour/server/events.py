"""The event log of a table: everything that ever happened at it, and nothing that follows from it.

A match's own log (`parlour.core.log`) holds deals and moves. A table's log also says who sat
where, which moves were taken back, and which deals the server had committed itself to.

Tags and field names are stored in databases and never change.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Pace = Literal["calm", "usual", "quick"]
"""How long bots pause before a move."""


class Opening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table was opened with; it never changes."""

    game: str
    version: int
    options: dict[str, Any]
    owner: int
    hints: bool = True
    undo: bool = True
    clock: int | None = None
    pace: Pace = "usual"
    practice: bool = False
    """Played on from a moment of a finished match."""
    listed: bool = False
    """Shown in the lobby: anybody may sit down or watch. Others are found by their link only."""
    rated: bool = False
    """Counts for the ratings of the people at it."""


class TableEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="e"):
    """One line of a table's log."""


class Seated(TableEvent, frozen=True, tag="seat"):
    """Who holds a seat from now on: a person, a bot, or nobody."""

    seat: int
    person: int | None = None
    name: str = ""
    bot: str = ""

    @property
    def is_free(self) -> bool:
        """Whether nobody holds the seat."""
        return self.person is None and not self.bot


class Committed(TableEvent, frozen=True, tag="promise"):
    """The next deal, drawn and kept secret; players are sent the commitment before it is dealt."""

    commitment: str = msgspec.field(name="promise")
    salt: str
    deal: str


class Dealt(TableEvent, frozen=True, tag="deal"):
    """The deal of the last commitment, dealt."""


class Moved(TableEvent, frozen=True, tag="move"):
    """A seat's move."""

    seat: int
    move: str
    by: str = ""
    """Empty for the person herself; else the bot that moved for her or in its own seat."""


class Undone(TableEvent, frozen=True, tag="undo"):
    """A seat took its last move back."""

    seat: int


class Substituted(TableEvent, frozen=True, tag="relief"):
    """A bot plays for a person who is away or has left; an empty bot: she is back."""

    seat: int
    bot: str = ""
    left: bool = False
    """She left the seat to it herself, so it stays there until she takes the seat back."""


class Conceded(TableEvent, frozen=True, tag="concede"):
    """A seat conceded the match."""

    seat: int


class Neighbours(TableEvent, frozen=True, tag="network"):
    """The persons of two seats have come from one network; which one it was is written nowhere."""

    seats: tuple[int, int]


class Continued(TableEvent, frozen=True, tag="next"):
    """The rematch is played at another table."""

    table: str


AnyEvent = Seated | Committed | Dealt | Moved | Undone | Substituted | Conceded | Neighbours | Continued
