"""What the server keeps, behind an interface that any database can offer.

An `append` is all or nothing and on disk when it returns. The entries of a table are numbered from
1 without gaps, and a command's key stands at most once in a table: a second `append` with the same
number or key raises ConflictError and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from parlour.server.errors import StoreError
from parlour.server.events import AnyEntry, Opening

if TYPE_CHECKING:
    from collections.abc import Sequence


class ConflictError(StoreError):
    """Somebody else has written to this table, or this command was written before."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays here."""

    id: int
    name: str


class Digest(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a list of tables shows of one; kept beside its log, so that lists are cheap."""

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
    digest: Digest
    opened: str
    """When, in UTC, as ISO 8601 writes it."""


class Logged(msgspec.Struct, frozen=True):
    """An entry as it was written, and the key of the command that made it."""

    key: str
    entry: AnyEntry


class Store(Protocol):
    """A database."""

    async def close(self) -> None:
        """Let go of it, when everything that was asked for is done."""

    async def add_person(self, name: str, token: str) -> Person:
        """Write down a new person, and the hash of her token."""

    async def person_of(self, token: str) -> Person | None:
        """Find who has a token, by its hash."""

    async def add_token(self, person: int, token: str) -> None:
        """Give a person another token, by its hash."""

    async def rename(self, person: int, name: str) -> None:
        """Give a person another name."""

    async def forget(self, person: int) -> None:
        """Delete a person, her tokens, her name wherever it stands, and the tables where no other person ever sat."""

    async def add_table(self, row: TableRow, entries: Sequence[AnyEntry]) -> None:
        """Write down a new table with its first entries."""

    async def table(self, name: str) -> TableRow | None:
        """Find a table."""

    async def tables_of(self, person: int, *, over: bool, most: int) -> list[TableRow]:
        """List the tables where a person sits or that she opened, the latest first."""

    async def entries(self, name: str) -> list[Logged]:
        """Read the log of a table."""

    async def append(self, name: str, seq: int, key: str, entries: Sequence[AnyEntry]) -> None:
        """Write entries behind the first `seq` ones."""

    async def keep_digest(self, name: str, digest: Digest) -> None:
        """Write down what lists show of a table."""

    async def counts(self) -> dict[str, int]:
        """Count people, tables and entries."""


ENTRY_ENCODER = msgspec.json.Encoder()
ENTRY_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyEntry)
