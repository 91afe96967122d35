"""One websocket: reads messages, answers them or hands them to tables, and sends what tables show."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.websockets import WebSocketDisconnect, WebSocketState

import parlour
from parlour.server.bot_workers import Question
from parlour.server.errors import RefusalError, ServerError
from parlour.server.limits import Bucket
from parlour.server.protocol import (
    LARGEST,
    VERSION,
    Advised,
    Answered,
    Ask,
    Candidate,
    FromClient,
    Hint,
    Join,
    Part,
    Past,
    Ping,
    Pong,
    Recall,
    Refused,
    Welcome,
)

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from parlour.server.store import Person
    from parlour.server.table_actor import Room
    from parlour.server.tables import House

LOG: Final = logging.getLogger("parlour.server")
DECODER: Final = msgspec.json.Decoder(FromClient)
ENCODER: Final = msgspec.json.Encoder()
MOST_WAITING: Final = 128
"""Messages that a slow reader may be behind."""
MOST_TABLES: Final = 20
"""Tables on one connection."""
PATIENCE: Final = 8
"""Malformed messages on one connection before it is closed."""
GOODBYE_SECONDS: Final = 2.0
"""How long the reason for closing may take to go out."""
BINARY, POLICY, TOO_LARGE, SLOW, FLOOD = 1003, 1008, 1009, 1013, 4429
HINT_BOT: Final = "master"


class Connection:
    """A person's websocket."""

    def __init__(self, socket: WebSocket, person: Person, house: House) -> None:
        """Take over an accepted websocket."""
        self.socket = socket
        self.person = person
        self.house = house
        self.rooms: dict[str, Room] = {}
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.bucket = Bucket(house.settings.messages, asyncio.get_running_loop().time())
        self.mistakes = 0
        self.hint: asyncio.Task[None] | None = None
        self.closing: int | None = None
        self.listener: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        """Talk until the line is closed; who does not take the reason for that either is left alone with it."""
        self.house.connections.add(self)
        self.say(Welcome(VERSION, parlour.__version__, self.person.name))
        sender = asyncio.create_task(self.deliver())
        self.listener = asyncio.create_task(self.listen())
        try:
            await asyncio.wait({self.listener})
            if self.closing is not None:
                await asyncio.wait({sender}, timeout=GOODBYE_SECONDS)
        finally:
            self.house.connections.discard(self)
            for room in self.rooms.values():
                room.part(self)
            for task in (self.hint, self.listener, sender):
                if task is not None:
                    task.cancel()

    # Sending.

    def say(self, message: Any) -> None:
        """Send a message, soon."""
        self.send(ENCODER.encode(message))

    def send(self, message: bytes) -> None:
        """Send bytes, soon; who is too slow is told to come back later."""
        if self.closing is not None:
            return
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.close(SLOW)

    def close(self, code: int) -> None:
        """Listen no more, and close the line behind what waits; who is too slow does not get that either."""
        if self.closing is None:
            self.closing = code
            while self.waiting.full():
                self.waiting.get_nowait()
            self.waiting.put_nowait(None)
            if self.listener is not None:
                self.listener.cancel()

    async def deliver(self) -> None:
        """Send what waits."""
        try:
            while (message := await self.waiting.get()) is not None:
                await self.socket.send_text(message.decode())
            if self.socket.application_state is WebSocketState.CONNECTED:
                await self.socket.close(self.closing or POLICY)
        except (WebSocketDisconnect, RuntimeError, OSError):
            LOG.debug("%s has gone", self.person.id)

    # Listening.

    async def listen(self) -> None:
        """Answer messages until the line is closed."""
        while (event := await self.socket.receive())["type"] != "websocket.disconnect":
            text = event.get("text")
            if text is None:
                self.close(BINARY)
            elif len(text.encode()) > LARGEST:
                self.close(TOO_LARGE)
            elif not self.bucket.take(asyncio.get_running_loop().time()):
                self.close(FLOOD)
            else:
                await self.hear(text)

    async def hear(self, text: str) -> None:
        """Answer one message."""
        try:
            message = DECODER.decode(text)
        except (msgspec.MsgspecError, UnicodeError) as error:
            self.mistakes += 1
            self.say(Refused("message/malformed", str(error)[:200]))
            if self.mistakes >= PATIENCE:
                self.close(POLICY)
            return
        said, table = getattr(message, "id", ""), getattr(message, "table", "")
        try:
            await self.heed(message)
        except ServerError as error:
            self.say(Refused(error.code, error.reason, error.clause, said, table))
        except Exception:
            LOG.exception("%s said %r", self.person.id, text)
            self.say(Refused("server/broken", "this went wrong at the server", id=said, table=table))

    async def heed(self, message: Any) -> None:
        """Do what a message asks for."""
        match message:
            case Ping():
                self.say(Pong())
            case Join(table=name):
                await self.join(name)
            case Part(table=name):
                room = self.rooms.pop(name, None)
                if room is not None:
                    room.part(self)
            case Ask(table=name, text=text, n=n):
                self.ask(self.joined(name), text, n)
            case Hint(table=name, n=n):
                self.give_hint(self.joined(name), n)
            case Recall(table=name):
                room = self.joined(name)
                self.say(Past(name, room.match.past(room.match.seat_of(self.person.id))))
            case _:
                self.joined(message.table).obey(self, message)

    async def join(self, name: str) -> None:
        """Look at a table from now on."""
        if name not in self.rooms and len(self.rooms) >= MOST_TABLES:
            raise RefusalError("table/many", f"no more than {MOST_TABLES} tables on one connection")
        room = await self.house.room(name)
        self.rooms[name] = room
        room.join(self)

    def joined(self, name: str) -> Room:
        """Give a table that was joined, or refuse."""
        room = self.rooms.get(name)
        if room is None:
            raise RefusalError("table/unjoined", f"join table {name!r} first")
        return room

    def ask(self, room: Room, text: str, n: int) -> None:
        """Say what a selection is."""
        match = room.match
        seat = match.own_seat(self.person.id)
        legal = match.table.legal_moves(seat) if match.status == "playing" else ()
        answer = match.staging.answer(match.view(seat), legal, text)
        self.say(Answered(room.name, n, text, answer))

    def give_hint(self, room: Room, n: int) -> None:
        """Let the strongest bot think about the seat's move; one thought at a time."""
        match = room.match
        seat = match.own_seat(self.person.id)
        if not match.opening.hints:
            raise RefusalError("hint/forbidden", "this table plays without hints")
        legal = match.table.legal_moves(seat) if match.status == "playing" else ()
        if not len(legal) or seat not in match.to_act():
            raise RefusalError("hint/turn", "there is nothing to decide for you now")
        if self.hint is not None and not self.hint.done():
            raise RefusalError("hint/busy", "one hint at a time")
        question = Question(HINT_BOT, match.game.name, match.view(seat), legal, n)
        self.hint = asyncio.create_task(self.advise(room, question, n))

    async def advise(self, room: Room, question: Question, n: int) -> None:
        """Wait for a hint, and send it."""
        try:
            advice = await self.house.thinkers.advise(question)
        except ServerError as error:
            self.say(Refused(error.code, error.reason, table=room.name))
            return
        write = room.match.game.format_move
        candidates = tuple(
            Candidate(
                write(candidate.move),
                None if candidate.points is None else round(candidate.points, 1),
                None if candidate.wins is None else round(candidate.wins, 3),
            )
            for candidate in advice.candidates
        )
        why = ", ".join(map(room.match.staging.reason_text, advice.reasons))
        self.say(Advised(room.name, n, write(advice.move), why, candidates))
