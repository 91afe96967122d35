"""How tables stand that are being played, for those who follow a tournament; of a sealed table nobody learns anything.

Nothing is loaded for it: a table writes how it stands when something is dealt or scored, and one query reads all tables
of a round, once in two seconds however many people ask. A new score wakes those who wait for news, no more than
50 of them a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from parlour.server.errors import StoreError
from parlour.server.store import TableSummary
from parlour.server.tournaments.types import LiveLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.server.tournaments.log import TournamentLog
    from parlour.server.tournaments.store import TournamentStore

LOG: Final = logging.getLogger("parlour.server")
DECODER: Final = msgspec.json.Decoder(TableSummary)
FRESH_SECONDS: Final = 2.0
"""How long what was read is told to others, and how long new scores are collected at least."""
ANSWERS_PER_SECOND: Final = 50
"""How many of those who wait are answered a second because of scores alone, on average."""
MOST_KEPT: Final = 200
"""Tournaments whose tables are remembered."""


class Reading(NamedTuple):
    """What was read of a round, or is being read."""

    round: int
    since: float
    """By the event loop's time."""
    lines: asyncio.Task[tuple[LiveLine, ...]]


class LiveScores:
    """The scores of running tables, and who is to be told of them."""

    def __init__(self, store: TournamentStore, wake: Callable[[str], None], tell: Callable[[str], None]) -> None:
        """`wake` answers whoever waits here for news of a tournament, `tell` asks other nodes to do so."""
        self.store = store
        self.wake = wake
        self.tell = tell
        self.readings: dict[str, Reading] = {}
        self.readers: Counter[str] = Counter()
        """By tournament, how many wait here for news."""
        self.due: dict[str, asyncio.TimerHandle] = {}
        """When those are woken for whom there are new scores."""

    async def of(self, name: str, log: TournamentLog) -> tuple[LiveLine, ...]:
        """How the running tables of the last round stand; nothing of a duplicate round, or where it cannot be read."""
        if not log.tournament.awaits_results or not log.is_open(log.round):
            return ()
        now, kept = asyncio.get_running_loop().time(), self.readings.get(name)
        if kept is None or kept.round != log.round or now - kept.since > FRESH_SECONDS:
            while len(self.readings) >= MOST_KEPT:
                del self.readings[next(iter(self.readings))]
            kept = self.readings[name] = Reading(log.round, now, asyncio.create_task(self.read(log)))
        return await asyncio.shield(kept.lines)

    async def read(self, log: TournamentLog) -> tuple[LiveLine, ...]:
        """Read the running tables of the last round."""
        running = set(log.unsettled())
        if not running:
            return ()
        numbers = {table: number for number, table in enumerate(log.arranged[-1].tables, start=1) if table in running}
        try:
            found = await self.store.digests(list(numbers))
            stands = {numbers[table]: DECODER.decode(digest) for table, digest in found.items()}
        except (StoreError, msgspec.MsgspecError) as error:
            LOG.warning("scores of a tournament: %s", error)
            return ()
        return tuple(
            LiveLine(number, stand.scores, stand.progress) for number, stand in sorted(stands.items()) if stand.progress
        )

    def changed(self, name: str, *, told: bool = False) -> None:
        """Show those who wait, soon, that a table stands otherwise; other nodes too, unless one of them has told it."""
        if name not in self.due:
            delay = max(FRESH_SECONDS, self.readers[name] / ANSWERS_PER_SECOND)
            self.due[name] = asyncio.get_running_loop().call_later(delay, self.show, name, told)

    def show(self, name: str, told: bool) -> None:  # noqa: FBT001 - a timer passes it
        """Answer whoever waits for news of a tournament."""
        del self.due[name]
        self.wake(name)
        if not told:
            self.tell(name)

    def close(self) -> None:
        for timer in self.due.values():
            timer.cancel()
