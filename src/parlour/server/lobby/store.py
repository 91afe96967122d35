"""What the server stores of the lobby: who looks for opponents, who is whose friend, who is asked to which table.

A seek is alive as long as its person has a connection: every node renews those of its people, and the leader deletes
those that were not renewed. Once its person is seated it names the table, so whoever died meanwhile, everybody
who waited learns of it. The same statements run on SQLite and on PostgreSQL; only the clock of the database counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import msgspec

from parlour.server.errors import SeekError
from parlour.server.rows import readable_table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from parlour.server.store import TableRow

SEEK_SECONDS: Final = 15.0
"""How long a seek lives without a connection of its person, and how long it names the table afterwards."""
LONGEST_OUTAGE: Final = 600.0
"""After so long without a server nobody is expected to wait still."""
MOST_INVITATIONS: Final = 10
"""To one person; more are not kept."""
TABLE: Final = "play_table.name, opening, digest, opened"


class Dialect(NamedTuple):
    """What databases say differently."""

    now: str
    """Seconds since 1970."""
    numbers: str
    """The numbers of a JSON array, which is the first parameter."""
    listed: str
    """Whether a table is listed, as its index has it."""


SQLITE: Final = Dialect(
    "((julianday('now') - 2440587.5) * 86400.0)",
    "(SELECT value FROM json_each($1))",
    """instr(opening, '"listed":true') > 0""",
)
POSTGRES: Final = Dialect(
    "CAST(extract(epoch FROM clock_timestamp()) AS double precision)",
    "(SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST($1 AS json)))",
    """position('"listed":true' IN opening) > 0""",
)


class Fetch(Protocol):
    """Runs one statement, whose parameters are written as $1, $2 …, in a transaction of its own."""

    async def __call__(self, query: str, *arguments: object) -> Sequence[Sequence[Any]]: ...


class SeekRow(NamedTuple):
    """A seek with its terms."""

    person: int
    body: str
    waited: float
    table: str | None
    """Where its person was seated."""


class SeekerRow(NamedTuple):
    """Who looks for opponents, without what for."""

    person: int
    table: int | None
    """Where she was seated, as the database calls it."""


class FriendRow(NamedTuple):
    """A friend of somebody."""

    id: int
    person: int
    name: str


class InvitationRow(NamedTuple):
    """That somebody is asked to a table."""

    table: TableRow
    host: str


class LobbyStore:
    """The lobby in a database."""

    def __init__(self, fetch: Fetch, dialect: Dialect) -> None:
        self.fetch = fetch
        self.now, self.numbers, self.listed = dialect
        self.seek = (
            f"SELECT person, body, {self.now} - since, play_table.name FROM seek"  # noqa: S608 - no input
            " LEFT JOIN play_table ON play_table.id = play_table"
        )

    # Tables.

    async def listed_tables(self, most: int) -> list[TableRow]:
        """The latest listed tables that are not over."""
        query = f"SELECT {TABLE} FROM play_table WHERE NOT over AND {self.listed} ORDER BY play_table.id DESC LIMIT $1"  # noqa: S608
        return readable(await self.fetch(query, most))

    # Seeks.

    async def add_seek(self, person: int, body: str) -> SeekRow | None:
        """Look for opponents from now on, or under other terms; where she was seated a moment ago, that stays.

        None where she deletes herself at the same moment.
        """
        query = f"""
            INSERT INTO seek (person, body, since, seen) VALUES ($1, $2, {self.now}, {self.now})
            ON CONFLICT (person) DO UPDATE SET body = excluded.body, seen = excluded.seen, play_table = NULL,
            since = CASE WHEN seek.play_table IS NULL THEN seek.since ELSE excluded.since END
            WHERE seek.play_table IS NULL OR seek.seen < {self.now} - $3
            RETURNING person, body, {self.now} - since, NULL
        """  # noqa: S608 - no input
        rows = await self.fetch(query, person, body, SEEK_SECONDS)
        if not rows:
            return (await self.seeks_of([person])).get(person)
        return SeekRow(*rows[0])

    async def end_seek(self, person: int) -> None:
        """Stop looking; where she is seated already, that stays."""
        await self.fetch("DELETE FROM seek WHERE person = $1 AND play_table IS NULL", person)

    async def seeks_of(self, persons: Collection[int]) -> dict[int, SeekRow]:
        """By person, what each of those looks for, or where she was seated a moment ago."""
        query = f"{self.seek} WHERE person IN {self.numbers} AND seen > {self.now} - $2"
        return {row[0]: SeekRow(*row) for row in await self.fetch(query, encode_numbers(persons), SEEK_SECONDS)}

    async def renew_seeks(self, persons: Collection[int]) -> None:
        """Note that people are here who look for opponents."""
        query = f"UPDATE seek SET seen = {self.now} WHERE play_table IS NULL AND person IN {self.numbers}"  # noqa: S608
        await self.fetch(query, encode_numbers(persons))

    async def revive_seeks(self) -> None:
        """Let the seeks live on that lived when an outage of the only server or its database began.

        Somebody's is renewed every second, so the latest renewal of all tells when that was.
        """
        query = f"""
            UPDATE seek SET seen = {self.now}
            WHERE seen > (SELECT max(seen) FROM seek) - $1 AND seen > {self.now} - $2
        """  # noqa: S608 - no input
        await self.fetch(query, SEEK_SECONDS, LONGEST_OUTAGE)

    async def seekers(self) -> list[SeekerRow]:
        """Everybody whose seek is alive, those who were seated a moment ago too."""
        query = f"SELECT person, play_table FROM seek WHERE seen > {self.now} - $1 ORDER BY person"  # noqa: S608 - no input
        return [SeekerRow(*row) for row in await self.fetch(query, SEEK_SECONDS)]

    async def waiting(self, most: int) -> list[SeekRow]:
        """The seeks that are alive and of nobody who is seated; of more, those that have waited longest."""
        query = f"{self.seek} WHERE play_table IS NULL AND seen > {self.now} - $1 ORDER BY since, person LIMIT $2"
        return [SeekRow(*row) for row in await self.fetch(query, SEEK_SECONDS, most)]

    async def seats(self, persons: Collection[int]) -> dict[int, TableRow]:
        """By person, the table where each of those was seated a moment ago."""
        query = (
            f"SELECT {TABLE}, person FROM seek JOIN play_table ON play_table.id = play_table"  # noqa: S608 - no input
            f" WHERE person IN {self.numbers}"
        )
        rows = await self.fetch(query, encode_numbers(persons))
        tables = {row[0]: row[:4] for row in rows}
        found = {name: readable_table(table) for name, table in tables.items()}
        return {row[4]: table for row in rows if (table := found[row[0]]) is not None}

    async def expire_seeks(self) -> None:
        """Delete those whose people have gone, or were told where they sit."""
        await self.fetch(f"DELETE FROM seek WHERE seen < {self.now} - $1", 2 * SEEK_SECONDS)  # noqa: S608 - no input

    # Friends.

    async def add_friend_link(self, person: int, link_hash: str, *, seconds: float, most: int) -> None:
        """Add a link that can be used once for so long, and delete the oldest of more than `most`."""
        query = f"INSERT INTO friend_link VALUES ($1, $2, {self.now} + $3)"  # noqa: S608 - no input
        await self.fetch(query, link_hash, person, seconds)
        oldest = "SELECT hash FROM friend_link WHERE person = $1 ORDER BY expires DESC, hash LIMIT 1000 OFFSET $2"
        await self.fetch(f"DELETE FROM friend_link WHERE hash IN ({oldest})", person, most)  # noqa: S608 - no input

    async def link_maker(self, link_hash: str) -> tuple[int, str] | None:
        """Who made a link, with her name; None where it cannot be used any more."""
        query = (
            "SELECT person.id, name FROM friend_link JOIN person ON person.id = person"  # noqa: S608 - no input
            f" WHERE hash = $1 AND expires > {self.now} AND NOT leaving"
        )
        rows = await self.fetch(query, link_hash)
        return (rows[0][0], rows[0][1]) if rows else None

    async def befriend(self, link_hash: str, person: int) -> bool:
        """Use a link up; whether its maker and the person are friends now."""
        usable = f"FROM friend_link WHERE hash = $1 AND expires > {self.now}"
        query = f"""
            INSERT INTO friend (person, friend) SELECT person, CAST($2 AS bigint) {usable}
            UNION ALL SELECT CAST($2 AS bigint), person {usable} ON CONFLICT DO NOTHING
        """
        await self.fetch(query, link_hash, person)
        rows = await self.fetch(f"DELETE {usable} RETURNING person", link_hash)
        return bool(rows)

    async def friends(self, person: int) -> list[FriendRow]:
        """Somebody's friends by name."""
        query = (
            "SELECT friend.id, friend, name FROM friend JOIN person ON person.id = friend"
            " WHERE person = $1 AND NOT leaving ORDER BY name, friend.id"
        )
        return [FriendRow(*row) for row in await self.fetch(query, person)]

    async def unfriend(self, person: int, friend: int) -> bool:
        """End a friendship for both; whether there was one."""
        rows = await self.fetch("SELECT friend FROM friend WHERE id = $1 AND person = $2", friend, person)
        for (other,) in rows:
            pair = "(person = $1 AND {0} = $2) OR (person = $2 AND {0} = $1)"
            for table, column in (("friend", "friend"), ("invitation", "host")):
                await self.fetch(f"DELETE FROM {table} WHERE {pair.format(column)}", person, other)  # noqa: S608 - ours
        return bool(rows)

    async def invite(self, host: int, person: int, table: str) -> None:
        """Ask somebody to a table; the second time changes nothing."""
        query = """
            INSERT INTO invitation (person, play_table, host)
            SELECT CAST($1 AS bigint), id, CAST($2 AS bigint) FROM play_table WHERE name = $3
            AND (SELECT count(*) FROM invitation WHERE person = $1) < $4 ON CONFLICT DO NOTHING
        """
        await self.fetch(query, person, host, table, MOST_INVITATIONS)

    async def invitations(self, person: int) -> list[InvitationRow]:
        """The tables that somebody is asked to."""
        query = (
            f"SELECT {TABLE}, person.name FROM invitation JOIN play_table ON play_table.id = play_table"  # noqa: S608
            " JOIN person ON person.id = host WHERE person = $1 AND NOT over"
        )
        found = [(readable_table(row[:4]), row[4]) for row in await self.fetch(query, person)]
        return [InvitationRow(table, host) for table, host in found if table is not None]

    async def decline(self, person: int, table: str) -> None:
        """Forget that somebody is asked to a table."""
        query = "DELETE FROM invitation WHERE person = $1 AND play_table IN (SELECT id FROM play_table WHERE name = $2)"
        await self.fetch(query, person, table)


