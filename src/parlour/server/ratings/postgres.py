"""Ratings in PostgreSQL. Whoever enters a result, or another fold, holds one lock for all ladders until the commit."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.ratings.conduct import met_since
from parlour.ratings.ladder import FEWEST_MATCHES, rated
from parlour.server.postgres_connection import searchable
from parlour.server.ratings import store
from parlour.server.ratings.store import LadderRow, Recomputed
from parlour.server.rows import encode_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from parlour.ratings.ladder import Standing
    from parlour.ratings.result import Result
    from parlour.server.postgres_session import Session
    from parlour.server.ratings.store import LeaderRow, SettledRow, StandingRow, StepRow

LOCK: Final = 0x7061726C726174
"""The advisory lock of whoever writes ratings: results get their numbers in the order of commits."""
WRITE_LADDER: Final = (
    "INSERT INTO ladder VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (game) DO UPDATE SET fit = excluded.fit, last = excluded.last, day = excluded.day"
)
WRITE_STEP: Final = f"INSERT INTO rating_step (game, {store.STEP}) VALUES ($1, $2, $3, $4, $5, $6, $7)"  # noqa: S608
WRITE_STANDING: Final = (
    f"INSERT INTO rating (game, {store.STANDING}) VALUES ($1, $2, $3, $4, $5, $6, $7)"  # noqa: S608 - no input
    " ON CONFLICT (person, game) DO UPDATE SET mu = excluded.mu, phi = excluded.phi, sigma = excluded.sigma,"
    " matches = excluded.matches, period = excluded.period"
)
STANDINGS: Final = f"SELECT {store.STANDING} FROM rating WHERE game = $1 AND person = ANY($2)"  # noqa: S608 - no input


class PostgresRatings:
    """The ratings of a store, in its session."""

    def __init__(self, session: Session) -> None:
        self.session = session

    async def settle(self, table: str, game: str, result: Result) -> None:
        await self.session.run(lambda connection: settle(connection, table, game, result))

    async def unsettled(self, *, over: bool, after: int, most: int) -> list[tuple[int, str]]:
        query = store.UNSETTLED.format("$1", "$2", "$3")
        return [tuple(row) for row in await self.session.fetch(query, not over, after, most)]

    async def drop_unsettled(self, table: str) -> None:
        await self.session.fetch(store.DROP_UNSETTLED.format("$1"), searchable(table))

    async def ladder(self, game: str) -> LadderRow:
        return store.decode_ladder(game, await self.session.fetch(store.LADDER.format("$1"), game))

    async def games(self) -> list[str]:
        return [game for (game,) in await self.session.fetch("SELECT game FROM ladder ORDER BY game")]

    async def standings(self, game: str, persons: Sequence[int]) -> dict[int, Standing]:
        return store.decode_standings(await self.session.fetch(STANDINGS, game, list(persons)))

    async def games_of(self, person: int) -> list[str]:
        return [game for (game,) in await self.session.fetch(store.GAMES_OF.format("$1"), person)]

    async def leaders(self, game: str, period: int, *, first: int, most: int) -> list[LeaderRow]:
        query = store.LEADERS.format("$1", "$2", "$3", "$4", "$5", "$6")
        values = (game, FEWEST_MATCHES, period, store.MOST_VARIANCE, most, first)
        return store.leader_rows(await self.session.fetch(query, *values))

    async def place(self, game: str, period: int, standing: Standing) -> int:
        query = store.PLACE.format("$1", "$2", "$3", "$4", "$5")
        values = (game, FEWEST_MATCHES, period, store.MOST_VARIANCE, standing.skill.mu)
        return 1 + int((await self.session.fetch(query, *values))[0][0])

    async def history(self, person: int, game: str, *, most: int) -> list[tuple[int, float, float]]:
        rows = await self.session.fetch(store.HISTORY.format("$1", "$2", "$3"), person, game, most)
        return [tuple(row) for row in rows]

    async def settled(self, table: str) -> SettledRow | None:
        async def read(connection: asyncpg.Connection) -> SettledRow | None:
            found = await connection.fetchrow(store.FIND.format("$1"), searchable(table))
            if found is None:
                return None
            return store.settled_row(found, await connection.fetch(store.STEPS.format("$1", "$2"), found[0], found[1]))

        return await self.session.run(read)

    async def results(self, game: str, *, after: int, most: int) -> list[tuple[int, str, Result]]:
        return store.decode_results(await self.session.fetch(store.RESULTS.format("$1", "$2", "$3"), game, after, most))

    async def stored(self, game: str) -> Recomputed:
        async def read(connection: asyncpg.Connection) -> Recomputed:
            await lock(connection)
            found = [await connection.fetch(query.format("$1"), game) for query in store.FOLD]
            return store.stored_rows(game, *found)

        return await self.session.run(read)

    async def replace(self, game: str, recomputed: Recomputed) -> bool:
        return await self.session.run(lambda connection: replace(connection, game, recomputed))


async def lock(connection: asyncpg.Connection) -> None:
    """Wait for whoever writes ratings; until the end of the transaction nobody else does."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)


