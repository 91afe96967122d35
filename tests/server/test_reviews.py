"""Reviews: of one's own finished matches only, private until shared, never lost and never twice judged."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from parlour.core.game import Seat
from parlour.server.errors import RefusalError
from parlour.server.people import hash_token
from parlour.server.practice import Practice
from parlour.server.review_store import NewReview
from parlour.server.settings import Settings
from parlour.server.sqlite import FILE_NAME, SqliteStore
from parlour.server.tables import Tables
from tests.server.conftest import Launch
from tests.server.finished import ADA, BO, random_match, write_finished
from tests.server.server_process import ServerProcess
from tests.serving import wait_until

pytestmark = pytest.mark.anyio


def read(server: ServerProcess, table: str, first: int = 0, cookie: str = ADA) -> Any:
    reply = server.call("GET", f"/api/tables/{table}/review?first={first}", cookie=cookie)
    assert reply.status == 200, reply
    return reply.json


def followed(server: ServerProcess, table: str) -> tuple[list[Any], Any]:
    """All decisions of Ada's review, asked for as the page does, and the last answer."""
    decisions: list[Any] = []
    while True:
        part = read(server, table, len(decisions))
        decisions += part["decisions"]
        if part.get("figures"):
            return decisions, part
        assert part.get("running"), server.said()


