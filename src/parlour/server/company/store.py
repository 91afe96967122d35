"""What the server stores of how people get on: who has muted whom, reports, and what operators have done."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, Protocol

import msgspec

Run = Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]]
"""Runs work in a transaction of the store."""
MUTED: Final = (
    "SELECT person.id, name FROM mute JOIN person ON person.id = muted"
    " WHERE person = {} AND NOT leaving ORDER BY person.id"
)
AUDIT: Final = "SELECT id, action, person FROM audit WHERE id > {} ORDER BY id LIMIT {}"


class Report(msgspec.Struct, frozen=True):
    """What somebody has to say of somebody else."""

    reporter: int
    person: int
    reason: str
    place: str
    """The table."""
    day: str


class Ruling(msgspec.Struct, frozen=True):
    """Something that an operator has done."""

    id: int
    action: str
    person: int | None


class CompanyStore(Protocol):
    """How people get on, in a database."""

    async def mute(self, person: int, muted: int, *, most: int) -> bool:
        """Let a person not hear another; False where she has muted as many as she may."""

    async def unmute(self, person: int, muted: int) -> None: ...

    async def muted(self, person: int) -> list[tuple[int, str]]:
        """Whom a person has muted, by number and name."""

    async def muters(self, person: int, among: Collection[int]) -> set[int]:
        """Those of some people who have muted a person."""

    async def add_report(self, report: Report, *, most: int) -> bool:
        """Keep a report; False where she has made too many on that day. ConflictError where there is one already."""

    async def rulings(self, after: int, *, most: int) -> list[Ruling]:
        """What operators have done since, in order."""

    async def last_ruling(self) -> int:
        """The number of the last thing that an operator has done."""


class SqliteCompany:
    """How people get on, in SQLite."""

    def __init__(self, run: Run) -> None:
        self.run = run

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """Run one statement; its rows."""
        rows: list[Any] = await self.run(lambda connection: connection.execute(query, values).fetchall())
        return rows

    async def mute(self, person: int, muted: int, *, most: int) -> bool:
        def mute(connection: sqlite3.Connection) -> bool:
            (count,) = connection.execute("SELECT count(*) FROM mute WHERE person = ?", (person,)).fetchone()
            if count < most:
                connection.execute("INSERT OR IGNORE INTO mute VALUES (?, ?)", (person, muted))
            return bool(count < most)

        return bool(await self.run(mute))

    async def unmute(self, person: int, muted: int) -> None:
        await self.fetch("DELETE FROM mute WHERE person = ? AND muted = ?", person, muted)

    async def muted(self, person: int) -> list[tuple[int, str]]:
        return [(number, name) for number, name in await self.fetch(MUTED.format("?"), person)]

    async def muters(self, person: int, among: Collection[int]) -> set[int]:
        rows = await self.fetch("SELECT person FROM mute WHERE muted = ?", person)
        return {number for (number,) in rows} & set(among)

    async def add_report(self, report: Report, *, most: int) -> bool:
        values = msgspec.structs.astuple(report)

        def add(connection: sqlite3.Connection) -> bool:
            query = "SELECT count(*) FROM report WHERE reporter = ? AND day = ?"
            (count,) = connection.execute(query, (report.reporter, report.day)).fetchone()
            if count < most:
                columns = "reporter, person, reason, place, day"
                connection.execute(f"INSERT INTO report ({columns}) VALUES (?, ?, ?, ?, ?)", values)  # noqa: S608 - ours
            return bool(count < most)

        return bool(await self.run(add))

    async def rulings(self, after: int, *, most: int) -> list[Ruling]:
        return [Ruling(*row) for row in await self.fetch(AUDIT.format("?", "?"), after, most)]

    async def last_ruling(self) -> int:
        ((last,),) = await self.fetch("SELECT coalesce(max(id), 0) FROM audit")
        return int(last)
