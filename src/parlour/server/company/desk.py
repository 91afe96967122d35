"""What operators do, in the database of a server that runs or not: `parlour admin`.

Every change is one transaction with its line in the audit trail. A running server looks at that trail every few
seconds, and closes the connections of whoever was banned, or calls somebody by the new name.
"""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from parlour.core.errors import OptionError
from parlour.extras import load_extra
from parlour.server.database import BUSY_MS, MIGRATIONS, store_error
from parlour.server.errors import StoreError
from parlour.server.people import checked_name
from parlour.server.sqlite import FILE_NAME

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MOST: Final = 200
"""Rows of a list."""
REPORTS: Final = """
    SELECT report.id, day, reason, place, person.id, person.name, reporter.id, reporter.name
    FROM report JOIN person ON person.id = report.person JOIN person AS reporter ON reporter.id = report.reporter
    WHERE closed = FALSE ORDER BY report.id LIMIT ?
"""
PEOPLE: Final = "SELECT id, name, banned, public, leaving FROM person WHERE {} ORDER BY id LIMIT ?"
TABLES: Final = "SELECT name, opened, begun, over, digest FROM play_table WHERE {} ORDER BY id DESC LIMIT ?"
COUNTS: Final = {
    "people": "SELECT count(*) FROM person",
    "banned": "SELECT count(*) FROM person WHERE banned = TRUE",
    "with_passkey": "SELECT count(DISTINCT person) FROM passkey",
    "with_recovery_code": "SELECT count(*) FROM recovery",
    "sessions": "SELECT count(*) FROM token",
    "sessions_today": "SELECT count(*) FROM token WHERE seen = ?",
    "tables": "SELECT count(*) FROM play_table",
    "tables_playing": "SELECT count(*) FROM play_table WHERE begun = TRUE AND over = FALSE",
    "tables_over": "SELECT count(*) FROM play_table WHERE over = TRUE",
    "reviews": "SELECT count(*) FROM review",
    "open_reports": "SELECT count(*) FROM report WHERE closed = FALSE",
}
Rows = list[dict[str, Any]]


class Desk(Protocol):
    """A database within one transaction."""

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """Run a statement with a `?` for every value; its rows."""


class SqliteDesk:
    """A file, perhaps beside a server that uses it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    async def fetch(self, query: str, *values: object) -> list[Any]:
        return self.connection.execute(query, values).fetchall()


class PostgresDesk:
    """A database of one or several servers."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    async def fetch(self, query: str, *values: object) -> list[Any]:
        parts = query.split("?")
        numbered = "".join(f"{part}${number}" for number, part in enumerate(parts[:-1], start=1)) + parts[-1]
        return list(await self.connection.fetch(numbered, *values))


@contextlib.asynccontextmanager
async def open_desk(place: str) -> AsyncIterator[Desk]:
    """A data folder or the address of a database, in a transaction; StoreError where it cannot be used."""
    if "://" in place:
        async with open_postgres(place) as desk:
            yield desk
        return
    path = Path(place) / FILE_NAME
    if not path.exists():
        raise OptionError(f"there is no {FILE_NAME} in {place}")
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)) as connection:
            check_version(place, connection.execute("PRAGMA user_version").fetchone()[0], len(MIGRATIONS))
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("BEGIN IMMEDIATE")
            yield SqliteDesk(connection)
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise store_error(error) from error


@contextlib.asynccontextmanager
async def open_postgres(address: str) -> AsyncIterator[Desk]:
    """A PostgreSQL database; one operator at a time, so that the audit trail is written in order."""
    postgres = load_extra("parlour.server.postgres_connection", "postgres")
    schema = load_extra("parlour.server.postgres_schema", "postgres")
    connection = await postgres.connect(address)
    try:
        async with connection.transaction():
            version = await connection.fetchval("SELECT number FROM version")
            check_version(postgres.place_of(address), version, len(schema.MIGRATIONS))
            await connection.execute("LOCK TABLE audit IN SHARE ROW EXCLUSIVE MODE")
            yield PostgresDesk(connection)
    except postgres.asyncpg.PostgresError as error:
        raise postgres.store_error(error) from error
    finally:
        await connection.close()


def check_version(place: str, version: int, known: int) -> None:
    """StoreError where a database is of another version than this program."""
    if version != known:
        reason = f"{place} has version {version} of the data, this parlour has {known}: start its server first"
        raise StoreError("store/version", reason)


# What can be read.


async def reports(desk: Desk) -> Rows:
    """The reports that nobody has dealt with, the oldest first."""
    columns = ("report", "day", "reason", "table", "person", "name", "reporter", "reporter_name")
    return named(columns, await desk.fetch(REPORTS, MOST))


