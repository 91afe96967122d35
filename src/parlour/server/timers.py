"""Named timers of one table; each name has at most one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Timers:
    """Timers on the running event loop."""

    def __init__(self) -> None:
        self.pending: dict[str, asyncio.TimerHandle] = {}

    def schedule(self, name: str, seconds: float, callback: Callable[[], None]) -> None:
        """Call back later; a pending timer of that name is replaced."""
        self.cancel(name)
        self.pending[name] = asyncio.get_running_loop().call_later(seconds, callback)

    def schedule_once(self, name: str, seconds: float, callback: Callable[[], None]) -> None:
        """Call back later, unless a timer of that name is pending."""
        timer = self.pending.get(name)
        if timer is None or timer.when() < asyncio.get_running_loop().time():
            self.schedule(name, seconds, callback)

    def cancel(self, name: str) -> None:
        timer = self.pending.pop(name, None)
        if timer is not None:
            timer.cancel()

    def cancel_all(self) -> None:
        for name in list(self.pending):
            self.cancel(name)
