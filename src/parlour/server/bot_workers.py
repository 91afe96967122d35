"""Worker processes in which bots think and logs are replayed, never on the event loop.

One queue: bots' moves before hints before replays, and askers of the same kind take turns. A worker that dies is
replaced and the question is asked again; one that takes too long is killed, and the question fails. Workers end when
the server does, however it ends. Reviews have a worker of their own, which the system runs when nothing else is to run.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from enum import IntEnum
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec

from parlour.core.game import Move, View
from parlour.engine.bot import open_bot
from parlour.server.errors import ServerError
from parlour.server.fair_queue import FairQueue
from parlour.server.replay import FrameRange, frames_of_log

if TYPE_CHECKING:
    from parlour.bots.bot import Advice, AnyBot
    from parlour.server.protocol import Sitter

LOG: Final = logging.getLogger("parlour.server")
TRIES: Final = 5
"""How many workers may die over one question."""
START_SECONDS: Final = 60.0
"""How long a worker may take to start."""
WAIT_SECONDS: Final = 30.0
"""How long a hint or a replay waits for a worker."""
MOST_WAITING: Final = 8
"""Hints or replays of one asker that wait for a worker."""
Answer = TypeVar("Answer")


class Urgency(IntEnum):
    """What is asked of a worker, the most urgent first."""

    BOT = 0
    HINT = 1
    REPLAY = 2
    REVIEW = 3

    @property
    def is_patient(self) -> bool:
        """Whether it waits for a worker as long as it takes: nobody else can decide in its place."""
        return self in (Urgency.BOT, Urgency.REVIEW)


class Question(msgspec.Struct, Generic[View, Move], frozen=True):
    """What a bot is asked; it sees what its seat may see."""

    bot: str
    game: str
    view: View
    legal: Sequence[Move]
    seed: int


class Job(msgspec.Struct, frozen=True):
    """A function that a worker is to call, and the future that waits for its answer."""

    urgency: Urgency
    think: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: asyncio.Future[Any]


class Worker:
    """One process, started when it is first needed."""

    def __init__(self, nice: int) -> None:
        self.nice = nice
        self.pool = make_pool(nice)
        self.started = False

    async def run(self, job: Job, seconds: float) -> Any:
        """Call a job's function in the process; the time-out does not count its start."""
        loop = asyncio.get_running_loop()
        if not self.started:
            async with asyncio.timeout(START_SECONDS):
                await loop.run_in_executor(self.pool, os.getpid)
            self.started = True
        async with asyncio.timeout(seconds):
            return await loop.run_in_executor(self.pool, job.think, *job.arguments)

    def kill(self) -> None:
        """End the process, also one that is stopped."""
        for process in list((self.pool._processes or {}).values()):  # noqa: SLF001 - a pool cannot end running work
            process.kill()
        self.pool.shutdown(wait=False, cancel_futures=True)

    def replace(self) -> None:
        """Kill the process; the next job starts another."""
        self.kill()
        self.pool = make_pool(self.nice)
        self.started = False


