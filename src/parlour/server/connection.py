"""One websocket: decodes messages, answers them or hands them to tables, and sends what tables broadcast."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.websockets import WebSocketDisconnect, WebSocketState

import parlour
from parlour.server.bot_workers import Question
from parlour.server.errors import RefusalError, ServerError, StoreError
from parlour.server.judging import own_seat
from parlour.server.lag import LagMeter
from parlour.server.lobby.types import Leave, Look
from parlour.server.outbox import Outbox
from parlour.server.presenting import recalled
from parlour.server.protocol import (
    LARGEST,
    VERSION,
    Advised,
    Answered,
    Ask,
    Candidate,
    Command,
    FromClient,
    Hint,
    Join,
    Part,
    Past,
    Ping,
    Pong,
    Recall,
    Refused,
    Say,
    Welcome,
)
from parlour.server.table_actor import TableActor
from parlour.server.transport import CLOSE_SECONDS

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from parlour.bots.bot import Advice
    from parlour.games.catalogue import AnyGame
    from parlour.scenes.scene import AnyStaging
    from parlour.server.limits import Bucket
    from parlour.server.node_link import Link
    from parlour.server.protocol import FromServer
    from parlour.server.store import Person
    from parlour.server.tables import Tables
    from parlour.server.transport import WebSocketProtocol

LOG: Final = logging.getLogger("parlour.server")
DECODER: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)
ENCODER: Final = msgspec.json.Encoder()
MOST_TABLES: Final = 20
"""Tables on one connection."""
MOST_MALFORMED: Final = 8
"""Malformed messages on one connection before it is closed."""
SHORT: Final = LARGEST // 4
"""Characters that are certainly not more bytes than a message may have."""
WRITE_BYTES: Final = 65_536
"""About so much is written at once."""
BINARY, POLICY, TOO_LARGE, SLOW = 1003, 1008, 1009, 1013
COSTS: Final[dict[type, float]] = {Ping: 1.0, Leave: 1.0, Part: 1.0, Ask: 1.0, Recall: 1.0}
"""What messages cost, in tokens of the address."""
COSTLY: Final = 4.0
"""What all others cost: they build a table for everybody at it, write to disk or ask a bot."""
LOAD_COST: Final = 8.0
"""What a table costs that is not in memory."""
HINT_BOT: Final = "master"
Unjoined = Ping | Part | Ask | Hint | Recall | Say | Look | Leave | Command
"""Every message but `join`, which may have to wait for its table."""


class Dialogue(ABC):
    """What a person says on a connection, and how it is answered."""

    def __init__(self, person: Person, tables: Tables, address: str, session: str = "") -> None:
        """Take the session whose cookie was sent; none for a connection of another node, which closes it itself."""
        self.person = person
        self.session = session
        self.address = address
        self.tables = tables
        self.lag = LagMeter()
        self.joined: dict[str, TableActor] = {}
        self.links: dict[str, Link] = {}
        """By table, the link to the node that owns it."""
        self.linked: set[Link] = set()
        """The links that know this connection."""
        self.malformed = 0
        self.hint: asyncio.Task[None] | None = None

    # What a connection does.

    @abstractmethod
    def send(self, message: bytes) -> None:
        """Queue an encoded message; a peer that is too slow is disconnected."""

    @abstractmethod
    def show(self, table: str, message: bytes, *, told: bool) -> None:
        """Queue the state of a table; it replaces a queued one that tells nothing."""

    @abstractmethod
    def close(self, code: int) -> None:
        """Receive no more, and close the connection behind what is queued."""

    @abstractmethod
    def probe(self) -> None:
        """Measure the lag, unless that is being done."""

    @abstractmethod
    def behind(self) -> int:
        """How many messages wait to be sent."""

    @abstractmethod
    async def pay(self, cost: float) -> None:
        """Wait until tokens of the address are there."""

    @abstractmethod
    async def find(self, name: str) -> TableActor | Link:
        """A table, or the link to the node that owns it; RefusalError where there is none."""

    def leave_tables(self) -> None:
        """End everything that this connection has begun."""
        self.tables.disconnect(self)
        self.tables.lobby.leave(self)
        for actor in self.joined.values():
            actor.unsubscribe(self)
        for link in self.linked:
            link.leave(self)
        if self.hint is not None:
            self.hint.cancel()

    def reply(self, message: FromServer) -> None:
        self.send(ENCODER.encode(message))

    # What she says.

    async def handle(self, text: str) -> None:
        """Decode and dispatch one message; whatever goes wrong is answered."""
        message = self.decode(text)
        if message is None:
            return
        try:
            await self.pay(COSTS.get(type(message), COSTLY))
            if isinstance(message, Join):
                await self.join(message.table, text)
            else:
                self.dispatch(message, text)
        except Exception as error:  # noqa: BLE001 - answered there, and logged if it is a defect
            self.answer_error(message, error)

    def handle_now(self, message: Unjoined, text: str) -> None:
        """Dispatch a message that need not wait; whatever goes wrong is answered."""
        try:
            self.dispatch(message, text)
        except Exception as error:  # noqa: BLE001 - answered there, and logged if it is a defect
            self.answer_error(message, error)

    def answer_error(self, message: FromClient, error: Exception) -> None:
        """Tell the sender of a message what went wrong."""
        name, table = getattr(message, "id", ""), getattr(message, "table", "")
        if isinstance(error, ServerError):
            self.reply(Refused.of(error, id=name, table=table))
        else:
            LOG.error("%s sent %r", self.person.id, message, exc_info=error)
            self.reply(Refused("server/broken", "this went wrong at the server", id=name, table=table))

    def decode(self, text: str) -> FromClient | None:
        """A message; None where it is malformed, which is answered here."""
        try:
            return DECODER.decode(text)
        except (msgspec.MsgspecError, UnicodeError) as error:
            wrong = str(error)[:200]
        self.malformed += 1
        self.reply(Refused("message/malformed", wrong, parameters={"error": wrong}))
        if self.malformed >= MOST_MALFORMED:
            self.close(POLICY)
        return None

    def dispatch(self, message: Unjoined, text: str) -> None:
        """Answer a request, queue a command at its table, or pass either on to the node that owns the table."""
        link = None if isinstance(message, Ping | Look | Leave) else self.links.get(message.table)
        if link is not None:
            if isinstance(message, Part):
                del self.links[message.table]
            self.tables.metrics.forwarded += 1
            link.forward(self, text)
            return
        match message:
            case Ping():
                self.reply(Pong())
            case Look() | Leave():
                (self.tables.lobby.look if isinstance(message, Look) else self.tables.lobby.leave)(self)
            case Part(table=name):
                self.part(name)
            case Ask(table=name, text=selection, n=n):
                self.ask(self.actor(name), selection, n)
            case Hint(table=name, n=n):
                self.request_hint(self.actor(name), n)
            case Say(table=name, phrase=phrase):
                self.actor(name).say(self, phrase)
            case Recall(table=name):
                log = self.actor(name).log
                self.reply(Past(name, recalled(log, log.seat_of(self.person.id))))
            case _:
                self.actor(message.table).enqueue(self, message)

    async def join(self, name: str, text: str) -> None:
        """Subscribe to a table; the node that owns it is told in the same words."""
        if name in self.links:
            self.links[name].forward(self, text)
            return
        if name not in self.joined and len(self.joined) + len(self.links) >= MOST_TABLES:
            raise RefusalError(
                "table/many", f"no more than {MOST_TABLES} tables on one connection", parameters={"most": MOST_TABLES}
            )
        if name not in self.tables.actors:
            await self.pay(LOAD_COST)
        found = await self.find(name)
        if isinstance(found, TableActor):
            if found.log.opening.sealed and found.log.seat_of(self.person.id) is None:
                await self.tables.tournaments.check_open(found.log.opening)
            self.joined[name] = found
            found.subscribe(self)
        else:
            self.links[name] = found
            self.linked.add(found)
            found.forward(self, text)

    def part(self, name: str) -> None:
        """End the subscription to a table."""
        actor = self.joined.pop(name, None)
        if actor is not None:
            actor.unsubscribe(self)

    def actor(self, name: str) -> TableActor:
        """A table that was joined, or RefusalError."""
        actor = self.joined.get(name)
        if actor is None:
            raise RefusalError("table/unjoined", f"join table {name!r} first", parameters={"table": name})
        return actor

    def ask(self, actor: TableActor, text: str, n: int) -> None:
        """Answer what a selection is."""
        log = actor.log
        seat = own_seat(log, self.person.id)
        answer = log.staging.answer(log.view(seat), log.legal_moves(seat), text)
        self.reply(Answered(actor.name, n, text, answer))

    def request_hint(self, actor: TableActor, n: int) -> None:
        """Ask the strongest bot about the seat's move; one question at a time."""
        log = actor.log
        seat = own_seat(log, self.person.id)
        if not log.opening.hints:
            raise RefusalError("hint/forbidden", "this table plays without hints")
        legal = log.legal_moves(seat)
        if not len(legal) or seat not in log.to_act():
            raise RefusalError("hint/turn", "there is nothing to decide for you now")
        if self.hint is not None and not self.hint.done():
            raise RefusalError("hint/busy", "one hint at a time")
        question = Question(HINT_BOT, log.game.name, log.view(seat), legal, n)
        self.hint = asyncio.create_task(self.advise(actor, question, n))

    async def advise(self, actor: TableActor, question: Question[Any, Any], n: int) -> None:
        """Wait for a hint, and send it."""
        try:
            advice = await self.tables.workers.advise(question, self.person.id)
        except ServerError as error:
            self.reply(Refused.of(error, table=actor.name))
            return
        except Exception:
            LOG.exception("table %s: %s cannot advise", actor.name, question.bot)
            self.reply(
                Refused(
                    "bot/broken", f"{question.bot} cannot advise", table=actor.name, parameters={"bot": question.bot}
                )
            )
            return
        self.reply(advised(actor.name, n, actor.log.game, actor.log.staging, advice))


