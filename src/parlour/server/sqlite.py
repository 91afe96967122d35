"""The embedded store: one SQLite file, one thread that commits (`group_commit`)."""

from __future__ import annotations

import sqlite3
import time
from itertools import islice
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.server.company.store import SqliteCompany
from parlour.server.database import MIGRATIONS, lock_folder, open_database, store_error
from parlour.server.group_commit import GroupCommit, TableEntry
from parlour.server.identity.store import SqliteIdentity, person_in
from parlour.server.leave_table import StoredTable, without_person
from parlour.server.lobby.store import (
    DEPARTURE,
    SEATED,
    SEEK_SECONDS,
    SQLITE,
    WITHDRAW,
    LobbyStore,
    encode_numbers,
    marked,
    seated_already,
    seek_gone,
)
from parlour.server.ratings.sqlite import SqliteRatings
from parlour.server.review_store import SqliteReviews
from parlour.server.rows import (
    NewEvents,
    decode_clocks,
    decode_events,
    decode_table,
    encode_clocks,
    encode_events,
    encode_table,
    encode_text,
    readable_table,
    unknown_person,
    unknown_table,
)
from parlour.server.store import (
    OWNED,
    AddTable,
    Append,
    Change,
    Clocks,
    Lease,
    Person,
    SeatSeekers,
    StoredEvent,
    Subscription,
    TableRow,
    TableSummary,
    Withdraw,
)
from parlour.server.tournaments.store import SqliteTournaments, WriteTournament, write_sqlite

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

LAST_ID: Final = 2**63 - 1
FILE_NAME: Final = "parlour.sqlite3"
LOCK_NAME: Final = "in-use.sqlite3"


