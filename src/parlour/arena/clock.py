"""A bot's time: its CPU milliseconds count, and an alarm ends a call that never returns."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE: Final = 10
"""How many times its limit a call may last by the clock on the wall, for a machine with other work."""


class Overtime(BaseException):
    """The alarm; no Exception, so that a bot does not catch it by mistake."""


class Stopwatch:
    """Adds up CPU time."""

    def __init__(self, limit_ms: float | None) -> None:
        """Keep the limit of one call."""
        self.limit_ms = limit_ms
        self.last_ms = 0.0

    @contextmanager
    def call(self) -> Iterator[None]:
        """Time one call; it is interrupted with Overtime where it sleeps or hangs."""
        armed = self.limit_ms is not None and can_interrupt()
        before = time.process_time_ns()
        try:
            if armed and self.limit_ms is not None:
                signal.setitimer(signal.ITIMER_REAL, PATIENCE * self.limit_ms / 1000)
            yield
        finally:
            if armed:
                signal.setitimer(signal.ITIMER_REAL, 0)
            self.last_ms = (time.process_time_ns() - before) / 1e6

    @property
    def exceeded(self) -> bool:
        """Whether the last call took too long."""
        return self.limit_ms is not None and self.last_ms > self.limit_ms


def can_interrupt() -> bool:
    """Tell whether alarms reach this thread: the main one, where there are such alarms."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def alarms() -> Iterator[None]:
    """Let alarms raise Overtime for a while."""
    if not can_interrupt():
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


def ring(_signal: int, _frame: object) -> NoReturn:
    """Interrupt whatever runs."""
    raise Overtime
