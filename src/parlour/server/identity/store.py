"""What the server stores of who somebody is: sessions, passkeys, challenges, recovery codes.

A session is a token. It is named by the first characters of the token's hash, from which nobody can tell the token.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, Protocol

import msgspec

from parlour.server.store import Person

Run = Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]]
"""Runs work in a transaction of the store."""
SESSIONS: Final = (
    "SELECT substr(hash, 1, 16), device, since, seen FROM token WHERE person = {} ORDER BY seen DESC, hash"
)
PASSKEYS: Final = (
    "SELECT credential, person, public_key, uses, device, since, seen FROM passkey WHERE {} ORDER BY since, credential"
)
RECOVERED: Final = (
    "SELECT id, name, banned FROM recovery JOIN person ON person.id = recovery.person WHERE hash = {} AND NOT leaving"
)
ADD_SESSION: Final = "INSERT INTO token (hash, person) VALUES (?, ?)"


class Session(msgspec.Struct, frozen=True):
    """A browser that somebody is known in."""

    id: str
    device: str
    """Browser and system, as `devices` names them; empty where that was not noted."""
    since: str
    """The day, in UTC; empty where it was not noted."""
    seen: str
    """The last day."""


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """A key that an authenticator keeps; the server knows its public half."""

    credential: str
    """Its name, in base64url."""
    person: int
    public_key: str
    """In base64url."""
    uses: int
    """How often the authenticator says that it was used, if it counts."""
    device: str
    since: str
    seen: str


class IdentityStore(Protocol):
    """The identities in a database."""

    async def sessions(self, person: int, *, most: int) -> list[Session]:
        """A person's sessions, the one used last first."""

    async def add_session(self, person: int, token_hash: str) -> None:
        """Add a session; its device and days are noted when it is used."""

    async def mark_seen(self, token_hash: str, device: str, today: str) -> None:
        """Note the day on which a session was used, and its device where that is not known."""

    async def end_session(self, person: int, session: str) -> bool:
        """Revoke a session; whether there was such a one."""

    async def end_others(self, person: int, session: str) -> list[str]:
        """Revoke all sessions of a person but one; their names."""

    async def ended(self, sessions: Collection[str]) -> set[str]:
        """Those of some sessions that are not there any more."""

    async def add_challenge(
        self, challenge_hash: str, person: int | None, *, now: float, seconds: float, most: int
    ) -> None:
        """Keep a challenge for a while; of more than `most` of a person the oldest goes."""

    async def use_challenge(self, challenge_hash: str, person: int | None, *, now: float) -> bool:
        """Use up a challenge; whether it was there, for this person, and in time."""

    async def add_passkey(self, passkey: Passkey, *, most: int) -> bool:
        """Keep a passkey; False where the person has as many as she may. ConflictError where it is known already."""

    async def passkeys(self, person: int) -> list[Passkey]: ...

    async def passkey(self, credential: str) -> Passkey | None: ...

    async def use_passkey(self, credential: str, uses: int, today: str) -> None: ...

    async def drop_passkey(self, person: int, credential: str) -> bool:
        """Forget a passkey; whether there was such a one."""

    async def set_recovery(self, person: int, code_hash: str, today: str) -> None:
        """Keep the hash of a person's recovery code, in place of an earlier one."""

    async def recovery_since(self, person: int) -> str:
        """The day of a person's recovery code; empty where she has none."""

    async def recover(self, code_hash: str, token_hash: str) -> Person | None:
        """Use up a recovery code for a new session, in one transaction; whose it was. One who is banned keeps it."""

    async def person(self, person: int) -> Person | None:
        """Somebody by number; None where she has left or leaves."""

    async def is_public(self, person: int) -> bool:
        """Whether others may see how a person has played."""

    async def publish(self, person: int, *, public: bool) -> None: ...