async def people(desk: Desk, text: str) -> Rows:
    """People whose names have a text in them."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    rows = await desk.fetch(PEOPLE.format("lower(name) LIKE lower(?) ESCAPE '\\'"), f"%{escaped}%", MOST)
    return [person_row(row) for row in rows]


async def show_person(desk: Desk, number: int) -> dict[str, Any]:
    """Somebody: name, sessions, reports, what operators have done."""
    person = await find(desk, number)
    counted = {
        name: (await desk.fetch(f"SELECT count(*) FROM {table} WHERE {column} = ?", number))[0][0]  # noqa: S608 - ours
        for name, table, column in (
            ("sessions", "token", "person"),
            ("passkeys", "passkey", "person"),
            ("tables", "sitting", "person"),
            ("reported", "report", "person"),
            ("has_reported", "report", "reporter"),
            ("muted_by", "mute", "muted"),
        )
    }
    seen = await desk.fetch("SELECT coalesce(max(seen), '') FROM token WHERE person = ?", number)
    reasons = await desk.fetch("SELECT reason, count(*) FROM report WHERE person = ? GROUP BY reason", number)
    return {
        **person,
        **counted,
        "seen": seen[0][0],
        "reasons": dict(tuple(row) for row in reasons),
        "audit": await audit(desk, number),
    }


async def audit(desk: Desk, number: int | None = None) -> Rows:
    """What operators have done, the latest first; to one person, or to all."""
    where, values = ("person = ?", (number,)) if number is not None else ("TRUE", ())
    query = f"SELECT id, at, operator, action, person, detail FROM audit WHERE {where} ORDER BY id DESC LIMIT ?"  # noqa: S608 - ours
    return named(("id", "at", "operator", "action", "person", "detail"), await desk.fetch(query, *values, MOST))


async def tables(desk: Desk, *, playing: bool) -> Rows:
    """The latest tables, or those where a match is being played."""
    rows = await desk.fetch(TABLES.format("begun = TRUE AND over = FALSE" if playing else "TRUE"), MOST)
    return [
        {
            "table": name,
            "opened": opened,
            "status": "over" if over else "playing" if begun else "open",
            "names": msgspec.json.decode(digest)["names"],
        }
        for name, opened, begun, over, digest in rows
    ]


async def statistics(desk: Desk) -> dict[str, int]:
    """How much there is."""
    day = datetime.now(UTC).date().isoformat()
    return {name: (await desk.fetch(query, *[day] * query.count("?")))[0][0] for name, query in COUNTS.items()}


# What can be done.


async def rename(desk: Desk, operator: str, number: int, name: str) -> dict[str, Any]:
    """Give somebody another name; matches that are over keep the old one."""
    await find(desk, number)
    await desk.fetch("UPDATE person SET name = ? WHERE id = ?", checked_name(name), number)
    return await ruled(desk, operator, "rename", number, checked_name(name))


async def ban(desk: Desk, operator: str, number: int, why: str) -> dict[str, Any]:
    """Let somebody do nothing any more but delete herself."""
    await find(desk, number)
    await desk.fetch("UPDATE person SET banned = TRUE WHERE id = ?", number)
    return await ruled(desk, operator, "ban", number, why)


async def unban(desk: Desk, operator: str, number: int, why: str) -> dict[str, Any]:
    """Let somebody in again."""
    await find(desk, number)
    await desk.fetch("UPDATE person SET banned = FALSE WHERE id = ?", number)
    return await ruled(desk, operator, "unban", number, why)


async def close_report(desk: Desk, operator: str, report: int, why: str) -> dict[str, Any]:
    """Deal with a report, so that it is listed no more."""
    found = await desk.fetch("UPDATE report SET closed = TRUE WHERE id = ? RETURNING person", report)
    if not found:
        raise OptionError(f"there is no report {report}")
    return await ruled(desk, operator, "close", found[0][0], f"report {report} {why}".strip())


async def ruled(desk: Desk, operator: str, action: str, person: int, detail: str) -> dict[str, Any]:
    """Write a line of the audit trail; it."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    query = "INSERT INTO audit (at, operator, action, person, detail) VALUES (?, ?, ?, ?, ?)"
    await desk.fetch(query, at, operator, action, person, detail)
    return {"at": at, "operator": operator, "action": action, "person": person, "detail": detail}


async def find(desk: Desk, number: int) -> dict[str, Any]:
    """A person by number, or OptionError."""
    rows = await desk.fetch(PEOPLE.format("id = ?"), number, 1)
    if not rows:
        raise OptionError(f"there is no person {number}")
    return person_row(rows[0])


def person_row(row: Any) -> dict[str, Any]:
    number, name, banned, public, leaving = row
    return {
        "person": number,
        "name": name,
        "banned": bool(banned),
        "public": bool(public),
        "leaving": bool(leaving),
    }


def named(columns: tuple[str, ...], rows: list[Any]) -> Rows:
    return [dict(zip(columns, row, strict=True)) for row in rows]
