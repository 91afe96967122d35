"""Clocks: what a bank has left, a move against its flag, lag within a quota, restarts, and claims."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from parlour.core.game import Seat
from parlour.server.bot_seats import BotSeats
from parlour.server.errors import RefusalError
from parlour.server.events import Claimed, Flagged, Moved, Opening, Substituted
from parlour.server.lag import LagMeter
from parlour.server.protocol import Claim, Concede
from parlour.server.ratings.results import entrant
from parlour.server.seating import STAND_IN
from parlour.server.service_clock import RELOAD_SECONDS
from parlour.server.sqlite import SqliteStore
from parlour.server.tables import Tables
from parlour.server.time_control import FIRST_GAINS, MOST_GAINS, check_clock, quota_gain
from parlour.server.timing import MOST_WAIT
from tests.sampling import sample
from tests.server.databases import Database
from tests.server.timed import TimedTable, seat_people, timed_table, timed_tables

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("idle_bots")]
RACES: Final = sample(200, 1000)
PER_TABLE: Final = 10
BANK: Final = {"bank": 60, "increment": 5}


@pytest.fixture
def idle_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot moves unless the test does it."""
    monkeypatch.setattr(BotSeats, "start", lambda _: None)


def measured(*trips: float) -> LagMeter:
    """A meter with round trips of so many seconds."""
    meter = LagMeter()
    for trip in trips:
        meter.begin(0.0)
        meter.end(trip)
    return meter


# Banks.


async def test_a_decision_takes_its_time_of_the_bank_and_adds_the_increment(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), **BANK) as table:
        seat = table.seat
        table.clock.time += 12.5
        table.play(table.move(Random(1)))
        assert (await table.done(seat))["t"] == "done"

        assert table.log.times.banks[seat] == 60_000 - 12_500 + 5_000
        for shown in table.shown():
            assert shown["banks"][seat] == 52.5
            assert shown["banks"][1 - seat] == 60.0
            assert shown["terms"] == {"bank": 60, "increment": 5, "grace": 60}
        stored = [line.event for line in await table.tables.store.events(table.actor.name)][-1]
        assert isinstance(stored, Moved)
        assert (stored.took, stored.lag) == (12_500, 0)
        assert (await table.replayed()).times.banks == table.log.times.banks


async def test_taking_a_move_back_gives_neither_time_nor_increment(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), **BANK) as table:
        seat = table.seat
        other = Seat(1 - seat)
        until, theirs = table.deadline(seat), table.log.times.banks[other]
        for _ in range(3):
            table.clock.time += 2
            table.play(table.move(Random(1)))
            await table.done(seat)
            table.clock.time += 1
            assert (await table.undo(seat))["t"] == "done"
            assert table.deadline(seat) == until
            assert table.log.times.banks[other] == theirs
        table.clock.time += 1
        table.play(table.move(Random(1)))
        await table.done(seat)

        assert table.log.times.banks[seat] == 60_000 - 10_000 + 5_000, (
            "ten seconds have passed, and one decision stands"
        )
        assert (await table.replayed()).times.banks == table.log.times.banks


async def test_when_a_bank_is_empty_a_bot_plays_until_she_takes_the_seat_back(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), **BANK) as table:
        seat = table.seat
        table.clock.time = table.deadline(seat) - 0.001
        await table.look()
        assert not table.log.flagged

        table.clock.time = table.deadline(seat) + MOST_WAIT
        await table.look()

        assert [table.told(tab).count({"kind": "flag", "seat": seat}) for tab in range(3)] == [1, 1, 1]
        for shown in table.shown():
            assert (shown["seats"][seat]["bot"], shown["claims"]) == (STAND_IN, [seat])
        table.play(table.move(Random(1)), seat)
        assert (await table.done(seat))["code"] == "clock/flag"
        await table.leave(seat)
        await table.come_back(seat)
        assert table.log.flagged == {seat}, "a page that is loaded again takes nothing back"

        assert (await table.sit(seat))["t"] == "done"
        assert table.deadline(seat) == table.clock.time + 5, "she has the increment"
        assert not table.actor.seating.claims()


async def test_without_an_increment_nobody_comes_back_from_an_empty_bank(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), bank=60) as table:
        seat = table.seat
        table.clock.time += 60 + MOST_WAIT
        await table.look()

        assert (await table.sit(seat))["code"] == "clock/empty"
        assert (await table.claim(1 - seat, seat))["t"] == "done"


