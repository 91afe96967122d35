"""Seats, spectators, substitutes, clocks, rematches, taking back, hints and commitments."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from parlour.core.game import Seat
from parlour.server.bot_seats import BotSeats
from parlour.server.events import Committed, Moved, Opening, Pace, Substituted
from parlour.server.settings import Settings
from tests.server.client import Client, people
from tests.server.conftest import Launch
from tests.server.player import Player, suggestions
from tests.server.server_process import ServerProcess
from tests.serving import eventually

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def two(server: ServerProcess, game: str = "haggis", **terms: Any) -> AsyncIterator[tuple[Client, Client, str]]:
    """Seat Ada and Bo at a table of two."""
    async with people(server, "Ada", "Bo") as [ada, bo]:
        table = server.open_table(ada.cookie, game=game, seats=["", None], **terms)
        await ada.join(table)
        await bo.join(table)
        assert (await bo.command("sit", table, seat=1))["t"] == "done"
        for person in (ada, bo):
            await person.until(lambda person=person: person.shown[table]["scene"]["to_act"])  # type: ignore[misc]
        yield ada, bo, table


def in_turn(table: str, *persons: Client) -> tuple[Client, Client]:
    """Who is to act, and the other."""
    first, second = persons
    scene = first.shown[table]["scene"]
    return (first, second) if scene["seat"] in scene["to_act"] else (second, first)


async def some_move(person: Client, table: str) -> str:
    answer = await person.ask(table)
    moves = suggestions(answer["answer"], person.shown[table]["scene"])
    return next(move for move in moves if not move.startswith("bet"))


async def make_move(person: Client, table: str) -> None:
    """Move, and wait until it is shown."""
    decision = person.decision(table)
    assert (await person.play(table, await some_move(person, table)))["t"] == "done"
    await person.until(lambda: person.decision(table) == decision + 1)


async def test_seats_are_taken_left_and_given_to_bots_before_the_match(server: ServerProcess) -> None:
    async with people(server, "Ada", "Bo", "Cy") as [ada, bo, cy]:
        table = server.open_table(ada.cookie, game="haggis", options={"players": 3}, seats=["", None, None])
        for person in (ada, bo, cy):
            await person.join(table)
        assert (await bo.command("sit", table, seat=1))["t"] == "done"
        taken = await cy.command("sit", table, seat=1)
        assert (taken["code"], taken["parameters"]) == ("seat/taken", {"seat": 1})
        assert (await bo.command("sit", table, seat=2))["code"] == "seat/two"
        assert (await bo.command("sit", table, seat=1))["t"] == "done", "it is hers already"
        assert (await bo.command("play", table, move="pass", decision=0))["code"] == "table/open"
        assert (await bo.command("fill", table, seat=2, level="casual"))["code"] == "table/owner"
        assert (await ada.command("fill", table, seat=1, level="casual"))["code"] == "seat/taken"
        assert (await ada.command("fill", table, seat=2, level="god"))["code"] == "bot/unknown"
        assert (await bo.command("stand", table))["t"] == "done"
        assert (await cy.command("sit", table, seat=1))["t"] == "done"
        assert (await ada.command("fill", table, seat=2, level="beginner"))["t"] == "done"
        await cy.until(lambda: cy.shown[table]["status"] == "playing")
        assert [seat.get("name", seat.get("bot")) for seat in cy.shown[table]["seats"]] == ["Ada", "Cy", "beginner"]
        assert (await ada.command("fill", table, seat=2, level=None))["code"] == "table/begun"
        assert (await bo.command("concede", table))["code"] == "seat/none"


async def test_a_bot_plays_on_for_who_leaves_in_the_match(server: ServerProcess) -> None:
    async with two(server) as (ada, bo, table):
        assert (await ada.command("stand", table))["t"] == "done"
        await bo.until(lambda: bo.shown[table]["seats"][0].get("bot"))
        assert bo.shown[table]["seats"][0]["name"] == "Ada", "the seat is still hers"
        await Player(bo, table, Random(1)).play()
        assert (await bo.command("sit", table, seat=0))["code"] == "seat/two"
        assert (await bo.command("rematch", table))["t"] == "done"
        await bo.until(lambda: bo.shown[table].get("next"))
        again = await bo.join(bo.shown[table]["next"])
        assert [seat.get("name", seat.get("bot")) for seat in again["seats"]] == ["regular", "Bo"]


async def test_who_has_left_a_table_of_bots_takes_the_seat_back_on_another_device(launch: Launch) -> None:
    server = launch("--pace", "600")  # the bots alone must not end the match before she is back
    async with people(server, "Ada") as [ada]:
        table = server.open_table(ada.cookie, game="haggis", seats=["", "beginner"])
        await ada.join(table)
        assert (await ada.command("stand", table))["t"] == "done"
        async with Client(server, ada.cookie, (table,)) as other:
            row = server.call("GET", "/api/me", cookie=ada.cookie).json["tables"][0]
            assert (row["table"], row["seat"], row["to_act"]) == (table, 0, [])
            assert (await other.command("sit", table, seat=0))["t"] == "done"
            await ada.until(lambda: not ada.shown[table]["seats"][0].get("bot"))


async def test_spectators_see_what_is_public_and_no_more(server: ServerProcess) -> None:
    for game in ("haggis", "damenrennen"):
        async with two(server, game) as (ada, bo, table), people(server, "Cy") as [cy]:
            await cy.join(table)
            shown = cy.shown[table]["scene"]
            assert "hand" not in shown
            assert shown["seat"] is None
            assert (await cy.command("play", table, move="pass", decision=0))["code"] == "seat/none"
            assert (await cy.command("undo", table, decision=0))["code"] == "seat/none"
            assert (await cy.command("ready", table, number=0))["code"] == "seat/none"
            assert (await cy.command("concede", table))["code"] == "seat/none"
            assert (await cy.command("rematch", table))["code"] == "seat/none"
            cy.received.clear()
            await cy.say(t="ask", table=table, text="", n=1)
            await cy.say(t="hint", table=table, n=2)
            await cy.until(lambda: cy.refusals() == ["seat/none", "seat/none"])
            first, _ = in_turn(table, ada, bo)
            await make_move(first, table)
            await cy.until(lambda: any(message.get("told") for message in cy.received))
            await cy.say(t="part", table=table)
            await cy.say(t="recall", table=table)
            await cy.until(lambda: "table/unjoined" in cy.refusals())


async def test_what_a_seat_may_play_comes_with_the_table(server: ServerProcess) -> None:
    for game in ("haggis", "damenrennen"):
        async with two(server, game) as (ada, bo, table), people(server, "Cy") as [cy]:
            await cy.join(table)
            first, second = in_turn(table, ada, bo)
            asked = await first.ask(table)
            assert asked["answer"]["groups"]
            assert first.shown[table]["groups"] == asked["answer"]["groups"]
            waits = second.shown[table]["scene"]["seat"] not in second.shown[table]["scene"]["to_act"]
            assert waits is ("groups" not in second.shown[table])
            assert "groups" not in cy.shown[table]


async def test_a_bot_sits_in_for_who_is_away_and_gives_the_seat_back(launch: Launch) -> None:
    server = launch("--grace", "0.3")
    async with two(server) as (ada, bo, table):
        away, here = in_turn(table, ada, bo)
        seat = away.shown[table]["scene"]["seat"]
        await away.__aexit__()
        await here.until(lambda: here.shown[table]["seats"][seat].get("bot"))
        assert here.shown[table]["seats"][seat]["name"], "the seat is still hers"
        await here.until(lambda: here.shown[table]["scene"]["to_act"] == [1 - seat])
        moved = [line.event for line in server.events(table) if isinstance(line.event, Moved)]
        assert all(move.by == "regular" for move in moved)

        async with Client(server, away.cookie, (table,)) as back:
            await here.until(lambda: not here.shown[table]["seats"][seat].get("bot"))
            await make_move(here, table)
            await back.until(lambda: seat in back.shown[table]["scene"]["to_act"])
            await make_move(back, table)
        substitutes = [line.event.bot for line in server.events(table) if isinstance(line.event, Substituted)]
        assert substitutes[:2] == ["regular", ""]
        assert isinstance(server.events(table)[-1].event, Moved)


async def test_nobody_sits_in_where_nobody_waits(launch: Launch) -> None:
    server = launch("--grace", "3", "--idle", "4")
    async with two(server) as (ada, bo, table):
        before = server.events(table)
        await asyncio.gather(ada.__aexit__(), bo.__aexit__())  # at once: neither waits for the other
    await eventually(lambda: "parlour_tables_in_memory 0" in metrics(server), lambda: metrics(server))
    assert server.events(table) == before

    async with Client(server, ada.cookie, (table,)) as back:
        assert back.shown[table]["scene"]["hand"] == ada.shown[table]["scene"]["hand"], "it came back into memory"
        assert (await back.play(table, "bet 20"))["code"].startswith("bet"), "and is played on"
    assert bo.connections == 1


def metrics(server: ServerProcess) -> str:
    return server.call("GET", "/metrics").text


async def test_a_clock_that_runs_out_moves_for_its_owner_once(server: ServerProcess) -> None:
    async with people(server, "Ada", "Bo") as [ada, bo]:
        shown: list[Any] = []
        bo.on_table = shown.append
        table = server.open_table(ada.cookie, game="haggis", seats=["", None], clock=5)
        await ada.join(table)
        await bo.join(table)
        await bo.command("sit", table, seat=1)
        await bo.until(lambda: len({tuple(each["scene"]["to_act"]) for each in shown if each["scene"]["to_act"]}) == 2)

    asked = [each for each in shown if each["scene"]["to_act"]]
    (seat,) = asked[0]["scene"]["to_act"]
    after = next(each for each in asked if each["scene"]["to_act"] == [1 - seat])
    for each, waiting in ((asked[0], seat), (after, 1 - seat)):
        assert 0 < each["deadlines"][waiting] <= 5
        assert each["deadlines"][1 - waiting] is None
    assert not after["seats"][seat].get("bot"), "only this move was made for her"
    moved = [line.event for line in server.events(table) if isinstance(line.event, Moved)]
    assert {move.by for move in moved} == {"regular"}
    made = [move.seat for move in moved if not move.move.startswith("bet")]
    assert made[:2] in ([seat], [seat, 1 - seat])
    for clock in (0, 4, 604_801, -1):
        reply = server.call("POST", "/api/tables", {"game": "haggis", "clock": clock}, ada.cookie)
        assert (reply.status, reply.json["code"]) == (400, "table/clock")


@pytest.mark.parametrize(("pace", "seconds"), [("calm", 1.75), ("usual", 0.7), ("quick", 0.21)])
async def test_bots_pause_as_long_as_whoever_opened_the_table_wants(
    pace: Pace, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    paces: list[float] = []
    opening = Opening(game="haggis", version=1, options={}, owner=1, pace=pace)
    log: Any = SimpleNamespace(to_act=lambda: [Seat(1)], bot_at=lambda _: "beginner", opening=opening, closed=False)
    writer: Any = SimpleNamespace(log=log, settings=Settings(pace=0.7), present=lambda: {1})

    seats = BotSeats(writer, cast("Any", None), cast("Any", None))
    monkeypatch.setattr(seats, "ask", lambda _seat, _bot, pace: paces.append(pace))
    seats.start()

    assert paces == [pytest.approx(seconds)]


async def test_a_table_is_opened_with_a_pace_that_there_is(server: ServerProcess) -> None:
    async with people(server, "Ada") as [ada]:
        found = {
            pace: server.call("POST", "/api/tables", {"game": "haggis", "pace": pace}, ada.cookie).status
            for pace in ("calm", "usual", "quick", "hectic", 0.001)
        }

    assert found == {"calm": 201, "usual": 201, "quick": 201, "hectic": 400, 0.001: 400}


async def test_who_concedes_has_lost_and_may_play_again(server: ServerProcess) -> None:
    async with two(server) as (ada, bo, table):
        assert (await ada.command("rematch", table))["code"] == "table/playing"
        assert (await ada.command("concede", table))["t"] == "done"
        await bo.until(lambda: bo.shown[table]["status"] == "over")
        assert bo.shown[table]["winners"] == [1]
        assert bo.shown[table]["conceded"] == 0
        assert (await bo.play(table, "pass"))["code"] == "match/over"
        assert (await bo.command("stand", table))["code"] == "match/over"
        assert (await ada.command("undo", table, decision=ada.decision(table)))["code"] == "undo/late"

        answers = await asyncio.gather(*(person.command("rematch", table) for person in (ada, bo, ada, bo)))
        await bo.until(lambda: bo.shown[table].get("next"))
        again = bo.shown[table]["next"]
        assert [said["t"] for said in answers] == ["done"] * 4
        await ada.join(again)
        await bo.join(again)
        await bo.until(lambda: bo.shown[again]["scene"]["to_act"])
        assert [seat["name"] for seat in bo.shown[again]["seats"]] == ["Ada", "Bo"]
        tables = server.call("GET", "/api/me", cookie=bo.cookie).json
        assert [row["table"] for row in tables["tables"]] == [again]
        assert [(row["table"], row["winners"]) for row in tables["finished"]] == [(table, [1])]


async def test_a_misclick_is_taken_back_before_the_other_has_acted(server: ServerProcess) -> None:
    for game in ("haggis", "damenrennen"):
        async with two(server, game) as (ada, bo, table):
            first, second = in_turn(table, ada, bo)
            before = first.shown[table]["scene"]
            await make_move(first, table)
            assert first.shown[table]["can_undo"], game
            assert not second.shown[table].get("can_undo")
            assert (await second.command("undo", table, decision=second.decision(table)))["code"] == "undo/late"
            assert (await first.command("undo", table, decision=first.decision(table) - 1))["code"] == "move/stale"
            assert (await first.command("undo", table, decision=first.decision(table)))["t"] == "done"
            for person in (first, second):
                told = [{"kind": "undo", "seat": before["seat"]}]
                await person.until(lambda: any(message.get("told") == told for message in person.received))  # noqa: B023 - awaited here
            assert first.shown[table]["scene"] == before
            await make_move(first, table)


async def test_what_the_other_has_answered_is_not_taken_back(server: ServerProcess) -> None:
    async with two(server) as (ada, bo, table):
        first, second = in_turn(table, ada, bo)
        await make_move(first, table)
        await second.until(lambda: second.shown[table]["scene"]["seat"] in second.shown[table]["scene"]["to_act"])
        await make_move(second, table)
        assert (await first.command("undo", table, decision=first.decision(table)))["code"] == "undo/late"


async def test_a_card_that_was_turned_over_is_not_taken_back(server: ServerProcess) -> None:
    async with two(server, "damenrennen") as (ada, bo, table):
        while ada.shown[table]["scene"]["phase"] != "lay":
            for person in (ada, bo):
                seen = person.shown[table]["scene"]
                if seen["seat"] in seen["to_act"]:
                    await make_move(person, table)
                    break
            await asyncio.gather(
                *(reach(person, table, max(ada.shown[table]["seq"], bo.shown[table]["seq"])) for person in (ada, bo))
            )
        await make_move(ada, table)
        sealed = ada.shown[table]["scene"]["sealed"]
        assert (await ada.command("undo", table, decision=ada.decision(table)))["t"] == "done", "nobody saw it"
        await ada.until(lambda: "sealed" not in ada.shown[table]["scene"])
        assert (await ada.play(table, sealed))["t"] == "done"
        await make_move(bo, table)
        for person in (ada, bo):
            assert (await person.command("undo", table, decision=person.decision(table)))["code"] in (
                "undo/late",
                "move/stale",
            )


async def reach(page: Client, table: str, seq: int) -> None:
    """Wait until a page shows a moment, or a later one."""
    await page.until(lambda: page.shown[table]["seq"] >= seq)


async def test_a_table_without_taking_back_and_hints(server: ServerProcess) -> None:
    async with two(server, undo=False, hints=False) as (ada, bo, table):
        first, _ = in_turn(table, ada, bo)
        await first.say(t="hint", table=table, n=1)
        await first.until(lambda: first.refusals() == ["hint/forbidden"])
        await make_move(first, table)
        assert not first.shown[table].get("can_undo")
        assert (await first.command("undo", table, decision=first.decision(table)))["code"] == "undo/forbidden"


async def test_bots_think_anew_after_a_move_was_taken_back(launch: Launch) -> None:
    server = launch("--pace", "0.3")
    async with people(server, "Ada") as [ada]:
        table = server.open_table(ada.cookie, game="haggis", seats=["", "beginner"])
        await ada.join(table)
        for _ in range(5):
            await ada.until(lambda: 0 in ada.shown[table]["scene"]["to_act"] and not ada.shown[table].get("waits"))
            await make_move(ada, table)
            if ada.shown[table].get("can_undo"):
                said = await ada.command("undo", table, decision=ada.decision(table))
                assert said["t"] == "done" or said["code"] == "undo/late"
                await ada.until(lambda: 0 in ada.shown[table]["scene"]["to_act"])
                await make_move(ada, table)
    assert "Traceback" not in server.said()


async def test_hints_come_from_the_strongest_bot_for_who_is_to_move(server: ServerProcess) -> None:
    for game in ("haggis", "damenrennen"):
        async with two(server, game) as (ada, bo, table):
            first, second = in_turn(table, ada, bo)
            advice = await first.ask(table, kind="hint")
            assert advice["t"] == "advice"
            assert advice["reason"]
            assert advice["reasons"]
            assert all(reason["key"] for reason in advice["reasons"]), advice
            if second.shown[table]["scene"]["seat"] not in second.shown[table]["scene"]["to_act"]:
                await second.say(t="hint", table=table, n=1)
                await second.until(lambda: second.refusals() == ["hint/turn"])  # noqa: B023 - awaited here
            assert (await first.play(table, advice["move"]))["t"] == "done"


async def test_promises_are_kept_and_not_opened_before_the_end(server: ServerProcess) -> None:
    async with two(server, options={"target": 60}) as (ada, bo, table):
        promised: list[str] = []
        ada.on_table = lambda shown: promised.append(shown["fair"]["promise"])
        assert server.call("GET", f"/api/tables/{table}/fair").json == {"deals": []}
        kept = [line.event for line in server.events(table) if isinstance(line.event, Committed)]
        assert ada.shown[table]["fair"]["promise"] == kept[0].commitment
        assert kept[0].salt not in str(list(ada.received) + list(bo.received))
        assert server.call("GET", f"/api/tables/{table}/log").json["code"] == "table/playing"
        assert server.call("GET", f"/api/tables/{table}/frames?seat=all").status == 409

        await asyncio.gather(Player(ada, table, Random(1)).play(), Player(bo, table, Random(2)).play())

        deals = server.call("GET", f"/api/tables/{table}/fair").json["deals"]
        log = server.call("GET", f"/api/tables/{table}/log").text
        assert deals
        for deal in deals:
            assert hashlib.sha256(f"{deal['salt']}\n{deal['deal']}".encode()).hexdigest() == deal["promise"]
            assert deal["deal"] in log
        assert ada.shown[table]["fair"]["promise"] == deals[-1]["promise"]
        frames = server.call("GET", f"/api/tables/{table}/frames?seat=all&count=100").json
        assert len(frames["frames"][1]["hands"]) == 2
        assert server.call("POST", "/api/frames?seat=all&count=100", log.encode()).json["frames"] == frames["frames"]


async def test_the_promises_of_a_race_are_opened_when_it_is_over(server: ServerProcess) -> None:
    async with two(server, "damenrennen", options={"best_of": 3}) as (ada, bo, table):
        playing = [asyncio.create_task(Player(person, table, Random(3)).play()) for person in (ada, bo)]
        await ada.until(lambda: ada.shown[table]["fair"].get("opened", 0) >= 1)
        deals = server.call("GET", f"/api/tables/{table}/fair").json["deals"]
        for task in playing:
            task.cancel()
        log = [line.event for line in server.events(table) if isinstance(line.event, Committed)]
        assert [deal["promise"] for deal in deals] == [kept.commitment for kept in log[: len(deals)]]
        assert all(
            hashlib.sha256(f"{deal['salt']}\n{deal['deal']}".encode()).hexdigest() == deal["promise"] for deal in deals
        )


async def test_tables_of_every_kind_are_opened_and_others_refused(server: ServerProcess) -> None:
    cookie = server.guest("Ada")
    for terms, code in [
        ({"game": "chess"}, "table/options"),
        ({"game": "haggis", "options": {"players": 4}}, "table/options"),
        ({"game": "haggis", "options": {"edition": "klingon"}}, "table/options"),
        ({"game": "haggis", "options": {"target": 0}}, "table/options"),
        ({"game": "haggis", "options": {"target": 10**400}}, "table/options"),
        ({"game": "haggis", "options": {"speed": 1}}, "table/options"),
        ({"game": "damenrennen", "options": {"best_of": 101}}, "table/options"),
        ({"game": "damenrennen", "options": {"best_of": 2}}, "table/options"),
        ({"game": "haggis", "seats": [""]}, "table/seats"),
        ({"game": "haggis", "seats": ["", ""]}, "table/seats"),
        ({"game": "haggis", "seats": ["", "god"]}, "bot/unknown"),
        ({"game": "haggis", "seats": "all"}, "message/malformed"),
        ({"game": "haggis", "hints": 1}, "message/malformed"),
    ]:
        reply = server.call("POST", "/api/tables", terms, cookie)
        assert (reply.status, reply.json["code"]) == (400, code), terms
    for game in server.call("GET", "/api/games").json:
        table = server.open_table(cookie, game=game["name"], options={o["name"]: o["default"] for o in game["options"]})
        summary = server.call("GET", f"/api/tables/{table}", cookie=cookie).json
        assert (summary["seat"], summary["status"], summary["game"]) == (0, "playing", game["name"])
    assert server.call("GET", "/api/tables/nothing").status == 404