class SqliteIdentity:
    """Identities in SQLite."""

    def __init__(self, run: Run) -> None:
        self.run = run

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """Run one statement; its rows."""
        rows: list[Any] = await self.run(lambda connection: connection.execute(query, values).fetchall())
        return rows

    async def sessions(self, person: int, *, most: int) -> list[Session]:
        return [Session(*row) for row in await self.fetch(f"{SESSIONS.format('?')} LIMIT ?", person, most)]

    async def add_session(self, person: int, token_hash: str) -> None:
        await self.fetch(ADD_SESSION, token_hash, person)

    async def mark_seen(self, token_hash: str, device: str, today: str) -> None:
        query = (
            "UPDATE token SET seen = ?1, device = CASE device WHEN '' THEN ?2 ELSE device END,"
            " since = CASE since WHEN '' THEN ?1 ELSE since END WHERE hash = ?3 AND seen < ?1"
        )
        await self.fetch(query, today, device, token_hash)

    async def end_session(self, person: int, session: str) -> bool:
        query = "DELETE FROM token WHERE person = ? AND substr(hash, 1, 16) = ? RETURNING 1"
        return bool(await self.fetch(query, person, session))

    async def end_others(self, person: int, session: str) -> list[str]:
        query = "DELETE FROM token WHERE person = ? AND substr(hash, 1, 16) != ? RETURNING substr(hash, 1, 16)"
        return [name for (name,) in await self.fetch(query, person, session)]

    async def ended(self, sessions: Collection[str]) -> set[str]:
        marks = ", ".join("?" * len(sessions))
        query = f"SELECT substr(hash, 1, 16) FROM token WHERE substr(hash, 1, 16) IN ({marks})"  # noqa: S608 - only marks
        return set(sessions) - {name for (name,) in await self.fetch(query, *sessions)}

    async def add_challenge(
        self, challenge_hash: str, person: int | None, *, now: float, seconds: float, most: int
    ) -> None:
        oldest = "SELECT hash FROM challenge WHERE person = ? ORDER BY expires DESC, hash LIMIT -1 OFFSET ?"

        def add(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM challenge WHERE expires <= ?", (now,))
            connection.execute("INSERT INTO challenge VALUES (?, ?, ?)", (challenge_hash, person, now + seconds))
            connection.execute(f"DELETE FROM challenge WHERE hash IN ({oldest})", (person, most))  # noqa: S608 - ours

        await self.run(add)

    async def use_challenge(self, challenge_hash: str, person: int | None, *, now: float) -> bool:
        query = "DELETE FROM challenge WHERE hash = ? RETURNING person, expires"
        rows = await self.fetch(query, challenge_hash)
        return bool(rows) and rows[0][0] == person and rows[0][1] > now

    async def add_passkey(self, passkey: Passkey, *, most: int) -> bool:
        values = msgspec.structs.astuple(passkey)

        def add(connection: sqlite3.Connection) -> bool:
            (count,) = connection.execute("SELECT count(*) FROM passkey WHERE person = ?", (passkey.person,)).fetchone()
            if count < most:
                connection.execute("INSERT INTO passkey VALUES (?, ?, ?, ?, ?, ?, ?)", values)
            return bool(count < most)

        return bool(await self.run(add))

    async def passkeys(self, person: int) -> list[Passkey]:
        return passkeys_in(await self.fetch(PASSKEYS.format("person = ?"), person))

    async def passkey(self, credential: str) -> Passkey | None:
        return next(iter(passkeys_in(await self.fetch(PASSKEYS.format("credential = ?"), credential))), None)

    async def use_passkey(self, credential: str, uses: int, today: str) -> None:
        await self.fetch("UPDATE passkey SET uses = ?, seen = ? WHERE credential = ?", uses, today, credential)

    async def drop_passkey(self, person: int, credential: str) -> bool:
        query = "DELETE FROM passkey WHERE person = ? AND credential = ? RETURNING 1"
        return bool(await self.fetch(query, person, credential))

    async def set_recovery(self, person: int, code_hash: str, today: str) -> None:
        await self.fetch("INSERT OR REPLACE INTO recovery VALUES (?, ?, ?)", person, code_hash, today)

    async def recovery_since(self, person: int) -> str:
        return first_text(await self.fetch("SELECT since FROM recovery WHERE person = ?", person))

    async def recover(self, code_hash: str, token_hash: str) -> Person | None:
        def recover(connection: sqlite3.Connection) -> Person | None:
            person = person_in(connection.execute(RECOVERED.format("?"), (code_hash,)).fetchall())
            if person is not None and not person.banned:
                connection.execute("DELETE FROM recovery WHERE hash = ?", (code_hash,))
                connection.execute(ADD_SESSION, (token_hash, person.id))
            return person

        found: Person | None = await self.run(recover)
        return found

    async def person(self, person: int) -> Person | None:
        rows = await self.fetch("SELECT id, name, banned FROM person WHERE id = ? AND NOT leaving", person)
        return person_in(rows)

    async def is_public(self, person: int) -> bool:
        return bool(await self.fetch("SELECT 1 FROM person WHERE id = ? AND public", person))

    async def publish(self, person: int, *, public: bool) -> None:
        await self.fetch("UPDATE person SET public = ? WHERE id = ?", int(public), person)


def passkeys_in(rows: list[Any]) -> list[Passkey]:
    """Passkeys as they are stored."""
    return [Passkey(**dict(zip(Passkey.__struct_fields__, row, strict=True))) for row in rows]


def first_text(rows: list[Any]) -> str:
    """The one value of a query, or nothing."""
    return str(rows[0][0]) if rows else ""


def person_in(rows: list[Any]) -> Person | None:
    """The person in a row, if there is one."""
    return Person(rows[0][0], rows[0][1], banned=bool(rows[0][2])) if rows else None
