"""Reviews in PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.server.postgres_connection import searchable
from parlour.server.review_store import JOINED, PLAYED, ReviewRow, played_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from parlour.server.postgres_session import Session
    from parlour.server.review_store import NewReview, PlayedRow


class PostgresReviews:
    """The reviews of a store, in its session."""

    def __init__(self, session: Session) -> None:
        self.session = session

    async def add(self, review: NewReview, *, now: float) -> ReviewRow:
        async def add(connection: asyncpg.Connection) -> ReviewRow:
            query = (
                "SELECT play_table.id, link FROM play_table"
                " LEFT JOIN review ON play_table = play_table.id AND person = $1 WHERE name = $2"
            )
            number, link = await connection.fetchrow(query, review.person, review.table)
            await connection.execute("DELETE FROM review WHERE play_table = $1 AND person = $2", number, review.person)
            insert = (
                "INSERT INTO review (play_table, person, seat, judge, events, asked, link)"
                " VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id"
            )
            values = (number, review.person, review.seat, review.judge, review.events, now, link)
            added = await connection.fetchval(insert, *values)
            return ReviewRow(*await connection.fetchrow(f"{JOINED} WHERE review.id = $1", added))

        return await self.session.run(add)

    async def played(self, person: int, *, most: int) -> list[PlayedRow]:
        return played_rows(await self.session.fetch(PLAYED.format("$1", "$2"), person, most))

    async def find(self, table: str, person: int) -> ReviewRow | None:
        return first(await self.session.fetch(f"{JOINED} WHERE name = $1 AND person = $2", searchable(table), person))

    async def find_shared(self, link: str) -> ReviewRow | None:
        return first(await self.session.fetch(f"{JOINED} WHERE link = $1", searchable(link)))

    async def unfinished(self) -> list[ReviewRow]:
        return [
            ReviewRow(*row) for row in await self.session.fetch(f"{JOINED} WHERE figures IS NULL ORDER BY review.id")
        ]

    async def count_since(self, person: int, since: float) -> int:
        ((count,),) = await self.session.fetch(
            "SELECT count(*) FROM review WHERE person = $1 AND asked > $2", person, since
        )
        return int(count)

    async def verdicts(self, review: int, first: int, most: int) -> list[str]:
        query = "SELECT body FROM verdict WHERE review = $1 AND number >= $2 ORDER BY number LIMIT $3"
        return [body for (body,) in await self.session.fetch(query, review, first, most)]

    async def add_verdicts(self, review: int, first: int, bodies: Sequence[str], figures: str | None) -> bool:
        async def add(connection: asyncpg.Connection) -> bool:
            query = "UPDATE review SET figures = $1 WHERE id = $2 RETURNING 1"
            known = await connection.fetchval(query, figures, review) is not None
            if known:
                numbered = [(review, number, body) for number, body in enumerate(bodies, start=first)]
                await connection.executemany("INSERT INTO verdict VALUES ($1, $2, $3)", numbered)
            return known

        return await self.session.run(add)

    async def claim(self, review: int, node: int | None) -> bool:
        query = (
            "UPDATE review SET node = $2 WHERE id = $1 AND ($2::bigint IS NULL OR node IS NULL OR node = $2"
            " OR NOT EXISTS (SELECT 1 FROM node AS alive WHERE alive.id = review.node)) RETURNING 1"
        )
        return bool(await self.session.fetch(query, review, node))

    async def share(self, review: int, link: str | None) -> None:
        await self.session.fetch("UPDATE review SET link = $1 WHERE id = $2", link, review)


def first(rows: Sequence[Any]) -> ReviewRow | None:
    return ReviewRow(*rows[0]) if rows else None
