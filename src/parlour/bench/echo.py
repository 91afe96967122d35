"""The baseline of the server's benchmark: decodes JSON and sends it back. `python -m parlour.bench.echo`."""

from __future__ import annotations

import socket
import sys
import time
from typing import TYPE_CHECKING

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.websockets import WebSocket


async def echo(websocket: WebSocket) -> None:
    await websocket.accept()
    try:
        while True:
            message = msgspec.json.decode(await websocket.receive_text())
            await websocket.send_text(msgspec.json.encode(message).decode())
    except WebSocketDisconnect:
        return


async def measure(request: Request) -> PlainTextResponse:
    """The CPU time that this process has used, in the server's format."""
    del request
    return PlainTextResponse(f"parlour_cpu_seconds_total {time.process_time():.6f}\n")


def main() -> None:
    """Serve at any free port, and print the address."""
    listening = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(f"echo is at http://127.0.0.1:{listening.getsockname()[1]}/\n")
    sys.stdout.flush()
    app = Starlette(routes=[WebSocketRoute("/ws", echo), Route("/metrics", measure)])
    config = uvicorn.Config(app, ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning")
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
