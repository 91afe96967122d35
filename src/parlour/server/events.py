"""The log of a table: everything that ever happened at it, and nothing that follows from it.

A match's own log (`parlour.core.log`) holds deals and moves; a table's also who sat where, what was
taken back and what was promised about the cards.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Opening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table was opened with; it never changes."""

    game: str
    version: int
    options: dict[str, Any]
    owner: int
    hints: bool = True
    undo: bool = True
    clock: int | None = None


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="e"):
    """One line of a table's log."""


class Seated(Entry, frozen=True, tag="seat"):
    """Who holds a seat from now on: a person, a bot, or nobody."""

    seat: int
    person: int | None = None
    name: str = ""
    bot: str = ""


class Promised(Entry, frozen=True, tag="promise"):
    """The next deal, drawn and kept; only the promise is told before it is dealt."""

    promise: str
    salt: str
    deal: str


class Dealt(Entry, frozen=True, tag="deal"):
    """The promised deal, dealt."""


class Moved(Entry, frozen=True, tag="move"):
    """A seat's move."""

    seat: int
    move: str
    by: str = ""
    """Empty for the person herself; else the bot that moved for her or in its own seat."""


class Undone(Entry, frozen=True, tag="undo"):
    """A seat took its last move back."""

    seat: int


class Relieved(Entry, frozen=True, tag="relief"):
    """A bot sits in for a person who is away; an empty bot: she is back."""

    seat: int
    bot: str = ""


class Conceded(Entry, frozen=True, tag="concede"):
    """A seat gave the match up."""

    seat: int


class Continued(Entry, frozen=True, tag="next"):
    """The rematch is played at another table."""

    table: str


AnyEntry = Seated | Promised | Dealt | Moved | Undone | Relieved | Conceded | Continued
