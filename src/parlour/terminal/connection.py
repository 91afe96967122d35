"""The connection to a table server: reconnects by itself, and sends again what was not answered."""

from __future__ import annotations

import asyncio
from random import uniform  # noqa: TID251 - clients must not retry in step
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

FIRST_DELAY: Final = 0.25
LONGEST_DELAY: Final = 5.0
OPEN_SECONDS: Final = 10
UNKNOWN_GUEST: Final = 4401
DECODER: Final = msgspec.json.Decoder(FromServer)
ENCODER: Final = msgspec.json.Encoder()


class Disconnected(msgspec.Struct, frozen=True):
    """The connection is lost; it is retried."""

    reason: str


class Failed(msgspec.Struct, frozen=True):
    """The connection is lost, and retrying would not help."""

    error: OptionError


class Connection:
    """A websocket that follows one table. Everything received goes to `receive`; `run` lasts until it is cancelled."""

    def __init__(
        self, account: Account, table: str, receive: Callable[[FromServer | Disconnected | Failed], None]
    ) -> None:
        self.account = account
        self.table = table
        self.receive = receive
        self.pending: dict[str, FromClient] = {}
        """Messages that were not answered yet, by their id or number, in order."""
        self.socket: ClientConnection | None = None
        self.delay = FIRST_DELAY

    @property
    def is_idle(self) -> bool:
        """Whether every message was answered."""
        return not self.pending

    async def run(self) -> None:
        """Stay connected."""
        try:
            while True:
                self.receive(Disconnected(await self.connect_once()))
                await asyncio.sleep(uniform(0.5, 1) * self.delay)
                self.delay = min(2 * self.delay, LONGEST_DELAY)
        except OptionError as error:
            self.receive(Failed(error))

    async def connect_once(self) -> str:
        """Connect and receive messages until the connection is lost; the reason why."""
        address = self.account.site.replace("http", "ws", 1) + "/ws"
        headers = {"Cookie": f"{COOKIE}={self.account.token}"}
        try:
            async with connect(address, additional_headers=headers, open_timeout=OPEN_SECONDS) as socket:
                await self.rejoin(socket)
                while True:
                    self.receive(DECODER.decode(await socket.recv()))
        except ConnectionClosed as error:
            code = None if error.rcvd is None else error.rcvd.code
            if code == UNKNOWN_GUEST:
                raise OptionError(f"{self.account.site} no longer knows you: run the command again") from error
            return "the server is restarting" if code == 1012 else "connection lost"  # noqa: PLR2004 - RFC 6455
        except (OSError, TimeoutError, InvalidHandshake) as error:
            return str(error) or type(error).__name__
        except msgspec.MsgspecError as error:
            raise OptionError(f"{self.account.site} is not a parlour server of this version: {error}") from error
        finally:
            self.socket = None

    async def rejoin(self, socket: ClientConnection) -> None:
        """Join the table, and send again what was not answered."""
        await socket.send(ENCODER.encode(Join(self.table)).decode())
        unanswered = tuple(self.pending.values())
        self.socket = socket
        for message in unanswered:
            await socket.send(ENCODER.encode(message).decode())

    def acknowledge(self, message: FromServer) -> None:
        """Forget what a message answers; the receiver calls this when it handles the message."""
        match message:
            case Welcome(version=version) if version != VERSION:
                raise OptionError(
                    f"{self.account.site} speaks version {version} of the protocol, this client version {VERSION}"
                )
            case Welcome():
                self.delay = FIRST_DELAY
            case Done(id=name) | Refused(id=name) if name:
                self.pending.pop(name, None)
            case Answered(n=n) | Advised(n=n):
                self.pending.pop(str(n), None)
            case Refused(code="message/malformed"):
                self.pending.clear()  # the server could not read its id; only one message is pending at a time
            case Refused():
                self.pending = {name: sent for name, sent in self.pending.items() if hasattr(sent, "id")}

    async def send(self, message: FromClient) -> None:
        """Send a message now, or as soon as the connection is back, until it is answered."""
        self.pending[str(getattr(message, "id", getattr(message, "n", "")))] = message
        if self.socket is not None:
            try:
                await self.socket.send(ENCODER.encode(message).decode())
            except ConnectionClosed:
                self.socket = None

    async def switch_to(self, table: str) -> None:
        """Follow another table, or the same one from the beginning."""
        self.table = table
        if self.socket is not None:
            await self.socket.send(ENCODER.encode(Join(table)).decode())
