"""A TCP proxy that cuts a connection to a database at the worst moment: the commit has come, its answer has not."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import urlsplit


class CuttingProxy:
    """Passes everything on; once armed, it swallows the answer to what contains some bytes, and cuts the connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.armed = b""
        self.cuts = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", self.port)
        committing = False

        async def upstream() -> None:
            nonlocal committing
            while sent := await reader.read(65536):
                committing = bool(self.armed) and self.armed in sent
                to_server.write(sent)
            to_server.close()

        async def downstream() -> None:
            while answer := await from_server.read(65536):
                if committing:
                    self.armed = b""
                    self.cuts += 1
                    break
                writer.write(answer)

        passing = asyncio.create_task(upstream())
        with contextlib.suppress(ConnectionError):
            await downstream()
        passing.cancel()
        to_server.close()
        writer.close()


@contextlib.asynccontextmanager
async def cutting_proxy(address: str) -> AsyncIterator[tuple[CuttingProxy, str]]:
    """A proxy before a database, and the address of the database behind it."""
    port = urlsplit(address).port
    assert port is not None
    proxy = CuttingProxy(port)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    own = server.sockets[0].getsockname()[1]
    try:
        yield proxy, address.replace(f":{port}/", f":{own}/")
    finally:
        server.close()
