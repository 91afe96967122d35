"""Ratings in the store and over HTTP: every result once, recomputed to the last bit, no more shown than they say."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from parlour.ratings.fitting import FIRST_FIT, fitted, prior
from parlour.ratings.result import Entrant, Result
from parlour.server.postgres import PostgresStore, prepare
from parlour.server.ratings.recomputing import all_results, differences, folded, refitted
from parlour.server.settings import Settings
from parlour.server.store import Store
from parlour.server.tables import Tables
from tests.server.client import people
from tests.server.conftest import Launch
from tests.server.databases import Database
from tests.server.player import Player
from tests.server.stored_tables import guests, opened
from tests.serving import eventually

pytestmark = pytest.mark.anyio
GAME = "haggis"


def season(persons: list[int], matches: int) -> Iterator[Result]:
    """Matches of two and three, some with a bot; the first of those named tends to win."""
    rng = Random(5)
    for number in range(matches):
        seats = sorted(rng.sample(persons, rng.choice((2, 3))))
        entrants = [Entrant(person) for person in seats]
        if number % 5 == 0:
            entrants[-1] = Entrant(bot="casual")
        scores = tuple(rng.randrange(300) + 60 * (len(seats) - place) for place in range(len(seats)))
        yield Result(day=number // 4, entrants=tuple(entrants), scores=scores, winners=(scores.index(max(scores)),))


async def play_season(store: Store, persons: list[int], matches: int) -> None:
    """Enter the results of a season, one after another."""
    for number, result in enumerate(season(persons, matches)):
        await store.ratings.settle(f"t{number}", GAME, result)


async def test_a_ladder_is_the_fold_of_its_results_to_the_last_bit_also_when_somebody_has_left(
    database: Database,
) -> None:
    async with opened(database) as store:
        everybody = await guests(store, "Ada", "Bo", "Cy", "Dora")
        persons = [each.id for each in everybody]
        await play_season(store, persons, 60)
        await store.ratings.settle("t3", GAME, Result(day=0, entrants=(), scores=(), winners=()))
        await store.mark_leaving(persons[0])
        await store.remove_person(persons[0])
        await play_season(store, persons, 80)  # the first 60 are there already
        stored, results = await store.ratings.stored(GAME), await all_results(store.ratings, GAME)
        ladder = await store.ratings.ladder(GAME)
        leaders = await store.ratings.leaders(GAME, ladder.period, first=0, most=10)

        assert [number for number, _, _ in results] == list(range(1, 81))
        assert differences(stored, folded(stored.ladder.fit, results)) == 0
        assert {row[0] for row in stored.standings} == set(persons), "who has left stays as a number"
        assert "Ada" not in {leader.name for leader in leaders}
        assert [leader.standing.rating for leader in leaders] == sorted(
            (leader.standing.rating for leader in leaders), reverse=True
        )
        if leaders:
            assert await store.ratings.place(GAME, ladder.period, leaders[-1].standing) == len(leaders)

        again = refitted(stored.ladder.fit, results)
        assert await store.ratings.replace(GAME, again)
        assert differences(await store.ratings.stored(GAME), again) == 0
        assert differences(stored, again) > 0
        await play_season(store, persons, 81)
        assert not await store.ratings.replace(GAME, again), "there is one result more"


async def test_a_ladder_is_fitted_by_itself_when_its_results_have_doubled(database: Database) -> None:
    store = await database.open()
    persons = [each.id for each in await guests(store, "Ada", "Bo", "Cy", "Dora")]
    await play_season(store, persons, FIRST_FIT)
    tables = Tables(store, Settings(workers=1))
    try:
        while not (await store.ratings.ladder(GAME)).fit.version:  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.05)
        await play_season(store, persons, FIRST_FIT + 1)
        await tables.ratings.refit()
        stored, results = await store.ratings.stored(GAME), await all_results(store.ratings, GAME)
    finally:
        await tables.close()

    assert (stored.ladder.fit.version, stored.ladder.fit.results) == (1, FIRST_FIT), "one more is not twice as many"
    assert stored.ladder.fit == fitted([result for _, _, result in results[:FIRST_FIT]], prior(stored.ladder.fit.bots))
    assert differences(stored, folded(stored.ladder.fit, results)) == 0


async def test_nodes_that_enter_results_at_once_come_to_one_ladder(address: str) -> None:
    await prepare(address)
    stores = [PostgresStore(address, "one"), PostgresStore(address, "two")]
    persons = [each.id for each in await guests(stores[0], "Ada", "Bo", "Cy", "Dora")]
    results = season(persons, 60)
    await asyncio.gather(
        *(store.ratings.settle(f"t{number}", GAME, result) for number, result in enumerate(results) for store in stores)
    )
    stored, entered = await stores[1].ratings.stored(GAME), await all_results(stores[0].ratings, GAME)
    for store in stores:
        await store.close()

    assert sorted(table for _, table, _ in entered) == sorted(f"t{number}" for number in range(60)), "each once"
    assert [number for number, _, _ in entered] == list(range(1, 61))
    assert differences(stored, folded(stored.ladder.fit, entered)) == 0


async def test_a_rated_match_is_entered_once_although_the_server_is_killed_and_shows_no_more_than_it_must(
    launch: Launch,
) -> None:
    server = launch()
    async with people(server, "Ada", "Bo") as [ada, bo]:
        table = server.open_table(
            ada.cookie, game=GAME, options={"target": 20}, seats=["", None], rated=True, hints=True
        )
        await ada.join(table)
        await bo.join(table)
        await bo.command("sit", table, seat=1)
        terms = ada.shown[table]["terms"]
        assert (terms["rated"], terms["hints"]) == (True, False), "a rated table gives no hints"
        await asyncio.gather(*(Player(each, table, Random(3)).play() for each in (ada, bo)))
    server.kill()
    server.start()

    settled = await eventually(
        lambda: (reply := server.call("GET", f"/api/tables/{table}/rating")).json["settled"] and reply.json, server.said
    )
    changes = [each["after"] - each["before"] for each in settled["seats"]]
    assert sum(changes) == pytest.approx(0)
    assert sorted(change > 0 for change in changes) == [False, True]
    mine = server.call("GET", "/api/me/ratings", cookie=ada.cookie).json["games"]
    rating = mine[0]["rating"]
    assert (len(mine), mine[0]["game"], rating["matches"], rating["provisional"]) == (1, GAME, 1, True)
    assert len(mine[0]["history"]) == 1
    board = server.call("GET", f"/api/ratings?game={GAME}", cookie=ada.cookie).json
    assert board["leaders"] == [], "ten matches are needed"
    assert board["me"].keys() <= {"place", "name", "rating", "deviation", "matches", "mine"}
    assert table not in json.dumps(board)
    assert server.call("GET", f"/api/ratings?game={GAME}").json["me"] is None, "nobody asks"
    assert server.call("GET", "/api/ratings?game=whist").json["code"] == "game/unknown"
    assert server.call("GET", f"/api/ratings?game={GAME}&first=-1").status == 400
    server.stop()
    command = [sys.executable, "-m", "parlour", "ratings", "recompute", str(server.data), "--json"]
    (report,) = json.loads(await asyncio.to_thread(subprocess.check_output, command))
    assert (report["results"], report["differences"], report["misread"]) == (1, 0, [])
