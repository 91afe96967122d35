"""What the server stores of tournaments: one row for lists, and a log of its own.

The events of a tournament are numbered from 1 without gaps. They are written by `Store.write`, in one transaction
with the tables of the round that they begin; a second write of the same number raises ConflictError and changes
nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import msgspec

if TYPE_CHECKING:
    import asyncpg

    from parlour.server.postgres_session import Session

Run = Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]]
"""Runs work in a transaction of the store."""
Stage = Literal["open", "running", "over"]
"""Nothing is paired yet; a round was paired; there will be no more."""
COLUMNS: Final = "name, owner, stage, digest, opened"


class TournamentRow(msgspec.Struct, frozen=True):
    """A tournament as lists show it."""

    name: str
    """Of its address: random letters, as those of a table."""
    owner: int
    stage: Stage
    digest: str
    """What lists show of it, as JSON."""
    opened: str
    """When, in UTC, in ISO 8601."""


class WriteTournament(msgspec.Struct, frozen=True):
    """Events behind the first `seq` ones of a tournament, as JSON; behind none they open it."""

    row: TournamentRow
    seq: int
    bodies: Sequence[str]
    joined: Sequence[int] = ()
    """The people who join by them; StoreError if one of them has left the server."""


class TournamentStore(Protocol):
    """The tournaments in a database."""

    async def find(self, name: str) -> TournamentRow | None: ...

    async def entries(self, name: str, behind: int) -> list[str]:
        """The events of a tournament behind a number, as JSON."""

    async def listed(self, *, over: bool, most: int) -> list[TournamentRow]:
        """The latest that are over, or not, the latest first."""

    async def running(self) -> list[str]:
        """Those of which a round was paired and that are not over."""

    async def of(self, person: int, *, most: int) -> list[str]:
        """Those that are not over and that a person plays in or has opened."""

    async def opened_by(self, person: int) -> int:
        """How many that a person has opened are not over."""

    async def digests(self, tables: Sequence[str]) -> dict[str, str]:
        """What lists show of tables, as JSON by their names; nothing of one that is gone."""


class SqliteTournaments:
    """Tournaments in SQLite."""

    def __init__(self, run: Run) -> None:
        self.run = run

    async def rows(self, query: str, *values: object) -> list[Any]:
        rows: list[Any] = await self.run(lambda connection: connection.execute(query, values).fetchall())
        return rows

    async def find(self, name: str) -> TournamentRow | None:
        return first(await self.rows(FIND.format("?"), name))

    async def entries(self, name: str, behind: int) -> list[str]:
        return [body for (body,) in await self.rows(ENTRIES.format("?", "?"), name, behind)]

    async def listed(self, *, over: bool, most: int) -> list[TournamentRow]:
        return [TournamentRow(*row) for row in await self.rows(LISTED[over].format("?"), most)]

    async def running(self) -> list[str]:
        return [name for (name,) in await self.rows(RUNNING)]

    async def of(self, person: int, *, most: int) -> list[str]:
        return [name for (name,) in await self.rows(OF.format("?1", "?2"), person, most)]

    async def opened_by(self, person: int) -> int:
        ((count,),) = await self.rows(OPENED_BY.format("?"), person)
        return int(count)

    async def digests(self, tables: Sequence[str]) -> dict[str, str]:
        names = msgspec.json.encode(tables).decode()
        return dict(await self.rows(DIGESTS.format("IN (SELECT value FROM json_each(?))"), names))


class PostgresTournaments:
    """Tournaments in PostgreSQL."""

    def __init__(self, session: Session) -> None:
        self.session = session

    async def find(self, name: str) -> TournamentRow | None:
        return first(await self.session.fetch(FIND.format("$1"), clean(name)))

    async def entries(self, name: str, behind: int) -> list[str]:
        return [body for (body,) in await self.session.fetch(ENTRIES.format("$1", "$2"), clean(name), behind)]

    async def listed(self, *, over: bool, most: int) -> list[TournamentRow]:
        return [TournamentRow(*row) for row in await self.session.fetch(LISTED[over].format("$1"), most)]

    async def running(self) -> list[str]:
        return [name for (name,) in await self.session.fetch(RUNNING)]

    async def of(self, person: int, *, most: int) -> list[str]:
        return [name for (name,) in await self.session.fetch(OF.format("$1", "$2"), person, most)]

    async def opened_by(self, person: int) -> int:
        ((count,),) = await self.session.fetch(OPENED_BY.format("$1"), person)
        return int(count)

    async def digests(self, tables: Sequence[str]) -> dict[str, str]:
        rows = await self.session.fetch(DIGESTS.format("= ANY($1)"), list(tables))
        return dict(map(tuple, rows))


FIND: Final = f"SELECT {COLUMNS} FROM tournament WHERE name = {{}}"  # noqa: S608 - no input
ENTRIES: Final = (
    "SELECT body FROM tournament_entry JOIN tournament ON tournament.id = tournament_entry.tournament"
    " WHERE name = {} AND seq > {} ORDER BY seq"
)
LISTED: Final = {
    over: f"SELECT {COLUMNS} FROM tournament WHERE {'' if over else 'NOT '}(stage = 'over') ORDER BY id DESC LIMIT {{}}"  # noqa: S608
    for over in (True, False)
}
RUNNING: Final = "SELECT name FROM tournament WHERE stage = 'running' ORDER BY id"
OF: Final = (
    "SELECT name FROM tournament WHERE NOT (stage = 'over') AND (owner = {0} OR id IN"
    " (SELECT tournament FROM tournament_player WHERE person = {0})) ORDER BY id LIMIT {1}"
)
OPENED_BY: Final = "SELECT count(*) FROM tournament WHERE owner = {} AND NOT (stage = 'over')"
DIGESTS: Final = "SELECT name, digest FROM play_table WHERE name {}"
"""With the marks of a database's parameters."""


