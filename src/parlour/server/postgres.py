"""The store on PostgreSQL: one connection, group commit, for a server that outgrows a file.

`parlour[postgres]` brings asyncpg. Everything is done one after the other, in the order in which it was asked for, as
in the SQLite store; only events that come at the same time are written first, and together.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from parlour.server.company.postgres import PostgresCompany
from parlour.server.identity.postgres import PostgresIdentity
from parlour.server.identity.store import person_in
from parlour.server.leave_table import StoredTable, without_person
from parlour.server.lobby.store import DEPARTURE, POSTGRES, LobbyStore
from parlour.server.postgres_connection import open_connection, searchable, store_error
from parlour.server.postgres_events import check_lease
from parlour.server.postgres_reviews import PostgresReviews
from parlour.server.postgres_session import Session
from parlour.server.ratings.postgres import PostgresRatings
from parlour.server.rows import (
    decode_clocks,
    decode_events,
    decode_table,
    encode_clocks,
    encode_text,
    readable_table,
    unknown_table,
)
from parlour.server.store import OWNED, Clocks, Lease, Person, StoredEvent, Subscription, TableRow, TableSummary
from parlour.server.tournaments.store import PostgresTournaments

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    import asyncpg

    from parlour.server.store import Change

LAST_ID = 2**63 - 1
Result = TypeVar("Result")
LIST = """
    SELECT name, opening, digest, opened, listed.play_table
    FROM (
        SELECT play_table FROM sitting WHERE person = $1 AND over = $2 AND play_table < $3
        ORDER BY play_table DESC LIMIT {:d}
    ) AS listed JOIN play_table ON play_table.id = listed.play_table
    ORDER BY listed.play_table DESC
"""
"""A page of a person's tables; a limit that the planner knows keeps it from reading them all."""
LEASED = "EXISTS (SELECT 1 FROM lease JOIN node ON node.id = owner WHERE lease.play_table = play_table.id)"
"""Whether a node that is alive owns a table."""
TICK = """
    INSERT INTO service (seconds, seen) VALUES (0, clock_timestamp())
    ON CONFLICT (one) DO UPDATE SET seen = clock_timestamp(), seconds = service.seconds
    + least($1::double precision, greatest(0, extract(epoch FROM clock_timestamp() - service.seen)::double precision))
    RETURNING seconds
"""
"""Advances the service's clock; a jump of the database's own clock is no more than an outage."""
REVOKE = "UPDATE lease SET owner = NULL, epoch = epoch + 1 WHERE play_table = $1 RETURNING epoch"
"""Fences whoever owns a table: it is changed behind her back."""


async def prepare(address: str, node: str = "") -> None:
    """Migrate a database, and find out what would keep a server or node from using it; StoreError says what."""
    await (await open_connection(address, node)).close()


