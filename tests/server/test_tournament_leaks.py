"""Nothing of a duplicate round is told before its last table is done: a player who has finished can pass nothing on."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest

from parlour.games.catalogue import make_game
from parlour.server.connection import Connection
from parlour.server.events import Committed
from parlour.server.identity.export import Export
from parlour.server.limits import Bucket
from parlour.server.rows import encode_text
from parlour.server.sqlite import SqliteStore
from parlour.server.store import EVENT_DECODER, Person
from parlour.server.tournaments.types import End
from tests.server.client import Client, people
from tests.server.connections import LocalConnection
from tests.server.databases import SqliteDatabase
from tests.server.server_process import ServerProcess
from tests.server.tournament_nights import Night, night
from tests.serving import eventually

pytestmark = pytest.mark.anyio
DUPLICATE = {"duplicate": True, "deals": 2, "rounds": 1}


def connection_of(saturday: Night, person: Person) -> LocalConnection:
    return LocalConnection(Connection(cast("Any", None), person, saturday.tables, Bucket(1e9, 0.0)))


async def test_every_table_of_a_duplicate_round_plays_the_same_cards_behind_commitments_of_its_own(
    tmp_path: Path,
) -> None:
    async with night(SqliteDatabase(tmp_path), players=6, **DUPLICATE) as saturday:
        await saturday.begin()
        tables = await saturday.running()
        await saturday.play_round()

        logs = [await saturday.tables.read(table) for table in tables]
        hands = {tuple(" ".join(each.deal.split()[2:]) for each in log.commitments) for log in logs}
        promises = [each.commitment for log in logs for each in log.commitments]
        assert [len(log.commitments) for log in logs] == [2, 2, 2]
        assert len(hands) == 1, "the same cards, whoever deals"
        assert len(set(promises)) == 6, "equal commitments would say more than they must"
        points = sorted(line.points for line in (await saturday.state()).standings or ())
        assert sum(points) == 3, "each seat shares out its points among the field"


async def test_nobody_watches_a_table_of_a_duplicate_round_but_the_people_at_it(tmp_path: Path) -> None:
    async with night(SqliteDatabase(tmp_path), players=4, **DUPLICATE) as saturday:
        await saturday.begin()
        done, playing = await saturday.running()
        await saturday.play(done)
        running = await saturday.tables.actor(playing)
        await running.complete(running.advance)
        finished = {each.person for each in (await saturday.tables.read(done)).seated}
        players = {each.person for each in (await saturday.tables.read(playing)).seated}
        stranger = await saturday.tables.store.add_person("Eve", "token of Eve")

        for person in (*saturday.people, stranger):
            spy = connection_of(saturday, person)
            await spy.say(t="join", table=playing)
            kinds = {message["t"] for message in map(msgspec.json.decode, spy.received())}
            assert ("table" in kinds) == (person.id in players), person.name
            spy.connection.leave_tables()
        assert finished & players == set()
        shown = await saturday.state(stranger)
        assert (shown.live, saturday.tables.tournaments.live.due) == ((), {}), "not even that a table has dealt"
        assert {(line.table, line.scores) for line in shown.tables} == {("", None)}
        assert shown.standings is not None
        assert {line.points for line in shown.standings} == {0.0}
        assert b'"played"' not in await saturday.tables.tournaments.file(saturday.name)

        await saturday.play(playing)
        opened = await saturday.state(stranger)
        assert {line.table for line in opened.tables} == {done, playing}
        spy = connection_of(saturday, stranger)
        await spy.say(t="join", table=playing)
        assert b'"table"' in b"".join(spy.received())


async def exported(saturday: Night, person: Person) -> bytes:
    """All that is stored of a person, as she is given it."""
    return b"".join([line async for line in Export(saturday.tables, person, lambda _cost: 0.0).lines()])


async def shuffle_stored_deals(saturday: Night, rng: Random) -> None:
    """Put other cards into every deal on disk, with other salts."""
    game = make_game("haggis", {})

    def shuffled(body: str) -> str:
        event = EVENT_DECODER.decode(body)
        assert isinstance(event, Committed)
        deal = game.format_move(game.deal(game.start(), rng))
        return encode_text(msgspec.structs.replace(event, deal=deal, salt=f"{rng.getrandbits(256):064x}"))

    def write(connection: sqlite3.Connection) -> None:
        query = "SELECT body, play_table, seq FROM entry WHERE instr(body, 'promise') > 0"
        found = connection.execute(query).fetchall()
        assert found
        changed = [(shuffled(body), *place) for body, *place in found]
        connection.executemany("UPDATE entry SET body = ? WHERE play_table = ? AND seq = ?", changed)

    store = saturday.tables.store
    assert isinstance(store, SqliteStore)
    await store.run(write)


async def test_the_export_of_ones_data_says_nothing_of_cards_that_others_still_play(tmp_path: Path) -> None:
    async with night(SqliteDatabase(tmp_path), players=4, **DUPLICATE) as saturday:
        await saturday.begin()
        done, playing = await saturday.running()
        await saturday.play(done)
        actor = await saturday.tables.actor(playing)
        await actor.complete(actor.advance)
        finished = {each.person for each in (await saturday.tables.read(done)).seated}
        assert (await saturday.tables.read(playing)).dealt == 1

        before = [await exported(saturday, person) for person in saturday.people]
        await shuffle_stored_deals(saturday, Random(5))
        assert [await exported(saturday, person) for person in saturday.people] == before
        for person, lines in zip(saturday.people, before, strict=True):
            assert (b'"error":"table/sealed"' in lines) == (person.id in finished)
            assert b'"log":' not in lines

        await saturday.act(saturday.people[0], End())
        opened = [await exported(saturday, person) for person in saturday.people if person.id in finished]
        assert all(b'"error":"store/corrupt"' in lines for lines in opened), "the log is read, and is another's cards"


@pytest.mark.server
async def test_no_request_opens_a_sealed_table_before_the_last_one_is_done(server: ServerProcess) -> None:
    async with people(server, *"ABCD") as guests:
        terms = {"name": "Night", "game": "haggis", "rounds": 1, "deals": 1, "minutes": 60, "duplicate": True}
        opened = server.call("POST", "/api/tournaments", terms, guests[0].cookie)
        path = f"/api/tournaments/{opened.json['tournament']}"
        for guest in guests:
            assert server.call("POST", path, {"do": "join"}, guest.cookie).status == 200
        assert server.call("POST", path, {"do": "pair", "round": 1}, guests[0].cookie).status == 200
        mine = {guest: server.call("GET", path, cookie=guest.cookie).json["my_table"] for guest in guests}
        first, second = dict.fromkeys(mine.values())
        await play_out([guest for guest in guests if mine[guest] == first], first)
        await eventually(
            lambda: any(line.get("done") for line in server.call("GET", path).json["tables"]), lambda: "no result"
        )

        finisher = next(guest for guest in guests if mine[guest] == first)
        for guest in guests:
            seen = server.call("GET", f"/api/tables/{first}", cookie=guest.cookie)
            assert (seen.status == 200) == (mine[guest] == first), "who does not sit there learns no score"
        sealed = {
            "GET table": server.call("GET", f"/api/tables/{first}"),
            "GET log": server.call("GET", f"/api/tables/{first}/log", cookie=finisher.cookie),
            "GET fair": server.call("GET", f"/api/tables/{first}/fair", cookie=finisher.cookie),
            "GET frames": server.call("GET", f"/api/tables/{first}/frames?seat=all", cookie=finisher.cookie),
            "POST review": server.call("POST", f"/api/tables/{first}/review", None, finisher.cookie),
            "POST practice": server.call(
                "POST", f"/api/tables/{first}/practice", {"event": 1, "level": "casual"}, finisher.cookie
            ),
        }
        assert {name: answer.json["code"] for name, answer in sealed.items()} == dict.fromkeys(sealed, "table/sealed")

        await play_out([guest for guest in guests if mine[guest] == second], second)
        await eventually(
            lambda: server.call("GET", path).json["stage"] == "over", lambda: server.call("GET", path).json
        )
        assert server.call("GET", f"/api/tables/{first}/log").status == 200
        assert server.call("GET", f"/api/tables/{second}/fair").status == 200


async def play_out(guests: list[Client], table: str) -> None:
    """Let everybody leave her seat to a bot, which plays on."""
    for guest in guests:
        await guest.join(table)
        await guest.command("stand", table)
    await guests[0].until(lambda: guests[0].shown[table]["status"] == "over")
