"""One websocket: what its client sends is paid for and read, and what tables broadcast is sent."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.websockets import WebSocketDisconnect, WebSocketState

import parlour
from parlour.server.dialogue import COSTLY, COSTS, DECODER, LOG, Dialogue
from parlour.server.errors import StoreError
from parlour.server.outbox import Outbox
from parlour.server.protocol import LARGEST, VERSION, Join, Welcome
from parlour.server.transport import CLOSE_SECONDS

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from parlour.server.limits import Bucket
    from parlour.server.node_link import Link
    from parlour.server.store import Person
    from parlour.server.table_actor import TableActor
    from parlour.server.tables import Tables
    from parlour.server.transport import WebSocketProtocol

SHORT: Final = LARGEST // 4
"""Characters that are certainly not more bytes than a message may have."""
WRITE_BYTES: Final = 65_536
"""About so much is written at once."""
BINARY, TOO_LARGE, SLOW = 1003, 1009, 1013


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
