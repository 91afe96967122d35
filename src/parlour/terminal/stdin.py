"""What is typed, read in a thread of its own, so that others are heard meanwhile."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def read_lines(hand_over: Callable[[str | None], None]) -> None:
    """Hand over every line in the running event loop, and None after the last."""
    loop = asyncio.get_running_loop()
    source = sys.stdin.fileno()

    def tell(text: str | None) -> None:
        with suppress(RuntimeError):  # nobody listens any more
            loop.call_soon_threadsafe(hand_over, text)

    def read() -> None:
        # Not sys.stdin.readline: a thread that waits in there would keep the program from ending.
        rest = b""
        while more := os.read(source, 4096):
            *lines, rest = (rest + more).split(b"\n")
            for line in lines:
                tell(line.decode(errors="replace"))
        if rest:
            tell(rest.decode(errors="replace"))
        tell(None)

    threading.Thread(target=read, daemon=True).start()
