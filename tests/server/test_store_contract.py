"""What every store promises, on every database: SQLite, and PostgreSQL 15 and 16 as real servers.

`test_store_departures` has what it promises about people who leave.
"""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from parlour.server.errors import ConflictError, StoreError
from parlour.server.events import AnyEvent, Committed, Dealt, Moved
from parlour.server.http import PAGE, list_page
from parlour.server.http_types import TableQuery
from parlour.server.people import LINK_SECONDS, MOST_LINKS
from parlour.server.postgres import PostgresStore
from parlour.server.push import MOST_SUBSCRIPTIONS
from parlour.server.review_store import NewReview
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Append, Person, StoredEvent, Subscription
from parlour.server.tables import NewTable
from tests.server.databases import Database
from tests.server.stored_tables import guests, opened, seat, server_tables, table_of

pytestmark = pytest.mark.anyio
LATER = {
    SqliteStore: "UPDATE service SET seen = seen - 3600",
    PostgresStore: "UPDATE service SET seen = seen - interval '1 hour'",
}
EARLIER = {kind: query.replace("-", "+") for kind, query in LATER.items()}


# People.


async def test_a_person_is_known_by_her_token_until_she_leaves(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        await store.rename(ada.id, "Ágnes 名前 ❤")

        assert await store.person_of("token of Ada") == Person(ada.id, "Ágnes 名前 ❤")
        assert await store.person_of("nobody's") is None
        assert await store.names([ada.id, bo.id, 99]) == {ada.id: "Ágnes 名前 ❤", bo.id: "Bo"}
        assert await store.names([]) == {}
        with pytest.raises(ConflictError):
            await store.add_person("Cy", "token of Bo")
        assert (await store.probe())["people"] == 2, "nothing is left of whoever could not come in"


async def test_a_personal_link_expires_and_the_oldest_of_many_goes(database: Database) -> None:
    async with opened(database) as store:
        (ada,) = await guests(store, "Ada")
        for n in range(MOST_LINKS + 1):
            await store.add_link(ada.id, f"link {n}", now=float(n), seconds=LINK_SECONDS, most=MOST_LINKS)

        assert await store.enter("link 0", "a", now=10.0) is None, "one too many"
        assert await store.enter("link 1", "b", now=1.0 + LINK_SECONDS) is None, "too late"
        assert await store.enter("link 2", "c", now=1.9 + LINK_SECONDS) == ada
        assert await store.enter("link 2", "d", now=10.0) is None, "used"
        assert [await store.person_of(token) for token in "abcd"] == [None, None, ada, None]


async def test_a_review_grows_is_shared_and_goes_with_its_owner(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        table, other = await seat(store, 2, ada, bo)
        reviews = store.reviews
        begun = await reviews.add(NewReview(table, ada.id, 0, "judge 1", 40), now=5.0)

        assert await reviews.add_verdicts(begun.id, 0, ["a", "b"], None)
        with pytest.raises(ConflictError):
            await reviews.add_verdicts(begun.id, 1, ["b"], None)
        assert await reviews.unfinished() == [msgspec.structs.replace(begun, judged=2)]
        assert await reviews.add_verdicts(begun.id, 2, ["c"], "figures")
        assert await reviews.unfinished() == []
        assert await reviews.verdicts(begun.id, 1, 1) == ["b"]
        await reviews.share(begun.id, "secret")
        whole = msgspec.structs.replace(begun, judged=3, figures="figures", link="secret")
        assert await reviews.find(table, ada.id) == await reviews.find_shared("secret") == whole
        assert [await reviews.find(*place) for place in ((table, bo.id), (other, ada.id), ("\0", ada.id))] == [None] * 3
        assert await reviews.find_shared("\0") is None

        again = await reviews.add(NewReview(table, ada.id, 0, "judge 2", 40), now=9.0)
        assert (again.link, again.judged, again.figures) == ("secret", 0, None)
        assert not await reviews.add_verdicts(begun.id, 3, ["d"], None), "it is not there any more"
        assert [await reviews.count_since(ada.id, since) for since in (8.0, 9.0)] == [1, 0]
        await store.mark_leaving(ada.id)
        assert await reviews.find(table, ada.id) is None


async def test_the_latest_finished_matches_come_with_ones_own_review(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        names = await seat(store, 5, ada, bo)
        for name in names[:4]:
            row = await store.table(name)
            assert row is not None
            await store.write_summary(name, msgspec.structs.replace(row.summary, status="over"))
        for name, person, figures in ((names[3], bo, "his"), (names[2], ada, "hers"), (names[1], ada, None)):
            begun = await store.reviews.add(NewReview(name, person.id, 0, "judge", 4), now=1.0)
            await store.reviews.add_verdicts(begun.id, 0, ["verdict"], figures)

        found = await store.reviews.played(ada.id, most=3)
        assert [(each.table.name, each.judge, each.figures) for each in found] == [
            (names[3], None, None),
            (names[2], "judge", "hers"),
            (names[1], "judge", None),
        ]
        assert await store.reviews.played(99, most=3) == []
        database.execute("UPDATE play_table SET digest = '{' WHERE name = 't2'")
        assert [each.table.name for each in await store.reviews.played(ada.id, most=9)] == ["t3", "t1", "t0"]


async def test_few_subscriptions_are_kept_the_newest(database: Database) -> None:
    def subscription(number: int, lang: str = "en") -> Subscription:
        return Subscription(endpoint=f"https://push.example/{number}", p256dh="key", auth="secret", lang=lang)

    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        for number in range(MOST_SUBSCRIPTIONS + 2):
            await store.add_subscription(ada.id, subscription(number), most=MOST_SUBSCRIPTIONS)
        await store.add_subscription(ada.id, subscription(3, "hu"), most=MOST_SUBSCRIPTIONS)
        await store.add_subscription(bo.id, subscription(4), most=MOST_SUBSCRIPTIONS)
        await store.drop_subscription(bo.id, subscription(5).endpoint)
        await store.drop_subscription(ada.id, subscription(6).endpoint)

        assert await store.subscriptions(ada.id) == [subscription(2), subscription(5), subscription(3, "hu")]
        assert await store.subscriptions(bo.id) == [subscription(4)], "the browser is hers now"


# The log.


async def test_events_are_read_as_they_were_written(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        added = table_of("t", ada, bo)
        more: list[AnyEvent] = [
            Committed("hash", "salt", "deal"),
            Dealt(),
            Moved(0, "5r 6r 7r", by="größer \\u0000 名"),
        ]
        await store.write(added)
        await store.write(Append("t", 2, "", more[:2]), Append("t", 4, "1:a", more[2:]))

        assert await store.events("t") == [
            *(StoredEvent("", event) for event in [*added.events, *more[:2]]),
            StoredEvent("1:a", more[2]),
        ]
        assert await store.table("t") == added.row
        assert await store.events("nowhere") == []
        for name in ("nowhere", "\0", "'; DROP TABLE person; --"):
            assert await store.table(name) is None


@pytest.mark.parametrize(
    "second",
    [Append("t", 2, "2:b", [Moved(1, "pass")]), Append("t", 3, "1:a", [Moved(1, "pass")])],
    ids=["the same number", "the same key"],
)
async def test_a_write_that_conflicts_changes_nothing(database: Database, second: Append) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        await store.write(table_of("t", ada, bo), table_of("u", ada, bo))
        await store.write(Append("t", 2, "1:a", [Moved(0, "pass")]))
        before = await store.events("t")

        with pytest.raises(ConflictError, match="store/conflict"):
            await store.write(Append("u", 2, "1:a", [Moved(0, "pass")]), second)

        assert await store.events("t") == before
        assert len(await store.events("u")) == 2, "nothing of the transaction"


async def test_a_write_to_a_table_that_is_not_there_is_refused(database: Database) -> None:
    async with opened(database) as store:
        (ada,) = await guests(store, "Ada")
        await store.write(table_of("t", ada))

        with pytest.raises(StoreError, match="table/unknown") as refused:
            await store.write(Append("t", 2, "", [Dealt()]), Append("nowhere", 0, "", [Dealt()]))

        assert refused.value.parameters == {"table": "nowhere"}
        assert len(await store.events("t")) == 2


async def test_of_writes_at_the_same_time_only_those_that_conflict_fail(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        names = await seat(store, 40, ada, bo)
        writes = [
            store.write(Append(name, 2, f"{person.id}:x", [Moved(person.id, name)]))
            for name in names
            for person in ((ada, bo) if name in names[:3] else (ada,))
        ]
        unknown = store.write(Append("nowhere", 2, "", [Dealt()]))
        readers = [store.person_of("token of Ada"), store.tables_of(ada.id, over=False, most=5, before="nowhere")]

        outcomes = await asyncio.gather(*writes, unknown, *readers, return_exceptions=True)

        failed = [outcome for outcome in outcomes if isinstance(outcome, ConflictError)]
        assert len(failed) == 3
        assert [getattr(outcome, "code", outcome) for outcome in outcomes[-3:]] == [
            "table/unknown",
            ada,
            "table/unknown",
        ]
        assert [outcomes.count(None), len(outcomes)] == [40, 46]
        assert [len(await store.events(name)) for name in names] == [3] * 40


async def test_a_missing_event_and_a_damaged_one_are_detected(database: Database) -> None:
    async with opened(database) as store:
        (ada,) = await guests(store, "Ada")
        names = await seat(store, 3, ada)
        database.execute(
            "DELETE FROM entry WHERE seq = 1 AND play_table = (SELECT id FROM play_table WHERE name = 't0')"
        )
        database.execute("UPDATE entry SET body = '{' WHERE play_table = (SELECT id FROM play_table WHERE name = 't1')")

        for name in names[:2]:
            with pytest.raises(StoreError, match="store/corrupt"):
                await store.events(name)
        assert len(await store.events(names[2])) == 2


async def test_what_is_queued_is_written_before_the_store_closes(database: Database) -> None:
    store = await database.open()
    ada, bo = await guests(store, "Ada", "Bo")
    names = await seat(store, 20, ada, bo)
    writing = [asyncio.create_task(store.write(Append(name, 2, "", [Dealt()]))) for name in names]
    await asyncio.sleep(0)

    await store.close()

    await asyncio.gather(*writing)
    async with opened(database) as again:
        assert [len(await again.events(name)) for name in names] == [3] * 20


# Lists.


async def test_a_table_that_is_over_moves_to_the_other_list(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        names = await seat(store, 3, ada, bo)
        row = await store.table("t1")
        assert row is not None
        over = msgspec.structs.replace(row.summary, status="over", scores=(3, 4))
        await store.write_summary("t1", over)

        assert [each.name for each in await store.tables_of(ada.id, over=False, most=9)] == ["t2", "t0"]
        assert [each.summary for each in await store.tables_of(bo.id, over=True, most=9)] == [over]
        assert await store.unfinished(ada.id) == len(names) - 1
        with pytest.raises(StoreError, match="table/unknown"):
            await store.write_summary("nowhere", over)


async def test_running_clocks_are_kept_and_the_service_clock_counts_no_outage(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        await seat(store, 2, ada, bo)
        assert not await store.has_clocks()
        await store.write_clocks("t0", {0: (3, 12.5), 1: (4, 13.25)})
        await store.write_clocks("t0", {1: (5, 14.0)})

        assert await store.clocks("t0") == {1: (5, 14.0)}
        assert await store.clocks("t1") == {}
        assert await store.has_clocks()
        await store.write_clocks("t0", {})
        assert not await store.has_clocks()
        assert await store.tick(10.0) == 0.0, "the first time"
        database.execute(LATER[type(store)])
        assert await store.tick(2.0) == 2.0, "no more than asked for"
        database.execute(EARLIER[type(store)])
        assert await store.tick(2.0) == 2.0, "a clock that was set back"
        assert 2.0 < await store.tick(1e6) < 1e5


async def test_pages_continue_where_the_last_ended(database: Database) -> None:
    async with server_tables(database) as tables:
        (ada,) = await guests(tables.store, "Ada")
        names = await seat(tables.store, 2 * PAGE + 3, ada)

        listed: list[str] = []
        more = True
        while more:
            page = await list_page(tables, ada.id, TableQuery(before=listed[-1] if listed else ""))
            assert len(page.tables) <= PAGE
            listed += [summary.table for summary in page.tables]
            more = page.more

        assert listed == names[::-1]
        assert not (await list_page(tables, ada.id, TableQuery(over=True))).tables


async def test_a_damaged_row_hides_no_other(database: Database) -> None:
    async with server_tables(database) as tables:
        (ada,) = await guests(tables.store, "Ada")
        names = await seat(tables.store, 4, ada)
        database.execute("UPDATE play_table SET digest = '{' WHERE name = 't1'")

        page = await list_page(tables, ada.id, TableQuery())
        assert [summary.table for summary in page.tables] == [names[3], names[2], names[0]]
        assert [row.name for row in await tables.store.tables_of(ada.id, over=False, most=3)] == ["t3", "t2", "t0"]


async def test_a_table_that_never_began_is_deleted_after_a_while(database: Database) -> None:
    async with server_tables(database, unbegun=7) as tables:
        (ada,) = await guests(tables.store, "Ada")
        await tables.store.write(*(table_of(name, ada) for name in ("old", "loaded", "begun")))
        await tables.store.write(Append("begun", 2, "", [Committed("hash", "salt", "deal")]))
        new = await tables.open(ada, NewTable(game="haggis", seats=("", None)), "")
        await tables.actor("loaded")

        await tables.prune()

        assert await tables.store.table("old") is None
        assert await tables.store.events("old") == []
        for name in ("loaded", new, "begun"):
            assert await tables.store.table(name) is not None


async def test_no_more_tables_are_deleted_at_once_than_asked(database: Database) -> None:
    async with opened(database) as store:
        (ada,) = await guests(store, "Ada")
        await store.write(*(table_of(f"t{n}", ada, when=f"2026-01-0{n + 1}") for n in range(6)))

        assert await store.prune("2026-02", keep=["t0", "t3", "elsewhere"], most=2) == 2
        assert [row.name for row in await store.tables_of(ada.id, over=False, most=9)] == ["t5", "t4", "t3", "t0"]
        assert await store.prune("2026-01-05", keep=[], most=9) == 2
        assert await store.prune("2026-01-05", keep=[], most=9) == 0


async def test_people_tables_and_bytes_are_counted(database: Database) -> None:
    async with opened(database) as store:
        ada, bo = await guests(store, "Ada", "Bo")
        before = await store.size()
        assert before > 0
        await seat(store, 400, ada, bo)

        assert await store.probe() == {"people": 2, "tables": 400}
        assert await store.size() > before
