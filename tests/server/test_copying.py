"""`parlour copy` brings everything from one database to another, or nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.server import copying
from parlour.server.copying_sqlite import PART_NAME
from parlour.server.events import Committed, Dealt, Moved
from parlour.server.postgres import prepare
from parlour.server.review_store import NewReview
from parlour.server.sqlite import FILE_NAME, SqliteStore
from parlour.server.store import Append, Store, Subscription
from parlour.server.tournaments.store import TournamentRow, WriteTournament
from tests.cli.runner import Runner
from tests.server.databases import PostgresDatabase, SqliteDatabase
from tests.server.postgres_server import execute
from tests.server.stored_tables import guests, seat

COUNTS = {
    "person": 4,
    "token": 3,
    "link": 1,
    "subscription": 2,
    "play_table": 30,
    "sitting": 60,
    "entry": 63,
    "review": 1,
    "verdict": 2,
    "tournament": 1,
    "tournament_entry": 2,
    "tournament_player": 1,
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder with something in every table of the database."""
    folder = tmp_path / "source"

    async def fill() -> None:
        store = SqliteStore(folder)
        ada, bo, gone = await guests(store, "Ágnes ❤", "Bo", "Cy")
        await store.add_person("Di", "token of Di")
        await store.remove_person(4)
        names = await seat(store, 30, ada, bo)
        await store.write(Append("t3", 2, "1:a", [Committed("hash", "salt", "deal"), Dealt(), Moved(0, "5r 6r")]))
        row = await store.table("t5")
        assert row is not None
        await store.write_summary(names[5], msgspec.structs.replace(row.summary, status="over"))
        await store.add_link(ada.id, "link", now=1.25, seconds=0.125, most=3)
        for name in "zy":
            subscription = Subscription(endpoint=f"https://push.example/{name}", p256dh="k", auth="s")
            await store.add_subscription(bo.id, subscription, most=9)
        review = await store.reviews.add(NewReview("t5", bo.id, 1, "{}", 9), now=2.5)
        await store.reviews.add_verdicts(review.id, 0, ["{}", "[]"], None)
        tournament = TournamentRow("night", ada.id, "open", "{}", "2026")
        await store.write(WriteTournament(tournament, 0, ["1", "2"], [bo.id]))
        await store.mark_leaving(gone.id)
        await store.add_person("Eve", "token of Eve")
        await store.close()

    asyncio.run(fill())
    return folder


async def everything(store: Store) -> list[Any]:
    """What can be asked of a store."""
    try:
        return [
            [await store.names(range(1, 9)), await store.leaving(), await store.probe()],
            [await store.tables_of(person, over=over, most=99) for person in (1, 2, 3) for over in (False, True)],
            [[await store.table(f"t{n}"), await store.events(f"t{n}")] for n in range(30)],
            [await store.subscriptions(person) for person in (1, 2, 3)],
            [await store.reviews.unfinished(), await store.reviews.verdicts(1, 0, 9)],
            [await store.person_of(f"token of {name}") for name in ("Ágnes ❤", "Bo", "Cy", "Eve")],
            [await store.tournaments.find("night"), await store.tournaments.entries("night", 0)],
            [await store.tournaments.of(2, most=9), await store.tournaments.listed(over=False, most=9)],
            await store.prune("2027", keep=[], most=99),
            await store.enter("link", "new token", now=1.3),
            await store.add_person("Flo", "token of Flo"),
        ]
    finally:
        await store.close()


def test_a_copy_to_postgresql_and_back_answers_like_the_original(
    run: Runner, source: Path, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "CHUNK", 7)
    there = run("copy", str(source), address, "--json")
    assert there.code == 0, there.err
    assert {name: count for name, count in msgspec.json.decode(there.out).items() if count} == COUNTS
    back = run("copy", address, str(tmp_path / "back"))
    assert back.code == 0, back.err
    assert back.out.startswith("copied and compared: 4 of person, 3 of token, 1 of link, ")

    original = asyncio.run(everything(SqliteStore(source)))
    assert original[-1].id == 6, "the number of who has left is not given again"
    assert asyncio.run(opened(PostgresDatabase(address))) == original
    assert asyncio.run(opened(SqliteDatabase(tmp_path / "back"))) == original