async def ladder_of(connection: asyncpg.Connection, game: str) -> LadderRow:
    """The ladder of a game."""
    return store.decode_ladder(game, await connection.fetch(store.LADDER.format("$1"), game))


async def settle(connection: asyncpg.Connection, table: str, game: str, result: Result) -> None:
    """Enter a result; what it does to ratings is computed between the reads and the writes of one transaction."""
    await lock(connection)
    await connection.execute(store.DROP_UNSETTLED.format("$1"), table)
    if await connection.fetchrow(store.FIND.format("$1"), table) is not None:
        return
    ladder = await ladder_of(connection, game)
    number, result = ladder.last + 1, msgspec.structs.replace(result, day=max(result.day, ladder.day))
    standings = store.decode_standings(await connection.fetch(STANDINGS, game, list(result.persons)))
    met = {
        pair: await connection.fetchval(store.MET.format("$1", "$2", "$3", "$4"), *pair, game, met_since(result))
        for pair in combinations(result.persons, 2)
    }
    change = rated(result, standings, ladder.fit, lambda one, other, _: int(met[one, other]))
    await connection.execute(
        "INSERT INTO rated_match VALUES ($1, $2, $3, $4, $5)",
        game,
        number,
        table,
        encode_text(result),
        store.encode_unrated(change),
    )
    await write_steps(connection, game, [store.step_row(number, result.day, step) for step in change.steps])
    await write_standings(connection, game, [store.standing_row(step.person, step.after) for step in change.steps])
    await write_ladder(connection, game, LadderRow(ladder.fit, number, result.day))


async def replace(connection: asyncpg.Connection, game: str, recomputed: Recomputed) -> bool:
    """Store another fold of the same results."""
    await lock(connection)
    if (await ladder_of(connection, game)).last != recomputed.ladder.last:
        return False
    await connection.execute("DELETE FROM rating WHERE game = $1", game)
    await connection.execute("DELETE FROM rating_step WHERE game = $1", game)
    await write_standings(connection, game, recomputed.standings)
    await write_steps(connection, game, recomputed.steps)
    unrated = [(text, game, number) for number, text in recomputed.unrated]
    await connection.executemany("UPDATE rated_match SET unrated = $1 WHERE game = $2 AND number = $3", unrated)
    await write_ladder(connection, game, recomputed.ladder)
    return True


async def write_ladder(connection: asyncpg.Connection, game: str, ladder: LadderRow) -> None:
    """Store a fit, and how far the fold has come."""
    await connection.execute(WRITE_LADDER, game, encode_text(ladder.fit), ladder.last, ladder.day)


async def write_steps(connection: asyncpg.Connection, game: str, steps: Sequence[StepRow]) -> None:
    """Store what matches did to ratings."""
    await connection.executemany(WRITE_STEP, [(game, *step) for step in steps])


async def write_standings(connection: asyncpg.Connection, game: str, rows: Sequence[StandingRow]) -> None:
    """Store what is known of people now."""
    await connection.executemany(WRITE_STANDING, [(game, *row) for row in rows])
