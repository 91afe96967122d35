"""PostgreSQL behind the server: connections that are lost, databases that cannot be used, and many writes at once."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.server import postgres_connection, postgres_schema
from parlour.server.errors import ConflictError, FencedError, StoreError
from parlour.server.events import Committed, Dealt, Moved
from parlour.server.http import PAGE
from parlour.server.postgres import LIST, PostgresStore, prepare
from parlour.server.store import Append, Lease
from parlour.server.store_address import place_of
from tests.server.client import people
from tests.server.conftest import Launch, Postgres
from tests.server.crash import crash
from tests.server.cutting_proxy import cutting_proxy
from tests.server.player import Player
from tests.server.postgres_server import PREFIX, PostgresServer, execute, own, postgres_server, remove_abandoned
from tests.server.server_process import ServerProcess
from tests.server.stored_tables import guests, seat, table_of
from tests.serving import PATIENCE, eventually

pytestmark = [pytest.mark.anyio, pytest.mark.server]
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlour' AND datname = '{}'"
XID = "SELECT pg_current_xact_id()::text::int"


@pytest.fixture
def server16(postgres: Postgres) -> PostgresServer:
    return postgres("16")


@pytest.fixture
def own_server(postgres: Postgres) -> Iterator[PostgresServer]:
    """A database server that a test may kill."""
    del postgres
    with postgres_server("16") as server:
        yield server


def name_of(address: str) -> str:
    return address.rpartition("/")[2]


# Group commit.


async def test_writes_that_come_together_share_transactions(address: str) -> None:
    store = PostgresStore(address)
    ada, bo = await guests(store, "Ada", "Bo")
    names = await seat(store, 200, ada, bo)
    ((before,),) = execute(address, XID)[0]

    await asyncio.gather(*(store.write(Append(name, 2, "", [Dealt()])) for name in names))

    ((after,),) = execute(address, XID)[0]
    await store.close()
    assert after - before <= 5, "transactions, the one that counts included"


async def test_a_page_of_a_list_reads_only_what_it_shows(address: str) -> None:
    store = PostgresStore(address)
    ada, bo = await guests(store, "Ada", "Bo")
    await store.write(*(table_of(f"t{number}", ada, bo) for number in range(1500)))
    assert len(await store.tables_of(ada.id, over=False, most=PAGE)) == PAGE
    await store.close()
    execute(address, "ANALYZE")

    prepared = f"PREPARE page AS {LIST.format(PAGE)}"
    for mode in ("force_custom_plan", "force_generic_plan"):
        explained = f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page ({ada.id}, false, {2**62})"
        ((((plan,),),)) = execute(address, f"SET plan_cache_mode = {mode}", prepared, explained)[2:]
        assert rows_read(json.loads(plan)[0]["Plan"]) <= 3 * PAGE, plan


def rows_read(plan: dict[str, Any]) -> int:
    """How many rows of tables and indexes a plan reads."""
    own = plan["Actual Rows"] * plan["Actual Loops"] if "Scan" in plan["Node Type"] else 0
    return int(own) + sum(map(rows_read, plan.get("Plans", ())))


# Connections that are lost.


async def test_a_commit_whose_answer_is_lost_is_neither_lost_nor_repeated(address: str) -> None:
    async with cutting_proxy(address) as (proxy, through):
        store = PostgresStore(through)
        ada, bo = await guests(store, "Ada", "Bo")
        names = await seat(store, 6, ada, bo)
        for number in range(3):
            proxy.armed = b"COMMIT"
            await asyncio.gather(
                *(store.write(Append(name, 2 + number, f"1:{number}", [Moved(0, name)])) for name in names),
                store.person_of("token of Ada"),
            )

        assert proxy.cuts == 3
        assert [len(await store.events(name)) for name in names] == [5] * 6
        proxy.armed = b"COMMIT"
        outcomes = await asyncio.gather(
            store.write(Append("t0", 5, "1:new", [Moved(0, "pass")])),
            store.write(Append("t1", 4, "1:other", [Moved(0, "pass")])),
            store.unfinished(ada.id),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), ConflictError, int], "not everything was ours"
        proxy.armed = b"5r 6r"
        await store.write(Append("t0", 6, "1:single", [Moved(0, "5r 6r")]))
        assert proxy.cuts == 5
        assert [line.key for line in await store.events("t0")][-2:] == ["1:new", "1:single"]
        await store.close()


async def test_a_connection_that_is_cut_is_replaced(address: str) -> None:
    store = PostgresStore(address)
    ada, bo = await guests(store, "Ada", "Bo")
    await seat(store, 1, ada, bo)
    for number in range(3):
        execute(address, CUT.format(name_of(address)))
        await store.write(Append("t0", 2 + number, "", [Dealt()]))
        execute(address, CUT.format(name_of(address)))
        assert await store.person_of("token of Bo") == bo

    assert len(await store.events("t0")) == 5
    await store.close()


async def test_while_the_database_is_gone_everything_is_refused_and_then_goes_on(own_server: PostgresServer) -> None:
    address = own_server.create()
    store = PostgresStore(address)
    ada, bo = await guests(store, "Ada", "Bo")
    await seat(store, 1, ada, bo)
    own_server.kill()

    in_doubt = asyncio.create_task(store.write(Append("t0", 2, "1:a", [Moved(0, "pass")])))
    with pytest.raises(StoreError, match="store/busy"):
        await store.person_of("token of Ada")
    await eventually(lambda: store.session.refusal, lambda: "it is not noticed")
    with pytest.raises(StoreError, match=r"store/busy: postgresql://127\.0\.0\.1:") as refused:
        await store.write(Append("t0", 3, "1:b", [Moved(0, "pass")]))
    assert "cannot be reached" in refused.value.reason
    own_server.start()

    await in_doubt
    await eventually(lambda: store.session.refusal is None, lambda: "it is not noticed")
    await store.write(Append("t0", 3, "1:b", [Moved(0, "pass")]))
    assert [line.key for line in await store.events("t0")] == ["", "", "1:a", "1:b"]
    await store.close()


async def test_a_connection_that_is_cut_while_the_store_closes_loses_nothing(address: str) -> None:
    async with cutting_proxy(address) as (proxy, through):
        store = PostgresStore(through)
        ada, bo = await guests(store, "Ada", "Bo")
        await seat(store, 1, ada, bo)
        proxy.armed = b"COMMIT"
        writing = asyncio.create_task(store.write(Append("t0", 2, "", [Committed("hash", "salt", "deal")])))
        await asyncio.sleep(0)

        await store.close()

        await writing
        assert proxy.cuts == 1
    assert execute(address, "SELECT count(*) FROM entry") == [[(3,)]]


async def test_a_store_without_a_database_can_be_closed(own_server: PostgresServer) -> None:
    store = PostgresStore(own_server.create())
    ada, bo = await guests(store, "Ada", "Bo")
    await seat(store, 1, ada, bo)
    own_server.kill()
    in_doubt = asyncio.create_task(store.write(Append("t0", 2, "", [Dealt()])))
    await asyncio.sleep(0)

    await store.close()

    with pytest.raises(StoreError, match="store/busy"):
        await in_doubt


# Databases that cannot be used.


async def refused(address: str, node: str = "") -> StoreError:
    with pytest.raises(StoreError) as error:
        await prepare(address, node)
    assert "secret" not in str(error.value)
    return error.value


async def test_a_database_that_forgets_commits_is_refused(address: str) -> None:
    execute(address, f"ALTER DATABASE {name_of(address)} SET synchronous_commit = off")

    error = await refused(address)

    assert error.code == "store/broken"
    assert "synchronous_commit = off: a move would be acknowledged before it is on disk" in error.reason


async def test_a_database_of_a_newer_parlour_is_left_alone(address: str) -> None:
    await prepare(address)
    execute(address, "UPDATE version SET number = 99")

    error = await refused(address)

    assert (error.code, error.parameters["version"]) == ("store/version", 99)
    assert execute(address, "SELECT number FROM version") == [[(99,)]]


async def test_a_schema_of_another_program_is_left_alone(address: str) -> None:
    execute(address, "CREATE SCHEMA parlour", "CREATE TABLE person (something text)")

    error = await refused(address)

    assert error.code == "store/broken"
    assert "has a schema 'parlour' that is not ours" in error.reason
    assert execute(address, "SELECT count(*) FROM pg_tables WHERE schemaname = 'parlour'") == [[(1,)]]


async def test_a_second_server_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_connection, "LOCK_SECONDS", 1)
    store = PostgresStore(address)
    await store.probe()

    error = await refused(address)

    assert (error.code, error.reason) == ("store/busy", f"another server uses {place_of(address)}")
    await store.close()
    await prepare(address)


async def test_nodes_share_a_database_but_no_name_and_not_with_a_server(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_connection, "LOCK_SECONDS", 1)
    stores = [PostgresStore(address, "one"), PostgresStore(address, "two")]
    for store in stores:
        await store.probe()

    twice = await refused(address, "one")
    alone = await refused(address)
    for store in stores:
        await store.close()
    only = PostgresStore(address)
    await only.probe()
    node = await refused(address, "one")
    await only.close()

    assert {error.code for error in (twice, alone, node)} == {"store/busy"}
    assert twice.reason == f"another node of {place_of(address)} is called 'one'; choose another name: --node NAME"
    assert alone.reason == f"another server uses {place_of(address)}"
    assert node.reason == f"a server without --node uses {place_of(address)}"


async def test_only_the_owner_of_a_table_writes_to_it_and_who_writes_beside_her_is_not_disturbed(address: str) -> None:
    store = PostgresStore(address, "one")
    ada, bo = await guests(store, "Ada", "Bo")
    names = await seat(store, 3, ada, bo)
    execute(address, "INSERT INTO lease SELECT id, 7, 4 FROM play_table")
    old, own, foreign = Lease(7, 3), Lease(7, 4), Lease(8, 4)

    outcomes = await asyncio.gather(
        *(
            store.write(Append(name, 2, "", [Dealt()], lease))
            for name, lease in zip(names, (old, own, foreign), strict=True)
        ),
        store.write_clocks("t2", {0: (0, 1.0)}, own),
        return_exceptions=True,
    )

    assert [type(outcome) for outcome in outcomes] == [FencedError, type(None), FencedError, type(None)]
    for stale in (old, foreign):
        with pytest.raises(FencedError):
            await store.write_clocks("t2", {}, stale)
    assert [len(await store.events(name)) for name in names] == [2, 3, 2]
    assert execute(address, "SELECT DISTINCT seq, epoch FROM entry ORDER BY 1") == [[(1, 0), (2, 0), (3, 4)]]
    await store.leave_table("t1", ada.id, "regular")
    assert execute(address, "SELECT owner, epoch FROM lease WHERE epoch > 4") == [[(None, 5)]], "it was changed"
    with pytest.raises(FencedError):
        await store.write(Append("t1", 4, "", [Dealt()], own))
    await store.close()


async def test_what_is_wrong_with_an_address_is_said_without_the_password(server16: PostgresServer) -> None:
    at = f"127.0.0.1:{server16.port}"
    execute(server16.address("postgres"), "CREATE ROLE guest LOGIN PASSWORD 'secret'")
    cases = {
        f"postgresql://parlour:secret@{at}/nowhere": ("store/broken", 'database "nowhere" does not exist'),
        f"postgresql://nobody:secret@{at}/postgres": ("store/broken", 'role "nobody" does not exist'),
        f"postgresql://guest:secret@{at}/postgres": ("store/broken", "lets us create nothing: permission denied"),
        "postgresql://parlour:secret@127.0.0.1:1/cards": (
            "store/busy",
            "postgresql://127.0.0.1:1/cards cannot be reached",
        ),
        f"postgresql://parlour:secret@{at}/postgres?sslmode=often": ("store/broken", "this is no address"),
    }
    for address, (code, reason) in cases.items():
        error = await refused(address)
        assert error.code == code, address
        assert reason in error.reason


def schema(address: str) -> list[list[tuple[object, ...]]]:
    return execute(
        address,
        "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns"
        " WHERE table_schema = 'parlour' ORDER BY 1, 2",
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'parlour' ORDER BY 1",
        "SELECT number FROM version",
    )


async def test_a_database_of_every_older_version_is_migrated(
    server16: PostgresServer, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await prepare(address)
    for version in range(len(postgres_schema.MIGRATIONS)):
        older = server16.create()
        with monkeypatch.context() as patch:
            patch.setattr(postgres_schema, "MIGRATIONS", postgres_schema.MIGRATIONS[:version])
            await prepare(older)
        assert schema(older) != schema(address)

        await prepare(older)

        assert schema(older) == schema(address)


# A server on it.


@pytest.mark.parametrize("way", ["option", "environment"])
def test_a_server_that_cannot_start_says_why_and_no_password(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "postgresql://ada:secret@127.0.0.1:1/cards"
    if way == "environment":
        monkeypatch.setenv("PARLOUR_DATABASE", address)
    server = ServerProcess(tmp_path, postgres=address if way == "option" else "")
    server.launch()

    assert server.exit_code() == 2
    assert server.said().startswith("parlour: postgresql://127.0.0.1:1/cards cannot be reached: ")
    assert server.said().endswith("[store/busy]\n")
    assert "secret" not in server.said()


def test_another_kind_of_database_is_refused(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--database", "mysql://ada:secret@localhost/cards")
    server.launch()

    assert server.exit_code() == 2
    assert server.said() == (
        "parlour: --database is postgresql://USER:PASSWORD@HOST/NAME, got one that begins with 'mysql'\n"
    )


async def test_tables_survive_a_server_that_is_killed(launch: Launch, address: str) -> None:
    server = launch(postgres=address)

    figures = await crash(server, tables=4, kills=2, seed=7)

    assert figures.kills == 2
    assert figures.moves > 50
    assert not figures.refused
    assert "ERROR" not in server.said(), server.said()


async def play_slowly(player: Player) -> None:
    """Play, but not so fast that the match is over before the database is back."""
    while not player.is_over():
        await player.step()
        await asyncio.sleep(0.02)


async def test_play_goes_on_when_the_database_is_killed_and_restarted(
    own_server: PostgresServer, tmp_path: Path
) -> None:
    address = own_server.create()
    with ServerProcess(tmp_path, postgres=address) as server:
        async with people(server, "Ada", "Bo") as [ada, bo]:
            table = server.open_table(ada.cookie, game="damenrennen", options={"best_of": 49}, seats=["", None])
            for person in (ada, bo):
                await person.join(table)
            await bo.command("sit", table, seat=1)
            unread = server.open_table(ada.cookie, game="haggis")
            players = [Player(ada, table, Random(1)), Player(bo, table, Random(2))]
            playing = [asyncio.create_task(play_slowly(player)) for player in players]
            for kill in (own_server.kill, own_server.stop):
                enough = acknowledged(players) + 4
                await eventually(lambda enough=enough: acknowledged(players) >= enough, server.said)  # type: ignore[misc]
                await asyncio.to_thread(kill)
                await eventually(lambda: server.call("GET", "/healthz").status == 503, server.said)
                assert server.call("GET", "/readyz").json["code"] == "store/busy"
                if unread not in ada.joined:
                    ada.joined.append(unread)
                    await ada.say(t="join", table=unread)
                await asyncio.to_thread(own_server.start)
                await eventually(lambda: server.call("GET", "/healthz").status == 200, server.said)
            enough = acknowledged(players) + 4
            await eventually(lambda: acknowledged(players) >= enough, server.said)
            await ada.until(lambda: unread in ada.shown)  # who could not be shown a table was told to reconnect
            for task in playing:
                task.cancel()
        moves = [line.key.partition(":")[2] for line in server.events(table) if isinstance(line.event, Moved)]
        assert server.stop() == 0
    for player in players:
        told = [said.id for said in player.acknowledged]
        assert [name for name in moves if name in told] == told
        assert set(player.refused) <= {"store/busy"}
    assert "Traceback" not in server.said(), server.said()


def acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


def test_what_a_killed_test_run_has_left_is_stopped_and_deleted(tmp_path: Path) -> None:
    folders = [tmp_path / f"{PREFIX}{name}" for name in ("left", "used")]
    sleepers = []
    for folder in folders:
        (folder / "data").mkdir(parents=True)
        sleepers.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]))
        (folder / "data" / "postmaster.pid").write_text(f"{sleepers[-1].pid}\n")
    own(folders[0]).close()  # as the system does it when a process ends
    with own(folders[1]):
        remove_abandoned(tmp_path)

    assert sleepers[0].wait(PATIENCE) == -signal.SIGQUIT
    assert sleepers[1].poll() is None
    assert [folder.exists() for folder in folders] == [False, True]
    sleepers[1].kill()
    sleepers[1].wait()
