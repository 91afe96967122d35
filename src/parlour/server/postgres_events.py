"""Writes the events of many tables at once: one statement for each table of the database that they concern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.server.errors import FencedError
from parlour.server.events import Committed, Seated
from parlour.server.lobby.store import (
    POSTGRES,
    SEATED,
    SEEK_SECONDS,
    WITHDRAW,
    encode_numbers,
    seated_already,
    seek_gone,
)
from parlour.server.rows import NewEvents, encode_events, encode_table, unknown_person, unknown_table
from parlour.server.store import AddTable, Append, SeatSeekers, Withdraw
from parlour.server.tournaments.store import WriteTournament, are_written, write_postgres

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from parlour.server.store import Change, Lease

ADD_TABLES = """
    INSERT INTO play_table (name, opening, digest, opened)
    SELECT name, opening, digest, opened
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
    WITH ORDINALITY AS new (name, opening, digest, opened, number) ORDER BY number
"""
ADD_ENTRIES = """
    WITH new AS (
        SELECT id, seq, command, body, coalesce(epoch, 0) AS epoch
        FROM unnest($1::text[], $2::int[], $3::text[], $4::text[]) AS given (name, seq, command, body)
        JOIN play_table USING (name) LEFT JOIN lease ON lease.play_table = id
    )
    INSERT INTO entry (play_table, seq, command, body, epoch)
    SELECT id, seq, command, body, epoch FROM new WHERE (SELECT count(*) FROM new) = cardinality($1::text[])
"""
"""All entries of the only server, or none where a table is missing."""
FENCE = "lease.owner = given.owner AND lease.epoch = given.epoch"
"""Only who holds the lease may write."""
ADD_FENCED_ENTRIES = f"""
    WITH given AS (
        SELECT id, seq, command, body, owner, given.epoch
        FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bigint[], $6::int[])
        AS given (name, seq, command, body, owner, epoch) JOIN play_table USING (name)
    ), mine AS (
        SELECT lease.play_table FROM lease JOIN given ON lease.play_table = given.id AND {FENCE}
        ORDER BY lease.play_table FOR SHARE OF lease
    ), new AS (
        SELECT * FROM given WHERE owner IS NULL OR id IN (SELECT play_table FROM mine)
    )
    INSERT INTO entry (play_table, seq, command, body, epoch)
    SELECT id, seq, command, body, coalesce(epoch, 0) FROM new
    WHERE (SELECT count(*) FROM new) = cardinality($1::text[])
"""  # noqa: S608 - no input
"""All entries of a node, or none where a table is missing or another node owns one; new tables have no owner.

A takeover waits for the shared lock, so what it reads afterwards is all that the owner before ever wrote. Both lock in
the order of ids: without it, PostgreSQL had to end a deadlock now and then.
"""
ADD_SITTINGS = """
    INSERT INTO sitting (person, play_table)
    SELECT person, play_table.id
    FROM unnest($1::bigint[], $2::text[]) AS new (person, name) JOIN play_table USING (name)
    ON CONFLICT DO NOTHING
"""


async def write_changes(connection: asyncpg.Connection, changes: Sequence[Change]) -> None:
    """Write new tables and events; StoreError if a table is unknown, or somebody takes a seat who has left."""
    for change in changes:
        if isinstance(change, WriteTournament):
            await check_known(connection, set(change.joined))
            await write_postgres(connection, change)
    await write_tables(connection, [change for change in changes if isinstance(change, AddTable | Append)])
    for change in changes:
        if isinstance(change, SeatSeekers):
            await seat_seekers(connection, change.persons, change.table)
        elif isinstance(change, Withdraw):
            await withdraw(connection, change.person)


async def write_tables(connection: asyncpg.Connection, changes: Sequence[AddTable | Append]) -> None:
    """Write new tables, and events of tables."""
    if not changes:
        return
    new = [(name_of(change), encode_change(change)) for change in changes]
    tables = [encode_table(change.row) for change in changes if isinstance(change, AddTable)]
    if tables:
        await connection.execute(ADD_TABLES, *zip(*tables, strict=True))
    rated = [each.row.name for each in changes if isinstance(each, AddTable) and each.row.opening.rated]
    if rated:
        await connection.execute("INSERT INTO unsettled SELECT id FROM play_table WHERE name = ANY($1)", rated)
    await add_entries(connection, changes, new)
    sittings = [(person, name) for name, events in new for person in events.persons]
    sittings += [(each.row.opening.owner, each.row.name) for each in changes if isinstance(each, AddTable)]
    if sittings:
        await add_sittings(connection, sittings)
    begun = [name for name, events in new if events.begin]
    if begun:
        await connection.execute("UPDATE play_table SET begun = true WHERE name = ANY($1) AND NOT begun", begun)


async def seat_seekers(connection: asyncpg.Connection, persons: Sequence[int], table: str) -> None:
    """Let the seeks of people name their table; SeekError if one of them is gone."""
    query = (
        f"UPDATE seek SET play_table = id, seen = {POSTGRES.now} FROM play_table WHERE name = $2"  # noqa: S608
        f" AND play_table IS NULL AND seen > {POSTGRES.now} - $3 AND person IN {POSTGRES.numbers} RETURNING 1"
    )
    seated = await connection.fetch(query, encode_numbers(persons), table, SEEK_SECONDS)
    if len(seated) < len(persons):
        raise seek_gone()


async def withdraw(connection: asyncpg.Connection, person: int) -> None:
    """End a person's seek; SeekError if she was seated elsewhere a moment ago."""
    await connection.execute(WITHDRAW, person)
    table = await connection.fetchval(SEATED.format(POSTGRES.now), person, SEEK_SECONDS)
    if table is not None:
        raise seated_already(table)