class SqliteStore:
    """A store in one file."""

    def __init__(self, folder: Path) -> None:
        """Open or create the database in a folder, and lock the folder against other servers."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.lock = lock_folder(folder / LOCK_NAME)
            self.commits = GroupCommit(open_database(folder / FILE_NAME))
        except (sqlite3.Error, OSError) as error:
            raise store_error(error) from error
        self.run = self.commits.run
        self.reviews = SqliteReviews(self.run)
        self.ratings = SqliteRatings(self.run)
        self.tournaments = SqliteTournaments(self.run)
        self.identity = SqliteIdentity(self.run)
        self.lobby = LobbyStore(self.commits.fetch, SQLITE)
        self.company = SqliteCompany(self.run)

    async def close(self) -> None:
        """Finish what is queued, then close the database."""
        await self.commits.close()
        self.lock.close()

    async def add_person(self, name: str, token_hash: str) -> Person:
        def add(connection: sqlite3.Connection) -> Person:
            number = connection.execute("INSERT INTO person (name) VALUES (?)", (name,)).lastrowid
            assert number is not None
            connection.execute("INSERT INTO token (hash, person) VALUES (?, ?)", (token_hash, number))
            return Person(number, name)

        return await self.run(add)

    async def person_of(self, token_hash: str) -> Person | None:
        query = "SELECT person.id, name, banned FROM person JOIN token ON person.id = token.person WHERE hash = ?"
        return person_in(await self.run(lambda connection: connection.execute(query, (token_hash,)).fetchall()))

    async def add_link(self, person: int, link_hash: str, *, now: float, seconds: float, most: int) -> None:
        def add(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM link WHERE person = ? AND expires <= ?", (person, now))
            connection.execute("INSERT INTO link VALUES (?, ?, ?)", (link_hash, person, now + seconds))
            oldest = "SELECT hash FROM link WHERE person = ? ORDER BY expires DESC, hash LIMIT -1 OFFSET ?"
            connection.execute(f"DELETE FROM link WHERE hash IN ({oldest})", (person, most))  # noqa: S608 - no input

        await self.run(add)

    async def enter(self, link_hash: str, token_hash: str, *, now: float) -> Person | None:
        query = "SELECT person.id, name FROM link JOIN person ON person.id = person WHERE hash = ? AND expires > ?"

        def enter(connection: sqlite3.Connection) -> Person | None:
            row = connection.execute(query, (link_hash, now)).fetchone()
            connection.execute("DELETE FROM link WHERE hash = ?", (link_hash,))
            if row is None:
                return None
            connection.execute("INSERT INTO token (hash, person) VALUES (?, ?)", (token_hash, row[0]))
            return Person(*row)

        return await self.run(enter)

    async def rename(self, person: int, name: str) -> None:
        query = "UPDATE person SET name = ? WHERE id = ?"
        await self.run(lambda connection: connection.execute(query, (name, person)).close())

    async def names(self, persons: Collection[int]) -> dict[int, str]:
        query = f"SELECT id, name FROM person WHERE id IN ({', '.join('?' * len(persons))})"  # noqa: S608 - only marks
        return await self.run(lambda connection: dict(connection.execute(query, tuple(persons)).fetchall()))

    async def mark_leaving(self, person: int) -> None:
        def mark(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE person SET name = '', leaving = 1 WHERE id = ?", (person,))
            for owned in OWNED:
                connection.execute(f"DELETE FROM {owned} WHERE person = ?", (person,))  # noqa: S608 - no input
            connection.execute("DELETE FROM report WHERE reporter = ?", (person,))
            connection.execute("UPDATE audit SET detail = '' WHERE person = ?", (person,))
            for query in DEPARTURE:
                connection.execute(marked(query), (person,))

        await self.run(mark)

    async def leaving(self) -> list[int]:
        query = "SELECT id FROM person WHERE leaving ORDER BY id"
        return await self.run(lambda connection: [number for (number,) in connection.execute(query)])

    async def tables_to_leave(self, person: int, *, most: int) -> list[str]:
        query = (
            "SELECT name FROM sitting JOIN play_table ON play_table.id = sitting.play_table"
            " WHERE person = ? ORDER BY sitting.play_table DESC LIMIT ?"
        )
        return await self.run(lambda connection: [name for (name,) in connection.execute(query, (person, most))])

    async def leave_table(self, name: str, person: int, stand_in: str) -> None:
        await self.run(lambda connection: leave_table(connection, name, person, stand_in))

    async def remove_person(self, person: int) -> None:
        def remove(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM tournament_player WHERE person = ?", (person,))
            connection.execute("DELETE FROM person WHERE id = ?", (person,))

        await self.run(remove, wipe=True)

    async def write(self, *changes: Change) -> None:
        def write(connection: sqlite3.Connection) -> None:
            for change in changes:
                match change:
                    case AddTable(row, events):
                        number = add_table(connection, row)
                        write_events(connection, number, encode_events(0, "", events))
                    case Append(table, seq, key, events):
                        write_events(connection, table_id(connection, table), encode_events(seq, key, events))
                    case WriteTournament(joined=joined):
                        if not all(is_known(connection, person) for person in joined):
                            raise unknown_person()
                        write_sqlite(connection, change)
                    case SeatSeekers(persons, table):
                        seat_seekers(connection, persons, table)
                    case Withdraw(person):
                        withdraw(connection, person)

        await self.run(write, entries=entries_of(changes))

    async def table(self, name: str) -> TableRow | None:
        query = "SELECT name, opening, digest, opened FROM play_table WHERE name = ?"
        return await self.run(lambda connection: next(map(decode_table, connection.execute(query, (name,))), None))

    async def tables_of(self, person: int, *, over: bool, most: int, before: str = "") -> list[TableRow]:
        query = (
            "SELECT name, opening, digest, opened FROM sitting JOIN play_table ON play_table.id = sitting.play_table"
            " WHERE person = ? AND sitting.over = ? AND sitting.play_table < ?"
            " ORDER BY sitting.play_table DESC"
        )

        def read(connection: sqlite3.Connection) -> list[TableRow]:
            last = table_id(connection, before) if before else LAST_ID
            rows = map(readable_table, connection.execute(query, (person, int(over), last)))
            return list(islice((row for row in rows if row is not None), most))

        return await self.run(read)

    async def events(self, name: str) -> list[StoredEvent]:
        query = (
            "SELECT seq, command, body FROM entry JOIN play_table ON entry.play_table = play_table.id"
            " WHERE name = ? ORDER BY seq"
        )
        return await self.run(lambda connection: decode_events(name, connection.execute(query, (name,))))

    async def write_summary(self, name: str, summary: TableSummary, lease: Lease | None = None) -> None:
        assert lease is None, "a file has one server"
        values = (encode_text(summary), int(summary.status == "over"))

        def write(connection: sqlite3.Connection) -> None:
            number = table_id(connection, name)
            connection.execute("UPDATE play_table SET digest = ?, over = ? WHERE id = ?", (*values, number))
            query = "UPDATE sitting SET over = ?1 WHERE play_table = ?2 AND over != ?1"
            connection.execute(query, (values[1], number))

        await self.run(write)

    async def clocks(self, name: str) -> Clocks:
        query = "SELECT body FROM clock JOIN play_table ON play_table.id = clock.play_table WHERE name = ?"
        return await self.run(lambda connection: decode_clocks(connection.execute(query, (name,)).fetchall()))

    async def write_clocks(self, name: str, clocks: Clocks, lease: Lease | None = None) -> None:
        assert lease is None, "a file has one server"

        def write(connection: sqlite3.Connection) -> None:
            number = table_id(connection, name)
            connection.execute("DELETE FROM clock WHERE play_table = ?", (number,))
            if clocks:
                connection.execute("INSERT INTO clock VALUES (?, ?)", (number, encode_clocks(clocks)))

        await self.run(write)

    async def has_clocks(self) -> bool:
        query = "SELECT EXISTS (SELECT 1 FROM clock)"
        return await self.run(lambda connection: bool(connection.execute(query).fetchone()[0]))

    async def tick(self, most: float) -> float:
        def tick(connection: sqlite3.Connection) -> float:
            now = time.time()
            row = connection.execute("SELECT seconds, seen FROM service").fetchone()
            seconds: float = 0.0 if row is None else row[0] + min(most, max(0.0, now - row[1]))
            connection.execute("INSERT OR REPLACE INTO service VALUES (1, ?, ?)", (seconds, now))
            return seconds

        return await self.run(tick)

    async def unfinished(self, person: int) -> int:
        query = "SELECT count(*) FROM sitting WHERE person = ? AND NOT over"
        return await self.run(lambda connection: int(connection.execute(query, (person,)).fetchone()[0]))

    async def prune(self, opened_before: str, *, keep: Collection[str], most: int) -> int:
        query = "SELECT id, name FROM play_table WHERE NOT begun AND opened < ? ORDER BY opened LIMIT ?"

        def prune(connection: sqlite3.Connection) -> int:
            rows = connection.execute(query, (opened_before, most + len(keep))).fetchall()
            unused = [(number,) for number, name in rows if name not in keep][:most]
            connection.executemany("DELETE FROM play_table WHERE id = ?", unused)
            return len(unused)

        return await self.run(prune)

    async def size(self) -> int:
        query = (
            "SELECT (page_count - freelist_count) * page_size"
            " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
        )
        return await self.run(lambda connection: int(connection.execute(query).fetchone()[0]))

    async def add_subscription(self, person: int, subscription: Subscription, *, most: int) -> None:
        oldest = "SELECT rowid FROM subscription WHERE person = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?"

        def add(connection: sqlite3.Connection) -> None:
            values = (subscription.endpoint, person, encode_text(subscription))
            connection.execute("REPLACE INTO subscription (endpoint, person, body) VALUES (?, ?, ?)", values)
            connection.execute(f"DELETE FROM subscription WHERE rowid IN ({oldest})", (person, most))  # noqa: S608 - ours

        await self.run(add)

    async def subscriptions(self, person: int) -> list[Subscription]:
        query = "SELECT body FROM subscription WHERE person = ? ORDER BY rowid"
        return await self.run(
            lambda connection: [
                msgspec.json.decode(body, type=Subscription) for (body,) in connection.execute(query, (person,))
            ]
        )

    async def drop_subscription(self, person: int, endpoint: str) -> None:
        query = "DELETE FROM subscription WHERE person = ? AND endpoint = ?"
        await self.run(lambda connection: connection.execute(query, (person, endpoint)).close())

    async def probe(self) -> dict[str, int]:
        """Write a page, and count people and tables."""

        def probe(connection: sqlite3.Connection) -> dict[str, int]:
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            query = "SELECT (SELECT count(*) FROM person), (SELECT count(*) FROM play_table)"
            people, tables = connection.execute(query).fetchone()
            return {"people": people, "tables": tables}

        return await self.run(probe)


def entries_of(changes: Sequence[Change]) -> list[TableEntry]:
    """The entries of changes that consist of nothing else; none where they do more than that."""
    entries: list[TableEntry] = []
    for change in changes:
        if not isinstance(change, Append):
            return []
        new = encode_events(change.seq, change.key, change.events)
        if new.begin or new.persons:
            return []
        entries += [(change.table, *entry) for entry in new.entries]
    return entries


def is_known(connection: sqlite3.Connection, person: int) -> bool:
    """Whether a person is here, and not about to leave."""
    query = "SELECT 1 FROM person WHERE id = ? AND NOT leaving"
    return connection.execute(query, (person,)).fetchone() is not None


def table_id(connection: sqlite3.Connection, name: str) -> int:
    """The key of a table, or StoreError where there is none."""
    row = connection.execute("SELECT id FROM play_table WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise unknown_table(name)
    number: int = row[0]
    return number


def add_table(connection: sqlite3.Connection, row: TableRow) -> int:
    query = "INSERT INTO play_table (name, opening, digest, opened) VALUES (?, ?, ?, ?)"
    number = connection.execute(query, encode_table(row)).lastrowid
    assert number is not None
    add_sitting(connection, row.opening.owner, number)
    if row.opening.rated:
        connection.execute("INSERT INTO unsettled VALUES (?)", (number,))
    return number


def write_events(connection: sqlite3.Connection, table: int, new: NewEvents) -> None:
    connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", [(table, *entry) for entry in new.entries])
    for person in new.persons:
        add_sitting(connection, person, table)
    if new.begin:
        connection.execute("UPDATE play_table SET begun = 1 WHERE id = ? AND NOT begun", (table,))


def seat_seekers(connection: sqlite3.Connection, persons: Sequence[int], table: str) -> None:
    """Let the seeks of people name their table; SeekError if one of them is gone."""
    query = (
        f"UPDATE seek SET play_table = ?2, seen = {SQLITE.now}"  # noqa: S608 - no input
        f" WHERE play_table IS NULL AND seen > {SQLITE.now} - ?3 AND person IN {marked(SQLITE.numbers)}"
    )
    values = (encode_numbers(persons), table_id(connection, table), SEEK_SECONDS)
    if connection.execute(query, values).rowcount < len(persons):
        raise seek_gone()


def withdraw(connection: sqlite3.Connection, person: int) -> None:
    """End a person's seek; SeekError if she was seated elsewhere a moment ago."""
    connection.execute(marked(WITHDRAW), (person,))
    found = connection.execute(marked(SEATED.format(SQLITE.now)), (person, SEEK_SECONDS)).fetchone()
    if found is not None:
        raise seated_already(found[0])


