"""What every store promises about people who delete their data, on every database."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from parlour.server.departures import BATCH
from parlour.server.errors import StoreError
from parlour.server.events import AnyEvent, Committed, Seated
from parlour.server.seating import STAND_IN
from parlour.server.store import Append
from parlour.server.tables import Tables
from tests.server.databases import Database
from tests.server.stored_tables import events_of, guests, opened, seat, server_tables, table_of
from tests.serving import PATIENCE, POLL_SECONDS, eventually

pytestmark = pytest.mark.anyio


async def test_a_table_without_others_goes_with_whoever_leaves(database: Database) -> None:
    async with opened(database) as store:
        (ada,) = await guests(store, "Ada")
        await seat(store, 1, ada)

        await store.leave_table("t0", ada.id, STAND_IN)
        await store.leave_table("nowhere", ada.id, STAND_IN)

        assert await store.table("t0") is None
        assert await store.events("t0") == []
        assert await store.tables_to_leave(ada.id, most=9) == []


@pytest.mark.parametrize(
    ("more", "status", "added"),
    [
        ([], "playing", [Seated(0)]),
        ([Committed("hash", "salt", "deal")], "playing", [Seated(0, bot=STAND_IN)]),
        ([Committed("hash", "salt", "deal")], "over", []),
        ([Seated(0), Seated(0, 2, "Bo")], "playing", []),
    ],
    ids=["before the deal", "in a match", "after a match", "she had stood up"],
)
async def test_a_name_and_a_seat_are_given_up(
    database: Database, more: list[AnyEvent], status: str, added: list[AnyEvent]
) -> None:
    async with opened(database) as store:
        zenobia, bo = await guests(store, "Zenobia", "Bo")
        table = table_of("t", zenobia, bo)
        await store.write(table)
        if more:
            await store.write(Append("t", 2, "", more))
        await store.write_summary("t", msgspec.structs.replace(table.row.summary, status=status))

        await store.leave_table("t", zenobia.id, STAND_IN)

        erased = [Seated(0, zenobia.id), *table.events[1:], *more, *added]
        assert events_of(await store.events("t")) == erased
        row = await store.table("t")
        assert row is not None
        holder = {"playing": None, "over": zenobia.id}[status] if added or status == "over" else zenobia.id
        assert (row.summary.names[0], row.summary.persons[0]) == ("", holder)
        assert await store.tables_to_leave(zenobia.id, most=9) == []
        assert [each.name for each in await store.tables_of(bo.id, over=status == "over", most=9)] == ["t"]
        await store.leave_table("t", zenobia.id, STAND_IN)
        assert events_of(await store.events("t")) == erased, "once is enough"


async def test_damage_does_not_keep_a_name(database: Database) -> None:
    async with opened(database) as store:
        zenobia, bo = await guests(store, "Zenobia", "Bo")
        await store.write(table_of("t", zenobia, bo))
        database.execute("UPDATE entry SET body = '{\"Zenobia' WHERE seq = 1")
        database.execute("UPDATE play_table SET digest = '{\"Zenobia'")

        await store.mark_leaving(zenobia.id)
        await store.leave_table("t", zenobia.id, STAND_IN)
        await store.remove_person(zenobia.id)

    assert b"Zenobia" not in database.content()


async def test_who_is_leaving_can_neither_come_in_nor_sit_down(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        await store.write(table_of("t", bo))
        await store.add_link(ada.id, "link", now=0.0, seconds=9.0, most=9)
        await store.mark_leaving(ada.id)

        assert await store.leaving() == [ada.id]
        assert await store.names([ada.id]) == {ada.id: ""}
        assert await store.person_of("token of Ada") is None
        assert await store.enter("link", "new", now=1.0) is None
        for change in (table_of("u", ada), Append("t", 2, "", [Seated(1, ada.id, "Ada")])):
            with pytest.raises(StoreError, match="person/unknown"):
                await store.write(change)
        assert await store.table("u") is None
        assert len(await store.events("t")) == 2

        await store.remove_person(ada.id)
        assert (await store.leaving(), await store.names([ada.id])) == ([], {})
        assert (await guests(store, "Cy"))[0].id not in (ada.id, bo.id), "a number is never given again"


async def all_have_left(tables: Tables) -> None:
    """Wait until nobody is leaving any more; reading the whole database would hold up whoever clears it."""
    async with asyncio.timeout(PATIENCE):
        while await tables.store.leaving():  # noqa: ASYNC110 - the store tells nobody
            await asyncio.sleep(POLL_SECONDS)


async def test_who_has_very_many_tables_leaves_them_in_batches(database: Database) -> None:
    async with server_tables(database) as tables:
        ada, bo = await guests(tables.store, "Zenobia", "Bo")
        names = await seat(tables.store, 2 * BATCH + 5, ada, bo)

        assert not await tables.forget(ada), "more than one batch"
        assert await tables.store.person_of("token of Zenobia") is None
        await all_have_left(tables)
        assert b"Zenobia" not in database.content()

        for name in names:
            assert (await tables.row(name)).summary.persons == (None, bo.id)
            assert (await tables.read(name)).seated[0].is_free
        assert await tables.store.leaving() == []


async def test_a_departure_that_a_crash_cut_short_is_finished_by_the_next_start(database: Database) -> None:
    async with server_tables(database) as tables:
        ada, bo = await guests(tables.store, "Zenobia", "Bo")
        names = await seat(tables.store, 5, ada, bo)
        await tables.store.mark_leaving(ada.id)
        await tables.leave(names[0], ada.id)  # and here it ends
    assert b"Zenobia" in database.content()

    async with server_tables(database) as tables:
        await all_have_left(tables)
        assert b"Zenobia" not in database.content()
        assert [(await tables.row(name)).summary.persons for name in names] == [(None, bo.id)] * 5


async def test_a_table_in_memory_is_left_like_one_on_disk(database: Database) -> None:
    async with server_tables(database) as tables:
        ada, bo = await guests(tables.store, "Ada", "Bo")
        (name,) = await seat(tables.store, 1, ada, bo)
        actor = await tables.actor(name)
        await eventually(lambda: actor.log.has_begun, lambda: actor.log.status)

        assert await tables.forget(ada)

        log = (await tables.actor(name)).log
        assert actor.closed
        assert (log.seated[0].bot, log.seated[1].person) == (STAND_IN, bo.id)
        await asyncio.wait({actor.task})
