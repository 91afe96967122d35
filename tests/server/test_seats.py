"""One's seat: left, played by a bot, taken back, and who is told of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from parlour.core.game import Seat
from parlour.scenes.scene import Update
from parlour.server import service_clock, sqlite
from parlour.server.bot_seats import BotSeats
from parlour.server.connection import Connection
from parlour.server.errors import RefusalError
from parlour.server.events import AnyEvent, Conceded, Moved, Seated, Substituted
from parlour.server.judging import MOST_ARRIVALS, judge
from parlour.server.limits import Bucket
from parlour.server.presenting import MOST_SPECTATORS, recalled
from parlour.server.protocol import Sit
from parlour.server.replay import FrameRange, frames_of_log, match_log
from parlour.server.seating import STAND_IN
from parlour.server.service_clock import RELOAD_SECONDS
from parlour.server.sqlite import SqliteStore
from parlour.server.table_log import AnyTableLog, replay
from parlour.server.tables import Tables
from parlour.server.timing import MOST_WAIT
from tests.server.connections import SETTINGS, LocalConnection, connections, settle
from tests.server.test_one_gate import begun, quiet_moves
from tests.serving import eventually

pytestmark = pytest.mark.anyio


def last_table(person: LocalConnection) -> dict[str, Any]:
    """The table as somebody was last shown it."""
    messages = [msgspec.json.decode(message) for message in person.received()]
    return next(message for message in reversed(messages) if message["t"] == "table")


async def shown_soon(person: LocalConnection, holds: Callable[[dict[str, Any]], bool]) -> None:
    """Wait until somebody is shown a table of which something holds."""
    tables: list[dict[str, Any]] = []

    def has_come() -> bool:
        tables.extend(m for m in map(msgspec.json.decode, person.received()) if m["t"] == "table")
        return any(map(holds, tables))

    await eventually(has_come, lambda: tables)


@pytest.fixture
def idle_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bot moves unless the test does it."""
    monkeypatch.setattr(BotSeats, "start", lambda _: None)


@pytest.mark.usefixtures("idle_bots")
async def test_who_leaves_keeps_the_seat_and_takes_it_back_from_the_bot(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    async with connections(tmp_path, log.opening, events) as opened:
        actor = opened[None].connection.joined["t"]
        await opened[seat].say(t="stand", table="t", id="leave")

        for viewer in opened.values():
            shown = last_table(viewer)
            assert shown["told"] == [{"kind": "left", "seat": seat}]
            assert shown["seats"][seat] == {"name": ["guest 0", "guest 1"][seat], "bot": STAND_IN, "here": True}
        assert actor.log.left == {seat}

        await opened[seat].say(t="part", table="t")
        await opened[seat].say(t="join", table="t")

        assert last_table(opened[seat])["seats"][seat]["bot"] == STAND_IN, "coming back is no wish to play"

        await actor.bots.play(seat, actor.log.decision_point(seat), STAND_IN, quiet_moves(log)[0])
        moved = last_table(opened[None])["told"]
        assert moved[0]["by"] == STAND_IN

        await opened[seat].say(t="sit", table="t", id="sit", seat=seat)

        shown = last_table(opened[None])
        assert shown["told"] == [{"kind": "back", "seat": seat}]
        assert "bot" not in shown["seats"][seat]
        told = [(update.kind, update.by) for update in recalled(actor.log, None)]
        first, last = told.index(("left", "")), told.index(("back", ""))
        assert any(by == STAND_IN for _, by in told[first:last]), "the log of the round has all of it, in order"


@pytest.mark.usefixtures("idle_bots")
async def test_nobody_leaves_and_sits_down_for_ever(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        actor = opened[None].connection.joined["t"]
        for number in range(MOST_ARRIVALS + 5):
            await opened[Seat(0)].say(t="stand", table="t", id=f"stand{number}")
            await opened[Seat(0)].say(t="stand", table="t", id=f"again{number}")
            await opened[Seat(0)].say(t="sit", table="t", id=f"sit{number}", seat=0)

        assert actor.log.arrivals[1] == MOST_ARRIVALS
        assert actor.log.left == {0}, "a bot plays on"
        assert actor.log.seq - len(events) == 2 * MOST_ARRIVALS - 1
        refused = [m for m in map(msgspec.json.decode, opened[Seat(0)].received()) if m["t"] == "refused"]
        assert {message["code"] for message in refused} == {"seat/often"}


def test_a_clock_that_moves_for_somebody_is_told_and_kept() -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    move = log.game.format_move(quiet_moves(log)[0])

    told = log.fold(Moved(seat, move, STAND_IN), [None])[None]

    assert [(update.kind, update.seat) for update in told[:1]] == [("late", seat)]
    assert told[1].by == STAND_IN
    assert recalled(log, None)[-len(told) :] == told
    log.fold(Conceded(seat))
    last = FrameRange(first=len(log.table.events), count=1)
    frame = frames_of_log(match_log(log).encode(), last, (), log.deciders).frames[-1]
    assert frame.told[0].by == STAND_IN, "the replay shows it too"
    assert len(events) > 0


def test_a_bots_own_move_is_decided_for_nobody() -> None:
    log, _ = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, bot="casual"))
    while log.to_act() != (1,):
        (seat,) = log.to_act()
        log.fold(log.propose(seat, quiet_moves(log)[0]))

    told = log.fold(log.propose(Seat(1), quiet_moves(log)[0], by="casual"), [None])[None]

    assert [update.by for update in told] == [""] * len(told)


