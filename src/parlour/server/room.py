"""One table in memory: a single task judges, writes, folds and sends, one thing after the other.

    command ─▶ inbox ─▶ judge ─▶ append and commit ─▶ fold ─▶ done to its sender, the scene to everybody
                 ▲                                                     │
                 └── bots' moves, clocks, people who leave ◀───────────┘

What is not on disk is neither folded nor shown nor acknowledged.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from parlour.server.entries import Dealt, Moved, Relieved
from parlour.server.errors import ServerError, StoreError
from parlour.server.match import STAND_IN
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
from parlour.server.thinkers import Question

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from parlour.core.game import Seat
    from parlour.scenes.scene import Told
    from parlour.server.entries import AnyEntry
    from parlour.server.house import House
    from parlour.server.match import Match, Viewer
    from parlour.server.protocol import Command, TableState
    from parlour.server.store import Digest, Person

LOG: Final = logging.getLogger("parlour.server")
RETRY_SECONDS: Final = 2.0
ENCODER: Final = msgspec.json.Encoder()
Moment = tuple[int, int]
"""What a bot thinks about: which decision of its seat, after how many moves were taken back."""


class Watcher(Protocol):
    """Whoever is shown a table: a connection."""

    person: Person

    def send(self, message: bytes) -> None:
        """Send a message, soon, or close where the other side is too slow."""


class Room:
    """A table in memory."""

    def __init__(self, name: str, match: Match, keys: set[str], house: House) -> None:
        """Take over a table from its log; `keys` are those of the commands in it."""
        self.name = name
        self.match = match
        self.keys = keys
        self.house = house
        self.store = house.store
        self.settings = house.settings
        self.closed = False
        self.watchers: dict[Watcher, None] = {}
        self.ready: set[int] = set()
        self.thinking: dict[Seat, Moment] = {}
        self.deadlines: dict[Seat, tuple[int, float]] = {}
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.inbox: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self.rng = SystemRandom()
        self.used = self.now()
        self.digest: Digest | None = None
        self.writer = asyncio.create_task(self.write(), name=f"table {name}")
        self.post(self.advance)

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
            work = await self.inbox.get()
            self.used = self.now()
            try:
                await work()
            except ConflictError:
                LOG.exception("table %s was written by somebody else; it is read anew", self.name)
                self.drop("store/conflict")
                return
            except StoreError as error:
                LOG.warning("table %s: %s", self.name, error)
                self.complain(error)
                self.at("retry", RETRY_SECONDS, self.advance)
            except Exception:
                LOG.exception("table %s", self.name)
                self.drop("server/broken")
                return

    def drop(self, code: str) -> None:
        """Give the room up: watchers join again, and it is read from disk."""
        self.complain(ServerError(code, "the table is read anew"))
        self.quiet()
        self.closed = True

    async def commit(self, entries: Sequence[AnyEntry], key: str = "") -> None:
        """Bring entries to disk, fold them and show them."""
        if not entries:
            return
        viewers = {self.match.seat_of(watcher.person.id) for watcher in self.watchers}
        await self.store.append(self.name, self.match.seq, key, entries)
        self.house.commits += 1
        if key:
            self.keys.add(key)
        told: dict[Viewer, tuple[Told, ...]] = {}
        for entry in entries:
            for viewer, more in self.match.fold(entry, viewers).items():
                told[viewer] = told.get(viewer, ()) + more
        self.show(told)
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
            return
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

    async def advance(self) -> None:
        """Deal where a deal is due, and wake bots and clocks."""
        match = self.match
        while match.awaits_deal() and not self.waits():
            if not match.is_promised:
                await self.commit([match.promise(self.rng)])
            self.ready.clear()
            await self.commit([Dealt()])
        if self.waits():
            self.at("pause", self.settings.pause, self.go_on)
        self.watch_absent()
        for seat in match.to_act():
            self.wake(seat)

    def waits(self) -> bool:
        """Tell whether the next round waits for somebody who is here."""
        if not self.match.between_rounds():
            return False
        here = self.present()
        people = [s.seat for s in self.match.sitters if s.person in here and not self.match.relief[s.seat]]
        return not all(seat in self.ready for seat in people) or (not people and bool(self.persons()))

    async def go_on(self) -> None:
        """Deal though somebody has not said that she is ready."""
        if self.present() & self.persons():
            self.ready.update(range(self.match.game.seats))
            await self.advance()

    def persons(self) -> set[int]:
        """Name the people who hold seats."""
        return {sitter.person for sitter in self.match.sitters if sitter.person is not None}

    def present(self) -> set[int]:
        """Name the people who look at the table."""
        return {watcher.person.id for watcher in self.watchers}

    def wake(self, seat: Seat) -> None:
        """Let the bot of a seat think, or start the clock of its person."""
        decision = self.match.decisions[seat]
        bot = self.match.bot_at(seat)
        if bot:
            self.think(seat, bot, self.settings.pace)
        elif self.match.opening.clock is not None and self.deadlines.get(seat, (-1, 0))[0] != decision:
            self.deadlines[seat] = (decision, self.now() + self.match.opening.clock)
            self.at(f"clock {seat}", self.match.opening.clock, lambda: self.ring(seat, decision))

    async def ring(self, seat: Seat, decision: int) -> None:
        """Let a bot make the move of a person whose time is up."""
        if self.match.decisions[seat] == decision and seat in self.match.to_act() and not self.match.bot_at(seat):
            self.think(seat, STAND_IN, 0.0)

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
        except ServerError as error:
            self.complain(error)
            self.thinking.pop(seat, None)
            return
        self.post(lambda: self.act(seat, moment, question.bot, move))

    async def act(self, seat: Seat, moment: Moment, bot: str, move: Any) -> None:
        """Make a bot's move, unless the seat has moved, was taken back, or a move before it was."""
        if self.thinking.get(seat) == moment:
            del self.thinking[seat]
        match = self.match
        decision = moment[0]
        late = self.moment(seat) != moment or seat not in match.to_act()
        mine = match.bot_at(seat) or self.deadlines.get(seat, (-1, 0))[0] == decision
        if late or not mine:
            return
        refusal = match.game.refusal(match.table.state, seat, move)
        if refusal is not None:
            raise ServerError("bot/illegal", f"{bot} wanted {move!r}: {refusal.reason}")
        await self.commit([Moved(seat, match.game.format_move(move), bot)], f"bot:{seat}:{decision}")
        await self.advance()

    def begin(self, work: Any) -> None:
        """Run something beside the writer."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def at(self, name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Post some work later; the same name replaces what was planned under it."""
        old = self.timers.pop(name, None)
        if old is not None:
            old.cancel()
        self.timers[name] = asyncio.get_running_loop().call_later(seconds, self.post, work)

    # People who come and go.

    def join(self, watcher: Watcher) -> None:
        """Show the table to somebody from now on."""
        self.watchers[watcher] = None
        self.used = self.now()
        self.post(lambda: self.welcome(watcher))

    async def welcome(self, watcher: Watcher) -> None:
        """Give a seat back to who has returned to it, and show her the table."""
        seat = self.match.seat_of(watcher.person.id)
        if seat is not None and self.match.relief[seat]:
            await self.commit([Relieved(seat)])
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
                name = f"absent {seat}"
                if name not in self.timers or self.timers[name].when() < self.now():
                    self.at(name, self.settings.grace, lambda seat=seat: self.relieve(seat))  # type: ignore[misc]

    async def relieve(self, seat: Seat) -> None:
        """Let a bot sit in for a person who is still away."""
        person = self.match.sitters[seat].person
        here = self.present()
        if person is None or person in here or self.match.relief[seat] or not here & self.persons():
            return
        if seat in self.match.to_act():
            await self.commit([Relieved(seat, STAND_IN)])
            await self.advance()

    # Sending.

    def show(self, told: dict[Viewer, tuple[Told, ...]]) -> None:
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

    def shown(self, viewer: Viewer, person: int, told: tuple[Told, ...]) -> TableState:
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
        for seat, (decision, deadline) in self.deadlines.items():
            if seat in waiting and decision == self.match.decisions[seat]:
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
        quiet = not self.watchers and not self.thinking and self.inbox.empty()
        return self.closed or (quiet and self.now() - self.used > self.settings.idle)

    def quiet(self) -> None:
        """Stop everything that would go on by itself."""
        for timer in self.timers.values():
            timer.cancel()
        for task in self.tasks:
            task.cancel()

    async def close(self) -> None:
        """End the writer after all that waits is on disk."""
        self.quiet()
        done = asyncio.Event()

        async def last() -> None:
            done.set()

        if not self.writer.done():
            self.post(last)
            await asyncio.wait([asyncio.create_task(done.wait()), self.writer], return_when=asyncio.FIRST_COMPLETED)
        self.writer.cancel()
