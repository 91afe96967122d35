"""The line to a table server: comes back by itself, and says again what was not answered."""

from __future__ import annotations

import asyncio
from random import uniform
from typing import TYPE_CHECKING, Final

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from parlour.core.errors import OptionError
from parlour.server.protocol import VERSION, Advised, Answered, Done, FromServer, Join, Refused, Welcome
from parlour.terminal.account import COOKIE

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

    from parlour.server.protocol import FromClient
    from parlour.terminal.account import Account

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 5.0
OPEN_SECONDS: Final = 10
NO_GUEST: Final = 4401
DECODER: Final = msgspec.json.Decoder(FromServer)
ENCODER: Final = msgspec.json.Encoder()


class Lost(msgspec.Struct, frozen=True):
    """The line is lost; it is tried again."""

    reason: str


class Broken(msgspec.Struct, frozen=True):
    """The line will not come back."""

    error: OptionError


class Line:
    """A websocket to one table. Whatever is heard goes to `hear`; `run` lasts until it is cancelled."""

    def __init__(self, account: Account, table: str, hear: Callable[[FromServer | Lost | Broken], None]) -> None:
        """Take who speaks, which table is looked at, and who listens."""
        self.account = account
        self.table = table
        self.hear = hear
        self.waiting: dict[str, FromClient] = {}
        """What was said and not answered yet, by its id or number, in order."""
        self.socket: ClientConnection | None = None
        self.wait = FIRST_WAIT

    @property
    def is_quiet(self) -> bool:
        """Tell whether everything that was said is answered."""
        return not self.waiting

    async def run(self) -> None:
        """Keep the line open."""
        try:
            while True:
                self.hear(Lost(await self.talk()))
                await asyncio.sleep(uniform(0.5, 1) * self.wait)
                self.wait = min(2 * self.wait, LONGEST_WAIT)
        except OptionError as error:
            self.hear(Broken(error))

    async def talk(self) -> str:
        """Open the line and listen until it is lost; give the reason."""
        address = self.account.site.replace("http", "ws", 1) + "/ws"
        headers = {"Cookie": f"{COOKIE}={self.account.token}"}
        try:
            async with connect(address, additional_headers=headers, open_timeout=OPEN_SECONDS) as socket:
                await self.greet(socket)
                while True:
                    self.hear(DECODER.decode(await socket.recv()))
        except ConnectionClosed as error:
            code = None if error.rcvd is None else error.rcvd.code
            if code == NO_GUEST:
                raise OptionError(f"{self.account.site} does not know you any more: start anew") from error
            return "the server restarts" if code == 1012 else "the line is lost"  # noqa: PLR2004 - as RFC 6455 has it
        except (OSError, TimeoutError, InvalidHandshake) as error:
            return str(error) or type(error).__name__
        except msgspec.MsgspecError as error:
            raise OptionError(f"{self.account.site} is no parlour of this version: {error}") from error
        finally:
            self.socket = None

    async def greet(self, socket: ClientConnection) -> None:
        """Look at the table, and say again what was not answered."""
        await socket.send(ENCODER.encode(Join(self.table)).decode())
        unanswered = tuple(self.waiting.values())
        self.socket = socket
        for message in unanswered:
            await socket.send(ENCODER.encode(message).decode())

    def note(self, message: FromServer) -> None:
        """Note what is answered: called by who listens, when she comes to it."""
        match message:
            case Welcome(version=version) if version != VERSION:
                raise OptionError(f"{self.account.site} speaks version {version}, and this parlour version {VERSION}")
            case Welcome():
                self.wait = FIRST_WAIT
            case Done(id=name) | Refused(id=name) if name:
                self.waiting.pop(name, None)
            case Answered(n=n) | Advised(n=n):
                self.waiting.pop(str(n), None)
            case Refused(code="message/malformed"):
                self.waiting.clear()  # it was not read, so its name is not in the answer; only one waits at a time
            case Refused():
                self.waiting = {name: said for name, said in self.waiting.items() if hasattr(said, "id")}

    async def say(self, message: FromClient) -> None:
        """Say something, now or as soon as the line is back, until it is answered."""
        self.waiting[str(getattr(message, "id", getattr(message, "n", "")))] = message
        if self.socket is not None:
            try:
                await self.socket.send(ENCODER.encode(message).decode())
            except ConnectionClosed:
                self.socket = None

    async def move_to(self, table: str) -> None:
        """Look at another table."""
        self.table = table
        if self.socket is not None:
            await self.socket.send(ENCODER.encode(Join(table)).decode())
