"""A client as the page is one: it reconnects by itself, and resends what was not answered."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import ssl
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any, Final, Protocol, Self

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from parlour.server.protocol import LARGEST
from tests.server.server_process import ServerProcess
from tests.serving import PATIENCE

AGAIN_SECONDS: Final = 0.05
MOST_KEPT: Final = 2000
Message = dict[str, Any]


class Entrance(Protocol):
    """Where clients connect: a server, or whatever stands before several."""

    @property
    def address(self) -> str: ...


class Client:
    """A person at the server, with one connection."""

    def __init__(self, server: Entrance, cookie: str, tables: tuple[str, ...] = ()) -> None:
        self.server = server
        self.ping_seconds: float | None = None
        """How often the connection is tried; None where only its end tells."""
        self.trust: ssl.SSLContext | None = None
        """Whom to trust where the address is https."""
        self.cookie = cookie
        self.joined = list(tables)
        self.waiting: dict[str, Message] = {}
        self.answers: dict[str, asyncio.Future[Message]] = {}
        self.asked: dict[int, asyncio.Future[Message]] = {}
        self.shown: dict[str, Message] = {}
        self.at: set[str] = set()
        """The tables that were shown on this connection."""
        self.received: deque[Message] = deque(maxlen=MOST_KEPT)
        self.closes: list[int] = []
        self.connections = 0
        self.largest = 0
        self.count = 0
        self.news = asyncio.Condition()
        self.on_table: Callable[[Message], None] = lambda _: None
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None

    # The connection.

    async def run(self) -> None:
        """Stay connected until cancelled."""
        while True:
            with contextlib.suppress(OSError, websockets.InvalidHandshake, EOFError, TimeoutError):
                async with dial(self.server, self.cookie, ping_interval=self.ping_seconds, ssl=self.trust) as socket:
                    await self.talk(socket)
            await asyncio.sleep(AGAIN_SECONDS)

    async def talk(self, socket: ClientConnection) -> None:
        """Join again, resend what was not answered, and receive until the connection is closed."""
        self.at.clear()
        try:
            for table in self.joined:
                await socket.send(msgspec.json.encode({"t": "join", "table": table}).decode())
            self.socket = socket  # before the rest: what is said meanwhile goes out by itself
            self.connections += 1
            for command in list(self.waiting.values()):
                await socket.send(msgspec.json.encode(command).decode())
            async for text in socket:
                await self.receive(str(text))
            self.closes.append(socket.close_code or 0)
        except websockets.ConnectionClosed as error:
            self.closes.append(1006 if error.rcvd is None else error.rcvd.code)
        finally:
            self.socket = None
            for future in self.asked.values():
                future.cancel()
            self.asked.clear()
            async with self.news:
                self.news.notify_all()

    async def receive(self, text: str) -> None:
        """Keep a message, and resolve what waits for it."""
        self.largest = max(self.largest, len(text.encode()))
        assert self.largest <= LARGEST, text
        message = msgspec.json.decode(text)
        self.received.append(message)
        match message:
            case {"t": "table", "table": table}:
                self.shown[table] = message
                self.at.add(table)
                self.on_table(message)
            case {"t": "done" | "refused", "id": name} if name in self.answers:
                self.waiting.pop(name, None)
                settle(self.answers.pop(name), message)
            case {"t": "answer" | "advice", "n": n} if n in self.asked:
                settle(self.asked.pop(n), message)
        async with self.news:
            self.news.notify_all()

    async def say(self, **message: Any) -> None:
        """Send a message, if there is a connection."""
        if self.socket is not None:
            with contextlib.suppress(websockets.ConnectionClosed):
                await self.socket.send(msgspec.json.encode(message).decode())

    async def __aenter__(self) -> Self:
        self.task = asyncio.create_task(self.run())
        await self.until(lambda: self.socket is not None and all(table in self.shown for table in self.joined))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.task is not None
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task

    async def until(self, holds: Callable[[], Any], seconds: float = PATIENCE) -> None:
        """Wait until something holds; looked at after every message."""
        try:
            async with asyncio.timeout(seconds), self.news:
                await self.news.wait_for(holds)
        except TimeoutError as error:
            error.add_note(self.state())
            raise

    def state(self) -> str:
        """What a failed wait saw."""
        line = f"connected, at {self.at}" if self.socket is not None else f"not connected, closed with {self.closes}"
        last = [msgspec.json.encode(message).decode()[:2000] for message in list(self.received)[-3:]]
        return "\n".join([f"{line}; not answered: {list(self.waiting)}; received last:", *last])

    # What a page does.

    async def join(self, table: str) -> Message:
        """Look at a table."""
        if table not in self.joined:
            self.joined.append(table)
        await self.say(t="join", table=table)
        await self.until(lambda: table in self.shown)
        return self.shown[table]

    async def command(self, kind: str, table: str, **more: Any) -> Message:
        """Send a command until it is answered; the answer."""
        name = more.pop("id", None) or f"{kind}-{secrets.token_hex(6)}"
        command = {"t": kind, "table": table, "id": name, **more}
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.answers[name] = future
        self.waiting[name] = command
        await self.say(**command)
        await self.answer_to(future)
        return future.result()

    async def answer_to(self, future: asyncio.Future[Message]) -> None:
        """Wait for an answer, or for the connection to be cut."""
        try:
            async with asyncio.timeout(PATIENCE):
                await future
        except TimeoutError as error:
            error.add_note(self.state())
            raise

    async def play(self, table: str, move: str, **more: Any) -> Message:
        """Play a move at this moment of the table."""
        return await self.command("play", table, **{"move": move, "decision": self.decision(table), **more})

    def decision(self, table: str) -> int:
        """Which decision of my seat is next."""
        number: int = self.shown[table].get("decision", 0)
        return number

    async def ask(self, table: str, text: str = "", kind: str = "ask") -> Message:
        """Ask what a selection is, or for a hint; asked again after a reconnect."""
        while True:
            self.count += 1
            future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
            self.asked[self.count] = future
            words = {"text": text} if kind == "ask" else {}
            await self.until(lambda: self.socket is not None)
            await self.say(t=kind, table=table, n=self.count, **words)
            with contextlib.suppress(asyncio.CancelledError):
                await self.answer_to(future)
                return future.result()
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise asyncio.CancelledError

    def refusals(self) -> list[str]:
        """The codes of all refusals."""
        return [message["code"] for message in self.received if message["t"] == "refused"]


def settle(future: asyncio.Future[Message], message: Message) -> None:
    """Hand an answer over, unless nobody waits for it any more."""
    if not future.done():
        future.set_result(message)


def dial(server: Entrance, cookie: str, *, ping_interval: float | None = None, **more: Any) -> connect:
    """Connect to the server's websocket; one that must be tried is given up when it does not answer twice as long."""
    address = server.address.replace("http", "ws") + "/ws"
    headers = {"Cookie": f"parlour={cookie}"} if cookie else {}
    return connect(
        address,
        additional_headers=headers,
        compression=None,
        proxy=None,
        close_timeout=1,
        open_timeout=PATIENCE if ping_interval is None else 2 * ping_interval,
        ping_interval=ping_interval,
        ping_timeout=None if ping_interval is None else 2 * ping_interval,
        **more,
    )


@contextlib.asynccontextmanager
async def people(server: ServerProcess, *names: str) -> AsyncIterator[list[Client]]:
    """Let guests come in, each with a connection."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Client(server, server.guest(name))) for name in names]