def first(rows: Sequence[Any]) -> TournamentRow | None:
    return TournamentRow(*rows[0]) if rows else None


def clean(name: str) -> str:
    """A name that PostgreSQL can search for: no text of it contains a NUL."""
    return name.replace("\0", "\ufffd")


def write_sqlite(connection: sqlite3.Connection, change: WriteTournament) -> None:
    """Write events, and open the tournament with the first of them."""
    row = change.row
    if not change.seq:
        query = f"INSERT INTO tournament ({COLUMNS}) VALUES (?, ?, ?, ?, ?)"  # noqa: S608 - no input
        connection.execute(query, msgspec.structs.astuple(row))
    (number,) = connection.execute("SELECT id FROM tournament WHERE name = ?", (row.name,)).fetchone()
    entries = [(number, seq, body) for seq, body in enumerate(change.bodies, start=change.seq + 1)]
    connection.executemany("INSERT INTO tournament_entry VALUES (?, ?, ?)", entries)
    connection.execute("UPDATE tournament SET stage = ?, digest = ? WHERE id = ?", (row.stage, row.digest, number))
    players = [(number, person) for person in change.joined]
    connection.executemany("INSERT OR IGNORE INTO tournament_player VALUES (?, ?)", players)


async def write_postgres(connection: asyncpg.Connection, change: WriteTournament) -> None:
    """Write events, and open the tournament with the first of them."""
    row = change.row
    if not change.seq:
        query = f"INSERT INTO tournament ({COLUMNS}) VALUES ($1, $2, $3, $4, $5)"  # noqa: S608 - no input
        await connection.execute(query, *msgspec.structs.astuple(row))
    number = await connection.fetchval("SELECT id FROM tournament WHERE name = $1 FOR UPDATE", row.name)
    entries = [(number, seq, body) for seq, body in enumerate(change.bodies, start=change.seq + 1)]
    await connection.executemany("INSERT INTO tournament_entry VALUES ($1, $2, $3)", entries)
    query = "UPDATE tournament SET stage = $1, digest = $2 WHERE id = $3"
    await connection.execute(query, row.stage, row.digest, number)
    players = [(number, person) for person in change.joined]
    await connection.executemany("INSERT INTO tournament_player VALUES ($1, $2) ON CONFLICT DO NOTHING", players)


async def are_written(connection: asyncpg.Connection, change: WriteTournament) -> bool:
    """Whether the events are in the database."""
    query = (
        "SELECT body FROM tournament_entry JOIN tournament ON tournament.id = tournament_entry.tournament"
        " WHERE name = $1 AND seq = $2"
    )
    return bool(await connection.fetchval(query, change.row.name, change.seq + 1) == change.bodies[0])
