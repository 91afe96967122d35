"""What one person, one address and all together may store and keep busy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from parlour.core.game import Seat
from parlour.server.connection import Connection
from parlour.server.errors import RefusalError
from parlour.server.events import Moved, Opening, Seated, Undone
from parlour.server.judging import MOST_CHANGES, judge
from parlour.server.limits import Bucket
from parlour.server.protocol import Concede, FillSeat, Sit, Stand, Undo
from parlour.server.settings import Settings
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Person
from parlour.server.table_actor import TableActor
from parlour.server.table_log import replay
from parlour.server.tables import NewTable, Tables
from tests.server.conftest import Launch
from tests.server.connections import LocalConnection
from tests.server.twins import random_log
from tests.serving import eventually

pytestmark = pytest.mark.anyio
BOTS_ONLY = NewTable(game="haggis", seats=("beginner", "beginner"))
ALONE = NewTable(game="haggis")


@asynccontextmanager
async def server_tables(folder: Path, **settings: Any) -> AsyncIterator[tuple[Tables, Person]]:
    """Tables, and somebody who comes in."""
    tables = Tables(SqliteStore(folder), Settings(data=folder, workers=1, pace=0, messages=1e9, **settings))
    try:
        yield tables, await tables.store.add_person("Ada", "hash")
    finally:
        await tables.close()


async def at_rest(actor: TableActor) -> int:
    """Wait until no bot of a table thinks and nothing is queued; how many events there are."""
    await eventually(lambda: not actor.bots.tasks and actor.queue.empty() and not actor.busy, lambda: actor.log.seq)
    return actor.log.seq


async def test_bots_play_only_while_somebody_has_the_table_open(tmp_path: Path) -> None:
    async with server_tables(tmp_path) as (tables, ada):
        name = await tables.open(ada, BOTS_ONLY, "somewhere")
        actor = await tables.actor(name)
        alone = await at_rest(actor)
        assert not any(isinstance(line.event, Moved) for line in await tables.store.events(name))

        spectator = LocalConnection(Connection(cast("Any", None), ada, tables, Bucket(1e9, 0.0)))
        await spectator.say(t="join", table=name)
        await eventually(lambda: actor.log.seq >= alone + 5, lambda: actor.log.seq)
        await spectator.say(t="part", table=name)
        left = await at_rest(actor)
        actor.wake()
        assert await at_rest(actor) == left

        await spectator.say(t="join", table=name)
        await eventually(lambda: actor.log.seq > left, lambda: actor.log.seq)


async def test_an_address_creates_so_much_a_day(tmp_path: Path) -> None:
    async with server_tables(tmp_path, new_per_address=3) as (tables, ada):
        await tables.quotas.check_person("one")
        for _ in range(2):
            await tables.open(ada, ALONE, "one")

        with pytest.raises(RefusalError, match="address/new") as refused:
            await tables.open(ada, ALONE, "one")
        with pytest.raises(RefusalError, match="address/new"):
            await tables.quotas.check_person("one")
        assert refused.value.parameters == {"most": 3}
        await tables.open(ada, ALONE, "another")


async def test_a_person_has_so_many_unfinished_tables(tmp_path: Path) -> None:
    async with server_tables(tmp_path, tables_per_person=2) as (tables, ada):
        first, _ = [await tables.open(ada, ALONE, "") for _ in range(2)]
        with pytest.raises(RefusalError, match="person/tables") as refused:
            await tables.open(ada, ALONE, "")
        assert refused.value.parameters == {"most": 2}

        client = LocalConnection(Connection(cast("Any", None), ada, tables, Bucket(1e9, 0.0)))
        await client.say(t="join", table=first)
        await client.say(t="concede", table=first, id="1")
        await client.say(t="rematch", table=first, id="2")
        await client.say(t="rematch", table=first, id="3")

        answers = [msgspec.json.decode(message) for message in client.received()]
        assert [answer["id"] for answer in answers if answer["t"] == "done"] == ["1", "2", "3"]
        assert await tables.store.unfinished(ada.id) == 2
        with pytest.raises(RefusalError, match="person/tables"):
            await tables.open(ada, ALONE, "")


async def test_a_rematch_counts_like_any_other_table(tmp_path: Path) -> None:
    async with server_tables(tmp_path, new_per_address=1) as (tables, ada):
        name = await tables.open(ada, ALONE, "here")
        client = LocalConnection(Connection(cast("Any", None), ada, tables, Bucket(1e9, 0.0), "here"))
        await client.say(t="join", table=name)
        await client.say(t="concede", table=name, id="1")
        client.received()
        await client.say(t="rematch", table=name, id="2")

        codes = [msgspec.json.decode(message).get("code") for message in client.received()]
        assert "address/new" in codes
        assert not (await tables.actor(name)).log.next


async def test_above_the_quota_of_the_disk_nothing_new_is_stored_and_matches_go_on(tmp_path: Path) -> None:
    async with server_tables(tmp_path, disk=1e-6) as (tables, ada):
        with pytest.raises(RefusalError, match="store/quota"):
            await tables.open(ada, ALONE, "")
        with pytest.raises(RefusalError, match="store/quota"):
            await tables.quotas.check_person("")


def test_seats_that_change_for_ever_are_refused() -> None:
    opening = Opening(game="haggis", version=1, options={"players": 3}, owner=1)
    log = replay(opening, [Seated(0, 1, "Ada"), Seated(1), Seated(2)])
    ada, bo = Person(1, "Ada"), Person(2, "Bo")
    while log.changes < MOST_CHANGES:
        log.fold(Seated(1, bot="casual"))
    log.fold(Seated(1))

    for person, command in ((bo, Sit("t", "1", 1)), (ada, FillSeat("t", "1", 1, "casual"))):
        with pytest.raises(RefusalError, match="table/changes"):
            judge(log, person, command)
    assert judge(log, ada, Stand("t", "1")) == [Seated(0)]


def test_moves_that_are_taken_back_for_ever_are_refused() -> None:
    whole = random_log("haggis-2", 4)
    moves = (number for number, event in enumerate(whole.events) if isinstance(event, Moved) and not event.by)
    log = replay(whole.opening, whole.events[: next(moves) + 1])
    move = whole.events[log.seq - 1]
    assert isinstance(move, Moved)
    person = Person(log.seated[move.seat].person or 0, "")
    for _ in range(MOST_CHANGES):
        log.fold(Undone(move.seat))
        log.fold(move)

    assert log.can_undo(Seat(move.seat))
    with pytest.raises(RefusalError, match="table/changes"):
        judge(log, person, Undo("t", "1", log.decisions[move.seat]))
    assert judge(log, person, Concede("t", "1"))


def test_a_guest_too_many_is_refused_over_http(launch: Launch) -> None:
    server = launch("--new-per-address", "2")
    cookie = server.guest("Ada")
    server.open_table(cookie, game="haggis")

    guest = server.call("POST", "/api/guests", {"name": "Bo"})
    table = server.call("POST", "/api/tables", {"game": "haggis"}, cookie)

    assert (guest.status, guest.json["code"], guest.json["parameters"]) == (429, "address/new", {"most": 2})
    assert (table.status, table.json["code"]) == (429, "address/new")
