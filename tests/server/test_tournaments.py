"""Tournaments on every database: rounds whose tables open together, results from their logs, organisers' mistakes."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from parlour.server.errors import RefusalError
from parlour.server.judging import judge
from parlour.server.protocol import Concede, Stand
from parlour.server.settings import Settings
from parlour.server.store import Person
from parlour.server.tournaments import service
from parlour.server.tournaments.actions import checked_terms, imported
from parlour.server.tournaments.log import Arranged, key_of, replay_events
from parlour.server.tournaments.plan import plan_of
from parlour.server.tournaments.types import Action, Add, Correct, End, Join, Pair, Pause, Resume, Withdraw
from parlour.tournament.events import Ended, Joined, Opened, Paired, Paused
from parlour.tournament.storage import TournamentFile
from tests.server.databases import Database, SqliteDatabase
from tests.server.tournament_nights import Night, new_night, night, serving, terms
from tests.serving import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Any) -> SqliteDatabase:
    """The embedded database, for what does not depend on the database."""
    return SqliteDatabase(tmp_path / "data")


async def test_a_tournament_is_played_from_the_first_round_to_the_podium(database: Database) -> None:
    async with night(database, players=5, rounds=2, fill="bot") as saturday:
        state = await saturday.begin()
        assert [len(line.players) for line in state.tables] == [2, 2, 2]
        assert sum(None in line.players for line in state.tables) == 1, "a bot fills the odd seat"
        assert state.my_table

        await saturday.play_round()
        between = await saturday.state(saturday.people[1])
        assert (between.round, between.playing, between.stage) == (1, False, "running")
        await saturday.begin(2)
        await saturday.play_round()

        over = await saturday.state(saturday.people[2])
        assert over.stage == "over"
        assert over.standings is not None
        assert over.standings[0].place == 1
        assert sum(line.points for line in over.standings) <= 6
        assert all(len(line.places) == 2 for line in over.standings)
        saturday.tables.tournaments.kept.clear()
        assert (await saturday.state()).standings == over.standings, "as it is on disk"


async def test_two_join_the_last_place_and_one_is_told(database: Database) -> None:
    async with night(database, players=3, places=4) as saturday:
        late = [await saturday.tables.store.add_person(name, name) for name in ("Ágota", "名前")]
        found = await asyncio.gather(*(saturday.act(person, Join()) for person in late), return_exceptions=True)

        refused = [error for error in found if isinstance(error, RefusalError)]
        assert [(error.code, error.parameters) for error in refused] == [("tournament/full", {"most": 4})]
        assert len((await saturday.state()).players or ()) == 4


async def test_a_pairing_while_somebody_deletes_herself_leaves_one_round_without_her(database: Database) -> None:
    async with night(database, players=4) as saturday:
        gone = saturday.people[3]
        await asyncio.gather(saturday.tables.forget(gone), saturday.begin())

        log = await saturday.tables.tournaments.read(saturday.name)
        assert log.round == 1
        assert not log.tournament.players.get(key_of(gone.id))
        people = [name for table in log.tournament.rounds[0].tables for name in table.players]
        for table in log.unsettled():
            seats = (await saturday.tables.read(table)).seated
            assert gone.id not in {each.person for each in seats}
        assert len(people) == len(set(people))
        assert gone.name.encode() not in b"".join(
            body.encode() for body in await saturday.tables.store.tournaments.entries(saturday.name, 0)
        )


async def test_a_round_is_paired_once_however_often_it_is_asked_for(database: Database) -> None:
    async with night(database, players=6) as saturday:
        await asyncio.gather(*(saturday.begin() for _ in range(4)))
        await saturday.begin()

        assert (await saturday.state()).round == 1
        rows = await saturday.tables.store.tables_of(saturday.people[1].id, over=False, most=10)
        assert len(rows) == 1, "no table but hers was opened"
        with pytest.raises(RefusalError, match="tournament/round"):
            await saturday.begin(3)
        with pytest.raises(RefusalError, match="tournament/round"):
            await saturday.begin(2)


async def test_who_does_not_come_gets_nothing_and_the_time_of_a_round_ends_it(file: SqliteDatabase) -> None:
    async with night(file, players=2, rounds=1, minutes=5) as saturday:
        await saturday.begin()
        [table] = await saturday.running()
        saturday.tables.clock.set(saturday.tables.clock.now() + 5 * 60 + 30)
        saturday.tables.tournaments.rounds.hurry()
        await saturday.settled(table)

        log = await saturday.tables.read(table)
        assert (log.closed, log.status) == (True, "over"), "bots have played it to its end"
        assert (await saturday.state()).tables[0].scores == (None, None)


async def test_scores_stand_where_the_terms_say_so(file: SqliteDatabase) -> None:
    async with night(file, players=2, rounds=1, minutes=5, deals=0, late="stands") as saturday:
        await saturday.begin()
        [table] = await saturday.running()
        actor = await saturday.tables.actor(table)
        await actor.complete(actor.advance)
        saturday.tables.clock.set(saturday.tables.clock.now() + 5 * 60 + 1)
        await actor.complete(actor.advance)
        await saturday.settled(table)

        assert actor.log.status == "over"
        assert actor.log.winners == (0, 1)


async def test_matches_of_a_rated_tournament_count_once_each(database: Database) -> None:
    async with night(database, players=5, rounds=2, fill="bot", bank=120, increment=8, rated=True) as saturday:
        ratings = saturday.tables.store.ratings
        for number in (1, 2):
            await saturday.begin(number)
            tables = await saturday.running()
            await saturday.play_round()
            for table in tables:
                opening = (await saturday.tables.row(table)).opening
                assert (opening.bank, opening.increment, opening.clock) == (120, 8, None)
                assert await ratings.settled(table) is not None

        known = [await saturday.tables.ratings.of(person.id, "haggis") for person in saturday.people]
        assert [rating.matches for rating in known] == [2] * 5, "those against the bot too"


async def test_a_rating_tells_nothing_of_a_duplicate_round_before_its_last_table_is_done(database: Database) -> None:
    async with night(database, players=4, rounds=1, duplicate=True, rated=True) as saturday:
        ratings = saturday.tables.store.ratings
        await saturday.begin()
        first, last = await saturday.running()
        await saturday.play(first)
        await saturday.tables.ratings.adopt(over=True)
        assert await ratings.settled(first) is None
        known = [await saturday.tables.ratings.of(person.id, "haggis") for person in saturday.people]
        assert [rating.matches for rating in known] == [0] * 4

        await saturday.play(last)
        await eventually(lambda: not saturday.tables.tournaments.tasks, lambda: "results are not entered")
        assert await ratings.settled(first) is not None
        assert await ratings.settled(last) is not None


async def test_the_ratings_of_a_duplicate_round_that_is_ended_early_are_entered(file: SqliteDatabase) -> None:
    async with night(file, players=4, rounds=1, duplicate=True, rated=True) as saturday:
        await saturday.begin()
        first, _ = await saturday.running()
        await saturday.play(first)
        await saturday.act(saturday.people[0], End())

        await eventually(lambda: not saturday.tables.tournaments.tasks, lambda: "results are not entered")
        assert await saturday.tables.store.ratings.settled(first) is not None


async def test_whose_bank_is_empty_scores_nothing_unless_she_comes_back(file: SqliteDatabase) -> None:
    async with night(file, players=2, rounds=1, bank=60) as saturday:
        await saturday.begin()
        [table] = await saturday.running()
        actor = await saturday.tables.actor(table)
        await actor.complete(actor.advance)
        [late] = actor.log.to_act()
        saturday.tables.clock.set(saturday.tables.clock.now() + 70)
        await actor.complete(actor.advance)
        await eventually(lambda: late in actor.log.flagged, lambda: actor.log.flagged)
        await saturday.play(table)

        scores = (await saturday.state()).tables[0].scores
        assert scores is not None
        assert [score is None for score in scores] == [seat == late for seat in range(2)]


async def test_who_leaves_her_seat_or_concedes_scores_nothing(file: SqliteDatabase) -> None:
    async with night(file, players=4, rounds=1) as saturday:
        await saturday.begin()
        left, conceded = await saturday.running()
        actor = await saturday.tables.actor(left)
        await actor.complete(actor.advance)
        person = next(each for each in saturday.people if each.id == actor.log.seated[0].person)
        await actor.complete(lambda: actor.commit(judge(actor.log, person, Stand(left, "1"))))
        await saturday.play(left)
        other = await saturday.tables.actor(conceded)
        await other.complete(other.advance)
        loser = next(each for each in saturday.people if each.id == other.log.seated[1].person)
        await saturday_move(saturday, conceded)
        await other.complete(lambda: other.commit(judge(other.log, loser, Concede(conceded, "1"))))
        await other.complete(other.advance)
        await saturday.settled(conceded)

        results = [line.scores for line in (await saturday.state()).tables]
        assert results[0] is not None
        assert results[0][0] is None
        assert results[1] is not None
        assert results[1][1] is None


async def saturday_move(saturday: Night, table: str) -> None:
    """Let a move of every seat happen, so that everybody has played."""
    actor = await saturday.tables.actor(table)
    for _ in range(4):
        log = actor.log
        for seat in log.to_act()[:1]:
            proposal = log.propose(seat, next(iter(log.legal_moves(seat))))
            await actor.complete(lambda made=proposal: actor.commit([made]))  # type: ignore[misc]


async def test_three_players_play_by_the_tournament_rule_and_nobody_concedes(file: SqliteDatabase) -> None:
    async with night(file, players=3, rounds=1, seats=3, options={"players": 3}) as saturday:
        await saturday.begin()
        [table] = await saturday.running()
        actor = await saturday.tables.actor(table)
        await actor.complete(actor.advance)

        assert actor.log.opening.options["tournament"] is True
        with pytest.raises(RefusalError, match="concede/tournament"):
            judge(actor.log, saturday.people[0], Concede(table, "1"))
        await saturday.play(table)
        points = sorted(line.points for line in (await saturday.state()).standings or ())
        assert sum(points) == 4


async def test_an_organisers_mistakes_are_told_and_change_nothing(file: SqliteDatabase) -> None:
    async with night(file, players=2, rounds=2) as saturday:
        ada, bo = saturday.people
        before = (await saturday.state()).seq
        mistakes: list[tuple[Person, Action, str]] = [
            (bo, Pair(1), "tournament/owner"),
            (bo, Withdraw(1), "tournament/owner"),
            (bo, End(), "tournament/owner"),
            (ada, Withdraw(9), "tournament/player"),
            (ada, Correct(1, 1, (1, 2), "why"), "tournament/table"),
            (ada, Add("\u202e"), "person/name"),
        ]
        for person, action, code in mistakes:
            with pytest.raises(RefusalError) as refused:
                await saturday.act(person, action)
            assert refused.value.code == code, action
        assert (await saturday.state()).seq == before

        await saturday.act(ada, Pause())
        with pytest.raises(RefusalError, match="tournament/paused"):
            await saturday.begin()
        await saturday.act(ada, Resume())
        await saturday.begin()
        await saturday.play_round()
        for scores, why, code in [((1, 2, 3), "typo", "tournament/scores"), ((1, 2), " ", "tournament/why")]:
            with pytest.raises(RefusalError) as refused:
                await saturday.act(ada, Correct(1, 1, scores, why))
            assert refused.value.code == code
        corrected = await saturday.act(ada, Correct(1, 1, (7, 9), "added up wrongly"))
        assert corrected.tables[0].scores == (7, 9)
        assert [line.why for line in corrected.corrections or ()] == ["added up wrongly"]
        assert (await saturday.act(ada, End())).stage == "over"
        with pytest.raises(RefusalError, match="tournament/over"):
            await saturday.act(bo, Withdraw()) and await saturday.act(bo, Join())


async def test_terms_that_cannot_be_are_refused_by_name() -> None:
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "table/options"),
        ({"options": {"players": 9}}, "table/options"),
        ({"game": "damenrennen", "duplicate": True}, "tournament/duplicate"),
        ({"minutes": 0}, "tournament/terms"),
        ({"rounds": 21}, "tournament/terms"),
        ({"clock": 1}, "table/clock"),
        ({"bank": 5}, "table/clock"),
        ({"bank": 120, "clock": 30}, "table/clock"),
        ({"increment": 8}, "table/clock"),
        ({"level": "oracle"}, "bot/unknown"),
        ({"name": "\u200b"}, "person/name"),
        ({"format": "robin", "options": {"players": 3}}, "tournament/terms"),
    ]
    for wrong, code in wrongs:
        with pytest.raises(RefusalError) as refused:
            checked_terms(terms(**wrong), Settings())
        assert refused.value.code == code, wrong


async def test_one_organiser_opens_no_more_than_three(file: SqliteDatabase) -> None:
    async with night(file, players=1) as saturday:
        [ada] = saturday.people
        checked = checked_terms(terms(), saturday.tables.settings)
        for _ in range(2):
            await saturday.tables.tournaments.open(ada, checked, "address")
        with pytest.raises(RefusalError, match="tournament/many"):
            await saturday.tables.tournaments.open(ada, checked, "address")
        listed = await saturday.tables.tournaments.listed(ada)
        assert [line.mine for line in listed.current] == [True, True, True]


async def test_people_without_a_device_play_elsewhere_and_the_file_goes_both_ways(
    file: SqliteDatabase, tmp_path: Any
) -> None:
    async with night(file, players=2, rounds=2) as saturday:
        ada = saturday.people[0]
        for name in ("Zsófi", "guest 1"):
            await saturday.act(ada, Add(name))
        await saturday.begin()
        for table in await saturday.running():
            await saturday.play(table)
        state = await saturday.state(ada)
        for line in state.tables:
            if not line.done:
                state = await saturday.act(ada, Correct(1, line.number, (20, 10), ""))
        assert not state.playing

        body = await saturday.tables.tournaments.file(saturday.name)
        (tmp_path / "night.jsonl").write_bytes(body)
        kept = TournamentFile(tmp_path / "night.jsonl").tournament
        assert list(kept.players) == ["guest 0", "guest 1", "Zsófi", "guest 1 (2)"]
        found, events = imported(body, saturday.tables.settings)
        name = await saturday.tables.tournaments.open(saturday.people[1], found, "address", events)
        again = await saturday.tables.tournaments.state(name, None, 0)
        assert again.standings == (await saturday.state()).standings
        for damaged in (b"", b"{}", body + body, body.replace(b'"joined"', b'"jumped"')):
            with pytest.raises(RefusalError, match="tournament/file"):
                imported(damaged, saturday.tables.settings)


async def test_the_next_round_begins_by_itself_when_all_tables_are_done(file: SqliteDatabase) -> None:
    async with night(file, players=4, rounds=2, auto=True, rest=0) as saturday:
        await saturday.begin()
        await saturday.play_round()
        state = await saturday.state()
        while state.round < 2:
            state = await saturday.tables.tournaments.state(saturday.name, None, state.seq)

        assert state.playing


async def test_readers_are_told_only_what_has_changed(file: SqliteDatabase) -> None:
    async with night(file, players=8, rounds=2) as saturday:
        whole = await saturday.begin()
        table, *_ = await saturday.running()
        waiting = asyncio.create_task(saturday.tables.tournaments.state(saturday.name, None, whole.seq))
        await asyncio.sleep(0)
        await saturday.play(table)
        news = await waiting

        assert [line.table for line in news.tables] == [table]
        assert news.players is None
        assert news.seq == whole.seq + 1


async def deal(night: Night, table: str) -> None:
    """Let a table be dealt."""
    actor = await night.tables.actor(table)
    await actor.complete(actor.advance)
    assert actor.log.dealt == 1


async def test_whoever_follows_a_round_sees_how_running_tables_stand_and_when_rounds_begin(database: Database) -> None:
    async with night(database, players=4, rounds=3, auto=True, rest=60) as saturday:
        assert (await saturday.state()).plan == (), "nobody has told when it begins"
        whole = await saturday.begin()
        now = time.time()
        assert whole.live == (), "nothing is dealt"
        first, second = await saturday.running()
        waiting = asyncio.create_task(saturday.tables.tournaments.state(saturday.name, None, whole.seq))
        await asyncio.sleep(0)
        await deal(saturday, first)

        news = await waiting
        assert news.seq == whole.seq, "no result is known"
        assert [(line.number, line.scores, line.progress) for line in news.live] == [(1, (0, 0), (1,))]
        began, *expected = news.plan
        assert (began.round, began.expected, abs(began.at - now) < 60) == (1, False, True)
        assert [(line.round, line.expected) for line in expected] == [(2, True), (3, True)]
        assert expected[1].at - expected[0].at == 45 * 60 + 60, "a round and the pause behind it"
        await saturday.play(first)
        saturday.tables.tournaments.live.readings.clear()  # it is read once in two seconds
        assert [line.number for line in (await saturday.state()).live] == [], "its result is told instead"
        assert second in await saturday.running()


def test_a_plan_says_no_more_than_is_known() -> None:
    def plan(*events: Any, seconds: float | None = None, **more: Any) -> list[tuple[int, int, bool]]:
        log = replay_events(Opened(terms(**more)), [Joined("1"), Joined("2"), *events])
        return [(line.round, line.at, line.expected) for line in plan_of(log, seconds, 10_000.0)]

    paired = (Paired(1, (("1", "2"),), ()), Arranged(1, ("a",), began=9_000))
    assert plan(starts=20_000, minutes=10) == [(1, 20_000, True), (2, 20_600, True), (3, 21_200, True)]
    assert plan(starts=20_000, minutes=0) == [(1, 20_000, True)], "nobody knows how long a round takes"
    assert plan(starts=5_000, minutes=10)[0] == (1, 10_000, True), "it is late"
    assert plan(*paired, seconds=300.0, minutes=10, auto=True, rest=60)[:2] == [(1, 9_000, False), (2, 10_360, True)]
    assert plan(*paired, seconds=300.0, minutes=10)[1] == (2, 10_300, True)
    assert plan(*paired, minutes=0) == [(1, 9_000, False)]
    assert plan(*paired, Paused(), seconds=300.0, minutes=10) == [(1, 9_000, False)]
    assert plan(*paired, Ended(), minutes=10) == [(1, 9_000, False)]


async def test_scores_wake_no_more_readers_than_the_server_can_answer(file: SqliteDatabase) -> None:
    async with night(file, players=2, rounds=1) as saturday:
        await saturday.begin()
        live, loop = saturday.tables.tournaments.live, asyncio.get_running_loop()
        live.readers[saturday.name] = 500
        live.changed(saturday.name)
        live.changed(saturday.name)

        (timer,) = live.due.values()
        assert timer.when() - loop.time() > 9, "500 readers at 50 a second"


async def test_a_result_is_found_that_was_not_written_down_before_a_crash(file: SqliteDatabase) -> None:
    async with serving(await file.open()) as tables:
        saturday = await new_night(tables, 2, rounds=1)
        await saturday.begin()
        [table] = await saturday.running()
        tables.tournaments.begin = lambda work: work.close()  # type: ignore[method-assign]  # the server dies before
        actor = await tables.actor(table)
        person = saturday.people[0]
        await actor.complete(actor.advance)
        await saturday_move(saturday, table)
        await actor.complete(lambda: actor.commit(judge(actor.log, person, Concede(table, "1"))))
    async with serving(await file.open()) as tables:
        tables.tournaments.rounds.hurry()
        state = await tables.tournaments.state(saturday.name, None, 0)
        while state.stage != "over":
            state = await tables.tournaments.state(saturday.name, None, state.seq)
        [line] = (await tables.tournaments.state(saturday.name, None, 0)).tables
        assert line.scores is not None
        assert line.scores.count(None) == 1


async def test_a_server_that_cannot_pair_opens_no_tournament(
    file: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with night(file, players=2) as saturday:
        monkeypatch.setattr(service, "find_spec", lambda _: None)
        with pytest.raises(RefusalError, match="tournament/missing"):
            await saturday.tables.tournaments.open(saturday.people[0], terms(), "203.0.113.7")
