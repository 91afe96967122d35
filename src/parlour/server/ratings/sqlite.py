"""Ratings in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.ratings.ladder import FEWEST_MATCHES, Standing, rated
from parlour.server.ratings import store
from parlour.server.ratings.store import LadderRow, LeaderRow, Recomputed, SettledRow, StandingRow, StepRow
from parlour.server.rows import encode_text

if TYPE_CHECKING:
    from parlour.ratings.result import Result

Run = Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]]
"""Runs work in a transaction of the store."""


class SqliteRatings:
    """The ratings of a store."""

    def __init__(self, run: Run) -> None:
        self.run = run

    async def rows(self, query: str, *values: object) -> list[Any]:
        """All rows of a query."""
        found: list[Any] = await self.run(lambda connection: connection.execute(query, values).fetchall())
        return found

    async def settle(self, table: str, game: str, result: Result) -> None:
        await self.run(lambda connection: settle(connection, table, game, result))

    async def unsettled(self, *, over: bool, after: int, most: int) -> list[tuple[int, str]]:
        return [tuple(row) for row in await self.rows(store.UNSETTLED.format(*"???"), not over, after, most)]

    async def drop_unsettled(self, table: str) -> None:
        await self.rows(store.DROP_UNSETTLED.format("?"), table)

    async def ladder(self, game: str) -> LadderRow:
        return store.decode_ladder(game, await self.rows(store.LADDER.format("?"), game))

    async def games(self) -> list[str]:
        return [game for (game,) in await self.rows("SELECT game FROM ladder ORDER BY game")]

    async def standings(self, game: str, persons: Sequence[int]) -> dict[int, Standing]:
        found: dict[int, Standing] = await self.run(lambda connection: standings(connection, game, persons))
        return found

    async def games_of(self, person: int) -> list[str]:
        return [game for (game,) in await self.rows(store.GAMES_OF.format("?"), person)]

    async def leaders(self, game: str, period: int, *, first: int, most: int) -> list[LeaderRow]:
        query = store.LEADERS.format(*"??????")
        values = (game, FEWEST_MATCHES, period, store.MOST_VARIANCE, most, first)
        return store.leader_rows(await self.rows(query, *values))

    async def place(self, game: str, period: int, standing: Standing) -> int:
        query = store.PLACE.format(*"?????")
        values = (game, FEWEST_MATCHES, period, store.MOST_VARIANCE, standing.skill.mu)
        return 1 + int((await self.rows(query, *values))[0][0])

    async def history(self, person: int, game: str, *, most: int) -> list[tuple[int, float, float]]:
        return [tuple(row) for row in await self.rows(store.HISTORY.format(*"???"), person, game, most)]

    async def settled(self, table: str) -> SettledRow | None:
        def read(connection: sqlite3.Connection) -> SettledRow | None:
            found = connection.execute(store.FIND.format("?"), (table,)).fetchone()
            if found is None:
                return None
            return store.settled_row(found, connection.execute(store.STEPS.format(*"??"), found[:2]).fetchall())

        row: SettledRow | None = await self.run(read)
        return row

    async def results(self, game: str, *, after: int, most: int) -> list[tuple[int, str, Result]]:
        return store.decode_results(await self.rows(store.RESULTS.format(*"???"), game, after, most))

    async def stored(self, game: str) -> Recomputed:
        def read(connection: sqlite3.Connection) -> Recomputed:
            def rows(query: str) -> list[Any]:
                return connection.execute(query.format("?"), (game,)).fetchall()

            return store.stored_rows(game, *map(rows, store.FOLD))

        found: Recomputed = await self.run(read)
        return found

    async def replace(self, game: str, recomputed: Recomputed) -> bool:
        return bool(await self.run(lambda connection: replace(connection, game, recomputed)))


def ladder_of(connection: sqlite3.Connection, game: str) -> LadderRow:
    """The ladder of a game."""
    return store.decode_ladder(game, connection.execute(store.LADDER.format("?"), (game,)).fetchall())


def standings(connection: sqlite3.Connection, game: str, persons: Sequence[int]) -> dict[int, Standing]:
    """What a ladder knows of people."""
    marks = ", ".join("?" * len(persons))
    query = f"SELECT {store.STANDING} FROM rating WHERE game = ? AND person IN ({marks})"  # noqa: S608 - only marks
    return store.decode_standings(connection.execute(query, (game, *persons)))


def settle(connection: sqlite3.Connection, table: str, game: str, result: Result) -> None:
    """Enter a result; what it does to ratings is computed between the reads and the writes of one transaction."""
    connection.execute(store.DROP_UNSETTLED.format("?"), (table,))
    if connection.execute(store.FIND.format("?"), (table,)).fetchone() is not None:
        return
    ladder = ladder_of(connection, game)
    number, result = ladder.last + 1, msgspec.structs.replace(result, day=max(result.day, ladder.day))

    def met_lately(one: int, other: int, since: int) -> int:
        return int(connection.execute(store.MET.format(*"????"), (one, other, game, since)).fetchone()[0])

    change = rated(result, standings(connection, game, result.persons), ladder.fit, met_lately)
    connection.execute(
        "INSERT INTO rated_match VALUES (?, ?, ?, ?, ?)",
        (game, number, table, encode_text(result), store.encode_unrated(change)),
    )
    write_steps(connection, game, [store.step_row(number, result.day, step) for step in change.steps])
    write_standings(connection, game, [store.standing_row(step.person, step.after) for step in change.steps])
    write_ladder(connection, game, LadderRow(ladder.fit, number, result.day))


def replace(connection: sqlite3.Connection, game: str, recomputed: Recomputed) -> bool:
    """Store another fold of the same results."""
    if ladder_of(connection, game).last != recomputed.ladder.last:
        return False
    connection.execute("DELETE FROM rating WHERE game = ?", (game,))
    connection.execute("DELETE FROM rating_step WHERE game = ?", (game,))
    write_standings(connection, game, recomputed.standings)
    write_steps(connection, game, recomputed.steps)
    unrated = [(text, game, number) for number, text in recomputed.unrated]
    connection.executemany("UPDATE rated_match SET unrated = ? WHERE game = ? AND number = ?", unrated)
    write_ladder(connection, game, recomputed.ladder)
    return True


def write_ladder(connection: sqlite3.Connection, game: str, ladder: LadderRow) -> None:
    """Store a fit, and how far the fold has come."""
    values = (game, encode_text(ladder.fit), ladder.last, ladder.day)
    connection.execute("INSERT OR REPLACE INTO ladder VALUES (?, ?, ?, ?)", values)


def write_steps(connection: sqlite3.Connection, game: str, steps: Iterable[StepRow]) -> None:
    """Store what matches did to ratings."""
    query = f"INSERT INTO rating_step (game, {store.STEP}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - no input
    connection.executemany(query, [(game, *step) for step in steps])


def write_standings(connection: sqlite3.Connection, game: str, rows: Iterable[StandingRow]) -> None:
    """Store what is known of people now."""
    query = f"INSERT OR REPLACE INTO rating (game, {store.STANDING}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - no input
    connection.executemany(query, [(game, *row) for row in rows])
