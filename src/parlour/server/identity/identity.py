"""How people are known: which sessions are used, which challenges are open, and who is signed in by what."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import UTC, datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from parlour.server.errors import ConflictError, RefusalError
from parlour.server.identity.recovery import hash_code, make_code
from parlour.server.identity.store import Passkey
from parlour.server.limits import Buckets
from parlour.server.people import hash_token, make_token

if TYPE_CHECKING:
    from parlour.server.identity.site import Site
    from parlour.server.store import Person
    from parlour.server.tables import Tables

MOST_PASSKEYS: Final = 10
MOST_CHALLENGES: Final = 5
"""Of one person, at once."""
CHALLENGE_SECONDS: Final = 300.0
CHALLENGE_BYTES: Final = 32
ATTEMPTS: Final = 30
"""Challenges and recovery codes of one address at once; one more comes back every ten seconds."""
ATTEMPTS_PER_SECOND: Final = 0.1
MOST_NOTED: Final = 100_000
SHORT: Final = 16


class Identities:
    """Who is known by what."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store.identity
        self.passkeys = load_passkeys()
        self.attempts = Buckets(ATTEMPTS_PER_SECOND, ATTEMPTS / ATTEMPTS_PER_SECOND)
        self.day = ""
        self.noted: set[str] = set()
        """The sessions that were used today."""
        self.exporting: set[int] = set()
        """Whose data are being exported."""

    async def note(self, token_hash: str, device: str) -> None:
        """Store that a session is used today; once a day."""
        day = today()
        if day != self.day or len(self.noted) >= MOST_NOTED:
            self.day, self.noted = day, set()
        if token_hash not in self.noted:
            self.noted.add(token_hash)
            await self.store.mark_seen(token_hash, device, day)

    def count_attempt(self, address: str) -> None:
        """Count a challenge or a recovery code of an address; RefusalError where there are too many."""
        if not self.attempts.take(address, asyncio.get_running_loop().time()):
            raise RefusalError("address/attempts", "too many attempts from this address; wait a minute")

    # Passkeys.

    def checker(self) -> Any:
        """The module that checks passkeys, or RefusalError where it is not installed."""
        if self.passkeys is None:
            raise RefusalError("passkey/missing", "this server cannot check passkeys: it lacks parlour[club]")
        return self.passkeys

    async def challenge(self, person: int | None, address: str) -> bytes:
        """A challenge that can be answered once, for a while."""
        self.count_attempt(address)
        made = secrets.token_bytes(CHALLENGE_BYTES)
        await self.store.add_challenge(
            hash_token(made.hex()), person, now=time.time(), seconds=CHALLENGE_SECONDS, most=MOST_CHALLENGES
        )
        return made

    async def answered(self, credential: dict[str, Any], person: int | None) -> bytes:
        """The challenge that a credential answers, used up by that; RefusalError where it was not open."""
        challenge: bytes = self.checker().challenge_in(credential)
        if not await self.store.use_challenge(hash_token(challenge.hex()), person, now=time.time()):
            raise RefusalError("passkey/late", "this challenge was used, or it is older than 5 minutes")
        return challenge

    async def begin_passkey(self, person: Person, site: Site, address: str) -> dict[str, Any]:
        """What a person's browser needs to make a passkey."""
        checker = self.checker()
        known = await self.store.passkeys(person.id)
        if len(known) >= MOST_PASSKEYS:
            raise too_many_passkeys()
        challenge = await self.challenge(person.id, address)
        options: dict[str, Any] = checker.creation_options(site, person, [key.credential for key in known], challenge)
        return options

    async def add_passkey(self, person: Person, credential: dict[str, Any], site: Site, device: str) -> None:
        """Keep the passkey that was made for a challenge of this person."""
        challenge = await self.answered(credential, person.id)
        made = await asyncio.to_thread(self.checker().check_new, credential, site, challenge)
        passkey = Passkey(
            credential=made.credential,
            person=person.id,
            public_key=made.public_key,
            uses=made.uses,
            device=device,
            since=today(),
            seen=today(),
        )
        try:
            kept = await self.store.add_passkey(passkey, most=MOST_PASSKEYS)
        except ConflictError as error:
            raise RefusalError("passkey/known", "this passkey is known already") from error
        if not kept:
            raise too_many_passkeys()

    async def drop_passkey(self, person: Person, name: str) -> None:
        """Forget a passkey; RefusalError where there is no such one."""
        for passkey in await self.store.passkeys(person.id):
            if short_hash(passkey.credential) == name:
                await self.store.drop_passkey(person.id, passkey.credential)
                return
        raise RefusalError("passkey/unknown", f"you have no passkey {name!r}", parameters={"passkey": name})

    async def begin_entering(self, site: Site, address: str) -> dict[str, Any]:
        """What a browser needs to use a passkey."""
        checker = self.checker()
        options: dict[str, Any] = checker.request_options(site, await self.challenge(None, address))
        return options

    async def enter_by_passkey(self, credential: dict[str, Any], site: Site) -> tuple[Person, str]:
        """Sign somebody in who has answered a challenge; she, and the token of a new session."""
        checker = self.checker()
        challenge = await self.answered(credential, None)
        passkey = await self.store.passkey(checker.name_in(credential))
        if passkey is None:
            raise RefusalError("passkey/unknown", "this passkey is not known here, or not any more")
        uses = await asyncio.to_thread(checker.check_use, credential, site, challenge, passkey.public_key, passkey.uses)
        person = await self.store.person(passkey.person)
        if person is None:
            raise RefusalError("passkey/unknown", "this passkey is not known here, or not any more")
        check_welcome(person)
        await self.store.use_passkey(passkey.credential, uses, today())
        token = make_token()
        await self.store.add_session(person.id, hash_token(token))
        return person, token

    # The recovery code.

    async def make_recovery(self, person: Person) -> str:
        """A new recovery code, in place of the old one; nobody sees it again."""
        code = make_code()
        await self.store.set_recovery(person.id, hash_code(code), today())
        return code

    async def recover(self, code: str, address: str) -> tuple[Person, str]:
        """Sign somebody in by her recovery code, which is used up; she, and the token of a new session."""
        self.count_attempt(address)
        token = make_token()
        person = await self.store.recover(hash_code(code), hash_token(token))
        if person is None:
            raise RefusalError("recovery/wrong", "there is no such recovery code, or it was used")
        check_welcome(person)
        return person, token

    # Sessions.

    async def end_session(self, person: Person, session: str) -> None:
        """Revoke a session, and close its connections to whichever node."""
        if not await self.store.end_session(person.id, session):
            raise RefusalError("session/unknown", f"you have no session {session!r}", parameters={"session": session})
        self.close(person.id, session)

    async def end_others(self, person: Person, session: str) -> int:
        """Revoke all sessions but one; how many those were."""
        ended = await self.store.end_others(person.id, session)
        for each in ended:
            self.close(person.id, each)
        return len(ended)

    def close(self, person: int, session: str) -> None:
        """Close the connections of a session that was revoked."""
        self.tables.dismiss(person, session)
        self.tables.tell("revoke", person, session)


def load_passkeys() -> Any | None:
    """The module that checks passkeys; None without the extra that it needs."""
    try:
        return import_module("parlour.server.identity.passkeys")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("parlour"):
            raise
        return None


def today() -> str:
    """The day, in UTC."""
    return datetime.now(UTC).date().isoformat()


def short_hash(secret: str) -> str:
    """What a session is called by its token, or a passkey by its credential, where its owner is told of it."""
    return hash_token(secret)[:SHORT]


def check_welcome(person: Person) -> None:
    """RefusalError where an operator has banned a person."""
    if person.banned:
        raise RefusalError("person/banned", "an operator of this server has banned you")


def too_many_passkeys() -> RefusalError:
    return RefusalError("passkey/many", f"no more than {MOST_PASSKEYS} passkeys", parameters={"most": MOST_PASSKEYS})
