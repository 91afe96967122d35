"""Workers: who is served first, what happens to bots that hang, die or raise."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

from parlour.server.bot_seats import MOST_FAILURES
from parlour.server.bot_workers import MOST_WAITING, BotWorkers, Urgency
from parlour.server.errors import RefusalError, ServerError
from parlour.server.events import Moved, Seated
from parlour.server.fair_queue import FairQueue
from tests.server.connections import connections
from tests.server.test_one_gate import begun
from tests.serving import PATIENCE, eventually

pytestmark = pytest.mark.anyio


def answer(text: str) -> str:
    return text


def hang() -> NoReturn:
    while True:
        signal.pause()


def stop() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def refuse() -> NoReturn:
    raise RefusalError("log/corrupt", "line 2", "H1.1", {"line": 2})


@contextlib.asynccontextmanager
async def workers(seconds: float, count: int = 1) -> AsyncIterator[BotWorkers]:
    pool = BotWorkers(count, seconds)
    try:
        yield pool
    finally:
        pool.close()


def test_bots_come_before_hints_and_askers_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.put(Urgency.HINT, "greedy", f"hint {number}")
    queue.put(Urgency.HINT, "modest", "modest hint")
    queue.put(Urgency.BOT, "greedy", "bot")

    assert queue.take(Urgency.BOT) == "bot"
    assert queue.take(Urgency.BOT) is None
    taken = [queue.take(Urgency.REPLAY) for _ in range(5)]
    assert taken == ["hint 0", "modest hint", "hint 1", "hint 2", None]


async def test_a_bot_waits_for_one_hint_at_most() -> None:
    async with workers(PATIENCE) as pool:
        order: list[str] = []

        async def ask(urgency: Urgency, asker: str, name: str) -> None:
            order.append(await pool.ask(urgency, asker, answer, name))

        asked = [ask(Urgency.HINT, "greedy", f"hint {number}") for number in range(MOST_WAITING)]
        asked += [ask(Urgency.HINT, "modest", "modest"), ask(Urgency.BOT, "bot", "bot")]
        await asyncio.gather(*asked)

        assert order[:4] == ["hint 0", "bot", "hint 1", "modest"] or order[:4] == ["hint 0", "bot", "modest", "hint 1"]


async def test_one_asker_cannot_fill_the_queue() -> None:
    async with workers(PATIENCE) as pool:
        asked = [asyncio.create_task(pool.ask(Urgency.HINT, 1, answer, "yes")) for _ in range(3 * MOST_WAITING)]
        await asyncio.wait(asked)

        refused = [task.exception() for task in asked if task.exception()]
        assert {getattr(error, "code", "") for error in refused} == {"bot/busy"}
        assert len(asked) - len(refused) == MOST_WAITING + 1


@pytest.mark.parametrize("think", [hang, stop])
async def test_a_worker_that_does_not_answer_is_killed_and_replaced(think: Any) -> None:
    async with workers(0.2) as pool:
        with pytest.raises(ServerError) as slow:
            await pool.ask(Urgency.BOT, 1, think)
        pool.seconds = PATIENCE

        assert slow.value.code == "bot/slow"
        assert await pool.ask(Urgency.BOT, 1, answer, "again") == "again"
        assert pool.replaced == 1


async def test_a_refusal_comes_back_whole_from_a_worker() -> None:
    async with workers(PATIENCE) as pool:
        with pytest.raises(RefusalError) as refused:
            await pool.ask(Urgency.REPLAY, 1, refuse)

    error = refused.value
    assert (error.code, error.reason, error.clause, error.parameters) == ("log/corrupt", "line 2", "H1.1", {"line": 2})


async def test_a_bot_that_always_fails_moves_at_random_and_is_soon_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def fail(_: object, question: Any, asker: object = None) -> NoReturn:
        del asker
        asked.append(question.bot)
        raise RuntimeError("a defect of the bot")

    monkeypatch.setattr(BotWorkers, "choose", fail)
    log, events = begun("haggis-2", Seated(0, bot="regular"), Seated(1, bot="regular"))
    async with connections(tmp_path, log.opening, events) as opened:
        watching = opened[None]
        actor = watching.connection.joined["t"]
        actor.settings = msgspec.structs.replace(actor.settings, pace=0.0)

        await eventually(lambda: "uniform" in asked, lambda: asked)

        assert asked[:MOST_FAILURES] == ["regular"] * MOST_FAILURES
        moves = [line.event for line in await actor.store.events("t") if isinstance(line.event, Moved)]
        assert {move.by for move in moves[-MOST_FAILURES:]} == {"uniform"}
