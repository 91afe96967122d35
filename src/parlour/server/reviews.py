"""Reviews of finished matches, for the people who played them.

A review is judged part by part in a worker of its own that the system runs at low priority, so no
table waits for it. Every part is on disk before anybody is told; after a crash the next start
resumes behind the last one. A review is its owner's until she shares it by a link.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING, Final, cast

import msgspec

from parlour.server.bot_workers import BotWorkers, Urgency
from parlour.server.errors import RefusalError, ServerError, StoreError
from parlour.server.replay import MOST_EVENTS, check_over, match_log
from parlour.server.review_store import NewReview
from parlour.server.review_types import Decision, Figures, Judge, ReviewPart
from parlour.server.review_work import Task, judge_of, judge_part

if TYPE_CHECKING:
    from parlour.core.game import Seat
    from parlour.server.nodes import Nodes
    from parlour.server.review_store import ReviewRow
    from parlour.server.store import Person
    from parlour.server.table_log import AnyTableLog
    from parlour.server.tables import Tables

LOG: Final = logging.getLogger("parlour.server")
NICE: Final = 10
"""The niceness of the worker: bots, hints and the event loop go first."""
MOST_SECONDS: Final = 600.0
"""How long a part may take: the worker gets little of a busy machine."""
AT_ONCE: Final = 16
"""The reviews that take turns; later ones wait for the end of an earlier one."""
PAGE: Final = 100
"""The decisions in one answer."""
WAIT_SECONDS: Final = 10.0
"""How long a request waits for the next decision."""
ELSEWHERE_SECONDS: Final = 1.0
"""How long a request waits where another node judges."""
ADOPT_SECONDS: Final = 30.0
"""How often reviews are looked for that nobody judges any more."""
LINK_BYTES: Final = 16


class Reviews:
    """The reviews that are being judged, and what is stored of all."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store.reviews
        self.workers = BotWorkers(1, MOST_SECONDS, NICE)
        self.slots = asyncio.Semaphore(AT_ONCE)
        self.running: dict[int, asyncio.Task[None]] = {}
        self.judged: dict[int, int] = {}
        """By review, how many decisions of a running one are on disk."""
        self.news = asyncio.Condition()
        self.resuming = asyncio.create_task(self.resume(), name="reviews")
        nodes = tables.nodes
        self.adopting = None if nodes is None else asyncio.create_task(self.adopt(nodes), name="reviews of the dead")

    async def resume(self) -> None:
        """Go on with what was not complete when the server ended, unless another judge speaks now."""
        with contextlib.suppress(StoreError):  # then whoever asks again resumes hers
            for row in await self.store.unfinished():
                if not await self.is_outdated(row):
                    self.start(row)

    async def adopt(self, nodes: Nodes) -> None:
        """Go on with what nodes have left that are gone, again and again."""
        while True:
            await asyncio.sleep(ADOPT_SECONDS)
            if nodes.is_leader:
                await self.resume()

    async def is_outdated(self, row: ReviewRow) -> bool:
        """Whether another judge speaks now; loading it takes a moment."""
        game = (await self.tables.row(row.table)).opening.game
        return await asyncio.to_thread(judge_of, game) != decoded_judge(row)

    async def ask(self, person: Person, name: str, log: AnyTableLog) -> ReviewPart:
        """Begin a person's review of her match, or resume it; one by an earlier judge begins again."""
        seat = seat_at(log, person)
        check_reviewable(log)
        judge = await current_judge(log.game.name)
        row = await self.store.find(name, person.id)
        if row is None or decoded_judge(row) != judge:
            await self.tables.quotas.check_review(person.id)
            described = msgspec.json.encode(judge).decode()
            wanted = NewReview(name, person.id, seat, described, len(log.table.events))
            row = await self.store.add(wanted, now=time.time())
        if row.figures is None:
            self.start(row)
        return await self.part(row, 0, person)

    async def read(self, person: Person, name: str, first: int) -> ReviewPart:
        """A person's own review from a decision on; waits a little for one that is not judged yet."""
        await asyncio.wait({self.resuming})  # a server that has just started knows then what it goes on with
        row = await self.store.find(name, person.id)
        if row is None:
            raise unknown_review(name)
        if row.judged <= first and self.is_running(row):
            await self.wait(row.id, first)
            row = await self.store.find(name, person.id) or row
        return await self.part(row, first, person)

    async def read_shared(self, link: str, first: int) -> ReviewPart:
        """A review that its owner has shared."""
        row = await self.store.find_shared(link)
        if row is None:
            raise RefusalError("review/unknown", "this link leads to no review, or not any more")
        return await self.part(row, first, None)

    async def share(self, person: Person, name: str, *, shared: bool) -> ReviewPart:
        """Share a review by a link that nobody can guess, or withdraw the link."""
        row = await self.store.find(name, person.id)
        if row is None:
            raise unknown_review(name)
        if shared != (row.link is not None):
            link = secrets.token_hex(LINK_BYTES) if shared else None
            await self.store.share(row.id, link)
            row = msgspec.structs.replace(row, link=link)
        return await self.part(row, row.judged, person)

    async def part(self, row: ReviewRow, first: int, person: Person | None) -> ReviewPart:
        """What is stored of a review from a decision on, for its owner or for somebody who has its link."""
        bodies = await self.store.verdicts(row.id, first, PAGE)
        decisions = tuple(msgspec.Raw(body.encode()) for body in bodies)
        whole = first + len(bodies) >= row.judged
        return ReviewPart(
            table=row.table,
            seat=row.seat,
            judge=decoded_judge(row),
            events=row.events,
            winners=(await self.tables.row(row.table)).summary.winners,
            first=first,
            decisions=cast("tuple[Decision, ...]", decisions),  # they were encoded from such
            running=self.is_running(row),
            figures=msgspec.json.decode(row.figures, type=Figures) if row.figures and whole else None,
            outdated=await self.is_outdated(row),
            mine=person is not None,
            link=row.link or "" if person is not None else "",
        )

    def is_running(self, row: ReviewRow) -> bool:
        """Whether a review is judged here, or by another node; what one of them has left is soon adopted."""
        return row.id in self.running or (self.tables.nodes is not None and row.figures is None)

    async def wait(self, review: int, first: int) -> None:
        """Wait until a review has more decisions than so many, or is not judged any more; but not for long."""
        if review not in self.running:
            await asyncio.sleep(ELSEWHERE_SECONDS)
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT_SECONDS), self.news:
                await self.news.wait_for(lambda: self.judged.get(review, first + 1) > first)

    def start(self, row: ReviewRow) -> None:
        """Judge a review, unless that is being done."""
        if row.id not in self.running:
            self.judged[row.id] = row.judged
            self.running[row.id] = asyncio.create_task(self.run(row))

    async def run(self, row: ReviewRow) -> None:
        """Judge a review when it is its turn; whatever goes wrong, whoever asks again resumes it."""
        try:
            async with self.slots:
                nodes = self.tables.nodes
                if await self.store.claim(row.id, None if nodes is None else await nodes.number()):
                    await self.judge(row)
        except ServerError as error:
            LOG.warning("a review of table %s is not complete: %s", row.table, error)
        except Exception:
            LOG.exception("table %s cannot be reviewed", row.table)
        finally:
            del self.running[row.id], self.judged[row.id]
            await self.tell()

    async def judge(self, row: ReviewRow) -> None:
        """Judge part after part until the last, or until the review is deleted."""
        log = await self.tables.read(row.table)
        left_out = frozenset(number for number, bot in enumerate(log.deciders) if bot)
        task = Task(match_log(log).encode(), row.seat, left_out, log.is_cut_short)
        known = await self.store.verdicts(row.id, 0, row.judged)
        figures = None
        while figures is None:
            part = await self.workers.ask(Urgency.REVIEW, row.person, judge_part, task, tuple(known))
            figures = part.figures
            if not await self.store.add_verdicts(row.id, len(known), part.decisions, figures):
                return
            known += part.decisions
            self.judged[row.id] = len(known)
            await self.tell()

    async def tell(self) -> None:
        """Wake whoever waits for news of a review."""
        async with self.news:
            self.news.notify_all()

    def close(self) -> None:
        """Stop judging; the next start goes on."""
        self.resuming.cancel()
        if self.adopting is not None:
            self.adopting.cancel()
        for task in self.running.values():
            task.cancel()
        self.workers.close()


def unknown_review(table: str) -> RefusalError:
    """The refusal where a person's match at a table was not reviewed."""
    return RefusalError(
        "review/unknown", f"nobody has reviewed your match at table {table!r}", parameters={"table": table}
    )


def seat_at(log: AnyTableLog, person: Person) -> Seat:
    """The seat that a person held in a match that is over, or RefusalError."""
    check_over(log)
    seat = log.seat_of(person.id)
    if seat is None:
        raise RefusalError("review/seat", "you did not play in this match")
    return seat


def check_reviewable(log: AnyTableLog) -> None:
    """Refuse matches that are too long."""
    if len(log.table.events) > MOST_EVENTS:
        raise RefusalError("log/long", f"no more than {MOST_EVENTS} events", parameters={"most": MOST_EVENTS})


async def current_judge(game: str) -> Judge:
    """Who judges a game now, or RefusalError; loading it takes a moment."""
    judge = await asyncio.to_thread(judge_of, game)
    if judge is None:
        raise RefusalError("review/game", f"nobody judges {game!r} here", parameters={"game": game})
    return judge


def decoded_judge(row: ReviewRow) -> Judge:
    """Who judged a review."""
    return msgspec.json.decode(row.judge, type=Judge)