def add_sitting(connection: sqlite3.Connection, person: int, table: int) -> None:
    """Enter a table in a person's list; StoreError if she has left the server."""
    if not is_known(connection, person):
        raise unknown_person()
    connection.execute("INSERT OR IGNORE INTO sitting (person, play_table) VALUES (?, ?)", (person, table))


def leave_table(connection: sqlite3.Connection, name: str, person: int, stand_in: str) -> None:
    """Delete the table if no other person ever sat there, else the person's name and her seat in a running match."""
    query = "SELECT id, digest, over, begun FROM play_table WHERE name = ?"
    found = connection.execute(query, (name,)).fetchone()
    if found is None:
        return
    table = StoredTable(*found)
    others = "SELECT 1 FROM sitting WHERE play_table = ? AND person != ?"
    if connection.execute(others, (table.id, person)).fetchone() is None:
        connection.execute("DELETE FROM play_table WHERE id = ?", (table.id,))
        return
    entries = connection.execute("SELECT seq, body FROM entry WHERE play_table = ? ORDER BY seq", (table.id,))
    left = without_person(table, entries, person, stand_in)
    erased = [(body, table.id, seq) for seq, body in left.erased]
    connection.executemany("UPDATE entry SET body = ? WHERE play_table = ? AND seq = ?", erased)
    if left.added is not None:
        query = "INSERT INTO entry SELECT ?1, max(seq) + 1, NULL, ?2 FROM entry WHERE play_table = ?1"
        connection.execute(query, (table.id, left.added))
    connection.execute("UPDATE play_table SET digest = ? WHERE id = ?", (left.digest, table.id))
    connection.execute("DELETE FROM sitting WHERE play_table = ? AND person = ?", (table.id, person))
