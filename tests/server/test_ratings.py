"""Ratings in the store and over HTTP: every result once, recomputed to the last bit, no more shown than they say."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from random import Random

import pytest

from parlour.ratings.result import Entrant, Result
from parlour.server.ratings.recomputing import all_results, differences, folded, refitted
from parlour.server.store import Store
from tests.server.client import people
from tests.server.conftest import Launch
from tests.server.databases import Database
from tests.server.player import Player
from tests.server.stored_tables import guests, opened
from tests.serving import eventually

pytestmark = pytest.mark.anyio
GAME = "haggis"


async def play_season(store: Store, persons: list[int], matches: int) -> None:
    """Matches of two and three, some with a bot; the first of those named tends to win."""
    rng = Random(5)
    for number in range(matches):
        seats = sorted(rng.sample(persons, rng.choice((2, 3))))
        entrants = [Entrant(person) for person in seats]
        if number % 5 == 0:
            entrants[-1] = Entrant(bot="casual")
        scores = tuple(rng.randrange(300) + 60 * (len(seats) - place) for place in range(len(seats)))
        result = Result(day=number // 4, entrants=tuple(entrants), scores=scores, winners=(scores.index(max(scores)),))
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
