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
    """Seconds for a move."""
    bank: int = 0
    """Seconds for all decisions of a seat; 0 without a bank."""
    increment: int = 0
    """Seconds that every decision adds to the bank."""
    pace: Pace = "usual"
    practice: bool = False
    """Played on from a moment of a finished match."""
    listed: bool = False
    """Shown in the lobby: anybody may sit down or watch. Others are found by their link only."""
    rated: bool = False
    """Counts for the ratings of the people at it."""
    tournament: str = ""
    """The tournament that the match belongs to."""
    round: int = 0
    """Of the tournament, from 1."""
    deals: int = 0
    """The match is over after so many deals; 0 where only the rules end it."""
    closes: float | None = None
    """When the time of the round is up, by the service's clock."""
    stands: bool = False
    """Whether the scores stand then; else bots play on for everybody."""
    sealed: bool = False
    """Other tables play the same deals: nobody else sees anything of it until the last of them is done."""

    @property
    def is_timed(self) -> bool:
        """Whether moves are timed."""
        return self.clock is not None or self.bank > 0


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
    took: int = 0
    """Milliseconds of her bank, without the lag that was given back."""
    lag: int = 0
    """Milliseconds of lag that were given back."""


class Undone(TableEvent, frozen=True, tag="undo"):
    """A seat took its last move back."""

    seat: int


class Substituted(TableEvent, frozen=True, tag="relief"):
    """A bot plays for a person who is away or has left; an empty bot: she is back."""

    seat: int
    bot: str = ""
    left: bool = False
    """She left the seat to it herself, so it stays there until she takes the seat back."""


class Flagged(TableEvent, frozen=True, tag="flag"):
    """A seat's bank is empty: a bot plays for her until she takes the seat back."""

    seat: int
    bot: str


class Claimed(TableEvent, frozen=True, tag="claim"):
    """The win over somebody who ran out of time, stayed away or left was claimed: she has abandoned the match.

    She is last. Where several others are left, they play on, with a bot in her seat to the end.
    """

    seat: int
    """Who abandoned the match."""
    by: int
    """The seat that claimed."""
    bot: str


class Conceded(TableEvent, frozen=True, tag="concede"):
    """A seat conceded the match."""

    seat: int


class Neighbours(TableEvent, frozen=True, tag="network"):
    """The persons of two seats have come from one network; which one it was is written nowhere."""

    seats: tuple[int, int]


class Closed(TableEvent, frozen=True, tag="close"):
    """The time of the round is up."""


class Continued(TableEvent, frozen=True, tag="next"):
    """The rematch is played at another table."""

    table: str


AnyEvent = (
    Seated
    | Committed
    | Dealt
    | Moved
    | Undone
    | Substituted
    | Flagged
    | Claimed
    | Conceded
    | Closed
    | Neighbours
    | Continued
)
