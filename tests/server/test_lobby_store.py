"""What every database promises of the lobby: who is seated is seated once, and nobody who has gone is."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest

from parlour.server.errors import SeekError, StoreError
from parlour.server.events import Seated
from parlour.server.lobby.matching import Group
from parlour.server.lobby.seeks import StoredSeek, offers_of, search_of, seeker_of, table_for
from parlour.server.lobby.store import MOST_INVITATIONS
from parlour.server.lobby.types import SeekTerms, SoughtTable
from parlour.server.rows import encode_text
from parlour.server.store import AddTable, Append, Person, SeatSeekers, Store, Withdraw
from tests.server.databases import Database
from tests.server.stored_tables import guests, opened, table_of
from tests.server.tournament_nights import serving

pytestmark = pytest.mark.anyio
TERMS = SeekTerms(tables=(SoughtTable("haggis"),), window=400)
OFFERS = offers_of(TERMS)
BODY = encode_text(StoredSeek(TERMS, OFFERS, {"haggis": 1500.0}))
GONE = "UPDATE seek SET seen = seen - 3600"


async def seeking(store: Store, *names: str) -> list[Person]:
    """People who look for opponents."""
    people = await guests(store, *names)
    for person in people:
        await store.lobby.add_seek(person.id, BODY)
    return people


def shared_table(*people: Person) -> AddTable:
    """A table for people who were brought together."""
    group = Group(tuple(person.id for person in people), OFFERS[0], 0.0)
    return table_for(group, {person.id: person.name for person in people}, Random(1))


async def seat(store: Store, *people: Person) -> str:
    """Seat people at a new table; its name."""
    added = shared_table(*people)
    await store.write(added, SeatSeekers(tuple(person.id for person in people), added.row.name))
    return added.row.name


async def test_people_are_seated_once_however_many_try(database: Database) -> None:
    async with opened(database) as store:
        ada, bo, cy = await seeking(store, "Ada", "Bo", "Cy")
        groups = [(ada, bo), (bo, cy), (ada, cy), (ada, bo)]

        results = await asyncio.gather(*(seat(store, *group) for group in groups), return_exceptions=True)

        (table,) = [result for result in results if isinstance(result, str)]
        assert {getattr(result, "code", "") for result in results if result != table} == {"seek/gone"}
        seeks = await store.lobby.seeks_of([ada.id, bo.id, cy.id])
        group = groups[results.index(table)]
        assert [seeks[person.id].table for person in group] == [table, table]
        (left,) = [person for person in (ada, bo, cy) if person not in group]
        assert seeks[left.id].table is None, "and the third still waits"
        assert await store.tables_of(left.id, over=False, most=9) == []
        assert search_of(seeks[left.id]).terms == TERMS
        assert seeker_of(seeks[left.id]).offers == OFFERS


async def test_nobody_is_seated_with_somebody_who_deletes_herself(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await seeking(store, "Ada", "Bo")
        await store.mark_leaving(bo.id)

        with pytest.raises(StoreError):
            await seat(store, ada, bo)

        (row,) = await store.lobby.seekers()
        assert (row.person, row.table) == (ada.id, None)
        assert await store.tables_of(ada.id, over=False, most=9) == []


async def test_who_sits_down_elsewhere_looks_no_more_and_who_is_seated_cannot(database: Database) -> None:
    async with opened(database) as store:
        ada, bo, cy = await seeking(store, "Ada", "Bo", "Cy")
        table = table_of("elsewhere", cy)
        await store.write(table)
        await store.write(Append("elsewhere", len(table.events), "k", [Seated(1, ada.id, "Ada")]), Withdraw(ada.id))
        with pytest.raises(SeekError, match="seek/gone"):
            await seat(store, ada, bo)

        paired = await seat(store, bo, cy)
        with pytest.raises(SeekError, match=f"seek/paired.*{paired}"):
            await store.write(
                Append("elsewhere", len(table.events) + 1, "l", [Seated(0, bo.id, "Bo")]), Withdraw(bo.id)
            )

        assert len(await store.events("elsewhere")) == len(table.events) + 1, "nothing of it was written"
        await store.lobby.end_seek(bo.id)
        kept = await store.lobby.add_seek(bo.id, BODY)
        assert kept is not None
        assert kept.table == paired
        found = await store.lobby.seeks_of([bo.id])
        assert found[bo.id].table == paired, "neither stopping nor another search loses the table"


async def test_a_seek_ends_with_its_connection(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await seeking(store, "Ada", "Bo")
        await store.lobby.fetch(GONE)
        assert await store.lobby.seekers() == []
        with pytest.raises(SeekError):
            await seat(store, ada, bo)

        await store.lobby.renew_seeks([ada.id, 99])
        assert [row.person for row in await store.lobby.seekers()] == [ada.id]
        await store.lobby.expire_seeks()
        await store.lobby.renew_seeks([bo.id])
        assert [row.person for row in await store.lobby.seekers()] == [ada.id]
        await store.lobby.end_seek(ada.id)
        assert await store.lobby.seeks_of([ada.id]) == {}


async def test_who_waits_is_told_from_who_is_seated_and_those_who_wait_longest_come_first(database: Database) -> None:
    async with opened(database) as store:
        ada, bo, cy, dora, emil = await seeking(store, "Ada", "Bo", "Cy", "Dora", "Emil")
        await store.lobby.fetch(f"UPDATE seek SET since = since - 60 WHERE person = {cy.id}")  # noqa: S608 - ours
        table = await seat(store, ada, bo)

        waiting = await store.lobby.waiting(2)
        assert [(row.person, row.table) for row in waiting] == [(cy.id, None), (dora.id, None)]
        assert waiting[0].waited > 60 > waiting[1].waited
        seated = {row.person for row in await store.lobby.seekers() if row.table is not None}
        assert seated == {ada.id, bo.id}
        seats = await store.lobby.seats([*seated, emil.id])
        assert {person: row.name for person, row in seats.items()} == {ada.id: table, bo.id: table}
        assert seats[ada.id].summary.names in {("Ada", "Bo"), ("Bo", "Ada")}

        again = await store.lobby.add_seek(cy.id, BODY)
        assert again is not None
        assert (again.person, again.table) == (cy.id, None)
        assert again.waited > 60, "other terms cost nobody the time that she has waited"


async def test_only_listed_tables_are_listed(database: Database) -> None:
    async with opened(database) as store:
        (ada,) = await guests(store, "Ada")
        private = table_of("private", ada)
        opening = msgspec.structs.replace(private.row.opening, listed=True)
        row = msgspec.structs.replace(private.row, name="listed", opening=opening)
        await store.write(private, AddTable(row, private.events))

        assert [each.name for each in await store.lobby.listed_tables(9)] == ["listed"]
        await store.write_summary("listed", msgspec.structs.replace(row.summary, status="over"))
        assert await store.lobby.listed_tables(9) == []


async def test_friends_are_made_by_a_link_and_lost_by_either(database: Database) -> None:
    async with opened(database) as store:
        ada, bo, cy = await guests(store, "Ada", "Bo", "Cy")
        lobby = store.lobby
        await lobby.add_friend_link(ada.id, "link", seconds=60.0, most=2)
        await lobby.add_friend_link(ada.id, "late", seconds=-1.0, most=2)
        assert await lobby.link_maker("link") == (ada.id, "Ada")
        assert await lobby.link_maker("late") is None
        assert not await lobby.befriend("late", bo.id), "too old"

        assert await lobby.befriend("link", bo.id)
        assert not await lobby.befriend("link", cy.id), "it works once"
        ((friend, person, name),) = await lobby.friends(ada.id)
        assert (person, name) == (bo.id, "Bo")
        assert [each.name for each in await lobby.friends(bo.id)] == ["Ada"]

        await store.write(table_of("here", ada))
        for _ in range(2):
            await lobby.invite(ada.id, bo.id, "here")
        assert [(each.table.name, each.host) for each in await lobby.invitations(bo.id)] == [("here", "Ada")]
        for number in range(MOST_INVITATIONS):
            await store.write(table_of(f"more{number}", ada))
            await lobby.invite(ada.id, bo.id, f"more{number}")
        assert len(await lobby.invitations(bo.id)) == MOST_INVITATIONS
        await lobby.decline(bo.id, "here")
        assert "here" not in [each.table.name for each in await lobby.invitations(bo.id)]

        assert not await lobby.unfriend(cy.id, friend), "not hers"
        assert await lobby.unfriend(ada.id, friend)
        assert (await lobby.friends(ada.id), await lobby.friends(bo.id)) == ([], [])
        assert await lobby.invitations(bo.id) == []


async def test_nothing_of_the_lobby_is_left_of_who_leaves(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await seeking(store, "Ada", "Bo")
        await store.lobby.add_friend_link(ada.id, "used", seconds=60.0, most=2)
        await store.lobby.befriend("used", bo.id)
        await store.lobby.add_friend_link(ada.id, "link", seconds=60.0, most=2)
        await store.mark_leaving(ada.id)

        assert await store.lobby.friends(bo.id) == []
        assert await store.lobby.link_maker("link") is None
        assert await store.lobby.seeks_of([ada.id]) == {}


async def test_an_outage_ends_no_search_of_somebody_who_waited_until_then(database: Database) -> None:
    async with opened(database) as store:
        ada, bo, cy = await seeking(store, "Ada", "Bo", "Cy")
    for person, ago in ((ada, 100), (bo, 90), (cy, 120)):
        database.execute(f"UPDATE seek SET seen = seen - {ago} WHERE person = {person.id}")  # noqa: S608 - ours
    async with opened(database) as store:
        assert await store.lobby.seekers() == []
        await store.lobby.revive_seeks()

        assert [row.person for row in await store.lobby.seekers()] == [ada.id, bo.id], "Cy had gone before"
    database.execute("UPDATE seek SET seen = seen - 700")
    async with opened(database) as store:
        await store.lobby.revive_seeks()

        assert await store.lobby.seekers() == [], "nobody waits for so long"


async def test_a_search_survives_an_outage_of_the_database_but_not_the_going_of_its_person(database: Database) -> None:
    async with serving(await database.open()) as tables:
        (ada,) = await seeking(tables.store, "Ada")
        tables.lobby.close()
        await tables.lobby.tick()
        await tables.store.lobby.fetch("UPDATE seek SET seen = seen - 20")

        await tables.lobby.tick()
        assert await tables.store.lobby.seekers() == [], "nobody renewed it, and somebody could have"

        assert tables.lobby.ticked is not None
        tables.lobby.ticked -= 20
        await tables.lobby.tick()
        assert [row.person for row in await tables.store.lobby.seekers()] == [ada.id]
