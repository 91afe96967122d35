"""Whether the server can do its work, asked as often as anybody likes."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from parlour.server.bot_workers import BotWorkers
    from parlour.server.nodes import Nodes
    from parlour.server.store import Store

FRESH_SECONDS: Final = 5.0
"""How long an answer is given again."""


class Health:
    """The last look at the database; one look at a time, and one in some seconds."""

    def __init__(self, store: Store, workers: BotWorkers, nodes: Nodes | None = None) -> None:
        self.store = store
        self.workers = workers
        self.nodes = nodes
        self.look: asyncio.Task[dict[str, int]] | None = None
        self.since = 0.0

    async def check(self) -> dict[str, int]:
        """How many people and tables there are; StoreError where the database cannot be written."""
        now = time.monotonic()
        if self.look is None or (self.look.done() and now - self.since > FRESH_SECONDS):
            self.look = asyncio.create_task(self.store.probe())
            self.since = now
        return await asyncio.shield(self.look)

    async def check_ready(self) -> None:
        """ServerError where the database cannot be written, no worker starts, or this node owns nothing.

        A server that was told to stop accepts no connections, so it cannot be asked.
        """
        if self.nodes is not None:
            self.nodes.check()
        await self.check()
        await self.workers.start()
