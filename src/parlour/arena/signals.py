"""SIGTERM ends a run as Ctrl-C does: results are kept, and no worker is left running."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator


class Terminated(KeyboardInterrupt):
    """SIGTERM arrived."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise Terminated on SIGTERM inside the block, where signals reach this thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, raise_terminated)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def raise_terminated(_signal: int, _frame: object) -> NoReturn:
    raise Terminated