@pytest.mark.parametrize(
    ("terms", "named"),
    [
        ((4, 0, 0), "got 4"),
        ((604_801, 0, 0), "got 604801"),
        ((-1, 0, 0), "got -1"),
        ((30, 60, 0), "got 60"),
        ((30, 0, 5), "got 5"),
        ((None, 9, 0), "got 9"),
        ((None, -60, 5), "got -60"),
        ((None, 36_001, 0), "got 36001"),
        ((None, 60, -1), "got -1"),
        ((None, 60, 601), "got 601"),
        ((None, 0, 5), "got 5"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(terms: tuple[int | None, int, int], named: str) -> None:
    with pytest.raises(RefusalError, match=named) as refused:
        check_clock(*terms)

    assert refused.value.code == "table/clock"


# A move against its flag.


async def race(table: TimedTable, rng: Random) -> None:
    """Let a move and the end of its time come in any order, closely together; the moment alone decides."""
    seat = table.seat
    table.tabs[seat].lag = measured(*(rng.uniform(0.0, 0.8) for _ in range(rng.randint(0, 4))))
    end = table.deadline(seat) + table.actor.timing.allowance(seat)
    move, arrival, look = table.move(rng), end + rng.uniform(-0.02, 0.02), end + rng.uniform(-0.02, 0.02)
    for at in sorted((arrival, look)):
        table.clock.time = at
        if at == arrival:
            table.play(move, seat)
        else:
            table.actor.wake()
        if rng.random() < 0.5:  # else both are queued when the table gets to them
            await table.look()
    await table.look()
    answer = await table.done(seat)

    in_time = arrival < end
    assert (answer["t"], answer.get("code")) == (("done", None) if in_time else ("refused", "clock/flag"))
    assert (seat in table.log.flagged) is not in_time
    first, *others = [
        {name: shown.get(name) for name in ("seq", "banks", "claims", "seats", "status")} for shown in table.shown()
    ]
    assert others == [first] * len(others)
    if not in_time:
        await table.sit(seat)
    await table.go_on()


async def races_at(tables: Tables, number: int, count: int) -> int:
    """Let moves and flags race at a table of their own; how many flags have fallen."""
    rng = Random(number)
    table = await seat_people(tables, number, bank=rng.choice([10, 60, 300]), increment=rng.choice([2, 12]))
    for _ in range(count):
        if table.log.status == "playing":
            await race(table, rng)
    again = await table.replayed()
    assert (again.times.banks, again.times.quotas) == (table.log.times.banks, table.log.times.quotas)
    assert (again.flagged, again.decisions) == (table.log.flagged, table.log.decisions)
    return sum(isinstance(line.event, Flagged) for line in await tables.store.events(table.actor.name))


async def test_a_move_against_its_flag_is_decided_alike_everywhere_and_after_replay(tmp_path: Path) -> None:
    tables = timed_tables(SqliteStore(tmp_path))
    flags = sum(await asyncio.gather(*(races_at(tables, number, PER_TABLE) for number in range(RACES // PER_TABLE))))
    await tables.close()

    assert RACES / 4 < flags < 3 * RACES / 4, "both ends are tried"


# Lag.


def test_the_quota_grows_with_the_length_of_a_match() -> None:
    def gain(**terms: Any) -> int:
        return quota_gain(Opening(game="haggis", version=1, options={}, owner=1, **terms))

    assert (gain(bank=30), gain(bank=120, increment=8), gain(clock=5), gain(clock=86_400)) == (270, 1000, 950, 1000)


@pytest.mark.parametrize("lag", [0.0, 0.1, 0.3, 0.5])
async def test_no_move_is_lost_that_left_before_the_deadline_whatever_the_jitter(tmp_path: Path, lag: float) -> None:
    rng, lost, most = Random(f"jitter {lag}"), 0, 0

    def way() -> float:
        """One way, with up to 300 ms of jitter on both together."""
        return lag / 2 + rng.uniform(0.0, 0.15)

    async with timed_table(SqliteStore(tmp_path), bank=600, increment=20) as table:
        while table.log.status == "playing" and table.log.decisions[0] < 10:
            seat = table.seat
            meter, sent = table.tabs[seat].lag, table.clock.time
            meter.begin(sent)
            meter.end(sent + way() + way())  # the ping that goes out with the table
            quota = table.log.times.quotas[seat]
            table.actor.timing.deadlines[seat] = (table.log.standing_decisions(seat), sent + 3.0)
            left = sent + way() + 3.0 - 0.1  # by the client's own countdown
            table.clock.time = max(sent, left + way())
            over = table.clock.time - (sent + 3.0)
            table.play(table.move(rng), seat)
            answer = await table.done(seat)
            lost += answer["t"] != "done"
            most = max(most, round(over * 1000))
            assert table.log.times.quotas[seat] >= quota - max(0, round(over * 1000)) - 1000
            await table.go_on()

    assert lost == 0
    assert lag == 0.0 or most > 0, "some of them come after the deadline"


async def test_who_delays_her_answers_to_pings_gains_no_more_than_the_quota(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), bank=30) as table:
        gain = table.log.times.gain
        assert gain == 270
        given, decisions = [0, 0], [0, 0]
        while table.log.status == "playing" and max(decisions) < 8:
            seat = table.seat
            table.tabs[seat].lag = measured(60.0, 60.0)  # a minute, she says
            table.clock.time += 0.9
            table.play(table.move(Random(table.log.seq)))
            assert (await table.done(seat))["t"] == "done"
            decisions[seat] += 1
            await table.go_on()
        moves = [line.event for line in await table.tables.store.events(table.actor.name)]
        for each in moves:
            if isinstance(each, Moved):
                given[each.seat] += each.lag
                assert each.lag <= MOST_GAINS * gain
        for lag, count in zip(given, decisions, strict=True):
            assert lag <= gain * (FIRST_GAINS + count)
        assert max(given) > 0


async def test_a_ping_without_an_answer_gives_the_quota_and_not_more(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), clock=30) as table:
        seat = table.seat
        near, silent = measured(0.01, 0.01), measured(0.01, 0.01)
        silent.begin(1.0)
        table.tabs[seat].lag = near
        assert table.actor.timing.allowance(seat) < 0.05
        table.tabs[seat].lag = silent
        assert table.actor.timing.allowance(seat) == MOST_WAIT
        table.log.times.quotas[seat] = 120
        assert table.actor.timing.allowance(seat) == 0.12


def test_a_meter_follows_the_round_trips() -> None:
    rng = Random(6298)
    meter = measured(*(0.2 + rng.uniform(0.0, 0.3) for _ in range(40)))

    assert 0.25 < meter.usual < 0.45
    assert meter.most > 0.5
    assert meter.begin(5.0)
    assert not meter.begin(6.0), "one ping at a time"
    meter.end(5.2)
    meter.end(50.0)
    assert meter.most < 1.0, "an answer that nobody waits for counts for nothing"


# Restarts.


async def test_a_restart_and_a_takeover_keep_what_the_bank_holds(database: Database) -> None:
    async with timed_table(await database.open(), **BANK) as table:
        seat, name = table.seat, table.actor.name
        table.clock.time += 20
        table.play(table.move(Random(1)))
        await table.done(seat)
        (other,) = table.log.to_act()
        table.clock.time += 10
        await table.look()
        assert table.actor.timing.seconds_left()[other] == 50
        time = table.clock.time

    tables = timed_tables(await database.open(), time=time)  # the service's clock stands still while nobody can play
    actor = await tables.actor(name)

    assert actor.timing.seconds_left()[other] == 50 + RELOAD_SECONDS
    assert actor.log.times.banks == table.log.times.banks
    for _ in range(4):
        await tables.actors.pop(name).close()
        actor = await tables.actor(name)
    assert actor.timing.seconds_left()[other] == 60, "never more than the bank"
    await tables.close()


# Claims.


async def test_with_two_players_the_claim_wins_the_match(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), **BANK) as table:
        seat = table.seat
        other = 1 - seat
        assert (await table.claim(other, seat))["code"] == "claim/none"
        table.clock.time += 60 + MOST_WAIT
        await table.look()
        for claimant, over in ((seat, seat), (seat, other), (other, other)):
            assert (await table.claim(claimant, over))["code"] == "claim/none"
        assert (await table.claim(2, seat))["code"] == "seat/none", "who watches has nothing to claim"
        assert (await table.claim(other, 5))["code"] == "seat/unknown"

        assert (await table.claim(other, seat))["t"] == "done"

        for shown in table.shown():
            assert (shown["status"], shown["winners"], shown["abandoned"]) == ("over", [other], [seat])
            assert "claims" not in shown
        claimed = {"kind": "claimed", "seat": seat, "other": other}
        assert [table.told(tab).count(claimed) for tab in range(3)] == [1, 1, 1]
        again = await table.replayed()
        assert (again.winners, again.abandoned, again.status) == ((other,), [seat], "over")
        row = await table.tables.store.table(table.actor.name)
        assert row is not None
        assert row.summary.winners == (other,)


async def test_with_three_players_the_others_play_on_and_who_left_is_last(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), players=3) as table:
        seat = table.seat
        one, two = (each for each in range(3) if each != seat)
        await table.stand(seat)
        assert (await table.claim(one, seat))["t"] == "done"

        assert (table.log.status, table.log.bot_at(seat)) == ("playing", STAND_IN)
        for refused in (await table.sit(seat), await table.claim(seat, one), await table.say(seat, Concede)):
            assert refused["code"] == "seat/claimed"
        await table.leave(seat)
        await table.come_back(seat)
        assert table.log.bot_at(seat) == STAND_IN, "the bot plays the seat to the end"
        assert (await table.claim(one, seat))["code"] == "claim/none"

        await table.stand(two)
        assert (await table.claim(one, two))["t"] == "done"
        assert (table.log.status, table.log.winners, table.log.abandoned) == ("over", (one,), [seat, two])


async def test_a_win_of_the_bot_in_an_abandoned_seat_is_nobodys_there(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), players=3) as table:
        await table.stand(0)
        await table.claim(1, 0)
        rng = Random(7)
        log = table.log
        while log.status == "playing":
            for event in play_on(log, rng):
                log.fold(event)

        assert set(log.winners) <= {1, 2}
        best = max(log.scores[1:])
        assert log.winners == tuple(seat for seat in (1, 2) if log.scores[seat] == best)


def play_on(log: Any, rng: Random) -> list[Any]:
    """Go on with a match, by its log alone."""
    if log.awaits_deal():
        return [log.draw_deal(rng)] if not log.has_pending_deal else [log.propose_deal()]
    seat = log.to_act()[0]
    return [log.propose(seat, rng.choice(list(log.legal_moves(seat))), by=log.bot_at(seat))]


async def test_who_is_away_for_the_grace_can_be_claimed_and_who_is_back_before_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with timed_table(SqliteStore(tmp_path), bank=600, increment=5) as table:
        now = table.actor.now()
        monkeypatch.setattr(table.actor, "now", lambda: now)
        seat = table.seat
        other = 1 - seat
        await table.leave(seat)
        now += 59
        assert (await table.claim(other, seat))["code"] == "claim/none"
        now += 2
        assert table.actor.seating.claims() == {seat}
        await table.actor.complete(table.actor.show_presence)
        assert table.shown()[other]["claims"] == [seat]

        table.actor.subscribe(table.tabs[seat])  # she is back, and her welcome waits in the queue
        assert (await table.claim(other, seat))["code"] == "claim/none"

        await table.leave(seat)
        now += 61
        assert (await table.claim(other, seat, win=False))["t"] == "done"
        assert table.log.bot_at(seat) == STAND_IN
        table.post(other, Claim, seat=seat, win=True)
        table.actor.subscribe(table.tabs[seat])  # the claim came first, but she is here when it is judged
        assert (await table.done(other))["code"] == "claim/none"
        await table.look()
        assert not table.log.bot_at(seat)
        events = [line.event for line in await table.tables.store.events(table.actor.name)]
        assert [type(each) for each in events[-2:]] == [Substituted, Substituted]
        assert not any(isinstance(each, Claimed) for each in events)


async def test_nobody_need_be_there_where_a_move_may_take_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with timed_table(SqliteStore(tmp_path), clock=86_400) as table:
        now = table.actor.now()
        monkeypatch.setattr(table.actor, "now", lambda: now)
        seat = table.seat
        await table.leave(seat)
        now += 80_000

        assert not table.actor.seating.claims()
        assert "grace" not in table.shown()[1 - seat]["terms"]
        table.clock.time += 86_400 + MOST_WAIT
        await table.actor.seating.substitute(seat)
        assert table.actor.seating.claims() == {seat}


async def test_who_was_claimed_from_has_left_the_match_for_ratings(tmp_path: Path) -> None:
    async with timed_table(SqliteStore(tmp_path), hints=False) as table:
        await table.stand(0)
        await table.claim(1, 0)

        assert [entrant(table.log, each, own=10).left for each in table.log.seated] == [True, False]
