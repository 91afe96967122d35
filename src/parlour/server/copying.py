"""Copies a whole database into an empty one of the same or the other kind, row by row, and compares every row.

The target is one transaction, or a file that gets its name at the end: a copy that is interrupted leaves nothing.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from parlour.server.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

CHUNK: Final = 2_000
"""Rows that are in memory at once."""
Row = tuple[Any, ...]


class Shape(NamedTuple):
    """A table of the database: its columns, of which the first ones are its key."""

    name: str
    columns: tuple[str, ...]
    key: int = 1
    flags: tuple[str, ...] = ()
    """Columns that hold truth values, which SQLite stores as numbers."""


SHAPES: Final = (
    Shape("person", ("id", "name", "leaving", "banned", "public"), flags=("leaving", "banned", "public")),
    Shape("token", ("hash", "person", "device", "since", "seen")),
    Shape("link", ("hash", "person", "expires")),
    Shape("subscription", ("id", "endpoint", "person", "body")),
    Shape("play_table", ("id", "name", "opening", "digest", "over", "opened", "begun"), flags=("over", "begun")),
    Shape("sitting", ("person", "play_table", "over"), key=2, flags=("over",)),
    Shape("entry", ("play_table", "seq", "command", "body"), key=2),
    Shape("review", ("id", "play_table", "person", "seat", "judge", "events", "asked", "figures", "link")),
    Shape("verdict", ("review", "number", "body"), key=2),
    Shape("passkey", ("credential", "person", "public_key", "uses", "device", "since", "seen")),
    Shape("recovery", ("person", "hash", "since")),
    Shape("mute", ("person", "muted"), key=2),
    Shape("report", ("id", "reporter", "person", "reason", "place", "day", "closed"), flags=("closed",)),
    Shape("audit", ("id", "at", "operator", "action", "person", "detail")),
    Shape("ladder", ("game", "fit", "last", "day")),
    Shape("rated_match", ("game", "number", "name", "body", "unrated"), key=2),
    Shape("rating", ("person", "game", "mu", "phi", "sigma", "matches", "period"), key=2),
    Shape("rating_step", ("person", "game", "number", "day", "before", "mu", "phi"), key=3),
    Shape("unsettled", ("play_table",)),
    Shape("friend", ("id", "person", "friend")),
    Shape("friend_link", ("hash", "person", "expires")),
    Shape("invitation", ("person", "play_table", "host"), key=2),
    Shape("tournament", ("id", "name", "owner", "stage", "digest", "opened")),
    Shape("tournament_entry", ("tournament", "seq", "body"), key=2),
    Shape("tournament_player", ("tournament", "person"), key=2),
)
"""All tables, each behind those that it refers to; not what is true for seconds only, as seeks."""


class Database(Protocol):
    """A database that is locked for the copy."""

    place: str
    """Where it is, as it may be shown."""

    def chunks(self, shape: Shape, size: int) -> AsyncIterator[list[Row]]:
        """The rows of a table, so many at once, in the order of their key."""

    async def count(self, shape: Shape) -> int: ...

    async def last_person(self) -> int:
        """The highest number that a person ever had; it is not given again."""

    async def add(self, shape: Shape, rows: Sequence[Row]) -> None: ...

    async def finish(self, last_person: int) -> None:
        """Make everything that was added durable, all at once."""


async def copy_database(source: Database, target: Database, on_progress: Callable[[int, int], None]) -> dict[str, int]:
    """Copy everything and compare it; how many rows of each table. StoreError where the target is not empty."""
    for shape in SHAPES:
        if await target.count(shape):
            reason = f"{target.place} is not empty: it has rows in {shape.name!r}"
            raise StoreError("store/conflict", reason)
    counts = {shape.name: await source.count(shape) for shape in SHAPES}
    total = 2 * sum(counts.values())
    done = 0
    on_progress(0, max(1, total))
    for shape in SHAPES:
        async for rows in source.chunks(shape, CHUNK):
            await target.add(shape, rows)
            done += len(rows)
            on_progress(done, total)
    for shape in SHAPES:
        async for count in compare(shape, source, target):
            done += count
            on_progress(done, total)
    await target.finish(await source.last_person())
    return counts


async def compare(shape: Shape, source: Database, target: Database) -> AsyncIterator[int]:
    """Compare a table row by row; how many were equal, again and again. StoreError names the first that is not."""
    copies = target.chunks(shape, CHUNK)
    async for rows in source.chunks(shape, CHUNK):
        for row, copied in zip_longest(rows, await anext(copies, [])):
            if row != copied:
                key = ", ".join(map(repr, (row or copied)[: shape.key]))
                reason = f"row {key} of {shape.name!r} is not in {target.place} as it is in {source.place}"
                raise StoreError("store/corrupt", reason)
        yield len(rows)
    if await anext(copies, []):
        reason = f"{target.place} has more rows in {shape.name!r} than {source.place}"
        raise StoreError("store/corrupt", reason)
