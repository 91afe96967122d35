"""What happened in a chaos run, as its clients and the database tell it.

Times are of one monotonic clock, that of the process in which all clients run.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from parlour.server.events import AnyEvent, Opening


class Sent(msgspec.Struct):
    """A command of a client, and what became of it."""

    kind: str
    id: str
    at: float
    """When it was sent first."""
    move: str = ""
    """Empty for a command that is not a move."""
    answered: float | None = None
    refused: str = ""
    """The code of the refusal; empty if the command was done, or was not answered."""

    @property
    def is_done(self) -> bool:
        """Whether it was acknowledged."""
        return self.answered is not None and not self.refused


class Look(msgspec.Struct):
    """A state of the table that a client was sent."""

    at: float
    connection: int
    seq: int
    seat: int | None
    scene: Any


class ClientHistory(msgspec.Struct):
    """All that one person did and saw at one table, in order of time."""

    name: str
    joined: list[float] = []
    """By connection, when it asked for the table."""
    sent: list[Sent] = []
    looks: list[Look] = []
    refusals: list[str] = []
    """The codes of all that was refused, to whichever message."""


class Entry(msgspec.Struct):
    """A row of a table's log."""

    seq: int
    key: str
    event: AnyEvent
    epoch: int | None = None
    """Of the lease under which it was written; None where no node owns tables."""

    @property
    def command(self) -> str:
        """The id that a client gave its command; empty for what the server did by itself."""
        person, _, name = self.key.partition(":")
        return name if person.isdigit() else ""

    @property
    def person(self) -> int | None:
        """Whose command it was."""
        person = self.key.partition(":")[0]
        return int(person) if person.isdigit() else None


class Audited(msgspec.Struct):
    """A write that a trigger of the harness recorded: who owned the table from then on, or who wrote an entry."""

    kind: Literal["lease", "entry"]
    epoch: int
    seq: int = 0


class TableHistory(msgspec.Struct):
    """All that is known of one table."""

    name: str
    opening: Opening
    entries: list[Entry]
    clients: list[ClientHistory]
    audit: list[Audited] = []
    """In the order in which the database made them."""