REVIVE_AFTER: Final = f"""
    UPDATE seek SET seen = {POSTGRES.now} FROM (SELECT extract(epoch FROM seen) AS up FROM service) AS service
    WHERE up < {POSTGRES.now} - $1 AND seen > up - {SEEK_SECONDS} AND seen > {POSTGRES.now} - {LONGEST_OUTAGE}
"""  # noqa: S608 - no input
"""Lets the seeks live on that lived when the last of several nodes was up, if that was so many seconds ago or more.

Who does that twice at the same moment changes nothing: it depends on the service's clock, which ticks behind it.
"""
DEPARTURE: Final = (
    "DELETE FROM seek WHERE person = $1",
    "DELETE FROM friend_link WHERE person = $1",
    "DELETE FROM friend WHERE person = $1 OR friend = $1",
    "DELETE FROM invitation WHERE person = $1 OR host = $1",
)
"""Deletes what is stored of a person who leaves."""
WITHDRAW: Final = "DELETE FROM seek WHERE person = $1 AND play_table IS NULL"
SEATED: Final = (
    "SELECT name FROM seek JOIN play_table ON play_table.id = play_table WHERE person = $1 AND seen > {} - $2"
)


def marked(query: str) -> str:
    """A statement with SQLite's marks of parameters."""
    return query.replace("$", "?")


def encode_numbers(numbers: Collection[int]) -> str:
    return msgspec.json.encode(sorted(numbers)).decode()


def readable(rows: Iterable[Sequence[Any]]) -> list[TableRow]:
    """Tables; a damaged row does not hide the others."""
    return [row for row in map(readable_table, rows) if row is not None]


def seated_already(table: str) -> SeekError:
    """The error where somebody sits down who was seated elsewhere a moment ago."""
    return SeekError("seek/paired", f"you are seated at table {table!r}", parameters={"table": table})


def seek_gone() -> SeekError:
    """The error where somebody of a group does not wait any more."""
    return SeekError("seek/gone", "somebody of this group does not wait any more")
