"""The clock by which moves are timed: it stands still while nobody can play.

It counts the seconds during which a server was up and could reach its database, and is stored with it. A deadline in
these seconds outlives a restart and a takeover; neither gives anybody the whole time again, and neither costs any.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from parlour.server.store import Store

MOST_SECONDS: Final = 10.0
"""How far the clock goes on without a tick, of which there is one in five seconds."""
RELOAD_SECONDS: Final = 5.0
"""What a running clock is given when its table is loaded again: people have to reconnect first."""


class ServiceClock:
    """The service's clock, as this server knows it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.most = MOST_SECONDS
        self.seconds = 0.0
        self.at = time.monotonic()
        self.begun = False

    def now(self) -> float:
        """The time; without ticks it stands still soon."""
        return self.seconds + min(time.monotonic() - self.at, self.most)

    def set(self, seconds: float) -> None:
        """Take the time that is stored; it never goes back."""
        self.seconds = max(seconds, self.now()) if self.begun else seconds
        self.at = time.monotonic()
        self.begun = True

    async def begin(self) -> None:
        """Go on from the stored time: what has passed since does not count."""
        if not self.begun:
            self.set(await self.store.tick(0.0))

    async def tick(self) -> None:
        """Store the time, if any move was ever timed."""
        if self.begun:
            self.set(await self.store.tick(self.most))
        elif await self.store.has_clocks():
            await self.begin()
