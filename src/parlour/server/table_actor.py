"""One table in memory: a single task judges, writes, folds and sends, one thing after the other.

    command ─▶ inbox ─▶ judge ─▶ append and commit ─▶ fold ─▶ done to its sender, the scene to everybody
                 ▲                                                     │
                 └── bots' moves, clocks, people who leave ◀───────────┘

What is not on disk is neither folded nor shown nor acknowledged.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from parlour.server.bot_workers import Question
from parlour.server.errors import ServerError, StoreError
from parlour.server.events import Dealt, Moved, Relieved
from parlour.server.protocol import (
    Concede,
    Done,
    FillSeat,
    Play,
    Ready,
    Refused,
    Rematch,
    Sit,
    Stand,
    Undo,
)
from parlour.server.store import ConflictError
from parlour.server.table_log import STAND_IN
from parlour.server.timers import Timers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from parlour.core.game import Seat
    from parlour.scenes.scene import Update
    from parlour.server.events import AnyEntry
    from parlour.server.protocol import Command, TableState
    from parlour.server.store import Person, TableRow
    from parlour.server.table_log import Match, Viewer
    from parlour.server.tables import House

LOG: Final = logging.getLogger("parlour.server")
RETRY_SECONDS: Final = 2.0
EARLY_SECONDS: Final = 0.02
COME_BACK: Final = 1012
ENCODER: Final = msgspec.json.Encoder()
Moment = tuple[int, int]
"""What a bot thinks about: which decision of its seat, after how many moves were taken back."""


class Watcher(Protocol):
    """Whoever is shown a table: a connection."""

    person: Person

    def send(self, message: bytes) -> None:
        """Send a message, soon, or close where the other side is too slow."""

    def close(self, code: int) -> None:
        """Close the line, after what was sent."""


class Room:
    """A table in memory."""

    def __init__(self, row: TableRow, match: Match, keys: set[str], house: House) -> None:
        """Take over a table from its log; `keys` are those of the commands in it."""
        self.name = row.name
        self.digest = row.digest
        self.match = match
        self.keys = keys
        self.house = house
        self.store = house.store
        self.settings = house.settings
        self.closed = False
        self.watchers: dict[Watcher, None] = {}
        self.ready: set[int] = set()
        self.thinking: dict[Seat, Moment] = {}
        self.deadlines: dict[Seat, tuple[Moment, float]] = {}
        self.timers = Timers()
        self.tasks: set[asyncio.Task[None]] = set()
        self.inbox: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self.rng = SystemRandom()
        self.used = self.now()
        self.busy = False
        self.writer = asyncio.create_task(self.write(), name=f"table {self.name}")
        self.go_on()

    # The writer.

    def now(self) -> float:
        """Tell the time of the event loop."""
        return asyncio.get_running_loop().time()

    def post(self, work: Callable[[], Awaitable[None]]) -> None:
        """Let the writer do something, after all that waits already."""
        self.inbox.put_nowait(work)

    async def write(self) -> None:
        """Do one thing after the other, until the room is closed."""
        while True:
            self.busy = False
            work = await self.inbox.get()
            self.busy = True
            self.used = self.now()
            try:
                await work()
            except ConflictError:
                LOG.exception("table %s was written by somebody else; it is read anew", self.name)
                self.drop()
                return
            except StoreError as error:
                LOG.warning("table %s: %s", self.name, error)
                self.complain(error)
                self.timers.at("retry", RETRY_SECONDS, self.go_on)
            except Exception:
                LOG.exception("table %s", self.name)
                self.drop()
                return

    def drop(self) -> None:
        """Give the room up: everybody comes back and sends again what was not answered, and it is read from disk."""
        self.closed = True
        self.quiet()
        for watcher in list(self.watchers):
            watcher.close(COME_BACK)

    async def finish(self, work: Callable[[], Awaitable[None]]) -> None:
        """Let the writer do something, and wait until it has."""
        finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                await work()
            except StoreError as error:
                finished.set_exception(error)
                raise
            else:
                finished.set_result(None)

        self.post(run)
        await asyncio.wait({finished, self.writer}, return_when=asyncio.FIRST_COMPLETED)
        if not finished.done():
            raise StoreError("store/busy", "the table is read anew")
        await finished

    async def commit(self, entries: Sequence[AnyEntry], key: str = "") -> None:
        """Bring entries to disk, fold them and show them."""
        if not entries:
            return
        viewers = {self.match.seat_of(watcher.person.id) for watcher in self.watchers}
        await self.store.append(self.name, self.match.seq, key, entries)
        self.house.commits += 1
        if key:
            self.keys.add(key)
        told: dict[Viewer, tuple[Update, ...]] = {}
        for entry in entries:
            for viewer, more in self.match.fold(entry, viewers).items():
                told[viewer] = told.get(viewer, ()) + more
        self.set_clocks()
        self.show(told)

    async def keep_digest(self) -> None:
        """Write down what lists show of the table, where it has changed."""
        digest = self.match.digest()
        if digest != self.digest:
            await self.store.keep_digest(self.name, digest)
            self.digest = digest

    # Commands.

    def obey(self, watcher: Watcher, command: Command) -> None:
        """Take a command; its sender hears `done` or `refused`."""
        self.post(lambda: self.answer(watcher, command))

    async def answer(self, watcher: Watcher, command: Command) -> None:
        """Follow a command, once."""
        key = f"{watcher.person.id}:{command.id}"
        try:
            if key not in self.keys:
                await self.follow(watcher.person, command, key)
        except ConflictError:
            raise
        except ServerError as error:
            refused = Refused(error.code, error.reason, error.clause, command.id, self.name)
            watcher.send(ENCODER.encode(refused))
            if isinstance(error, StoreError):
                raise  # the others hear of it too
            return
        except Exception:
            refused = Refused("server/broken", "this went wrong at the server", id=command.id, table=self.name)
            watcher.send(ENCODER.encode(refused))
            raise
        watcher.send(ENCODER.encode(Done(command.id)))
        await self.advance()

    async def follow(self, person: Person, command: Command, key: str) -> None:
        """Do what a command says."""
        match = self.match
        match command:
            case Play(move=move, decision=decision):
                await self.commit(match.judge_play(person.id, move, decision), key)
            case Undo(decision=decision):
                await self.commit(match.judge_undo(person.id, decision), key)
            case Ready(number=number):
                self.be_ready(person, number)
            case Sit(seat=seat):
                await self.commit(match.judge_sit(person.id, person.name, seat), key)
            case Stand():
                await self.commit(match.judge_stand(person.id), key)
            case Concede():
                await self.commit(match.judge_concede(person.id), key)
            case FillSeat(seat=seat, level=level):
                await self.commit(match.judge_fill(person.id, seat, level), key)
            case Rematch():
                if match.judge_rematch(person.id, ""):
                    await self.commit(match.judge_rematch(person.id, await self.house.open_again(match)), key)

    def be_ready(self, person: Person, number: int) -> None:
        """Note that a person wants the next round."""
        seat = self.match.own_seat(person.id)
        if self.match.between_rounds() and number == len(self.match.sheet) and seat not in self.ready:
            self.ready.add(seat)
            self.show({})

    # What goes on by itself.

    def go_on(self) -> None:
        """Let the writer look what is due."""
        self.post(self.advance)

    async def advance(self) -> None:
        """Deal where a deal is due, and wake bots and clocks."""
        match = self.match
        while match.awaits_deal() and not self.waits():
            if not match.is_promised:
                await self.commit([match.promise(self.rng)])
            self.ready.clear()
            await self.commit([Dealt()])
        if self.waits():
            self.timers.plan("pause", self.settings.pause, partial(self.post, self.end_pause))
        else:
            self.timers.call_off("pause")
        self.watch_absent()
        self.set_clocks()
        for seat in match.to_act():
            self.wake(seat)
        await self.keep_digest()

    def waits(self) -> bool:
        """Tell whether the next round waits for somebody who is here."""
        if not self.match.between_rounds():
            return False
        here = self.present()
        people = [s.seat for s in self.match.sitters if s.person in here and not self.match.relief[s.seat]]
        return not all(seat in self.ready for seat in people) or (not people and bool(self.persons()))

    async def end_pause(self) -> None:
        """Deal though somebody has not said that she is ready."""
        if self.waits() and self.present() & self.persons():
            self.ready.update(range(self.match.game.seats))
            await self.advance()

    def persons(self) -> set[int]:
        """Name the people who hold seats."""
        return {sitter.person for sitter in self.match.sitters if sitter.person is not None}

    def present(self) -> set[int]:
        """Name the people who look at the table."""
        return {watcher.person.id for watcher in self.watchers}

    def wake(self, seat: Seat) -> None:
        """Let the bot of a seat think, or one for a person whose time is up."""
        bot = self.match.bot_at(seat)
        if bot:
            self.think(seat, bot, self.settings.pace)
        elif self.is_late(seat):
            self.think(seat, STAND_IN, 0.0)

    def set_clocks(self) -> None:
        """Start the clocks of people who have to move from now on."""
        clock = self.match.opening.clock
        if clock is None:
            return
        for seat in self.match.to_act():
            if not self.match.bot_at(seat) and self.deadline(seat) is None:
                self.deadlines[seat] = (self.moment(seat), self.now() + clock)
                self.timers.at(f"clock {seat}", clock, self.go_on)

    def deadline(self, seat: Seat) -> float | None:
        """Tell until when a person must move, where her clock runs."""
        moment, when = self.deadlines.get(seat, (None, 0.0))
        return when if moment == self.moment(seat) else None

    def is_late(self, seat: Seat) -> bool:
        """Tell whether the time of a seat is up; timers can ring a little early."""
        deadline = self.deadline(seat)
        return deadline is not None and self.now() > deadline - EARLY_SECONDS

    def think(self, seat: Seat, bot: str, pace: float) -> None:
        """Ask a bot for a seat's move, unless it is asked already."""
        moment = self.moment(seat)
        if self.thinking.get(seat) == moment:
            return
        self.thinking[seat] = moment
        question = Question(
            bot,
            self.match.game.name,
            self.match.view(seat),
            self.match.table.legal_moves(seat),
            secrets.randbits(63),
        )
        self.begin(self.decide(seat, moment, question, pace))

    def moment(self, seat: Seat) -> Moment:
        """Tell what a bot in a seat would have to think about now."""
        return self.match.decisions[seat], self.match.undone

    async def decide(self, seat: Seat, moment: Moment, question: Question, pace: float) -> None:
        """Wait for a bot's move, and for people to have seen the last one."""
        try:
            move, _ = await asyncio.gather(self.house.thinkers.choose(question), asyncio.sleep(pace))
        except Exception:
            LOG.exception("table %s: %s cannot decide", self.name, question.bot)
            self.complain(ServerError("bot/broken", f"{question.bot} cannot decide; it is asked again"))
            self.thinking.pop(seat, None)
            self.timers.at("retry", RETRY_SECONDS, self.go_on)
            return
        self.post(lambda: self.act(seat, moment, question.bot, move))

    async def act(self, seat: Seat, moment: Moment, bot: str, move: Any) -> None:
        """Make a bot's move, unless the seat has moved, was taken back, or a move before it was."""
        if self.thinking.get(seat) == moment:
            del self.thinking[seat]
        match = self.match
        late = self.moment(seat) != moment or seat not in match.to_act()
        if late or not (match.bot_at(seat) or self.is_late(seat)):
            return
        refusal = match.game.refusal(match.table.state, seat, move)
        if refusal is not None:
            raise ServerError("bot/illegal", f"{bot} wanted {move!r}: {refusal.reason}")
        await self.commit([Moved(seat, match.game.format_move(move), bot)], f"bot:{seat}:{moment[0]}")
        await self.advance()

    def begin(self, work: Any) -> None:
        """Run something beside the writer."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # People who come and go.

    def join(self, watcher: Watcher) -> None:
        """Show the table to somebody from now on."""
        self.watchers[watcher] = None
        self.used = self.now()
        self.post(lambda: self.welcome(watcher))

    async def welcome(self, watcher: Watcher) -> None:
        """Give a seat back to who has returned to it, and show her the table."""
        seat = self.match.seat_of(watcher.person.id)
        if seat is not None:
            self.timers.call_off(f"absent {seat}")
            await self.commit(self.match.back(seat))
        self.show({})
        await self.advance()

    def part(self, watcher: Watcher) -> None:
        """Show the table no more."""
        if self.watchers.pop(watcher, watcher) is None:
            self.used = self.now()
            self.post(self.parted)

    async def parted(self) -> None:
        """Tell the others that somebody has left."""
        self.show({})
        await self.advance()

    def watch_absent(self) -> None:
        """Plan for a bot to sit in, where somebody who is here waits for somebody who is not."""
        here = self.present()
        if not here & self.persons():
            return
        for seat in self.match.to_act():
            person = self.match.sitters[seat].person
            if person is not None and person not in here and not self.match.relief[seat]:
                self.timers.plan(f"absent {seat}", self.settings.grace, partial(self.post, partial(self.relieve, seat)))

    async def relieve(self, seat: Seat) -> None:
        """Let a bot sit in for a person who is still away."""
        person = self.match.sitters[seat].person
        here = self.present()
        if person is None or person in here or self.match.relief[seat] or not here & self.persons():
            return
        if seat in self.match.to_act():
            await self.commit([Relieved(seat, STAND_IN)])
            await self.advance()

    async def leave(self, person: Person) -> None:
        """Let a person stand up for good, unless the match is over."""

        async def stand() -> None:
            if self.match.status != "over" and self.match.seat_of(person.id) is not None:
                await self.commit(self.match.judge_stand(person.id))
                await self.advance()

        await self.finish(stand)

    # Sending.

    def show(self, told: dict[Viewer, tuple[Update, ...]]) -> None:
        """Send everybody the table as she may see it."""
        sent: dict[tuple[Viewer, bool], bytes] = {}
        for watcher in list(self.watchers):
            viewer = self.match.seat_of(watcher.person.id)
            mine = watcher.person.id == self.match.opening.owner
            message = sent.get((viewer, mine))
            if message is None:
                state = self.shown(viewer, watcher.person.id, told.get(viewer, ()))
                message = sent[viewer, mine] = ENCODER.encode(state)
            watcher.send(message)

    def shown(self, viewer: Viewer, person: int, told: tuple[Update, ...]) -> TableState:
        """Show the table to a viewer at this moment."""
        waits = self.waits()
        state = self.match.shown(
            viewer, person, told, self.present(), table=self.name, waits=waits, deadlines=self.seconds_left()
        )
        if not waits:
            return state
        seats = tuple(
            msgspec.structs.replace(sitter, ready=seat in self.ready) for seat, sitter in enumerate(state.seats)
        )
        return msgspec.structs.replace(state, seats=seats)

    def seconds_left(self) -> tuple[float | None, ...]:
        """Give what is left on each seat's clock."""
        if self.match.opening.clock is None:
            return ()
        waiting = self.match.to_act()
        left: list[float | None] = [None] * self.match.game.seats
        for seat in waiting:
            deadline = self.deadline(seat)
            if deadline is not None:
                left[seat] = round(max(0.0, deadline - self.now()), 1)
        return tuple(left)

    def complain(self, error: ServerError) -> None:
        """Tell everybody at the table what is wrong with it."""
        message = ENCODER.encode(Refused(error.code, error.reason, error.clause, table=self.name))
        for watcher in list(self.watchers):
            watcher.send(message)

    # Leaving memory.

    def is_idle(self) -> bool:
        """Tell whether nobody looks at the table and nothing goes on at it."""
        quiet = not self.watchers and not self.thinking and not self.busy and self.inbox.empty()
        return self.closed or (quiet and self.now() - self.used > self.settings.idle)

    def quiet(self) -> None:
        """Stop everything that would go on by itself."""
        self.timers.clear()
        for task in self.tasks:
            task.cancel()

    async def close(self) -> None:
        """End the writer after all that waits is on disk."""
        self.closed = True
        self.quiet()

        async def nothing() -> None:
            pass

        with contextlib.suppress(StoreError):
            await self.finish(nothing)
        self.writer.cancel()
