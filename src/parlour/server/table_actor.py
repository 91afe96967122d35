"""One table in memory: a single task executes, writes, folds and sends, one thing after the other.

    command ─▶ queue ─▶ judge ─▶ append and commit ─▶ fold ─▶ done to its sender, the scene to everybody
                 ▲                                                     │
                 └── bots' moves, clocks, people who leave ◀───────────┘

What is not on disk is neither folded nor shown nor acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.games.catalogue import KINDS
from parlour.server import judging
from parlour.server.bot_seats import RETRY_SECONDS, BotSeats
from parlour.server.errors import ConflictError, FencedError, RefusalError, SeekError, ServerError, StoreError
from parlour.server.events import Closed, Continued, Flagged, Seated
from parlour.server.limits import Bucket
from parlour.server.presenting import LiveState, occupants, people_to_act, summary
from parlour.server.protocol import Claim, Done, Play, Ready, Refused, Rematch, Said
from parlour.server.push import Turn
from parlour.server.ratings.ratings import neighbours
from parlour.server.seating import STAND_IN, Seating
from parlour.server.store import Append, Withdraw
from parlour.server.subscribers import ENCODER, Subscribers
from parlour.server.table_log import event_of
from parlour.server.timers import Timers
from parlour.server.timing import NOTHING, Spent, Timing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.core.game import Seat
    from parlour.server.protocol import Command, Phrase
    from parlour.server.store import Change, Clocks, Lease, TableRow
    from parlour.server.subscribers import Subscriber
    from parlour.server.table_log import AnyTableLog, Step, Updates
    from parlour.server.tables import Tables
    from parlour.server.writer import Work

LOG: Final = logging.getLogger("parlour.server")
SERVICE_RESTART: Final = 1012
MOST_WAITING: Final = 256
"""Queued commands; more come only while the database does not answer."""
PRESENCE_SECONDS: Final = 0.25
"""How long who comes and goes is collected before the others are shown it."""
PHRASE_SECONDS: Final = 5
PHRASES: Final = 3
"""A seat may say so many phrases at once, and another one every five seconds."""
Deals = Callable[[int], Random]
"""The generator of every deal of a match, counted from 0."""


def fresh_deals(_: int) -> Random:
    """Deals that nobody can repeat."""
    return SystemRandom()


class TableActor:
    """A table in memory, with its subscribers."""

    def __init__(
        self, row: TableRow, log: AnyTableLog, keys: set[str], tables: Tables, lease: Lease | None = None
    ) -> None:
        """Start from a replayed log; `keys` are those of the commands in it, `lease` is a node's."""
        self.deals: Deals = fresh_deals
        """Those of a duplicate round are set before anything is dealt."""
        self.reported = False
        """Whether its tournament knows that the match is over."""
        self.lease = lease
        self.name = row.name
        self.summary = row.summary
        self.summarized: tuple[object, ...] = ()
        """What the summary was made of."""
        self.log = log
        self.keys = keys
        self.tables = tables
        self.store = tables.store
        self.settings = tables.settings
        self.closed = False
        self.subscribers = Subscribers(row.name, log)
        self.timers = Timers()
        self.timing = Timing(self)
        self.seating = Seating(self, self.timing)
        self.bots = BotSeats(self, self.timing, tables.workers)
        self.voices: dict[int, Bucket] = {}
        """By seat, how much may be said."""
        self.clocks: Clocks = {}
        """Those that are stored."""
        self.queue: asyncio.Queue[Work] = asyncio.Queue()
        self.last_used = self.now()
        self.busy = False
        self.task = asyncio.create_task(self.run(), name=f"table {self.name}")
        self.wake()

    # The queue.

    def now(self) -> float:
        """The monotonic clock; asking the event loop for it takes four times as long."""
        return time.monotonic()

    def clock(self) -> float:
        """The service's time, by which moves are timed."""
        return self.tables.clock.now()

    def post(self, work: Work) -> None:
        """Queue work; a table that was dropped does none."""
        self.queue.put_nowait(work)

    def wake(self) -> None:
        """Queue a look at what is due."""
        self.post(self.advance)

    async def run(self) -> None:
        """Do one thing after the other, until the table is closed."""
        while True:
            self.busy = False
            if not self.queue.empty():
                await asyncio.sleep(0)  # a full queue must not keep other tables and connections waiting
            work = await self.queue.get()
            self.busy = True
            self.last_used = self.now()
            try:
                await work()
            except FencedError:
                LOG.warning("table %s has another owner by now", self.name)
                self.tables.metrics.fenced += 1
                self.drop()
                return
            except ConflictError:
                LOG.exception("table %s was written by another process; it will be reloaded", self.name)
                self.drop()
                return
            except StoreError as error:
                LOG.warning("table %s: %s", self.name, error)
                self.broadcast_error(error)
                self.timers.schedule("retry", RETRY_SECONDS, self.wake)
            except Exception:
                LOG.exception("table %s", self.name)
                self.drop()
                return

    async def complete(self, work: Work) -> None:
        """Queue work, and wait until it is done."""
        finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def resolve() -> None:
            try:
                await work()
            except StoreError as error:
                finished.set_exception(error)
                raise
            else:
                finished.set_result(None)

        self.post(resolve)
        await asyncio.wait({finished, self.task}, return_when=asyncio.FIRST_COMPLETED)
        if not finished.done():
            raise StoreError("store/busy", "the table is being reloaded")
        await finished

    async def commit(self, steps: Sequence[Step], key: str = "", *also: Change) -> None:
        """Write events to disk, in one transaction with other changes, then fold them and send them out."""
        if not steps:
            return
        viewers = self.subscribers.viewers()
        since = self.now()
        events = [event_of(step) for step in steps]
        await self.store.write(Append(self.name, self.log.seq, key, events, self.lease), *also)
        self.tables.metrics.commits.observe(self.now() - since)
        if key:
            self.keys.add(key)
        updates: Updates = {}
        for step in steps:
            for viewer, more in self.log.fold(step, viewers).items():
                updates[viewer] = updates.get(viewer, ()) + more
        self.timing.start()
        self.broadcast(updates)

    async def write_summary(self) -> None:
        """Store what lists show of the table, if it has changed."""
        facts = (self.log.status, self.log.scores, self.log.dealt, *self.log.seated)
        if facts == self.summarized:
            return
        now = summary(self.log)
        if now != self.summary:
            await self.store.write_summary(self.name, now, self.lease)
            self.summary = now
            if self.log.opening.tournament and not self.log.opening.sealed:
                self.tables.tournaments.live.changed(self.log.opening.tournament)
        self.summarized = facts

    async def write_clocks(self) -> None:
        """Store which clocks run, if that has changed."""
        clocks: Clocks = {int(seat): clock for seat, clock in self.timing.deadlines.items()}
        if clocks != self.clocks:
            await self.store.write_clocks(self.name, clocks, self.lease)
            self.clocks = clocks

    # Commands.

    def enqueue(self, subscriber: Subscriber, command: Command) -> None:
        """Queue a command; it is answered by `done` or `refused`. RefusalError where too many wait."""
        if self.queue.qsize() >= MOST_WAITING:
            raise RefusalError("table/busy", "too much waits to be done at this table")
        self.post(partial(self.answer, subscriber, command, self.now(), self.clock()))

    async def answer(self, subscriber: Subscriber, command: Command, since: float, at: float) -> None:
        """Execute a command that came at some time, unless it was executed before, and answer it."""
        key = f"{subscriber.person.id}:{command.id}"
        try:
            if key not in self.keys:
                await self.execute(subscriber, command, key, at)
        except ConflictError:
            raise
        except ServerError as error:
            subscriber.send(ENCODER.encode(Refused.of(error, id=command.id, table=self.name)))
            if isinstance(error, StoreError) and not isinstance(error, SeekError):
                raise  # it concerns everybody at the table
            return
        except Exception:
            refused = Refused("server/broken", "this went wrong at the server", id=command.id, table=self.name)
            subscriber.send(ENCODER.encode(refused))
            raise
        subscriber.send(ENCODER.encode(Done(command.id)))
        self.tables.metrics.commands.observe(self.now() - since)
        await self.advance()

    async def execute(self, subscriber: Subscriber, command: Command, key: str, at: float) -> None:
        """Commit what a command causes that came `at` a time of the service's clock, or raise RefusalError."""
        person = subscriber.person
        match command:
            case Ready(number=number):
                if self.seating.mark_ready(judging.own_seat(self.log, person.id), number):
                    self.broadcast({})
            case Rematch():
                if judging.needs_rematch(self.log, person.id):
                    rematch = await self.tables.rematch(self.log, person, subscriber.address)
                    await self.commit([Continued(rematch.row.name)], key, rematch)
            case Claim(seat=seat, win=win):
                claims = self.seating.claims()
                await self.commit(judging.judge_claim(self.log, person.id, seat, win=win, claims=claims), key)
            case _:
                spent = await self.spend(subscriber, at) if isinstance(command, Play) else NOTHING
                levels = self.settings.levels(self.log.game.name)
                steps = judging.judge(self.log, person, command, levels, spent)
                arrived = [step.person for step in steps if isinstance(step, Seated) and step.person is not None]
                await self.commit(steps, key, *map(Withdraw, arrived))

    async def spend(self, subscriber: Subscriber, at: float) -> Spent:
        """What a move costs that came at a time; a flag that had fallen by then comes first."""
        seat = judging.own_seat(self.log, subscriber.person.id)
        await self.flag(seat, at)
        return self.timing.spent(seat, subscriber.lag, at)

    async def flag(self, seat: Seat, at: float | None = None) -> None:
        """Let a bot play for a seat whose bank is empty by now, or was when something came."""
        if self.log.opening.bank and self.timing.is_up(seat, at):
            await self.commit([Flagged(seat, STAND_IN)])
            await self.advance()

    async def advance(self) -> None:
        """Deal if a deal is due, and start bots and clocks."""
        await self.commit(neighbours(self.log, self.subscribers))
        if self.seating.is_closing():
            await self.commit([Closed()])
        while self.log.awaits_deal() and not self.seating.waits():
            if not self.log.has_pending_deal:
                await self.commit([self.log.draw_deal(self.deals(len(self.log.commitments)))])
            self.seating.ready.clear()
            await self.commit([self.log.propose_deal()])
        self.seating.limit_pause()
        self.timing.start()
        for seat in self.log.to_act():
            if self.log.opening.bank and self.timing.is_up(seat):
                self.post(partial(self.flag, seat))  # behind the moves that have come in time
        self.seating.watch_absent()
        self.seating.notify_turns()
        self.bots.start()
        await self.write_summary()
        await self.tables.ratings.settle(self.name, self.log)
        if self.log.opening.is_timed:
            await self.write_clocks()
        if self.log.opening.tournament and self.log.status == "over" and not self.reported:
            self.reported = True
            self.tables.tournaments.report(self.name, self.log)

    def say(self, subscriber: Subscriber, phrase: Phrase) -> None:
        """Queue what somebody says from her seat; RefusalError where she has none, or says too much."""
        seat = judging.own_seat(self.log, subscriber.person.id)
        voice = self.voices.setdefault(seat, Bucket(1 / PHRASE_SECONDS, self.now(), PHRASES * PHRASE_SECONDS))
        if not voice.take(self.now()):
            raise RefusalError(
                "say/often", f"one phrase in {PHRASE_SECONDS} seconds", parameters={"seconds": PHRASE_SECONDS}
            )
        self.post(partial(self.speak, subscriber.person.id, Said(self.name, seat, phrase)))

    async def speak(self, person: int, said: Said) -> None:
        """Send what a person says to everybody who has not muted her."""
        deaf = await self.store.company.muters(person, self.present())
        message = ENCODER.encode(said)
        for subscriber in self.subscribers:
            if subscriber.person.id not in deaf:
                subscriber.send(message)

    # Subscribers.

    def present(self) -> set[int]:
        """The people who have the table open."""
        return self.subscribers.people()

    def connections_of(self, person: int | None) -> list[Subscriber]:
        """The connections by which a person has the table open."""
        return self.subscribers.of(person)

    def subscribe(self, subscriber: Subscriber) -> None:
        """Send the table from now on; who is sent it already is only sent it again."""
        self.last_used = self.now()
        if subscriber in self.subscribers:
            self.post(partial(self.show, subscriber))
            return
        self.subscribers.add(subscriber)
        self.post(partial(self.welcome, subscriber))

    async def welcome(self, subscriber: Subscriber) -> None:
        """Return the seat of a person whom a bot plays for, and send her the table."""
        seat = self.log.seat_of(subscriber.person.id)
        if seat is not None:
            self.seating.is_back(seat)
            if seat not in {*self.log.left, *self.log.flagged, *self.log.abandoned} and not self.log.closed:
                await self.commit(judging.returning(self.log, seat))
        await self.show(subscriber)
        self.presence_changed()
        await self.advance()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Send the table no more."""
        if self.subscribers.remove(subscriber):
            self.last_used = self.now()
            self.presence_changed()

    def presence_changed(self) -> None:
        """Show everybody soon who is here; once, however many come and go meanwhile."""
        if not self.closed:
            self.timers.schedule_once("presence", PRESENCE_SECONDS, partial(self.post, self.show_presence))

    async def show_presence(self) -> None:
        self.broadcast({})
        await self.advance()

    async def rewrite(self, change: Work) -> None:
        """Let a change of the table on disk wait for its turn, then reload the table."""

        async def change_and_drop() -> None:
            await change()
            self.drop()

        await self.complete(change_and_drop)

    def notify(self, person: int) -> None:
        """Tell a person who has no connection that it is her turn."""
        self.tables.notify(Turn(person, self.name, KINDS[self.log.game.name].title))

    def rename(self, person: int, name: str) -> None:
        """Show everybody soon a person's new name."""
        self.log.rename(person, name)
        self.presence_changed()

    async def show(self, subscriber: Subscriber) -> None:
        """Send one subscriber the table."""
        self.send_state([subscriber], {})

    def broadcast(self, updates: Updates) -> None:
        """Send every subscriber the table as she may see it."""
        self.send_state(self.subscribers, updates)

    def send_state(self, receivers: Iterable[Subscriber], updates: Updates) -> None:
        """Send the table to some subscribers."""
        waits = self.seating.waits()
        live = LiveState(
            table=self.name,
            seats=occupants(self.log, self.present(), self.seating.ready if waits else ()),
            spectators=self.subscribers.spectators(),
            waits=waits,
            deadlines=self.timing.seconds_left(),
            banks=self.timing.banks(),
            claims=tuple(sorted(self.seating.claims())),
            grace=round(self.seating.grace),
            time_left=self.seating.time_left(),
        )
        self.subscribers.send_state(receivers, updates, live)

    def broadcast_error(self, error: ServerError) -> None:
        """Send everybody who has the table open what is wrong with it."""
        self.subscribers.send_error(error)

    # Leaving memory.

    def is_idle(self) -> bool:
        """Whether the table may leave memory: nobody has it open and nothing happens at it."""
        quiet = not self.subscribers and not self.bots.thinking and not self.busy and self.queue.empty()
        return self.closed or (quiet and self.now() - self.last_used > self.settings.idle)

    def stop_background(self) -> None:
        """Stop timers and bots."""
        self.timers.cancel_all()
        self.bots.cancel()

    def drop(self) -> None:
        """Abandon the table in memory: clients reconnect and resend, and it is reloaded from disk.

        Everything that it started ends here, so nothing of it writes beside its successor.
        """
        self.closed = True
        self.stop_background()
        self.task.cancel()
        for subscriber in self.subscribers:
            subscriber.close(SERVICE_RESTART)
        self.subscribers.clear()

    async def close(self) -> None:
        """Stop once everything that is queued is on disk."""
        self.closed = True
        self.stop_background()

        async def write_turns() -> None:
            to_act = people_to_act(self.log)
            if to_act != self.summary.to_act:
                turns = msgspec.structs.replace(self.summary, to_act=to_act)
                await self.store.write_summary(self.name, turns, self.lease)

        with contextlib.suppress(StoreError):
            await self.complete(write_turns)
        self.task.cancel()
