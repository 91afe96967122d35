"""Bots think in processes of their own, never on the event loop.

A worker that dies is replaced and the question is asked again; workers end when the server does,
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
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from parlour.bots.catalogue import make_bot
from parlour.server.errors import ServerError

if TYPE_CHECKING:
    from parlour.bots.bot import Advice, AnyBot

TRIES: Final = 5
Answer = TypeVar("Answer")


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: it sees what its seat may see."""

    bot: str
    game: str
    view: Any
    legal: Sequence[Any]
    seed: int


class Thinkers:
    """The worker processes."""

    def __init__(self, workers: int) -> None:
        """Say how many; they start when they are first needed."""
        self.workers = workers
        self.pool = self.made()
        self.replaced = 0

    def made(self) -> ProcessPoolExecutor:
        """Make a pool of workers."""
        return ProcessPoolExecutor(
            self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=serve_parent
        )

    async def choose(self, question: Question) -> Any:
        """Ask for a move."""
        return await self.ask(chosen, question)

    async def advise(self, question: Question) -> Advice[Any]:
        """Ask for a move and its reasons."""
        return await self.ask(advised, question)

    async def ask(self, think: Callable[[Question], Answer], question: Question) -> Answer:
        """Let a worker think; where it dies, let another one."""
        for _ in range(TRIES):
            pool = self.pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, think, question)
            except BrokenProcessPool:
                if pool is self.pool:
                    self.pool = self.made()
                    self.replaced += 1
                pool.shutdown(wait=False, cancel_futures=True)
        raise ServerError("bot/broken", f"the workers died {TRIES} times over this question")

    def close(self) -> None:
        """End the workers."""
        for process in list((self.pool._processes or {}).values()):  # noqa: SLF001 - a thought cannot be called off otherwise
            process.terminate()
        self.pool.shutdown(wait=True, cancel_futures=True)


def serve_parent() -> None:
    """Leave Ctrl-C to the server, and end with it, also where it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@lru_cache(maxsize=32)
def bot_of(spec: str, game: str) -> AnyBot:
    """Make a bot once."""
    return make_bot(spec, game)


def chosen(question: Question) -> Any:
    """Let the bot choose, in a worker."""
    return bot_of(question.bot, question.game).choose(question.view, question.legal, Random(question.seed))


def advised(question: Question) -> Advice[Any]:
    """Let the bot advise, in a worker."""
    return bot_of(question.bot, question.game).advise(question.view, question.legal, Random(question.seed))