def test_a_log_from_before_still_gives_the_seat_to_the_bot() -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    old: list[AnyEvent] = [Substituted(0, STAND_IN), Substituted(0), Seated(1, bot=STAND_IN)]

    again: AnyTableLog = replay(log.opening, [*events, *old])

    assert (again.bot_at(Seat(0)), again.bot_at(Seat(1)), again.seat_of(2), again.left) == ("", STAND_IN, None, set())


@pytest.mark.usefixtures("idle_bots")
async def test_who_is_deleted_leaves_the_seat_for_good(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        tables, person = opened[None].connection.tables, opened[Seat(1)].connection.person
        await opened[Seat(1)].say(t="stand", table="t", id="leave")

        await tables.leave("t", person.id)

        reloaded = (await tables.actor("t")).log
        assert recalled(reloaded, None)[-1] == Update(kind="gone", seat=1)
        assert (reloaded.seated[1].bot, reloaded.seat_of(person.id)) == (STAND_IN, None)
        with pytest.raises(RefusalError, match="seat/taken"):
            judge(reloaded, person, Sit("t", "sit", 1))


@pytest.mark.usefixtures("idle_bots")
async def test_nobody_who_is_deleted_sits_in_the_rematch(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        bo = opened[Seat(1)].connection
        await opened[Seat(0)].say(t="concede", table="t", id="concede")
        assert await bo.tables.forget(opened[Seat(0)].connection.person)
        again = LocalConnection(Connection(cast("Any", None), bo.person, bo.tables, Bucket(1e9, 0.0)))
        await again.say(t="join", table="t")
        await again.say(t="rematch", table="t", id="again")

        rematch = (await bo.tables.actor((await bo.tables.actor("t")).log.next)).log
        assert rematch.seated == [Seated(0), Seated(1, 2, bo.person.name)]
        assert rematch.opening.owner == bo.person.id, "so that somebody can fill the seat"


@pytest.mark.usefixtures("idle_bots")
async def test_taking_back_gives_no_time(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    opening = msgspec.structs.replace(log.opening, clock=600)
    seat = log.to_act()[0]
    other = Seat(1 - seat)
    async with connections(tmp_path, opening, events) as opened:
        actor = opened[seat].connection.joined["t"]
        move = log.game.format_move(quiet_moves(log)[0])
        before, waiting = actor.timing.deadline(seat), actor.timing.deadline(other)
        for number in range(3):
            decision = log.decisions[seat] + 2 * number
            await opened[seat].say(t="play", table="t", id=f"play-{number}", move=move, decision=decision)
            theirs = actor.timing.deadline(other)
            await opened[seat].say(t="undo", table="t", id=f"undo-{number}", decision=decision + 1)
            assert actor.log.taken_back[seat] == number + 1
            assert actor.timing.deadline(seat) == before
            assert theirs is not None
            assert actor.timing.deadline(other) == waiting, "it runs on only where it ran before"


@pytest.mark.usefixtures("idle_bots")
async def test_a_clock_runs_on_after_a_reload_and_after_a_restart_but_not_while_the_server_is_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_clock, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(sqlite, "time", SimpleNamespace(time=lambda: 1e6, sleep=time.sleep))
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    (seat,) = log.to_act()
    opening = msgspec.structs.replace(log.opening, clock=600)
    async with connections(tmp_path, opening, events) as opened:
        connection = opened[seat].connection
        tables, actor = connection.tables, connection.joined["t"]
        assert isinstance(tables.store, SqliteStore)
        await pass_time(tables.store, "seconds = seconds + 100")
        await tables.clock.tick()
        await settle(actor)
        assert actor.timing.seconds_left()[seat] == 500

        await actor.close()
        assert (await tables.actor("t")).timing.seconds_left()[seat] == 500 + RELOAD_SECONDS
        await pass_time(tables.store, "seen = seen - 7200")
    tables = Tables(SqliteStore(tmp_path), SETTINGS)

    assert (await tables.actor("t")).timing.seconds_left()[seat] == 500 + 2 * RELOAD_SECONDS
    await tables.close()


async def pass_time(store: SqliteStore, change: str) -> None:
    """Change what is stored of the service's clock."""
    await store.run(lambda connection: connection.execute(f"UPDATE service SET {change}").close())  # noqa: S608 - ours


@pytest.mark.usefixtures("idle_bots")
async def test_nobody_is_replaced_while_her_clock_runs(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    opening = msgspec.structs.replace(log.opening, clock=24 * 3600)
    (seat,) = log.to_act()
    async with connections(tmp_path, opening, events) as opened:
        actor = opened[None].connection.joined["t"]
        await opened[seat].say(t="part", table="t")
        timer = actor.timers.pending[f"absent {seat}"]
        assert timer.when() - actor.now() > 23 * 3600 > actor.settings.grace

        await actor.seating.substitute(seat)  # as if it had been set for an earlier move
        assert not actor.log.substitutes[seat]

        decision, _ = actor.timing.deadlines[seat]
        actor.timing.deadlines[seat] = (decision, actor.clock() - 1 - MOST_WAIT)
        await actor.seating.substitute(seat)
        assert actor.log.substitutes[seat] == STAND_IN


@pytest.mark.usefixtures("idle_bots")
async def test_a_new_name_reaches_the_others_at_once_and_after_a_reload(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        connection = opened[Seat(1)].connection
        tables, actor = connection.tables, connection.joined["t"]

        await tables.rename(connection.person, "Beatrix")

        await shown_soon(opened[Seat(0)], lambda shown: shown["seats"][1]["name"] == "Beatrix")
        assert actor.log.seq == len(events), "a name is no event of the table"
        await actor.close()
        assert (await tables.actor("t")).log.seated[1].name == "Beatrix"
        row = await tables.store.table("t")
        assert row is not None
        assert row.summary.names[1] == "Beatrix"


@pytest.mark.usefixtures("idle_bots")
async def test_spectators_are_counted_and_some_are_named(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        shown = last_table(opened[None])
        assert (shown["spectators"], shown["spectator_count"]) == (["guest None"], 1)
        tables = opened[None].connection.tables
        for number in range(MOST_SPECTATORS + 3):
            person = await tables.store.add_person(f"watcher {number}", f"token {number}")
            watching = LocalConnection(Connection(cast("Any", None), person, tables, Bucket(1e9, 0.0)))
            await watching.say(t="join", table="t")

        await shown_soon(opened[Seat(0)], lambda shown: shown["spectator_count"] == MOST_SPECTATORS + 4)
        await watching.say(t="join", table="t")
        assert len(last_table(watching)["spectators"]) == MOST_SPECTATORS
