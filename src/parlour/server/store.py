"""What the server stores, behind an interface that any database can implement.

What is asked for is done in that order; only a `write` may overtake what waits before it. A `write`
is one transaction over any number of tables: atomic, and durable when it returns. The events of a
table are numbered from 1 without gaps, and a command's key occurs at most once in a table: a second
`write` with the same number or key raises ConflictError and changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Annotated, Final, Protocol

import msgspec
from msgspec import Meta

from parlour.server.events import AnyEvent, Opening
from parlour.server.tournaments.store import WriteTournament

if TYPE_CHECKING:
    from parlour.server.company.store import CompanyStore
    from parlour.server.identity.store import IdentityStore
    from parlour.server.lobby.store import LobbyStore
    from parlour.server.ratings.store import RatingStore
    from parlour.server.review_store import ReviewStore
    from parlour.server.tournaments.store import TournamentStore


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays here."""

    id: int
    name: str
    banned: bool = False
    """An operator lets her do nothing."""


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where and how a browser wants push messages."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern="^https?://[!-~]+$")]
    p256dh: Annotated[str, Meta(max_length=200, pattern="^[A-Za-z0-9_=-]+$")]
    """The browser's public key, in base64url."""
    auth: Annotated[str, Meta(max_length=100, pattern="^[A-Za-z0-9_=-]+$")]
    """A secret that the browser and this server share, in base64url."""
    lang: Annotated[str, Meta(max_length=5)] = "en"


class TableSummary(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a list of tables shows of one; stored beside its log, so that lists are cheap."""

    status: str
    names: tuple[str, ...]
    bots: tuple[str, ...]
    persons: tuple[int | None, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()
    progress: tuple[int, ...] = ()
    """How far the match is: `Staging.progress`, as spectators see it; nothing before the first deal."""
    to_act: tuple[int, ...] = ()
    """The seats whose persons the match waits for; written when the table leaves memory."""


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


class AddTable(msgspec.Struct, frozen=True):
    """A new table with its first events."""

    row: TableRow
    events: Sequence[AnyEvent]


class Lease(msgspec.Struct, frozen=True):
    """Which node owns a table, and how often the table has changed hands."""

    owner: int
    epoch: int


class Append(msgspec.Struct, frozen=True):
    """Events behind the first `seq` ones of a table; the first of them carries the key of their command."""

    table: str
    seq: int
    key: str
    events: Sequence[AnyEvent]
    lease: Lease | None = None
    """Of several nodes, only the one that holds this lease may write; else FencedError."""


Clocks = dict[int, tuple[int, float]]
"""By seat, which of its decisions the clock is for, and until when, by the service's clock."""


class SeatSeekers(msgspec.Struct, frozen=True):
    """That people who look for opponents are seated at a new table; SeekError if one of them does not look any more."""

    persons: tuple[int, ...]
    table: str


class Withdraw(msgspec.Struct, frozen=True):
    """That somebody who sits down looks for nobody any more; SeekError if she was seated elsewhere a moment ago."""

    person: int


Change = AddTable | Append | SeatSeekers | Withdraw | WriteTournament
"""What one transaction may contain, in any number."""


class Store(Protocol):
    """A database."""

    @property
    def reviews(self) -> ReviewStore: ...

    @property
    def lobby(self) -> LobbyStore: ...

    @property
    def ratings(self) -> RatingStore: ...

    @property
    def tournaments(self) -> TournamentStore: ...

    @property
    def identity(self) -> IdentityStore: ...

    @property
    def company(self) -> CompanyStore: ...

    async def close(self) -> None:
        """Finish what was asked for, then close the database."""

    async def add_person(self, name: str, token_hash: str) -> Person: ...

    async def person_of(self, token_hash: str) -> Person | None: ...

    async def add_link(self, person: int, link_hash: str, *, now: float, seconds: float, most: int) -> None:
        """Add a personal link that can be used for so long, and delete the oldest of more than `most`."""

    async def enter(self, link_hash: str, token_hash: str, *, now: float) -> Person | None:
        """Use up a personal link for a new token, in one transaction; None if it cannot be used any more."""

    async def rename(self, person: int, name: str) -> None: ...

    async def names(self, persons: Collection[int]) -> dict[int, str]:
        """What people are called now; nothing of those who have left, and an empty name of those who are leaving."""

    async def mark_leaving(self, person: int) -> None:
        """Delete a person's name, reviews, and all by which she is known; she can neither come in nor take a seat."""

    async def leaving(self) -> list[int]:
        """The people who are marked, and still have tables to leave."""

    async def tables_to_leave(self, person: int, *, most: int) -> list[str]:
        """Tables where a person sat or that she opened, the latest first."""

    async def leave_table(self, name: str, person: int, stand_in: str) -> None:
        """Remove a person from a table, in one transaction.

        If no other person ever sat there, the table is deleted. Else her name is deleted, and in a
        match that is not over her seat goes to the bot `stand_in`, or is free before the first deal.
        """

    async def remove_person(self, person: int) -> None:
        """Delete a person who has left every table, and what is left of her name on disk where the database can."""

    async def write(self, *changes: Change) -> None:
        """Write new tables and events in one transaction; StoreError if somebody takes a seat who has left."""

    async def table(self, name: str) -> TableRow | None: ...

    async def tables_of(self, person: int, *, over: bool, most: int, before: str = "") -> list[TableRow]:
        """The tables where a person sits or that she opened, the latest first; only those opened before another."""

    async def events(self, name: str) -> list[StoredEvent]:
        """The log of a table."""

    async def write_summary(self, name: str, summary: TableSummary, lease: Lease | None = None) -> None:
        """Store what lists show of a table; FencedError where the lease is another's by now."""

    async def clocks(self, name: str) -> Clocks:
        """The clocks of a table that were running."""

    async def write_clocks(self, name: str, clocks: Clocks, lease: Lease | None = None) -> None:
        """Store the clocks of a table that are running; FencedError where the lease is another's by now."""

    async def has_clocks(self) -> bool:
        """Whether the clock of any table is running."""

    async def tick(self, most: float) -> float:
        """Advance the service's clock by the time since the last tick, but by no more; what it says."""

    async def unfinished(self, person: int) -> int:
        """How many tables of a person are not over."""

    async def prune(self, opened_before: str, *, keep: Collection[str], most: int) -> int:
        """Delete tables that were opened before a time and never begun, but for those to keep; how many."""

    async def size(self) -> int:
        """The bytes that are in use."""

    async def add_subscription(self, person: int, subscription: Subscription, *, most: int) -> None:
        """Keep a subscription of a person; of more than `most` the oldest goes."""

    async def subscriptions(self, person: int) -> list[Subscription]: ...

    async def drop_subscription(self, person: int, endpoint: str) -> None: ...

    async def probe(self) -> dict[str, int]:
        """Write something, and count people and tables."""


OWNED: Final = ("token", "link", "subscription", "review", "passkey", "challenge", "recovery", "mute", "report")
"""What goes at once when a person leaves: the tables of the database with rows of a `person`."""
EVENT_ENCODER: Final = msgspec.json.Encoder()
EVENT_DECODER: Final[msgspec.json.Decoder[AnyEvent]] = msgspec.json.Decoder(AnyEvent)
