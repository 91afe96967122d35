"""The application: routes, the websocket's door, headers, health and metrics."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

import parlour
from parlour.server.connection import POLICY, Connection
from parlour.server.errors import RefusalError, StoreError
from parlour.server.http import (
    ENDPOINTS,
    LARGEST_BODY,
    LARGEST_LOG,
    Endpoint,
    Trouble,
    Visit,
    answered,
    status_of,
    who,
)
from parlour.server.limits import Buckets
from parlour.server.metrics import Metrics
from parlour.server.openapi import openapi
from parlour.server.tables import NO_COOKIE, House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from starlette.requests import HTTPConnection, Request
    from starlette.websockets import WebSocket

    from parlour.server.settings import Settings
    from parlour.server.store import Store

LOG: Final = logging.getLogger("parlour.server")
WEB: Final = Path(__file__).parent / "web"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
TEXTS: Final = frozenset({".html", ".js", ".css", ".svg", ".webmanifest"})
PAGES: Final = (
    "/",
    "/t/{rest}",
    "/replay",
    "/replay/{rest}",
    "/rules/{rest}",
    "/learn/{rest}",
    "/me/{rest}",
    "/fair/{rest}",
)
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY")
MISSING: Final = """\
The page is not built. In a checkout, script/play builds it; the server itself runs.
"""


class Front:
    """What stands between the network and the house."""

    def __init__(self, settings: Settings, make_store: Callable[[], Store]) -> None:
        """Take the settings; the house opens with the application."""
        self.settings = settings
        self.make_store = make_store
        self.requests = Buckets(settings.requests)
        self.connections: dict[str, int] = {}
        self.metrics = Metrics()
        self.house: House

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Open the house with the application, and close it after the last connection."""
        del app
        self.house = House(self.make_store(), self.settings)
        yield
        await self.house.close()

    def address_of(self, connection: HTTPConnection) -> str:
        """Tell from where somebody speaks."""
        forwarded = connection.headers.get("x-forwarded-for")
        if self.settings.behind_proxy and forwarded:
            return forwarded.rpartition(",")[2].strip()
        return connection.client.host if connection.client else ""

    def is_own_page(self, connection: HTTPConnection) -> bool:
        """Tell whether a browser's request comes from our own page; other programs name no origin."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        return urlsplit(origin).netloc == connection.headers.get("host") or origin in self.settings.origins

    # HTTP.

    def route(self, path: str) -> Route:
        """Give what answers requests at an address, whatever their method."""
        endpoints = {endpoint.method: endpoint for endpoint in ENDPOINTS if endpoint.path == path}

        async def answer(request: Request) -> Response:
            endpoint = endpoints.get("GET" if request.method == "HEAD" else request.method)
            try:
                self.check(request)
                if endpoint is None:
                    return refused_method(request, endpoints)
                visit = Visit(self.house, request, await body_of(request, endpoint))
                return await endpoint.act(visit)
            except (RefusalError, StoreError) as error:
                trouble = Trouble(error.code, error.reason, error.clause)
                return answered(trouble, status_of(error))

        return Route(path, answer, methods=METHODS)

    def check(self, request: Request) -> None:
        """Refuse requests of other pages, and too many of them."""
        if not self.requests.take(self.address_of(request), asyncio.get_running_loop().time()):
            raise RefusalError("address/many", "too many requests; wait a little")
        if request.method != "GET" and not self.is_own_page(request):
            raise RefusalError("page/origin", "this page is not ours")

    async def health(self, request: Request) -> Response:
        """Say that all is well, or what is not: the database answers or it does not."""
        del request
        try:
            counts = await self.house.store.counts()
        except StoreError as error:
            return answered(Trouble(error.code, error.reason), 503)
        return answered({"ok": True, "parlour": parlour.__version__, **counts})

    async def measure(self, request: Request) -> Response:
        """Give the figures that operators watch, as Prometheus reads them."""
        del request
        return PlainTextResponse(self.metrics.text(self.house, sum(self.connections.values())))

    async def page(self, request: Request) -> Response:
        """Give the page; it reads the address itself."""
        return self.file(request, WEB / "index.html", "no-cache")

    async def asset(self, request: Request) -> Response:
        """Give a part of the page; the names of assets change with their contents."""
        path = page_file(request.path_params["path"])
        if path is None:
            if "text/html" in request.headers.get("accept", ""):
                return self.file(request, WEB / "index.html", "no-cache", 404)  # the page has words for lost people
            return answered(Trouble("page/unknown", f"nothing is at {request.url.path}"), 404)
        lasting = path.parent.name == "assets"
        return self.file(request, path, "public, max-age=31536000, immutable" if lasting else "no-cache")

    def file(self, request: Request, path: Path, cache: str, status: int = 200) -> Response:
        """Give a file with the headers that keep strangers out of it, texts compressed where that is understood."""
        if not path.is_file():
            return PlainTextResponse(MISSING, 503)
        headers = {**HEADERS, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if path.suffix not in TEXTS or "gzip" not in request.headers.get("accept-encoding", ""):
            return FileResponse(path, status, headers=headers)
        content = compressed(path, path.stat().st_mtime_ns)
        return Response(content, status, {**headers, "Content-Encoding": "gzip"}, guess_type(path)[0])

    # The websocket.

    async def socket(self, socket: WebSocket) -> None:
        """Let a person in, and talk."""
        address = self.address_of(socket)
        if not self.is_own_page(socket) or self.connections.get(address, 0) >= self.settings.per_address:
            await socket.close(POLICY)
            return
        self.connections[address] = self.connections.get(address, 0) + 1
        try:
            await socket.accept()
            person = await who(self.house, socket)
            if person is None:
                await socket.close(NO_COOKIE)
                return
            await Connection(socket, person, self.house).serve()
        except StoreError as error:
            LOG.warning("%s", error)
            await socket.close(1013)
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]


@lru_cache(maxsize=128)
def compressed(path: Path, changed: int) -> bytes:
    """Compress a file, once for as long as it does not change."""
    del changed
    return gzip.compress(path.read_bytes())


def page_file(name: str) -> Path | None:
    """Find a file of the page."""
    try:
        path = (WEB / name).resolve()
        return path if path.is_relative_to(WEB) and path.is_file() else None
    except (ValueError, OSError):  # a name that no file can have
        return None


def refused_method(request: Request, known: Iterable[str]) -> Response:
    """Refuse a method that an address does not know, and name those that it does."""
    allowed = ", ".join(known)
    trouble = Trouble("page/method", f"{request.url.path} can be asked for with {allowed}, got {request.method!r}")
    response = answered(trouble, 405)
    response.headers["Allow"] = allowed
    return response


async def body_of(request: Request, endpoint: Endpoint) -> Any:
    """Read a request's body as its endpoint wants it, or refuse."""
    if endpoint.body is None:
        return None
    largest = LARGEST_LOG if endpoint.body is bytes else LARGEST_BODY
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > largest:
            raise RefusalError("body/large", f"no more than {largest} bytes")
    if endpoint.body is bytes:
        return body
    try:
        return msgspec.json.decode(body, type=endpoint.body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise RefusalError("message/malformed", str(error)[:200]) from error


async def broken(request: Request, error: Exception) -> Response:
    """Answer where something went wrong that should not; the log has the rest."""
    del request, error
    return answered(Trouble("server/broken", "this went wrong at the server"), 500)


def make_app(settings: Settings, make_store: Callable[[], Store]) -> Starlette:
    """Put everything together."""
    front = Front(settings, make_store)
    document = msgspec.json.encode(openapi(ENDPOINTS))

    async def describe(request: Request) -> Response:
        del request
        return Response(document, media_type="application/json")

    routes = [
        *(front.route(path) for path in dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)),
        Route("/api/openapi.json", describe),
        Route("/healthz", front.health),
        Route("/metrics", front.measure),
        WebSocketRoute("/ws", front.socket),
        *(Route(path, front.page) for path in PAGES),
        Route("/{path:path}", front.asset),
    ]
    return Starlette(routes=routes, lifespan=front.lifespan, exception_handlers={Exception: broken})
