"""Time limits of bots: CPU milliseconds count, and an alarm interrupts a call that does not return."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE: Final = 10
"""How many times its limit a call may last by wall-clock time, to allow for a busy machine."""
SHORTEST_ALARM: Final = 1.0
"""Seconds that every call may last by wall-clock time: a busy machine can pause a process for that long."""


class Overtime(BaseException):
    """The alarm; not an Exception, so that a bot does not catch it by mistake."""


class Stopwatch:
    """Measures the CPU time of calls."""

    def __init__(self, limit_ms: float | None) -> None:
        """`limit_ms` is for one call; None for no limit."""
        self.limit_ms = limit_ms
        self.last_ms = 0.0

    @contextmanager
    def call(self, elsewhere: Callable[[], int] | None = None) -> Iterator[None]:
        """Time one call; Overtime interrupts it where it sleeps or hangs.

        `elsewhere` tells the nanoseconds that another process has spent on calls so far.
        """
        armed = self.limit_ms is not None and can_interrupt()
        before = time.process_time_ns()
        before_elsewhere = 0 if elsewhere is None else elsewhere()
        try:
            if armed and self.limit_ms is not None:
                signal.setitimer(signal.ITIMER_REAL, max(SHORTEST_ALARM, PATIENCE * self.limit_ms / 1000))
            yield
        finally:
            if armed:
                signal.setitimer(signal.ITIMER_REAL, 0)
            self.last_ms = (time.process_time_ns() - before) / 1e6
            if elsewhere is not None:
                self.last_ms += max(0, elsewhere() - before_elsewhere) / 1e6

    @property
    def exceeded(self) -> bool:
        """Whether the last call took too long."""
        return self.limit_ms is not None and self.last_ms > self.limit_ms


def can_interrupt() -> bool:
    """Whether alarms reach this thread: only the main one, and only where the platform has them."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def alarms() -> Iterator[None]:
    """Have alarms raise Overtime inside the block."""
    if not can_interrupt():
        yield
        return
    before = signal.signal(signal.SIGALRM, raise_overtime)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


def raise_overtime(_signal: int, _frame: object) -> NoReturn:
    raise Overtime
