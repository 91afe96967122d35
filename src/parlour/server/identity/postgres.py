"""Identities in PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.server.identity.store import PASSKEYS, RECOVERED, SESSIONS, Session, first_text, passkeys_in, person_in
from parlour.server.postgres_connection import searchable

if TYPE_CHECKING:
    from collections.abc import Collection

    import asyncpg

    from parlour.server.identity.store import Passkey
    from parlour.server.postgres_session import Session as DatabaseSession
    from parlour.server.store import Person

ADD_SESSION: Final = "INSERT INTO token (hash, person) VALUES ($1, $2)"


class PostgresIdentity:
    """The identities of a store, in its session."""

    def __init__(self, session: DatabaseSession) -> None:
        self.session = session

    async def fetch(self, query: str, *values: object) -> list[Any]:
        return list(await self.session.fetch(query, *values))

    async def sessions(self, person: int, *, most: int) -> list[Session]:
        return [Session(*row) for row in await self.fetch(f"{SESSIONS.format('$1')} LIMIT $2", person, most)]

    async def add_session(self, person: int, token_hash: str) -> None:
        await self.fetch(ADD_SESSION, token_hash, person)

    async def mark_seen(self, token_hash: str, device: str, today: str) -> None:
        query = (
            "UPDATE token SET seen = $1, device = CASE device WHEN '' THEN $2 ELSE device END,"
            " since = CASE since WHEN '' THEN $1 ELSE since END WHERE hash = $3 AND seen < $1"
        )
        await self.fetch(query, today, device, token_hash)

    async def end_session(self, person: int, session: str) -> bool:
        query = "DELETE FROM token WHERE person = $1 AND substr(hash, 1, 16) = $2 RETURNING 1"
        return bool(await self.fetch(query, person, searchable(session)))

    async def end_others(self, person: int, session: str) -> list[str]:
        query = "DELETE FROM token WHERE person = $1 AND substr(hash, 1, 16) != $2 RETURNING substr(hash, 1, 16)"
        return [name for (name,) in await self.fetch(query, person, session)]

    async def ended(self, sessions: Collection[str]) -> set[str]:
        query = "SELECT substr(hash, 1, 16) FROM token WHERE substr(hash, 1, 16) = ANY($1)"
        return set(sessions) - {name for (name,) in await self.fetch(query, list(sessions))}

    async def add_challenge(
        self, challenge_hash: str, person: int | None, *, now: float, seconds: float, most: int
    ) -> None:
        oldest = "SELECT hash FROM challenge WHERE person = $1 ORDER BY expires DESC, hash OFFSET $2"

        async def add(connection: asyncpg.Connection) -> None:
            await connection.execute("DELETE FROM challenge WHERE expires <= $1", now)
            query = "INSERT INTO challenge VALUES ($1, $2, $3)"
            await connection.execute(query, challenge_hash, person, now + seconds)
            await connection.execute(f"DELETE FROM challenge WHERE hash IN ({oldest})", person, most)  # noqa: S608 - ours

        await self.session.run(add)

    async def use_challenge(self, challenge_hash: str, person: int | None, *, now: float) -> bool:
        rows = await self.fetch("DELETE FROM challenge WHERE hash = $1 RETURNING person, expires", challenge_hash)
        return bool(rows) and rows[0][0] == person and rows[0][1] > now

    async def add_passkey(self, passkey: Passkey, *, most: int) -> bool:
        values = msgspec.structs.astuple(passkey)

        async def add(connection: asyncpg.Connection) -> bool:
            await connection.execute("SELECT 1 FROM person WHERE id = $1 FOR UPDATE", passkey.person)
            count = await connection.fetchval("SELECT count(*) FROM passkey WHERE person = $1", passkey.person)
            if count < most:
                await connection.execute("INSERT INTO passkey VALUES ($1, $2, $3, $4, $5, $6, $7)", *values)
            return bool(count < most)

        return await self.session.run(add)

    async def passkeys(self, person: int) -> list[Passkey]:
        return passkeys_in(await self.fetch(PASSKEYS.format("person = $1"), person))

    async def passkey(self, credential: str) -> Passkey | None:
        rows = await self.fetch(PASSKEYS.format("credential = $1"), searchable(credential))
        return next(iter(passkeys_in(rows)), None)

    async def use_passkey(self, credential: str, uses: int, today: str) -> None:
        await self.fetch("UPDATE passkey SET uses = $1, seen = $2 WHERE credential = $3", uses, today, credential)

    async def drop_passkey(self, person: int, credential: str) -> bool:
        query = "DELETE FROM passkey WHERE person = $1 AND credential = $2 RETURNING 1"
        return bool(await self.fetch(query, person, searchable(credential)))

    async def set_recovery(self, person: int, code_hash: str, today: str) -> None:
        query = (
            "INSERT INTO recovery VALUES ($1, $2, $3)"
            " ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, since = excluded.since"
        )
        await self.fetch(query, person, code_hash, today)

    async def recovery_since(self, person: int) -> str:
        return first_text(await self.fetch("SELECT since FROM recovery WHERE person = $1", person))

    async def recover(self, code_hash: str, token_hash: str) -> Person | None:
        async def recover(connection: asyncpg.Connection) -> Person | None:
            rows = await connection.fetch(f"{RECOVERED.format('$1')} FOR UPDATE OF recovery", code_hash)
            person = person_in(rows)
            if person is not None and not person.banned:
                await connection.execute("DELETE FROM recovery WHERE hash = $1", code_hash)
                await connection.execute(ADD_SESSION, token_hash, person.id)
            return person

        return await self.session.run(recover)

    async def person(self, person: int) -> Person | None:
        return person_in(await self.fetch("SELECT id, name, banned FROM person WHERE id = $1 AND NOT leaving", person))

    async def is_public(self, person: int) -> bool:
        return bool(await self.fetch("SELECT 1 FROM person WHERE id = $1 AND public", person))

    async def publish(self, person: int, *, public: bool) -> None:
        await self.fetch("UPDATE person SET public = $1 WHERE id = $2", public, person)
