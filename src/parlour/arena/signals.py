"""SIGTERM ends a run as Ctrl-C does: what was played is kept, and no worker is left behind."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator


class Terminated(KeyboardInterrupt):
    """Somebody asked this process to end."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise Terminated on SIGTERM for a while, where signals reach this thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def end(_signal: int, _frame: object) -> NoReturn:
    """End whatever runs."""
    raise Terminated
