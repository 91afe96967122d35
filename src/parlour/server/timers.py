"""What will be done later, by name."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Timers:
    """Timers of one table; each name has at most one."""

    def __init__(self) -> None:
        """Start with nothing planned."""
        self.planned: dict[str, asyncio.TimerHandle] = {}

    def at(self, name: str, seconds: float, work: Callable[[], None]) -> None:
        """Do something later; the same name replaces what was planned under it."""
        self.call_off(name)
        self.planned[name] = asyncio.get_running_loop().call_later(seconds, work)

    def plan(self, name: str, seconds: float, work: Callable[[], None]) -> None:
        """Do something later, unless it is planned already."""
        timer = self.planned.get(name)
        if timer is None or timer.when() < asyncio.get_running_loop().time():
            self.at(name, seconds, work)

    def call_off(self, name: str) -> None:
        """Forget what was planned."""
        timer = self.planned.pop(name, None)
        if timer is not None:
            timer.cancel()

    def clear(self) -> None:
        """Forget everything that was planned."""
        for name in list(self.planned):
            self.call_off(name)
