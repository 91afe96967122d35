"""Standard input, read in a thread of its own, so that the event loop keeps running meanwhile."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def read_lines(receive: Callable[[str | None], None]) -> None:
    """Call `receive` in the running event loop with every line, and with None after the last."""
    loop = asyncio.get_running_loop()
    source = sys.stdin.fileno()

    def hand_over(text: str | None) -> None:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(receive, text)

    def read() -> None:
        # Not sys.stdin.readline: a thread that blocks in it keeps the interpreter from exiting.
        rest = b""
        while more := os.read(source, 4096):
            *lines, rest = (rest + more).split(b"\n")
            for line in lines:
                hand_over(line.decode(errors="replace"))
        if rest:
            hand_over(rest.decode(errors="replace"))
        hand_over(None)

    threading.Thread(target=read, daemon=True).start()
