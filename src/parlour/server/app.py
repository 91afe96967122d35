"""The web application: routes, the websocket's admission, headers, health and metrics."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute

import parlour
from parlour.server.connection import POLICY, Connection
from parlour.server.errors import RefusalError, ServerError, StoreError
from parlour.server.http import (
    ENDPOINTS,
    LARGEST_BODY,
    LARGEST_LOG,
    Endpoint,
    RequestContext,
    error_response,
    json_response,
    person_of,
)
from parlour.server.invitations import Invitations, tags
from parlour.server.limits import Buckets
from parlour.server.metrics import Metrics
from parlour.server.openapi import openapi
from parlour.server.page_files import OK, PageFiles
from parlour.server.tables import NO_COOKIE, Tables

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection

    from starlette.requests import HTTPConnection, Request
    from starlette.websockets import WebSocket

    from parlour.server.settings import Settings
    from parlour.server.store import Store

LOG: Final = logging.getLogger("parlour.server")
PAGES: Final = (  # the page reads the path itself
    "/",
    "/replay",
    "/replay/{rest}",
    "/rules/{rest}",
    "/learn/{rest}",
    "/me/{rest}",
    "/fair/{rest}",
)
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY")


class WebApp:
    """Everything between the network and the tables."""

    def __init__(self, settings: Settings, make_store: Callable[[], Store]) -> None:
        """Take the settings; the store is opened when the application starts."""
        self.settings = settings
        self.make_store = make_store
        self.requests = Buckets(settings.requests)
        self.connections: dict[str, int] = {}
        self.metrics = Metrics()
        self.tables: Tables
        self.invitations: Invitations

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Open the tables when the application starts, and close them after the last connection."""
        del app
        self.tables = Tables(self.make_store(), self.settings)
        self.invitations = Invitations(self.tables)
        yield
        await self.tables.close()

    def is_own_page(self, connection: HTTPConnection) -> bool:
        """Whether a browser's request comes from our own page; programs that are no browsers send no origin."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        return urlsplit(origin).netloc == connection.headers.get("host") or origin in self.settings.origins

    # HTTP.

    def route(self, path: str) -> Route:
        """The route of a path, for all methods."""
        endpoints = {endpoint.method: endpoint for endpoint in ENDPOINTS if endpoint.path == path}

        async def answer(request: Request) -> Response:
            endpoint = endpoints.get("GET" if request.method == "HEAD" else request.method)
            try:
                self.check(request)
                if endpoint is None:
                    return refused_method(request, endpoints)
                body = await read_body(request, endpoint)
                return await endpoint.act(RequestContext(self.tables, request, body, read_query(request, endpoint)))
            except (RefusalError, StoreError) as error:
                return error_response(error)

        return Route(path, answer, methods=METHODS)

    def check(self, request: Request) -> None:
        """Refuse requests of other sites, and too many from one address."""
        if not self.requests.take(address_of(request), asyncio.get_running_loop().time()):
            raise RefusalError("address/many", "too many requests; wait a little")
        if request.method != "GET" and not self.is_own_page(request):
            raise RefusalError("page/origin", "this page is not ours")

    async def health(self, request: Request) -> Response:
        """200 if the database answers, else the error."""
        del request
        try:
            counts = await self.tables.store.counts()
        except StoreError as error:
            return error_response(error, 503)
        return json_response({"ok": True, "parlour": parlour.__version__, **counts})

    async def measure(self, request: Request) -> Response:
        del request
        return PlainTextResponse(self.metrics.text(self.tables, sum(self.connections.values())))

    # The websocket.

    async def socket(self, socket: WebSocket) -> None:
        """Admit a person's websocket, and serve it."""
        address = address_of(socket)
        if not self.is_own_page(socket) or self.connections.get(address, 0) >= self.settings.per_address:
            await socket.close(POLICY)
            return
        self.connections[address] = self.connections.get(address, 0) + 1
        try:
            await socket.accept()
            person = await person_of(self.tables, socket)
            if person is None:
                await socket.close(NO_COOKIE)
                return
            await Connection(socket, person, self.tables).serve()
        except StoreError as error:
            LOG.warning("%s", error)
            await socket.close(1013)
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]


def refused_method(request: Request, known: Collection[str]) -> Response:
    """405, with the methods that a path has."""
    allowed = ", ".join(known)
    response = error_response(
        RefusalError(
            "page/method",
            f"{request.url.path} has the methods {allowed}, got {request.method!r}",
            parameters={"path": request.url.path, "allowed": tuple(known), "got": request.method},
        )
    )
    response.headers["Allow"] = allowed
    return response


async def read_body(request: Request, endpoint: Endpoint) -> Any:
    """A request's body as its endpoint declares it, or RefusalError."""
    if endpoint.body is None:
        return None
    largest = LARGEST_LOG if endpoint.body is bytes else LARGEST_BODY
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > largest:
            raise RefusalError("body/large", f"no more than {largest} bytes", parameters={"most": largest})
    if endpoint.body is bytes:
        return body
    try:
        return msgspec.json.decode(body, type=endpoint.body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise malformed(error) from error


def read_query(request: Request, endpoint: Endpoint) -> Any:
    """A request's query as its endpoint declares it, or RefusalError."""
    if endpoint.query is None:
        return None
    try:
        return msgspec.convert(dict(request.query_params), endpoint.query, strict=False)
    except msgspec.ValidationError as error:
        raise malformed(error) from error


def malformed(error: Exception) -> RefusalError:
    """A refusal of input that cannot be decoded."""
    wrong = str(error)[:200]
    return RefusalError("message/malformed", wrong, parameters={"error": wrong})


def address_of(connection: HTTPConnection) -> str:
    """The client's address; behind a proxy uvicorn has put in the one that the proxy names."""
    return connection.client.host if connection.client else ""


async def broken(request: Request, error: Exception) -> Response:
    """500 after an unexpected error; starlette logs it."""
    del request, error
    return error_response(ServerError("server/broken", "this went wrong at the server"))


def make_app(settings: Settings, make_store: Callable[[], Store]) -> Starlette:
    """The ASGI application."""
    web = WebApp(settings, make_store)
    files = PageFiles()
    document = msgspec.json.encode(openapi(ENDPOINTS))

    async def describe(request: Request) -> Response:
        del request
        return Response(document, media_type="application/json")

    async def show_table(request: Request) -> Response:
        """The page of a table, with what its link shows elsewhere."""
        shown = await web.invitations.find(request.path_params["table"], asyncio.get_running_loop().time())
        return files.index_response(request.scope, OK, "" if shown is None else tags(shown, request))

    routes = [
        *(web.route(path) for path in dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)),
        Route("/api/openapi.json", describe),
        Route("/healthz", web.health),
        Route("/metrics", web.measure),
        WebSocketRoute("/ws", web.socket),
        Route("/t/{table}", show_table),
        *(Route(path, files.index) for path in PAGES),
        Mount("/", files),
    ]
    return Starlette(routes=routes, lifespan=web.lifespan, exception_handlers={Exception: broken})
