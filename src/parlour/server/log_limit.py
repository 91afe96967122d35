"""Keeps the log small: whatever a client repeats is logged once a minute."""

from __future__ import annotations

import logging
import time
from typing import Final

WINDOW_SECONDS: Final = 60.0
MOST_CAUSES: Final = 1000


class OncePerWindow(logging.Filter):
    """Passes one record of each cause in a minute; the next one says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[object, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a record; its cause is the message before it is filled in, and the exception's type."""
        cause = (record.name, record.msg, record.exc_info and record.exc_info[0])
        now = time.monotonic()
        since, left_out = self.seen.get(cause, (-WINDOW_SECONDS, 0))
        if now - since < WINDOW_SECONDS:
            self.seen[cause] = (since, left_out + 1)
            return False
        if len(self.seen) >= MOST_CAUSES:
            self.seen.clear()
        self.seen[cause] = (now, 0)
        if left_out:
            record.msg = f"{record.msg} (and {left_out} more like it)"
        return True
