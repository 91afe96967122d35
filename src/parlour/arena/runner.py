"""Runners: this process, or a pool of worker processes. Ray is in `ray_runner`.

Every runner yields results in the order of the jobs, so that a run that stops early stops at
the same deal everywhere.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

from parlour.arena.bout import run_job
from parlour.arena.errors import ArenaError
from parlour.arena.job import Result

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Future

    from parlour.arena.job import Job

Results = Generator[Result, None, None]

AHEAD: Final = 4
"""How many jobs a worker may be ahead of the results."""
DEATHS: Final = 3
"""How often workers may die on the same job before the run fails."""


class Runner(Protocol):
    """Runs jobs."""

    def map(self, jobs: Iterable[Job]) -> Results:
        """Results in the order of the jobs, each as soon as it is ready; close the generator to end early."""


class InProcess:
    """Runs jobs one after the other in this process."""

    def map(self, jobs: Iterable[Job]) -> Results:
        """Results in the order of the jobs."""
        yield from map(run_job, jobs)


class Pool:
    """Runs jobs in worker processes; the jobs of a killed worker are retried."""

    def __init__(self, workers: int) -> None:
        """Workers start with the first job."""
        self.workers = workers

    def map(self, jobs: Iterable[Job]) -> Results:
        """Results in the order of the jobs."""
        coming = iter(jobs)
        before = set(multiprocessing.active_children())
        queue: deque[tuple[Job, Future[Result] | None]] = deque()
        executor = self.start()
        deaths = 0
        try:
            while True:
                while len(queue) < AHEAD * self.workers and (job := next(coming, None)) is not None:
                    queue.append((job, None))
                if not queue:
                    return
                try:
                    with held_interrupts():
                        queue = deque((job, future or executor.submit(run_job, job)) for job, future in queue)
                    result = finished(queue[0][1])
                except BrokenProcessPool:
                    deaths += 1
                    if deaths == DEATHS:
                        raise ArenaError(f"workers died {deaths} times over {described(queue[0][0])}") from None
                    executor.shutdown()
                    executor = self.start()
                    queue = deque((job, future if is_done(future) else None) for job, future in queue)
                    continue
                deaths = 0
                queue.popleft()
                yield result
        finally:
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
            executor.shutdown(cancel_futures=True)

    def start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), initializer=begin_work)


@contextmanager
def held_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back while workers may start: they inherit that, so it cannot reach them before they ignore it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_work() -> None:
    """Initialize a worker: leave interrupts to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=follow_parent, daemon=True).start()


def follow_parent() -> None:
    """End this process when the parent has ended, also where it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def finished(future: Future[Result] | None) -> Result:
    assert future is not None
    return future.result()


def is_done(future: Future[Result] | None) -> bool:
    """Whether a job was done before its pool broke."""
    return future is not None and future.done() and not future.cancelled() and future.exception() is None


def described(job: Job) -> str:
    bots = ", ".join(job.contest.bots[bot] for bot in job.lineup)
    return f"deals {job.first} to {job.stop - 1} of {bots}"
