"""What one guest can make a table and its connections do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from parlour.core.game import Seat
from parlour.server.dialogue import COSTLY, LOAD_COST
from parlour.server.errors import RefusalError
from parlour.server.events import Seated
from parlour.server.limits import Bucket
from parlour.server.outbox import MOST_QUEUED, Outbox
from parlour.server.protocol import Ready
from parlour.server.table_actor import MOST_WAITING
from tests.server.connections import connections
from tests.server.test_one_gate import begun
from tests.serving import PATIENCE

pytestmark = pytest.mark.anyio
OFTEN = 3 * MOST_QUEUED


async def test_joining_again_and_again_answers_only_who_joins(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        players, guest = [opened[Seat(seat)] for seat in range(2)], opened[None]
        for connection in (*players, guest):
            connection.received()

        for _ in range(OFTEN):
            await guest.say(t="join", table="t")

        assert [player.received() for player in players] == [[], []]
        assert [message["t"] for message in map(msgspec.json.decode, guest.received())] == ["table"]
        assert [connection.connection.closing for connection in (*players, guest)] == [None] * 3


async def test_coming_and_going_reaches_the_others_once(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        ada, bo = opened[Seat(0)], opened[Seat(1)]
        actor = ada.connection.joined["t"]
        bo.received()

        for _ in range(OFTEN):
            await ada.say(t="part", table="t")
            await ada.say(t="join", table="t")
        await ada.say(t="part", table="t")
        await actor.complete(actor.show_presence)

        last = msgspec.json.decode(bo.received()[-1])
        assert bo.connection.closing is None
        assert [seat.get("here", False) for seat in last["seats"]] == [False, True]


async def test_a_full_queue_of_a_table_lets_others_run(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        actor = opened[Seat(0)].connection.joined["t"]
        begun_work = asyncio.Event()
        done = 0

        async def work() -> None:
            nonlocal done
            done += 1
            begun_work.set()

        for _ in range(OFTEN):
            actor.post(work)
        await begun_work.wait()

        assert done == 1, "the event loop had its turn after the first"


async def test_a_newer_state_replaces_a_queued_one_that_tells_nothing() -> None:
    outbox = Outbox()
    outbox.put_state("a", b"a1", told=False)
    outbox.put_state("b", b"b1", told=False)
    outbox.put_state("a", b"a2", told=True)
    outbox.put(b"done")
    outbox.put_state("a", b"a3", told=False)
    outbox.put_state("a", b"a4", told=False)

    sent = []
    while (message := outbox.take()) is not None:
        sent.append(message)

    assert sent == [b"b1", b"a2", b"done", b"a4"]


async def test_what_tells_of_events_is_never_dropped_but_bounded() -> None:
    outbox = Outbox()
    for number in range(MOST_QUEUED):
        outbox.put_state("a", str(number).encode(), told=True)

    with pytest.raises(asyncio.QueueFull):
        outbox.put_state("a", b"more", told=True)
    assert [outbox.take() for _ in range(2)] == [b"0", b"1"]


async def test_a_dropped_table_ends_all_that_it_started(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, bot="regular"))
    async with connections(tmp_path, log.opening, events) as opened:
        ada = opened[Seat(0)]
        old = ada.connection.joined["t"]
        done = 0

        async def work() -> None:
            nonlocal done
            done += 1

        for _ in range(OFTEN):
            old.post(work)
        old.drop()
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({old.task, *old.bots.tasks})
        ada.connection.joined.clear()
        ada.connection.closing = None
        await ada.say(t="join", table="t")

        assert done == 0
        assert not old.timers.pending
        assert not old.subscribers
        assert ada.connection.joined["t"] is not old


async def test_the_queue_of_a_table_is_bounded(tmp_path: Path) -> None:
    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        ada = opened[Seat(0)]
        ada.received()
        for number in range(MOST_WAITING):
            ada.connection.dispatch(Ready("t", f"r{number}", 99), "")

        with pytest.raises(RefusalError) as refused:
            ada.connection.dispatch(Ready("t", "more", 99), "")

        assert refused.value.code == "table/busy"


async def test_every_message_is_charged_to_its_address(tmp_path: Path) -> None:
    costs: list[float] = []

    class Recording(Bucket):
        def delay(self, now: float, cost: float) -> float:
            del now
            costs.append(cost)
            return 0.0

    log, events = begun("haggis-2", Seated(0, 1, "Ada"), Seated(1, 2, "Bo"))
    async with connections(tmp_path, log.opening, events) as opened:
        ada = opened[Seat(0)]
        ada.connection.shared = Recording(1.0, 0.0)

        await ada.say(t="ping")
        await ada.say(t="ask", table="t", text="")
        await ada.say(t="join", table="t")
        await ada.say(t="ready", table="t", id="r", number=9)
        await ada.say(t="join", table="unknown")

        assert costs == [1.0, 1.0, COSTLY, COSTLY, COSTLY, LOAD_COST]
