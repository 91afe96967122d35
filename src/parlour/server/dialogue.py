"""What one client says, wherever it is connected: requests are answered, commands handed to tables or their nodes."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.server.bot_workers import Question
from parlour.server.errors import RefusalError, ServerError
from parlour.server.judging import own_seat
from parlour.server.lag import LagMeter
from parlour.server.lobby.types import Leave, Look
from parlour.server.presenting import recalled
from parlour.server.protocol import (
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
)
from parlour.server.table_actor import TableActor

if TYPE_CHECKING:
    from parlour.bots.bot import Advice
    from parlour.games.catalogue import AnyGame
    from parlour.scenes.scene import AnyStaging
    from parlour.server.node_link import Link
    from parlour.server.protocol import FromServer
    from parlour.server.store import Person
    from parlour.server.tables import Tables

LOG: Final = logging.getLogger("parlour.server")
DECODER: Final[msgspec.json.Decoder[FromClient]] = msgspec.json.Decoder(FromClient)
ENCODER: Final = msgspec.json.Encoder()
MOST_TABLES: Final = 20
"""Tables on one connection."""
MOST_MALFORMED: Final = 8
"""Malformed messages on one connection before it is closed."""
COSTS: Final[dict[type, float]] = {Ping: 1.0, Leave: 1.0, Part: 1.0, Ask: 1.0, Recall: 1.0}
"""What messages cost, in tokens of the address."""
COSTLY: Final = 4.0
"""What all others cost: they build a table for everybody at it, write to disk or ask a bot."""
LOAD_COST: Final = 8.0
"""What a table costs that is not in memory."""
HINT_BOT: Final = "master"
Unjoined = Ping | Part | Ask | Hint | Recall | Say | Look | Leave | Command
"""Every message but `join`, which may have to wait for its table."""
POLICY: Final = 1008
"""The close code for somebody who goes on sending what is no message."""


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