class PostgresStore:
    """A store in a PostgreSQL database."""

    def __init__(self, address: str, node: str = "") -> None:
        """Begin to connect, as the only server or as a node with a name; what is asked meanwhile waits."""
        self.session = Session(address, node)
        self.reviews = PostgresReviews(self.session)
        self.ratings = PostgresRatings(self.session)
        self.tournaments = PostgresTournaments(self.session)
        self.identity = PostgresIdentity(self.session)
        self.lobby = LobbyStore(self.session.fetch, POSTGRES)
        self.company = PostgresCompany(self.session)

    async def close(self) -> None:
        await self.session.close()

    async def execute(self, *statements: tuple[Any, ...]) -> None:
        """Run statements, each with its arguments, in one transaction."""

        async def run(connection: asyncpg.Connection) -> None:
            for query, *arguments in statements:
                await connection.execute(query, *arguments)

        await self.session.run(run)

    # People.

    async def add_person(self, name: str, token_hash: str) -> Person:
        async def add(connection: asyncpg.Connection) -> Person:
            number = await connection.fetchval("INSERT INTO person (name) VALUES ($1) RETURNING id", name)
            await connection.execute("INSERT INTO token (hash, person) VALUES ($1, $2)", token_hash, number)
            return Person(number, name)

        return await self.session.run(add)

    async def person_of(self, token_hash: str) -> Person | None:
        query = "SELECT person.id, name, banned FROM person JOIN token ON person.id = token.person WHERE hash = $1"
        return person_in(await self.session.fetch(query, token_hash))

    async def add_link(self, person: int, link_hash: str, *, now: float, seconds: float, most: int) -> None:
        oldest = "SELECT hash FROM link WHERE person = $1 ORDER BY expires DESC, hash OFFSET $2"
        await self.execute(
            ("DELETE FROM link WHERE person = $1 AND expires <= $2", person, now),
            ("INSERT INTO link VALUES ($1, $2, $3)", link_hash, person, now + seconds),
            (f"DELETE FROM link WHERE hash IN ({oldest})", person, most),  # noqa: S608 - no input
        )

    async def enter(self, link_hash: str, token_hash: str, *, now: float) -> Person | None:
        query = "SELECT person.id, name FROM link JOIN person ON person.id = person WHERE hash = $1 AND expires > $2"

        async def enter(connection: asyncpg.Connection) -> Person | None:
            row = await connection.fetchrow(query, link_hash, now)
            await connection.execute("DELETE FROM link WHERE hash = $1", link_hash)
            if row is None:
                return None
            await connection.execute("INSERT INTO token (hash, person) VALUES ($1, $2)", token_hash, row[0])
            return Person(*row)

        return await self.session.run(enter)

    async def rename(self, person: int, name: str) -> None:
        await self.execute(("UPDATE person SET name = $1 WHERE id = $2", name, person))

    async def names(self, persons: Collection[int]) -> dict[int, str]:
        return dict(await self.session.fetch("SELECT id, name FROM person WHERE id = ANY($1)", list(persons)))

    async def mark_leaving(self, person: int) -> None:
        await self.execute(
            ("UPDATE person SET name = '', leaving = true WHERE id = $1", person),
            *((f"DELETE FROM {owned} WHERE person = $1", person) for owned in OWNED),  # noqa: S608 - ours
            ("DELETE FROM report WHERE reporter = $1", person),
            ("UPDATE audit SET detail = '' WHERE person = $1", person),
            *((query, person) for query in DEPARTURE),
        )

    async def leaving(self) -> list[int]:
        return [number for (number,) in await self.session.fetch("SELECT id FROM person WHERE leaving ORDER BY id")]

    async def tables_to_leave(self, person: int, *, most: int) -> list[str]:
        query = (
            "SELECT name FROM sitting JOIN play_table ON play_table.id = sitting.play_table"
            " WHERE person = $1 ORDER BY sitting.play_table DESC LIMIT $2"
        )
        return [name for (name,) in await self.session.fetch(query, person, most)]

    async def leave_table(self, name: str, person: int, stand_in: str) -> None:
        await self.session.run(lambda connection: leave_table(connection, name, person, stand_in))

    async def remove_person(self, person: int) -> None:
        """Delete a person; PostgreSQL overwrites the rows on disk when it needs their space."""
        await self.execute(
            ("DELETE FROM tournament_player WHERE person = $1", person), ("DELETE FROM person WHERE id = $1", person)
        )

    # Tables.

    async def write(self, *changes: Change) -> None:
        await self.session.write(changes)

    async def table(self, name: str) -> TableRow | None:
        query = "SELECT name, opening, digest, opened FROM play_table WHERE name = $1"
        rows = await self.session.fetch(query, searchable(name))
        return decoded(decode_table, rows[0]) if rows else None

    async def tables_of(self, person: int, *, over: bool, most: int, before: str = "") -> list[TableRow]:
        last = LAST_ID
        if before:
            rows = await self.session.fetch("SELECT id FROM play_table WHERE name = $1", searchable(before))
            if not rows:
                raise unknown_table(before)
            last = rows[0][0]
        found: list[TableRow] = []
        while len(found) < most:
            rows = await self.session.fetch(LIST.format(most), person, over, last)
            found += [row for row in (readable_table(row[:4]) for row in rows) if row is not None]
            if len(rows) < most:
                break
            last = rows[-1][4]  # some were damaged
        return found[:most]

    async def events(self, name: str) -> list[StoredEvent]:
        query = (
            "SELECT seq, command, body FROM entry JOIN play_table ON entry.play_table = play_table.id"
            " WHERE name = $1 ORDER BY seq"
        )
        return decoded(decode_events, name, await self.session.fetch(query, searchable(name)))

    async def write_summary(self, name: str, summary: TableSummary, lease: Lease | None = None) -> None:
        over = summary.status == "over"

        async def write(connection: asyncpg.Connection) -> None:
            number = await table_id(connection, name)
            if lease is not None:
                await check_lease(connection, number, lease)
            query = "UPDATE play_table SET digest = $1, over = $2 WHERE id = $3"
            await connection.execute(query, encode_text(summary), over, number)
            await connection.execute("UPDATE sitting SET over = $1 WHERE play_table = $2 AND over != $1", over, number)

        await self.session.run(write)

    async def clocks(self, name: str) -> Clocks:
        query = "SELECT body FROM clock JOIN play_table ON play_table.id = clock.play_table WHERE name = $1"
        return decoded(decode_clocks, await self.session.fetch(query, searchable(name)))

    async def write_clocks(self, name: str, clocks: Clocks, lease: Lease | None = None) -> None:
        async def write(connection: asyncpg.Connection) -> None:
            number = await table_id(connection, name)
            if lease is not None:
                await check_lease(connection, number, lease)
            await connection.execute("DELETE FROM clock WHERE play_table = $1", number)
            if clocks:
                await connection.execute("INSERT INTO clock VALUES ($1, $2)", number, encode_clocks(clocks))

        await self.session.run(write)

    async def has_clocks(self) -> bool:
        ((any_runs,),) = await self.session.fetch("SELECT EXISTS (SELECT 1 FROM clock)")
        return bool(any_runs)

    async def tick(self, most: float) -> float:
        ((seconds,),) = await self.session.fetch(TICK, most)
        return float(seconds)

    async def unfinished(self, person: int) -> int:
        ((count,),) = await self.session.fetch("SELECT count(*) FROM sitting WHERE person = $1 AND NOT over", person)
        return int(count)

    async def prune(self, opened_before: str, *, keep: Collection[str], most: int) -> int:
        unused = f"NOT begun AND opened < $1 AND name != ALL($2::text[]) AND NOT {LEASED} ORDER BY opened LIMIT $3"
        query = f"DELETE FROM play_table WHERE id IN (SELECT id FROM play_table WHERE {unused}) RETURNING 1"  # noqa: S608
        return len(await self.session.fetch(query, opened_before, list(keep), most))

    async def size(self) -> int:
        ((size,),) = await self.session.fetch("SELECT pg_database_size(current_database())")
        return int(size)

    # Push subscriptions.

    async def add_subscription(self, person: int, subscription: Subscription, *, most: int) -> None:
        oldest = "SELECT id FROM subscription WHERE person = $1 ORDER BY id DESC OFFSET $2"
        add = "INSERT INTO subscription (endpoint, person, body) VALUES ($1, $2, $3)"
        await self.execute(
            ("DELETE FROM subscription WHERE endpoint = $1", subscription.endpoint),
            (add, subscription.endpoint, person, encode_text(subscription)),
            (f"DELETE FROM subscription WHERE id IN ({oldest})", person, most),  # noqa: S608 - ours
        )

    async def subscriptions(self, person: int) -> list[Subscription]:
        rows = await self.session.fetch("SELECT body FROM subscription WHERE person = $1 ORDER BY id", person)
        return [decoded(partial(msgspec.json.decode, type=Subscription), body) for (body,) in rows]

    async def drop_subscription(self, person: int, endpoint: str) -> None:
        await self.execute(
            ("DELETE FROM subscription WHERE person = $1 AND endpoint = $2", person, searchable(endpoint))
        )

    async def probe(self) -> dict[str, int]:
        """Write a row, and count people and tables."""

        async def probe(connection: asyncpg.Connection) -> dict[str, int]:
            await connection.execute("UPDATE version SET number = number")
            query = "SELECT (SELECT count(*) FROM person), (SELECT count(*) FROM play_table)"
            people, tables = await connection.fetchrow(query)
            return {"people": people, "tables": tables}

        return await self.session.run(probe)