async def add_entries(
    connection: asyncpg.Connection, changes: Sequence[AddTable | Append], new: Sequence[tuple[str, NewEvents]]
) -> None:
    """Add the entries of changes, all or none; FencedError if another node owns a table of them."""
    entries = [(name, *entry) for name, events in new for entry in events.entries]
    if not entries:
        return
    leases = [lease_of(change) for change in changes]
    if any(leases):
        held = zip(leases, new, strict=True)
        owners = [(lease.owner, lease.epoch) if lease else (None, None) for lease, (_, e) in held for _ in e.entries]
        columns = [*zip(*entries, strict=True), *zip(*owners, strict=True)]
        added = await connection.execute(ADD_FENCED_ENTRIES, *columns)
    else:
        added = await connection.execute(ADD_ENTRIES, *zip(*entries, strict=True))
    if added == "INSERT 0 0":
        raise await missing_table(connection, [name for name, _ in new])


async def check_lease(connection: asyncpg.Connection, table: int, lease: Lease) -> None:
    """FencedError if another node owns a table; nobody takes it before the end of the transaction."""
    query = "SELECT 1 FROM lease WHERE play_table = $1 AND owner = $2 AND epoch = $3 FOR SHARE"
    if await connection.fetchval(query, table, lease.owner, lease.epoch) is None:
        raise fenced()


def fenced() -> FencedError:
    """The error where a node writes to a table that it does not own any more."""
    return FencedError("store/fenced", "another node owns this table now")


def lease_of(change: AddTable | Append) -> Lease | None:
    """The lease under which a change is made; a new table has none."""
    return change.lease if isinstance(change, Append) else None


def is_one_statement(changes: Sequence[Change]) -> bool:
    """Whether changes only add entries, as moves do: they need no transaction around them."""
    return all(
        isinstance(change, Append) and not any(isinstance(event, Seated | Committed) for event in change.events)
        for change in changes
    )


async def add_sittings(connection: asyncpg.Connection, sittings: Sequence[tuple[int, str]]) -> None:
    """Enter tables in people's lists; StoreError if one of them has left the server."""
    await check_known(connection, {person for person, _ in sittings})
    await connection.execute(ADD_SITTINGS, *zip(*sittings, strict=True))


async def check_known(connection: asyncpg.Connection, persons: set[int]) -> None:
    """StoreError if somebody has left the server; nobody does before the end of the transaction."""
    query = "SELECT id FROM person WHERE id = ANY($1) AND NOT leaving FOR SHARE"
    if persons and len(await connection.fetch(query, list(persons))) < len(persons):
        raise unknown_person()


async def missing_table(connection: asyncpg.Connection, names: Sequence[str]) -> Exception:
    """The error about the first of some tables that is not there; if all are, another node owns one."""
    found = {name for (name,) in await connection.fetch("SELECT name FROM play_table WHERE name = ANY($1)", names)}
    missing = [name for name in names if name not in found]
    return unknown_table(missing[0]) if missing else fenced()


async def is_written(connection: asyncpg.Connection, change: Change) -> bool:
    """Whether a change is in the database: tables by their name, events by key and text."""
    if isinstance(change, WriteTournament):
        return await are_written(connection, change)
    if isinstance(change, AddTable):
        return await connection.fetchval("SELECT 1 FROM play_table WHERE name = $1", change.row.name) is not None
    assert isinstance(change, Append), "the first change of a transaction is a table or its events"
    query = "SELECT command, body FROM entry JOIN play_table ON id = play_table WHERE name = $1 AND seq = $2"
    first = encode_change(change).entries[0]
    found = await connection.fetchrow(query, change.table, first.seq)
    return found is not None and tuple(found) == (first.command, first.body)


def name_of(change: AddTable | Append) -> str:
    match change:
        case AddTable(row):
            return row.name
        case Append(table):
            return table


def encode_change(change: AddTable | Append) -> NewEvents:
    match change:
        case AddTable(_, events):
            return encode_events(0, "", events)
        case Append(_, seq, key, events, _):
            return encode_events(seq, key, events)
