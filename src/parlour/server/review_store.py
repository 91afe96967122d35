"""What the server stores of reviews: one per person and match, its verdicts in the order of the decisions.

Verdicts are numbered from 0 without gaps, and each is written once, so a review that was cut off is
resumed behind its last verdict.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec

from parlour.server.rows import readable_table
from parlour.server.store import TableRow

Run = Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]]
"""Runs work in a transaction of the store."""
COLUMNS: Final = (
    "review.id, play_table.name, person, seat, judge, events, figures, link,"
    " (SELECT count(*) FROM verdict WHERE review = review.id)"
)
JOINED: Final = f"SELECT {COLUMNS} FROM review JOIN play_table ON play_table.id = play_table"  # noqa: S608 - no input


PLAYED: Final = (
    "SELECT name, opening, digest, opened, judge, figures FROM sitting"
    " JOIN play_table ON play_table.id = sitting.play_table"
    " LEFT JOIN review ON review.play_table = sitting.play_table AND review.person = sitting.person"
    " WHERE sitting.person = {} AND sitting.over = TRUE ORDER BY sitting.play_table DESC LIMIT {}"
)
"""With the marks of a database's parameters."""


class NewReview(msgspec.Struct, frozen=True):
    """What somebody has asked for."""

    table: str
    person: int
    seat: int
    judge: str
    events: int


class ReviewRow(msgspec.Struct, frozen=True):
    """A review as it is stored."""

    id: int
    table: str
    person: int
    seat: int
    judge: str
    """Who judges, with its version."""
    events: int
    """How many events the match has: what progress is measured by."""
    figures: str | None
    """The figures of the whole match, as JSON; None until every decision is judged."""
    link: str | None
    """The secret of the link by which everybody may read it; None while it is private."""
    judged: int
    """How many verdicts there are."""


class PlayedRow(msgspec.Struct, frozen=True):
    """A finished match of a person, with her review of it."""

    table: TableRow
    judge: str | None
    figures: str | None
    """None where it is not reviewed, or not to the end."""


class ReviewStore(Protocol):
    """The reviews in a database."""

    async def played(self, person: int, *, most: int) -> list[PlayedRow]:
        """The latest of a person's finished matches, the latest first, each with her review of it."""

    async def add(self, review: NewReview, *, now: float) -> ReviewRow:
        """A new review in place of the one that there is; its link stays."""

    async def find(self, table: str, person: int) -> ReviewRow | None:
        """A person's review of a match."""

    async def find_shared(self, link: str) -> ReviewRow | None:
        """The review behind a link."""

    async def unfinished(self) -> list[ReviewRow]:
        """The reviews that are not complete, the oldest first."""

    async def count_since(self, person: int, since: float) -> int:
        """How many reviews a person has asked for since a time."""

    async def verdicts(self, review: int, first: int, most: int) -> list[str]:
        """Verdicts of a review from a number on, as JSON."""

    async def add_verdicts(self, review: int, first: int, bodies: Sequence[str], figures: str | None) -> bool:
        """Write verdicts, and the figures with the last of them; whether the review is still there."""

    async def claim(self, review: int, node: int | None) -> bool:
        """Note which node judges a review, None for the only server; False if another one that is alive does."""

    async def share(self, review: int, link: str | None) -> None:
        """Set the link of a review, or withdraw it."""


class SqliteReviews:
    """Reviews in SQLite."""

    def __init__(self, run: Run) -> None:
        self.run = run

    async def played(self, person: int, *, most: int) -> list[PlayedRow]:
        query = PLAYED.format("?", "?")
        rows = await self.run(lambda connection: connection.execute(query, (person, most)).fetchall())
        return played_rows(rows)

    async def add(self, review: NewReview, *, now: float) -> ReviewRow:
        def add(connection: sqlite3.Connection) -> ReviewRow:
            query = (
                "SELECT play_table.id, link FROM play_table"
                " LEFT JOIN review ON play_table = play_table.id AND person = ? WHERE name = ?"
            )
            number, link = connection.execute(query, (review.person, review.table)).fetchone()
            connection.execute("DELETE FROM review WHERE play_table = ? AND person = ?", (number, review.person))
            columns = "play_table, person, seat, judge, events, asked, link"
            connection.execute(
                f"INSERT INTO review ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - no input
                (number, review.person, review.seat, review.judge, review.events, now, link),
            )
            (row,) = rows(connection, "WHERE review.id = last_insert_rowid()")
            return row

        row: ReviewRow = await self.run(add)
        return row

    async def find(self, table: str, person: int) -> ReviewRow | None:
        return await self.first("WHERE name = ? AND person = ?", table, person)

    async def find_shared(self, link: str) -> ReviewRow | None:
        return await self.first("WHERE link = ?", link)

    async def first(self, where: str, *values: object) -> ReviewRow | None:
        """The one review of which something holds."""
        row: ReviewRow | None = await self.run(lambda connection: next(iter(rows(connection, where, *values)), None))
        return row

    async def unfinished(self) -> list[ReviewRow]:
        found: list[ReviewRow] = await self.run(
            lambda connection: rows(connection, "WHERE figures IS NULL ORDER BY review.id")
        )
        return found

    async def count_since(self, person: int, since: float) -> int:
        query = "SELECT count(*) FROM review WHERE person = ? AND asked > ?"
        return int(await self.run(lambda connection: connection.execute(query, (person, since)).fetchone()[0]))

    async def verdicts(self, review: int, first: int, most: int) -> list[str]:
        query = "SELECT body FROM verdict WHERE review = ? AND number >= ? ORDER BY number LIMIT ?"

        def read(connection: sqlite3.Connection) -> list[str]:
            return [body for (body,) in connection.execute(query, (review, first, most))]

        found: list[str] = await self.run(read)
        return found

    async def add_verdicts(self, review: int, first: int, bodies: Sequence[str], figures: str | None) -> bool:
        def add(connection: sqlite3.Connection) -> bool:
            known = connection.execute("UPDATE review SET figures = ? WHERE id = ?", (figures, review)).rowcount > 0
            if known:
                numbered = [(review, number, body) for number, body in enumerate(bodies, start=first)]
                connection.executemany("INSERT INTO verdict VALUES (?, ?, ?)", numbered)
            return known

        return bool(await self.run(add))

    async def claim(self, review: int, node: int | None) -> bool:
        del review
        assert node is None, "a file has one server"
        return True

    async def share(self, review: int, link: str | None) -> None:
        query = "UPDATE review SET link = ? WHERE id = ?"
        await self.run(lambda connection: connection.execute(query, (link, review)).close())


def played_rows(found: Iterable[Sequence[Any]]) -> list[PlayedRow]:
    """Finished matches; a damaged row does not hide the others."""
    decoded = ((readable_table(row[:4]), row[4], row[5]) for row in found)
    return [PlayedRow(table, judge, figures) for table, judge, figures in decoded if table is not None]


def rows(connection: sqlite3.Connection, where: str, *values: object) -> list[ReviewRow]:
    """The reviews of which something holds."""
    return [ReviewRow(*row) for row in connection.execute(f"{JOINED} {where}", values)]
