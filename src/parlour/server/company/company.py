"""How people get on: which names they take, who hears whom, what is reported, and what operators decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from parlour.server.company.names import NamePolicy
from parlour.server.company.store import Report
from parlour.server.errors import ConflictError, RefusalError
from parlour.server.identity.identity import today

if TYPE_CHECKING:
    from parlour.server.store import Person
    from parlour.server.tables import Tables

Reason = Literal["name", "phrases", "stalling", "leaving", "collusion"]
MOST_MUTED: Final = 200
MOST_REPORTS: Final = 20
"""Of one person in a day."""
MOST_RULINGS: Final = 100
"""That are followed at once; so many of the past are looked at when the server starts."""


class Company:
    """Names, mutes, reports, rulings."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store.company
        self.names = NamePolicy(tables.settings.name_words)
        self.followed: int | None = None
        """The last ruling of an operator that this server knows."""

    async def mute(self, person: Person, other: Person, *, muted: bool) -> None:
        """Let a person not hear another any more, at whichever table; or hear her again."""
        if person.id == other.id:
            raise RefusalError("mute/self", "nobody mutes herself")
        if not muted:
            await self.store.unmute(person.id, other.id)
        elif not await self.store.mute(person.id, other.id, most=MOST_MUTED):
            raise RefusalError("mute/many", f"no more than {MOST_MUTED} muted people", parameters={"most": MOST_MUTED})

    async def report(self, person: Person, other: Person, reason: Reason, table: str) -> None:
        """Keep what a person reports of another; once a day."""
        if person.id == other.id:
            raise RefusalError("report/self", "nobody reports herself")
        report = Report(person.id, other.id, reason, table, today())
        try:
            kept = await self.store.add_report(report, most=MOST_REPORTS)
        except ConflictError as error:
            raise RefusalError("report/again", "you have reported this person today") from error
        if not kept:
            raise RefusalError(
                "report/many", f"no more than {MOST_REPORTS} reports a day", parameters={"most": MOST_REPORTS}
            )

    async def follow(self) -> None:
        """Do in memory what operators have done in the database since the last time."""
        if self.followed is None:
            self.followed = max(0, await self.store.last_ruling() - MOST_RULINGS)
        for ruling in await self.store.rulings(self.followed, most=MOST_RULINGS):
            self.followed = ruling.id
            person = None if ruling.person is None else await self.tables.store.identity.person(ruling.person)
            if person is None:
                continue
            if person.banned:
                self.tables.banish(person.id)
            elif ruling.action == "rename":
                self.tables.call(person.id, person.name)