class Connection(Dialogue):
    """A person's websocket."""

    def __init__(  # noqa: PLR0913 - all that is known of a websocket
        self, socket: WebSocket, person: Person, tables: Tables, shared: Bucket, address: str = "", *, session: str = ""
    ) -> None:
        """Take over an accepted websocket; `shared` is the bucket of all messages from its address."""
        super().__init__(person, tables, address, session)
        self.socket = socket
        self.shared = shared
        self.outbox = Outbox()
        self.closing: int | None = None
        self.receiver: asyncio.Task[None] | None = None
        self.protocol: WebSocketProtocol | None = None
        self.handling = False
        """Whether a message is being handled that has to wait for something; those behind it wait too."""
        self.flushing = False
        """Whether what is queued will be sent at the end of this turn of the event loop."""

    async def serve(self) -> None:
        """Serve until the connection is closed; a peer that does not read the close frame is dropped."""
        self.tables.connect(self)
        self.protocol = self.socket.state.protocol
        self.protocol.receiver = self
        self.reply(Welcome(VERSION, parlour.__version__, self.person.name))
        self.receiver = asyncio.create_task(self.receive())
        try:
            await asyncio.wait({self.receiver})
            if self.closing is not None:
                await self.end(self.protocol, self.closing)
        finally:
            self.leave_tables()
            self.receiver.cancel()

    async def end(self, protocol: WebSocketProtocol, code: int) -> None:
        """Send what is queued, then the close frame."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                while self.outbox.queued:
                    await protocol.writable.wait()
                    self.flush()
                if self.socket.application_state is WebSocketState.CONNECTED:
                    await self.socket.close(code)
        except (WebSocketDisconnect, RuntimeError, OSError):  # a time-out is an OSError too
            LOG.debug("%s has disconnected", self.person.id)

    # Sending.

    def send(self, message: bytes) -> None:
        """Queue an encoded message; a peer that is too slow is disconnected."""
        if self.closing is None:
            try:
                self.outbox.put(message)
            except asyncio.QueueFull:
                self.close(SLOW)
            else:
                self.flush_soon()

    def behind(self) -> int:
        return len(self.outbox.queued)

    def show(self, table: str, message: bytes, *, told: bool) -> None:
        """Queue the state of a table; it replaces a queued one that tells nothing."""
        if self.closing is None:
            try:
                self.outbox.put_state(table, message, told=told)
            except asyncio.QueueFull:
                self.close(SLOW)
            else:
                self.flush_soon()

    def close(self, code: int) -> None:
        """Receive no more, and close the connection behind what is queued."""
        if self.closing is None:
            self.closing = code
            if self.receiver is not None:
                self.receiver.cancel()

    def flush_soon(self) -> None:
        """Send what is queued once this turn of the event loop has queued everything: all of it in one write."""
        if not self.flushing and self.protocol is not None:
            self.flushing = True
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send what is queued, as long as the peer reads it; the protocol calls again when there is room."""
        self.flushing = False
        assert self.protocol is not None
        if not self.protocol.is_open():
            self.outbox.clear()
        while self.outbox.queued and self.protocol.has_room():
            self.protocol.write_texts(self.outbox.take_some(WRITE_BYTES))

    def probe(self) -> None:
        """Send a ping; whoever asked is told of the answer."""
        if self.protocol is not None and self.protocol.is_open() and self.lag.begin(self.protocol.loop.time()):
            self.protocol.probe()

    def answer_probe(self) -> None:
        """Note the answer to a ping, and tell the nodes that wait for it."""
        self.lag.end(asyncio.get_running_loop().time())
        for link in self.linked:
            link.answer_probe(self)

    # Receiving.

    async def receive(self) -> None:
        """Handle the messages that cannot be handled at once, one after the other, until the connection is closed."""
        while (event := await self.socket.receive())["type"] != "websocket.disconnect":
            self.handling = True
            text = event.get("text")
            if text is None:
                self.close(BINARY)
            elif len(text.encode()) > LARGEST:
                self.close(TOO_LARGE)
            else:
                await self.handle(text)
            self.handling = False

    def take(self, text: str) -> bool:
        """Handle a message at once, unless it has to wait: for tokens, for a table, for a message before it.

        What is malformed is left to `handle` too.
        """
        if self.handling or self.closing is not None or len(text) > SHORT:
            return False
        try:
            message = DECODER.decode(text)
        except (msgspec.MsgspecError, UnicodeError):
            return False
        cost = COSTS.get(type(message), COSTLY)
        if isinstance(message, Join) or not self.shared.take(asyncio.get_running_loop().time(), cost):
            return False
        self.handle_now(message, text)
        self.flush()
        return True

    async def pay(self, cost: float) -> None:
        """Take tokens of the address, and wait until they are there."""
        await asyncio.sleep(self.shared.delay(asyncio.get_running_loop().time(), cost))

    async def find(self, name: str) -> TableActor | Link:
        try:
            return await self.tables.find(name)
        except StoreError as error:
            if error.code == "store/busy":
                self.close(SLOW)  # nobody asks for a table again, but for who reconnects, perhaps to another node
            raise


def advised(table: str, n: int, game: AnyGame, staging: AnyStaging, advice: Advice[Any]) -> Advised:
    """A hint as it is sent."""
    candidates = tuple(
        Candidate(
            game.format_move(candidate.move),
            rounded(candidate.points, 1),
            rounded(candidate.wins, 3),
            rounded(candidate.behind, 3),
            staging.combo(candidate.move),
        )
        for candidate in advice.candidates
    )
    why = ", ".join(map(staging.reason_text, advice.reasons))
    return Advised(table, n, game.format_move(advice.move), why, candidates, advice.reasons)


def rounded(value: float | None, digits: int) -> float | None:
    """A figure with as many digits as people need."""
    return None if value is None else round(value, digits)