def verdicts(data: Path) -> list[tuple[int, str]]:
    """What is on disk."""
    with closing(sqlite3.connect(f"file:{data / FILE_NAME}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT number, body FROM verdict ORDER BY number").fetchall()


async def test_a_review_that_is_cut_off_is_resumed_and_then_shared_withdrawn_and_deleted(
    launch: Launch, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    table = await write_finished(data, random_match("haggis", 1))
    server = launch(data=data)
    asked = server.call("POST", f"/api/tables/{table}/review", cookie=ADA)
    assert asked.status == 200, asked
    assert asked.json["running"]
    assert asked.json["mine"]
    wait_until(lambda: verdicts(data), server.said)
    server.kill()
    before = verdicts(data)

    server.start()
    decisions, whole = followed(server, table)

    assert verdicts(data)[: len(before)] == before
    assert len(verdicts(data)) == len(decisions) == whole["figures"]["decisions"]
    match = random_match("haggis", 1)
    for each in decisions:
        assert match.events[each["number"]].actor == Seat(0)
        assert each["low"] <= each["cost"] <= each["high"]
    assert len({(each["number"], each["kind"]) for each in decisions}) == len(decisions)
    figures = whole["figures"]
    assert figures["adjusted"] == pytest.approx(figures["result"] - figures["luck"], abs=0.01)

    assert server.call("GET", f"/api/tables/{table}/review", cookie=BO).json["code"] == "review/unknown"
    assert server.call("GET", f"/api/tables/{table}/review").status == 401
    shared = server.call("PATCH", f"/api/tables/{table}/review", {"shared": True}, cookie=ADA).json["link"]
    seen = server.call("GET", f"/api/reviews/{shared}").json
    assert seen["decisions"] == decisions
    assert not {"mine", "link"} & seen.keys()
    server.call("PATCH", f"/api/tables/{table}/review", {"shared": False}, cookie=ADA)
    assert server.call("GET", f"/api/reviews/{shared}").status == 404

    assert server.call("DELETE", "/api/me", cookie=ADA).status == 204
    assert verdicts(data) == []
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.parametrize("left_out", [1, 5])
async def test_nobody_gets_a_review_of_a_match_that_is_being_played(tmp_path: Path, left_out: int) -> None:
    table = await write_finished(tmp_path, random_match("haggis", 1), left_out=left_out)
    async with opened(tmp_path) as tables:
        ada = await known(tables, ADA)
        with pytest.raises(RefusalError, match="table/playing"):
            await tables.reviews.ask(ada, table, await tables.read(table))
        with pytest.raises(RefusalError, match="review/unknown"):
            await tables.reviews.read(ada, table, 0)
        with pytest.raises(RefusalError, match="table/playing"):
            await tables.practise(ada, await tables.read(table), Practice(3, "casual"), "")


async def test_a_match_that_was_conceded_is_reviewed_up_to_there(launch: Launch, tmp_path: Path) -> None:
    data = tmp_path / "data"
    match = random_match("haggis", 1, {"target": 60})
    table = await write_finished(data, match, left_out=3, conceded=0)
    server = launch(data=data)

    assert server.call("POST", f"/api/tables/{table}/review", cookie=ADA).status == 200
    decisions, whole = followed(server, table)

    assert decisions
    assert whole["winners"] == [1]
    assert max(each["number"] for each in decisions) < len(match.events) - 3
    assert all(each["chance_low"] <= each["chance"] <= each["chance_high"] for each in decisions)
    figures = whole["figures"]
    assert len(figures["chances"]) == len(figures["rounds"]) + 1, "the last round was not played out"
    assert all(sum(each) == pytest.approx(100, abs=0.01) for each in figures["chances"])
    assert figures["chances"][0] == [50.0, 50.0]


async def test_only_those_who_played_have_a_match_reviewed(tmp_path: Path) -> None:
    table = await write_finished(tmp_path, random_match("haggis", 1))
    async with opened(tmp_path) as tables:
        cy = await tables.store.add_person("Cy", "hash")
        with pytest.raises(RefusalError, match="review/seat"):
            await tables.reviews.ask(cy, table, await tables.read(table))
        assert await tables.store.reviews.find(table, cy.id) is None


async def test_a_person_has_so_many_matches_reviewed_a_day(tmp_path: Path) -> None:
    first, second = [await write_finished(tmp_path, random_match("haggis", seed)) for seed in (1, 2)]
    async with opened(tmp_path, reviews_per_person=1) as tables:
        ada, bo = await known(tables, ADA), await known(tables, BO)
        await tables.reviews.ask(ada, first, await tables.read(first))
        with pytest.raises(RefusalError, match="review/many") as refused:
            await tables.reviews.ask(ada, second, await tables.read(second))
        assert refused.value.parameters == {"most": 1}
        await tables.reviews.ask(ada, first, await tables.read(first))
        await tables.reviews.ask(bo, second, await tables.read(second))


async def test_a_review_by_an_earlier_judge_says_so_and_begins_again(tmp_path: Path) -> None:
    table = await write_finished(tmp_path, random_match("haggis", 1))
    async with opened(tmp_path) as tables:
        ada = await known(tables, ADA)
        earlier = '{"name": "champion", "version": 0, "unit": "points", "thresholds": [2, 6, 15]}'
        row = await tables.store.reviews.add(NewReview(table, ada.id, 0, earlier, 10), now=0.0)
        await tables.store.reviews.share(row.id, "link")
        assert (await tables.reviews.read(ada, table, 0)).outdated
        await tables.reviews.resume()
        assert not tables.reviews.running, "two judges do not speak in one review"

        part = await tables.reviews.ask(ada, table, await tables.read(table))

        assert not part.outdated
        assert part.running
        assert part.link == "link"


@pytest.mark.parametrize("game", ["haggis", "damenrennen"])
async def test_one_plays_on_from_any_moment_of_a_match(tmp_path: Path, game: str) -> None:
    name = await write_finished(tmp_path, random_match(game, 1))
    async with opened(tmp_path) as tables:
        bo = await known(tables, BO)
        whole = await tables.read(name)
        for event in (1, len(whole.table.events) // 2, len(whole.table.events) - 1):
            table = await tables.practise(bo, whole, Practice(event, "casual"), "")

            log = await tables.read(table)
            assert log.table.events == whole.table.events[:event]
            assert log.status == "playing"
            assert log.opening.practice
            assert [each.bot for each in log.seated] == ["casual", ""]
            assert log.seat_of(bo.id) == Seat(1)
        for event in (0, len(whole.table.events)):
            with pytest.raises(RefusalError, match="practice/event"):
                await tables.practise(bo, whole, Practice(event, "casual"), "")
        with pytest.raises(RefusalError, match="bot/unknown"):
            await tables.practise(bo, whole, Practice(1, "nobody"), "")


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Tables]:
    """The tables of a folder, without a network."""
    tables = Tables(SqliteStore(folder), Settings(data=folder, workers=1, **settings))
    yield tables
    await tables.close()


async def known(tables: Tables, cookie: str) -> Any:
    return await tables.store.person_of(hash_token(cookie))
