"""All tournaments: their logs in memory, and the one way to change them.

A change is decided from the log, folded and written under the lock of its tournament. Where another node was faster the
write conflicts, the log is read again and the change is decided again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.server.errors import ConflictError, RefusalError, ServerError, StoreError
from parlour.server.limits import Buckets
from parlour.server.new_table import random_name, utc_now
from parlour.server.quotas import DAY_SECONDS
from parlour.server.tournaments.live import LiveScores
from parlour.server.tournaments.log import ENCODER, Entry, duplicate_deal, key_of, person_of, refusal, replay
from parlour.server.tournaments.plan import plan_of
from parlour.server.tournaments.results import result_of
from parlour.server.tournaments.rounds import Rounds
from parlour.server.tournaments.showing import exported, listed_summary, summary, tournament_state
from parlour.server.tournaments.store import TournamentRow, WriteTournament
from parlour.server.tournaments.types import TournamentList
from parlour.tournament.errors import TournamentError
from parlour.tournament.events import Ended, Opened, Played, Withdrew

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence

    from parlour.server.events import Opening
    from parlour.server.store import AddTable, Person
    from parlour.server.table_actor import Deals
    from parlour.server.table_log import AnyTableLog
    from parlour.server.tables import Tables
    from parlour.server.tournaments.log import AnyEvent, TournamentLog
    from parlour.server.tournaments.types import TournamentState
    from parlour.tournament.terms import Terms

LOG: Final = logging.getLogger("parlour.server")
KEPT: Final = 200
"""Tournaments in memory."""
TRIES: Final = 20
"""How often a change is decided again because another node was faster."""
WAIT_SECONDS: Final = 25.0
"""How long a request waits for news."""
COLLECT_SECONDS: Final = 0.5
"""How long news are collected before whoever waits is told."""
LISTED: Final = 100
"""Of so many, the latest, the list shows those with the most players."""
SHOWN: Final = 20
SHOWN_OVER: Final = 10
MOST_OPEN: Final = 3
"""Tournaments of one organiser that are not over."""
NEW_PER_ADDRESS: Final = 10
"""New tournaments a day from one address."""


class Kept:
    """A tournament in memory."""

    def __init__(self, row: TournamentRow, log: TournamentLog) -> None:
        self.row = row
        self.log = log
        self.lock = asyncio.Lock()
        self.pairing = asyncio.Lock()
        """Held while a round is paired, which takes longer than any other change."""


class Tournaments:
    """The tournaments in memory, and the store behind them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self.kept: dict[str, Kept] = {}
        self.news: dict[str, asyncio.Event] = {}
        """By tournament, what its readers wait for."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.created = Buckets(NEW_PER_ADDRESS / DAY_SECONDS, DAY_SECONDS)
        self.live = LiveScores(self.store.tournaments, self.wake, self.tell_scores)
        self.rounds = Rounds(self)

    # Reading.

    async def find(self, name: str) -> Kept:
        """A tournament, read from disk if it is not in memory; RefusalError where there is none."""
        if name not in self.kept:
            row = await self.store.tournaments.find(name)
            if row is None:
                raise RefusalError("tournament/unknown", f"there is no tournament {name!r}", parameters={"name": name})
            bodies = await self.store.tournaments.entries(name, 0)
            self.kept.setdefault(name, Kept(row, replay(row.owner, bodies)))
            for other in [other for other, each in self.kept.items() if not each.lock.locked()][: -KEPT or None]:
                del self.kept[other]
        return self.kept[name] if name in self.kept else await self.find(name)

    @contextlib.asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[Kept]:
        """A tournament as it is on disk, which nobody else on this node changes meanwhile."""
        while True:
            kept = await self.find(name)
            async with kept.lock:
                if self.kept.get(name) is not kept:
                    continue
                if self.tables.nodes is not None:
                    await self.catch_up(kept)
                yield kept
                return

    async def catch_up(self, kept: Kept) -> None:
        """Take in what other nodes have written."""
        for body in await self.store.tournaments.entries(kept.row.name, kept.log.seq):
            kept.log.fold(msgspec.json.decode(body, type=Entry))

    async def read(self, name: str) -> TournamentLog:
        async with self.held(name) as kept:
            return kept.log

    async def state(self, name: str, person: Person | None, since: int) -> TournamentState:
        """A tournament as a person may see it; where she knows everything, what comes next or nothing after a while."""
        log = await self.read(name)
        if log.seq <= since:
            await self.wait(name)
            log = await self.read(name)
        names = await self.names(log) if log.players_changed > since else {}
        found = tournament_state(name, log, names, person, since)
        left = self.rounds.seconds_left(log)
        plan = plan_of(log, left, time.time())
        return msgspec.structs.replace(found, seconds=left, plan=plan, live=await self.live.of(name, log))

    async def wait(self, name: str) -> None:
        """Wait until something happens in a tournament, and a moment longer; but not for ever."""
        news = self.news.setdefault(name, asyncio.Event())
        self.live.readers[name] += 1
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WAIT_SECONDS):
                    await news.wait()
                    await asyncio.sleep(COLLECT_SECONDS)
        finally:
            self.live.readers[name] -= 1
            if not self.live.readers[name]:
                del self.live.readers[name]

    def wake(self, name: str) -> None:
        """Tell whoever waits, here, that something has happened."""
        news = self.news.pop(name, None)
        if news is not None:
            news.set()

    def tell_scores(self, name: str) -> None:
        """Tell other nodes that a table stands otherwise."""
        self.tables.tell("scores", name=name)

    async def names(self, log: TournamentLog) -> dict[int, str]:
        """What the people in a tournament are called."""
        persons = {person_of(key) for key in log.numbers} | {log.owner}
        return await self.store.names([person for person in persons if person is not None])

    async def listed(self, person: Person | None) -> TournamentList:
        """The tournaments of the club."""
        mine = set() if person is None else set(await self.store.tournaments.of(person.id, most=LISTED))
        current = await self.store.tournaments.listed(over=False, most=LISTED)
        over = await self.store.tournaments.listed(over=True, most=SHOWN_OVER)
        lines = [listed_summary(row, mine=row.name in mine) for row in current]
        lines.sort(key=lambda line: (not line.mine, -line.players))
        return TournamentList(tuple(lines[:SHOWN]), tuple(listed_summary(row, mine=False) for row in over))

    async def file(self, name: str) -> bytes:
        """The file of `parlour tournament`."""
        log = await self.read(name)
        return exported(log, await self.names(log))

    # Changing.

    async def open(self, person: Person, terms: Terms, address: str, events: Sequence[AnyEvent] = ()) -> str:
        """Open a tournament, perhaps with events of a file; its name."""
        if find_spec("rustworkx") is None:
            raise RefusalError("tournament/missing", "this server cannot pair rounds: it lacks parlour[club]")
        if await self.store.tournaments.opened_by(person.id) >= MOST_OPEN:
            raise RefusalError(
                "tournament/many",
                f"you have {MOST_OPEN} tournaments that are not over",
                parameters={"most": MOST_OPEN},
            )
        if not self.created.take(address, asyncio.get_running_loop().time()):
            raise RefusalError(
                "address/new",
                f"no more than {NEW_PER_ADDRESS} new tournaments a day from one address",
                parameters={"most": NEW_PER_ADDRESS},
            )
        await self.tables.quotas.check_person(address)
        await self.tables.clock.begin()
        now = self.tables.clock.now()
        bodies = [ENCODER.encode(Entry(now, event)).decode() for event in (Opened(terms), *events)]
        log = replay(person.id, bodies)
        row = TournamentRow(random_name(), person.id, log.stage, digest_of(log), utc_now())
        await self.store.write(WriteTournament(row, 0, bodies))
        return row.name

    async def change(
        self, name: str, decide: Callable[[TournamentLog], Sequence[AnyEvent]], joined: Sequence[int] = ()
    ) -> None:
        """Let happen what is decided from the tournament as it is; RefusalError where it cannot."""
        for _ in range(TRIES):
            with contextlib.suppress(ConflictError):
                async with self.held(name) as kept:
                    try:
                        events = decide(kept.log)
                        if events:
                            await self.write(kept, events, (), joined)
                    except TournamentError as error:
                        raise refusal(error) from error
                    return
        raise StoreError("store/busy", "other nodes change this tournament all the time")

    async def write(
        self, kept: Kept, events: Sequence[AnyEvent], tables: Sequence[AddTable], joined: Sequence[int] = ()
    ) -> None:
        """Fold events and write them, in one transaction with new tables; only under the lock of the tournament."""
        name, log = kept.row.name, kept.log
        await self.tables.clock.begin()
        entries = [Entry(self.tables.clock.now(), event) for event in events]
        seq = log.seq
        try:
            for entry in entries:
                log.fold(entry)
            row = msgspec.structs.replace(kept.row, stage=log.stage, digest=digest_of(log))
            bodies = [ENCODER.encode(entry).decode() for entry in entries]
            await self.store.write(WriteTournament(row, seq, bodies, joined), *tables)
        except BaseException:
            self.kept.pop(name, None)  # it may have been folded, and nobody knows whether it is on disk
            raise
        kept.row = row
        if log.tournament.terms.rated and log.tournament.terms.duplicate and log.round and log.is_open(log.round):
            self.begin(self.rate(log.arranged[-1].tables))
        self.wake(name)
        self.tables.tell("tournament", name=name)

    async def rate(self, tables: Sequence[str]) -> None:
        """Enter the results of a duplicate round, of which everything may be told now; once more changes nothing."""
        for table in filter(None, tables):
            await self.tables.ratings.settle_stored(table)

    async def leave(self, person: int) -> None:
        """Withdraw somebody who has left the server; a tournament of hers that has not begun is over."""
        key = key_of(person)

        def leave(log: TournamentLog) -> list[AnyEvent]:
            events: list[AnyEvent] = [Withdrew(key)] if log.tournament.players.get(key) else []
            return [*events, Ended()] if log.owner == person and log.stage == "open" else events

        for name in await self.store.tournaments.of(person, most=LISTED):
            await self.change(name, leave)

    # Tables.

    async def deals(self, opening: Opening) -> Deals:
        """The deals of a duplicate round."""
        log = await self.read(opening.tournament)
        return partial(duplicate_deal, log.arranged[opening.round - 1].secret)

    async def is_open(self, opening: Opening) -> bool:
        """Whether everything about a table may be told: it is of no duplicate round, or its last table is done."""
        return not opening.sealed or (await self.read(opening.tournament)).is_open(opening.round)

    async def check_open(self, opening: Opening) -> None:
        """Refuse everything about a table of a duplicate round until its last table is done."""
        if not await self.is_open(opening):
            raise RefusalError(
                "table/sealed",
                "other tables still play the same deals",
                parameters={"tournament": opening.tournament, "round": opening.round},
            )

    def report(self, table: str, log: AnyTableLog) -> None:
        """Take the result of a table that is over."""
        self.begin(self.settle(table, log))

    async def settle(self, table: str, played: AnyTableLog) -> None:
        """Write down the result of a table, once; what fails is done again when the round is next looked after."""
        name = played.opening.tournament

        def settle(log: TournamentLog) -> list[AnyEvent]:
            place = log.place_of(table)
            if place is None or log.tournament.ended or log.tournament.table(*place).scores is not None:
                return []
            return [Played(*place, result_of(played, log.tournament.table(*place).places))]

        await self.change(name, settle)
        self.rounds.hurry()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(logged(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def close(self) -> None:
        """Look after no round any more."""
        self.rounds.task.cancel()
        self.live.close()
        for task in self.tasks:
            task.cancel()


async def logged(work: Coroutine[Any, Any, None]) -> None:
    """Await something; an error of the database is only logged, for it is done again later."""
    try:
        await work
    except ServerError as error:
        LOG.warning("a tournament: %s", error)


def digest_of(log: TournamentLog) -> str:
    return msgspec.json.encode(summary(log)).decode()
