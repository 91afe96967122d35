"""What the server stores, behind an interface that any database can implement.

An `append` is atomic and durable when it returns. The events of a table are numbered from 1
without gaps, and a command's key occurs at most once in a table: a second `append` with the same
number or key raises ConflictError and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from parlour.server.events import AnyEvent, Opening

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays here."""

    id: int
    name: str


class TableSummary(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a list of tables shows of one; stored beside its log, so that lists are cheap."""

    status: str
    names: tuple[str, ...]
    bots: tuple[str, ...]
    persons: tuple[int | None, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()


class TableRow(msgspec.Struct, frozen=True):
    """A table as lists show it."""

    name: str
    opening: Opening
    summary: TableSummary
    opened: str
    """When, in UTC, in ISO 8601."""


class StoredEvent(msgspec.Struct, frozen=True):
    """An event as it was written, with the key of the command that caused it."""

    key: str
    event: AnyEvent


class Store(Protocol):
    """A database."""

    async def close(self) -> None:
        """Finish what was asked for, then close the database."""

    async def add_person(self, name: str, token_hash: str) -> Person: ...

    async def person_of(self, token_hash: str) -> Person | None: ...

    async def add_token(self, person: int, token_hash: str) -> None: ...

    async def rename(self, person: int, name: str) -> None: ...

    async def names(self, persons: Collection[int]) -> dict[int, str]:
        """What people are called now."""

    async def forget(self, person: int) -> None:
        """Delete a person, her tokens, her name wherever it occurs, and the tables where no other person ever sat."""

    async def add_table(self, row: TableRow, events: Sequence[AnyEvent]) -> None:
        """Write a new table with its first events."""

    async def table(self, name: str) -> TableRow | None: ...

    async def tables_of(self, person: int, *, over: bool, most: int) -> list[TableRow]:
        """The tables where a person sits or that she opened, the latest first."""

    async def events(self, name: str) -> list[StoredEvent]:
        """The log of a table."""

    async def append(self, name: str, seq: int, key: str, events: Sequence[AnyEvent]) -> None:
        """Write events behind the first `seq` ones; atomic, and durable on return."""

    async def write_summary(self, name: str, summary: TableSummary) -> None: ...

    async def probe(self) -> dict[str, int]:
        """Write something, and count people and tables."""


EVENT_ENCODER: Final = msgspec.json.Encoder()
EVENT_DECODER: Final[msgspec.json.Decoder[AnyEvent]] = msgspec.json.Decoder(AnyEvent)
