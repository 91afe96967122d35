"""How people get on, in PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.server.company.store import AUDIT, MUTED, Ruling

if TYPE_CHECKING:
    from collections.abc import Collection

    import asyncpg

    from parlour.server.company.store import Report
    from parlour.server.postgres_session import Session


class PostgresCompany:
    """How people get on, in the session of a store."""

    def __init__(self, session: Session) -> None:
        self.session = session

    async def mute(self, person: int, muted: int, *, most: int) -> bool:
        async def mute(connection: asyncpg.Connection) -> bool:
            count = await connection.fetchval("SELECT count(*) FROM mute WHERE person = $1", person)
            if count < most:
                await connection.execute("INSERT INTO mute VALUES ($1, $2) ON CONFLICT DO NOTHING", person, muted)
            return bool(count < most)

        return await self.session.run(mute)

    async def unmute(self, person: int, muted: int) -> None:
        await self.session.fetch("DELETE FROM mute WHERE person = $1 AND muted = $2", person, muted)

    async def muted(self, person: int) -> list[tuple[int, str]]:
        return [(number, name) for number, name in await self.session.fetch(MUTED.format("$1"), person)]

    async def muters(self, person: int, among: Collection[int]) -> set[int]:
        query = "SELECT person FROM mute WHERE muted = $1 AND person = ANY($2)"
        return {number for (number,) in await self.session.fetch(query, person, list(among))}

    async def add_report(self, report: Report, *, most: int) -> bool:
        async def add(connection: asyncpg.Connection) -> bool:
            query = "SELECT count(*) FROM report WHERE reporter = $1 AND day = $2"
            count = await connection.fetchval(query, report.reporter, report.day)
            if count < most:
                insert = "INSERT INTO report (reporter, person, reason, place, day) VALUES ($1, $2, $3, $4, $5)"
                await connection.execute(insert, *msgspec.structs.astuple(report))
            return bool(count < most)

        return await self.session.run(add)

    async def rulings(self, after: int, *, most: int) -> list[Ruling]:
        return [Ruling(*row) for row in await self.session.fetch(AUDIT.format("$1", "$2"), after, most)]

    async def last_ruling(self) -> int:
        ((last,),) = await self.session.fetch("SELECT coalesce(max(id), 0) FROM audit")
        return int(last)
