"""A visitor with one address: the connections and requests that attacks are made of.

On Linux every address 127.x.y.z is this machine, so visitors of one benchmark differ in their address as
visitors of a public server do.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any, Final

import msgspec
from websockets.asyncio.client import connect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from websockets.asyncio.client import ClientConnection

ANSWER_SECONDS: Final = 10.0
"""How long a visitor waits for an answer before she tries again."""
PAUSE_SECONDS: Final = 0.05
"""After a refusal; an attacker who only spins would starve herself."""
LARGEST_ANSWER: Final = 1 << 22
GONE: Final = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)
"""What a visitor sees when the server has refused or closed her connection."""


class Visitor:
    """Somebody at one address."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self.host = host
        self.port = port
        self.address = address
        self.cookie = ""

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A TCP connection."""
        opened = asyncio.open_connection(self.host, self.port, local_addr=(self.address, 0), limit=LARGEST_ANSWER)
        return await asyncio.wait_for(opened, ANSWER_SECONDS)

    async def request(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """An HTTP request on a connection of its own; its status and answer."""
        reader, writer = await self.open()
        try:
            head = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", "Connection: close"]
            head += [f"Content-Length: {len(body)}", f"Cookie: {self.cookie}", "", ""]
            writer.write("\r\n".join(head).encode() + body)
            await writer.drain()
            answer = await asyncio.wait_for(reader.read(), ANSWER_SECONDS)
        finally:
            writer.close()
        head_bytes, _, rest = answer.partition(b"\r\n\r\n")
        lines = head_bytes.decode("latin-1").split("\r\n")
        if len(lines[0].split()) < 2:  # noqa: PLR2004 - the protocol and the status
            raise EOFError("closed without an answer")
        for line in lines:
            if line.lower().startswith("set-cookie:"):
                self.cookie = line.partition(":")[2].partition(";")[0].strip()
        return int(lines[0].split()[1]), rest

    async def post(self, path: str, value: object) -> Any:  # noqa: ANN401 - any JSON
        """Post JSON; the answer."""
        status, answer = await self.request("POST", path, json.dumps(value).encode())
        return {"status": status, **(json.loads(answer) if answer else {})}

    async def come_in(self, name: str) -> None:
        """Become a guest; tried again where the server refuses it."""
        while not self.cookie:
            with contextlib.suppress(*GONE):
                await self.post("/api/guests", {"name": name})
            await asyncio.sleep(PAUSE_SECONDS)

    @contextlib.asynccontextmanager
    async def websocket(self) -> AsyncIterator[ClientConnection]:
        """A websocket with the visitor's cookie."""
        async with connect(
            f"ws://{self.host}:{self.port}/ws",
            additional_headers={"Cookie": self.cookie},
            local_addr=(self.address, 0),
            compression=None,
            ping_interval=None,
            open_timeout=ANSWER_SECONDS,
            close_timeout=1,
        ) as websocket:
            yield websocket


def encoded(**message: object) -> str:
    """A message as text."""
    return msgspec.json.encode(message).decode()
