"""Worker processes in which bots think, never on the event loop.

A worker that dies is replaced and the question is asked again. Workers end when the server does,
however it ends.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import msgspec

from parlour.bots.catalogue import make_bot
from parlour.core.game import Move, View
from parlour.server.errors import ServerError

if TYPE_CHECKING:
    from parlour.bots.bot import Advice, AnyBot

TRIES: Final = 5
Answer = TypeVar("Answer")


class Question(msgspec.Struct, Generic[View, Move], frozen=True):
    """What a bot is asked; it sees what its seat may see."""

    bot: str
    game: str
    view: View
    legal: Sequence[Move]
    seed: int


class BotWorkers:
    """A pool of worker processes, started when they are first needed."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = self.make_pool()
        self.replaced = 0

    def make_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=follow_parent
        )

    async def choose(self, question: Question[View, Move]) -> Move:
        """A bot's move."""
        return await self.ask(choose_move, question)

    async def advise(self, question: Question[View, Move]) -> Advice[Move]:
        """A bot's move with its reasons."""
        return await self.ask(advise_move, question)

    async def ask(self, think: Callable[[Question[View, Move]], Answer], question: Question[View, Move]) -> Answer:
        """Run a function in a worker, and in another one if that dies; ServerError after several deaths."""
        for _ in range(TRIES):
            pool = self.pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, think, question)
            except BrokenProcessPool:
                if pool is self.pool:
                    self.pool = self.make_pool()
                    self.replaced += 1
                pool.shutdown(wait=False, cancel_futures=True)
        raise ServerError(
            "bot/broken", f"the workers died {TRIES} times over this question", parameters={"tries": TRIES}
        )

    def close(self) -> None:
        """Terminate the workers."""
        for process in list((self.pool._processes or {}).values()):  # noqa: SLF001 - running work cannot be cancelled otherwise
            process.terminate()
        self.pool.shutdown(wait=True, cancel_futures=True)


def follow_parent() -> None:
    """Set up a worker: leave Ctrl-C to the server, and exit when the server does, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@lru_cache(maxsize=32)
def cached_bot(spec: str, game: str) -> AnyBot:
    """A bot, made once in each worker."""
    return make_bot(spec, game)


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