class BotWorkers:
    """The workers, and the questions that wait for one."""

    def __init__(self, workers: int, seconds: float, nice: int = 0, engines: Mapping[str, str] | None = None) -> None:
        """Start so many processes at most, of such a niceness; a question may take so many seconds of a worker.

        `engines` are the specs of bots that are called by another name.
        """
        self.engines = engines or {}
        self.workers = [Worker(nice) for _ in range(workers)]
        self.idle = list(self.workers)
        self.seconds = seconds
        self.waiting: FairQueue[Job] = FairQueue()
        self.running: dict[asyncio.Task[None], Urgency] = {}
        self.replaced = 0

    async def start(self) -> None:
        """Start a worker, unless one has started; ServerError where none does."""
        if not any(worker.started for worker in self.workers):
            await self.ask(Urgency.HINT, "start", os.getpid)

    def queued(self) -> dict[str, int]:
        """How many jobs of each kind wait for a worker."""
        return {urgency.name.lower(): self.waiting.total(urgency) for urgency in Urgency}

    async def choose(self, question: Question[View, Move], asker: Hashable) -> Move:
        """A bot's move."""
        named = msgspec.structs.replace(question, bot=self.engines.get(question.bot, question.bot))
        return await self.ask(Urgency.BOT, asker, choose_move, named)

    async def advise(self, question: Question[View, Move], asker: Hashable) -> Advice[Move]:
        """A bot's move with its reasons."""
        return await self.ask(Urgency.HINT, asker, advise_move, question)

    async def replay(self, asker: Hashable, log: bytes, wanted: FrameRange, *known: Sequence[Any]) -> bytes:
        """Frames of a match log, as JSON, with what is known of its seats; RefusalError where it is none."""
        return await self.ask(Urgency.REPLAY, asker, replay_log, log, wanted, *known)

    async def ask(self, urgency: Urgency, asker: Hashable, think: Callable[..., Answer], *arguments: Any) -> Answer:
        """Call a function in a worker as soon as it is the asker's turn; ServerError where that takes too long."""
        if not urgency.is_patient and self.waiting.count(urgency, asker) >= MOST_WAITING:
            raise busy()
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting.put(urgency, asker, Job(urgency, think, arguments, future))
        self.dispatch()
        try:
            async with asyncio.timeout(None if urgency.is_patient else WAIT_SECONDS + self.seconds):
                return await future
        except TimeoutError as error:
            raise busy() from error

    def dispatch(self) -> None:
        """Give waiting jobs to idle workers."""
        while self.idle and (job := self.waiting.take(self.least_urgent())) is not None:
            if not job.future.done():
                task = asyncio.create_task(self.serve(self.idle.pop(), job))
                self.running[task] = job.urgency

    def least_urgent(self) -> Urgency:
        """What may be started now: of several workers one is kept for bots."""
        patient = sum(urgency is not Urgency.BOT for urgency in self.running.values())
        return Urgency.REVIEW if patient < max(1, len(self.workers) - 1) else Urgency.BOT

    async def serve(self, worker: Worker, job: Job) -> None:
        """Run a job on a worker, and then the next one."""
        try:
            answer = await self.answer(worker, job)
        except Exception as error:  # noqa: BLE001 - whoever asked gets it
            if not job.future.done():
                job.future.set_exception(error)
        else:
            if not job.future.done():
                job.future.set_result(answer)
        finally:
            task = asyncio.current_task()
            assert task is not None
            del self.running[task]
            self.idle.append(worker)
        self.dispatch()

    async def answer(self, worker: Worker, job: Job) -> Any:
        """Run a job, again where its worker dies; ServerError after several deaths, or if it takes too long."""
        for _ in range(TRIES):
            try:
                return await worker.run(job, self.seconds)
            except BrokenProcessPool:
                self.replaced += 1
                worker.replace()
            except TimeoutError as error:
                self.replaced += 1
                worker.replace()
                raise ServerError(
                    "bot/slow",
                    f"no answer within {self.seconds:g} seconds",
                    parameters={"seconds": f"{self.seconds:g}"},
                ) from error
        raise ServerError(
            "bot/broken", f"the workers died {TRIES} times over this question", parameters={"tries": TRIES}
        )

    def close(self) -> None:
        """Kill the workers, whatever they do."""
        for task in self.running:
            task.cancel()
        for worker in self.workers:
            worker.kill()


def busy() -> ServerError:
    """The answer to hints and replays for which there is no worker."""
    return ServerError("bot/busy", "too much is being asked at the moment; ask again a little later")


def make_pool(nice: int) -> ProcessPoolExecutor:
    """A pool of one process: it can be killed without taking the work of others with it."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=follow_parent, initargs=(nice,))


def follow_parent(nice: int) -> None:
    """Set up a worker: leave Ctrl-C to the server, and exit when the server does, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(nice)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@lru_cache(maxsize=32)
def cached_bot(spec: str, game: str) -> AnyBot:
    """A bot, made once in each worker."""
    return open_bot(spec, game)


def choose_move(question: Question[View, Move]) -> Move:
    """A bot's move; runs in a worker."""
    bot = cached_bot(question.bot, question.game)
    move: Move = bot.choose(question.view, question.legal, Random(question.seed))
    return move


def advise_move(question: Question[View, Move]) -> Advice[Move]:
    """A bot's advice; runs in a worker."""
    bot = cached_bot(question.bot, question.game)
    advice: Advice[Move] = bot.advise(question.view, question.legal, Random(question.seed))
    return advice


def replay_log(log: bytes, wanted: FrameRange, seats: tuple[Sitter, ...] = (), deciders: Sequence[str] = ()) -> bytes:
    """Frames of a match log, encoded; runs in a worker."""
    return msgspec.json.encode(frames_of_log(log, wanted, seats, deciders))