def decoded(decode: Callable[..., Result], *rows: Any) -> Result:
    """What rows say; StoreError where they are damaged."""
    try:
        return decode(*rows)
    except msgspec.MsgspecError as error:
        raise store_error(error) from error


async def table_id(connection: asyncpg.Connection, name: str) -> int:
    """The key of a table, or StoreError where there is none."""
    number: int | None = await connection.fetchval("SELECT id FROM play_table WHERE name = $1", searchable(name))
    if number is None:
        raise unknown_table(name)
    return number


async def leave_table(connection: asyncpg.Connection, name: str, person: int, stand_in: str) -> None:
    """Delete the table if no other person ever sat there, else the person's name and her seat in a running match."""
    query = "SELECT id, digest, over, begun FROM play_table WHERE name = $1 FOR UPDATE"
    found = await connection.fetchrow(query, name)
    if found is None:
        return
    table = StoredTable(*found)
    epoch = await connection.fetchval(REVOKE, table.id)
    others = "SELECT 1 FROM sitting WHERE play_table = $1 AND person != $2"
    if not await connection.fetch(others, table.id, person):
        await connection.execute("DELETE FROM play_table WHERE id = $1", table.id)
        return
    entries = await connection.fetch("SELECT seq, body FROM entry WHERE play_table = $1 ORDER BY seq", table.id)
    left = without_person(table, entries, person, stand_in)
    erased = [(body, table.id, seq) for seq, body in left.erased]
    await connection.executemany("UPDATE entry SET body = $1 WHERE play_table = $2 AND seq = $3", erased)
    if left.added is not None:
        query = (
            "INSERT INTO entry (play_table, seq, body, epoch)"
            " SELECT $1, max(seq) + 1, $2, $3 FROM entry WHERE play_table = $1"
        )
        await connection.execute(query, table.id, left.added, epoch or 0)
    await connection.execute("UPDATE play_table SET digest = $1 WHERE id = $2", left.digest, table.id)
    await connection.execute("DELETE FROM sitting WHERE play_table = $1 AND person = $2", table.id, person)