async def opened(database: PostgresDatabase | SqliteDatabase) -> list[Any]:
    return await everything(await database.open())


def test_a_target_that_is_not_empty_is_refused(run: Runner, source: Path, address: str) -> None:
    assert run("copy", str(source), address).code == 0
    before = PostgresDatabase(address).content()

    again = run("copy", str(source), address)
    onto = run("copy", address, str(source))

    assert (again.code, onto.code) == (2, 2)
    assert "is not empty: it has rows in 'person' [store/conflict]" in again.err
    assert onto.err == f"parlour: {source} is not empty: there is a {FILE_NAME} [store/conflict]\n"
    assert PostgresDatabase(address).content() == before


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_copy_that_is_interrupted_leaves_nothing(
    run: Runner, source: Path, address: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = address if kind == "postgres" else str(source.parent / "target")

    def interrupt(done: int, total: int, what: str) -> None:
        del what
        if done > total / 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("parlour.cli.copy.show_progress", interrupt)
        with pytest.raises(KeyboardInterrupt):
            run("copy", str(source), target)

    if kind == "postgres":
        assert execute(address, "SELECT count(*) FROM person") == [[(0,)]]
    else:
        assert not list(Path(target).glob(f"{FILE_NAME}*"))
    assert run("copy", str(source), target).code == 0


def test_a_row_that_changed_on_the_way_is_named(run: Runner, source: Path, address: str) -> None:
    function = """
        CREATE FUNCTION parlour.garble() RETURNS trigger AS $$ BEGIN
            IF NEW.seq = 4 THEN NEW.body := '{}'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql
    """
    asyncio.run(prepare(address))
    trigger = "CREATE TRIGGER garble BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION garble()"
    execute(address, function, trigger)

    said = run("copy", str(source), address)

    assert said.code == 2
    assert "row 4, 4 of 'entry' is not in postgresql://" in said.err
    assert execute(address, "SELECT count(*) FROM entry") == [[(0,)]]


def test_what_postgresql_cannot_store_is_named(run: Runner, source: Path, address: str) -> None:
    with closing(sqlite3.connect(source / FILE_NAME)) as connection:
        connection.execute("UPDATE entry SET body = x'00ff' WHERE play_table = 2 AND seq = 1")
        connection.commit()

    said = run("copy", str(source), address)

    assert said.code == 2
    assert "a row of 'entry' cannot be stored in postgresql://" in said.err
    assert execute(address, "SELECT count(*) FROM person") == [[(0,)]]


def test_folders_that_cannot_be_copied_are_named(run: Runner, source: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    store = SqliteStore(source)
    in_use = run("copy", str(source), str(target))
    asyncio.run(store.close())

    assert (in_use.code, in_use.err) == (2, f"parlour: another server uses {source} [store/busy]\n")
    missing = run("copy", str(tmp_path), str(target))
    assert missing.err == f"parlour: there is no {FILE_NAME} in {tmp_path} [store/broken]\n"
    assert run("copy", str(source), str(source)).err == "parlour: SOURCE and TARGET are the same\n"
    other = run("copy", "mysql://ada:secret@localhost/x", str(target))
    assert (other.code, "secret" in other.err, "'mysql'" in other.err) == (2, False, True)
    assert not target.exists()


def test_what_an_earlier_copy_left_is_replaced(run: Runner, source: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    (target / PART_NAME).write_bytes(b"half")

    assert run("copy", str(source), str(target)).code == 0

    assert not list(target.glob(f"{PART_NAME}*"))
    assert asyncio.run(everything(SqliteStore(target))) == asyncio.run(everything(SqliteStore(source)))
