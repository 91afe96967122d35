"""All that is stored of a person, as JSON lines: who she is, what she is known by, her matches with logs and reviews.

A match that is not over comes without its log, which holds what others have in hand; so does one whose deals other
tables still play.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.games.catalogue import KINDS
from parlour.server.errors import RefusalError, StoreError
from parlour.server.identity.identity import short_hash, today
from parlour.server.replay import match_log

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from parlour.server.store import Person, TableRow
    from parlour.server.tables import Tables

FORMAT: Final = 1
MOST_MATCHES: Final = 2_000
"""The latest ones."""
PAGE: Final = 50
MOST_SESSIONS: Final = 1_000
EVENTS_PER_TOKEN: Final = 40
"""How many events of a match are read for a token: twice what the log of one match costs."""
VERDICTS: Final = 500


class Export:
    """The lines of one person's file, made one by one, no faster than her address pays for them."""

    def __init__(self, tables: Tables, person: Person, pay: Callable[[float], float]) -> None:
        """Take what takes tokens of an address and says how many seconds later they are there."""
        self.tables = tables
        self.person = person
        self.pay = pay

    async def lines(self) -> AsyncIterator[bytes]:
        """The file, line by line; the last line says whether it is whole."""
        exporting = self.tables.identities.exporting
        exporting.add(self.person.id)
        try:
            async for kind, value in self.parts():
                yield msgspec.json.encode({"kind": kind, **value}) + b"\n"
        finally:
            exporting.discard(self.person.id)

    async def parts(self) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """The kind and the content of every line."""
        store, person = self.tables.store, self.person.id
        public = await store.identity.is_public(person)
        recovery = await store.identity.recovery_since(person)
        head = {"format": FORMAT, "day": today(), "name": self.person.name, "public": public, "recovery_code": recovery}
        yield "person", head
        for session in await store.identity.sessions(person, most=MOST_SESSIONS):
            yield "session", {"device": session.device, "since": session.since, "seen": session.seen}
        for key in await store.identity.passkeys(person):
            yield (
                "passkey",
                {"id": short_hash(key.credential), "device": key.device, "since": key.since, "seen": key.seen},
            )
        for subscription in await store.subscriptions(person):
            yield "push", {"endpoint": subscription.endpoint, "lang": subscription.lang}
        for game in KINDS:
            rating = await self.tables.ratings.of(person, game)
            if rating.matches:
                yield "rating", {"game": game, **msgspec.to_builtins(rating)}
        count = 0
        for over in (False, True):
            async for row in self.rows(over=over):
                count += 1
                yield "match", await self.match(row)
        yield "end", {"matches": count, "complete": count < 2 * MOST_MATCHES}

    async def rows(self, *, over: bool) -> AsyncIterator[TableRow]:
        """The person's matches, the latest first."""
        before, left = "", MOST_MATCHES
        while left > 0:
            rows = await self.tables.store.tables_of(self.person.id, over=over, most=min(PAGE, left), before=before)
            for row in rows:
                yield row
            if len(rows) < min(PAGE, left):
                return
            before, left = rows[-1].name, left - len(rows)

    async def match(self, row: TableRow) -> dict[str, Any]:
        """A match, with its log where it is over and her review where there is one."""
        kept = row.summary
        found: dict[str, Any] = {
            "table": row.name,
            "game": row.opening.game,
            "options": row.opening.options,
            "opened": row.opened,
            "status": kept.status,
            "seat": kept.persons.index(self.person.id) if self.person.id in kept.persons else None,
            "names": kept.names,
            "bots": kept.bots,
            "scores": kept.scores,
            "winners": kept.winners,
        }
        cost = 1.0
        if kept.status == "over":
            try:
                if row.opening.sealed:
                    await self.tables.tournaments.check_open(row.opening)
                log = await self.tables.read(row.name)
                cost += log.seq / EVENTS_PER_TOKEN
                found["log"] = match_log(log)
                found["review"] = await self.review(row.name)
            except (StoreError, RefusalError) as error:  # one that cannot be read does not hide the others
                found["error"] = error.code
        await asyncio.sleep(self.pay(cost))
        return found

    async def review(self, table: str) -> dict[str, Any] | None:
        """What a judge said of the person's decisions in a match."""
        reviews = self.tables.store.reviews
        row = await reviews.find(table, self.person.id)
        if row is None:
            return None
        verdicts = [verdict async for verdict in self.verdicts(row.id)]
        return {
            "seat": row.seat,
            "judge": raw(row.judge),
            "figures": None if row.figures is None else raw(row.figures),
            "shared": row.link is not None,
            "decisions": verdicts,
        }

    async def verdicts(self, review: int) -> AsyncIterator[msgspec.Raw]:
        first = 0
        while bodies := await self.tables.store.reviews.verdicts(review, first, VERDICTS):
            for body in bodies:
                yield raw(body)
            first += len(bodies)


def raw(text: str) -> msgspec.Raw:
    """JSON that is passed on as it is."""
    return msgspec.Raw(text.encode())
