"""The web application: routes, admission by address and origin, headers, health and metrics."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect

import parlour
from parlour.server.connection import SLOW, Connection
from parlour.server.dialogue import POLICY
from parlour.server.endpoints import ENDPOINTS
from parlour.server.errors import RefusalError, ServerError, StoreError
from parlour.server.health import Health
from parlour.server.http import (
    API_HEADERS,
    LARGEST_BODY,
    LARGEST_LOG,
    Endpoint,
    RequestContext,
    encoded_response,
    error_response,
    json_response,
    person_of,
)
from parlour.server.identity.identity import short_hash
from parlour.server.invitations import Invitations, tags
from parlour.server.limits import Buckets
from parlour.server.openapi import openapi
from parlour.server.page_files import OK, PageFiles
from parlour.server.people import COOKIE
from parlour.server.tables import BANNED, NO_COOKIE, Tables
from parlour.server.transport import network_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send
    from starlette.websockets import WebSocket

    from parlour.server.push import PushKeys
    from parlour.server.settings import Settings
    from parlour.server.store import Store

LOG: Final = logging.getLogger("parlour.server")
PAGES: Final = (  # the page reads the path itself
    "/",
    "/club",
    "/club/{rest}",
    "/tournament/{rest}",
    "/friend/{rest}",
    "/replay",
    "/replay/{rest}",
    "/review/{rest}",
    "/shared/{rest}",
    "/puzzles",
    "/puzzles/{rest}",
    "/rules/{rest}",
    "/learn/{rest}",
    "/me/{rest}",
    "/profile",
    "/profile/{rest}",
    "/fair/{rest}",
    "/account",
    "/account/{rest}",
)
PROBES: Final = ("/healthz", "/readyz", "/metrics")
COSTLY: Final = ("/api/", "/ws", *PROBES)
FILE_COST: Final = 0.5
"""What a file of the page costs, in tokens; a page has about ten."""
BYTES_PER_TOKEN: Final = 20_000
"""How much of a log costs a token: one of 1 MB, half a second of a worker, nearly empties the bucket."""
REFUSAL_SECONDS: Final = 1.0
"""How long an address that asks too much waits for its refusal."""
BODY_SECONDS: Final = 30
"""How long a request's body may take to come."""
MESSAGE_SHARE: Final = 8
"""An address may send as much as an eighth of its connections could."""
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY")


class WebApp:
    """Everything between the network and the tables."""

    def __init__(self, settings: Settings, make_store: Callable[[], Store], push_keys: PushKeys | None = None) -> None:
        """Take the settings; the store is opened when the application starts."""
        self.settings = settings
        self.push_keys = push_keys
        self.make_store = make_store
        self.requests = Buckets(settings.requests)
        self.probes = Buckets(settings.requests)
        """For health and metrics: whoever watches the server does so from where people play."""
        self.messages = Buckets(settings.per_address * settings.messages / MESSAGE_SHARE)
        self.connections: dict[str, int] = {}
        self.tables: Tables
        self.invitations: Invitations
        self.health: Health

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Open the tables when the application starts, and close them after the last connection."""
        del app
        self.tables = Tables(self.make_store(), self.settings, self.push_keys)
        self.invitations = Invitations(self.tables)
        self.health = Health(self.tables.store, self.tables.workers, self.tables.nodes)
        yield
        await self.tables.close()

    def is_own_page(self, connection: HTTPConnection) -> bool:
        """Whether a browser's request comes from our own page; programs that are no browsers send no origin."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        scheme = connection.url.scheme.replace("ws", "http")
        return origin == f"{scheme}://{connection.headers.get('host')}" or origin in self.settings.origins

    # HTTP.

    def route(self, path: str) -> Route:
        """The route of a path, for all methods."""
        endpoints = {endpoint.method: endpoint for endpoint in ENDPOINTS if endpoint.path == path}

        async def answer(request: Request) -> Response:
            endpoint = endpoints.get("GET" if request.method == "HEAD" else request.method)
            try:
                if request.method not in ("GET", "HEAD") and not self.is_own_page(request):
                    raise RefusalError("page/origin", "this page is not ours")
                if endpoint is None:
                    return refused_method(request, endpoints)
                body = await read_body(request, endpoint)
                if isinstance(body, bytes):
                    await self.charge(request, len(body) / BYTES_PER_TOKEN)
                query, address = read_query(request, endpoint), address_of(request)
                pay = partial(self.owe, address)
                return await endpoint.act(RequestContext(self.tables, request, body, pay, query, address))
            except ServerError as error:
                return error_response(error)

        return Route(path, answer, methods=METHODS)

    async def charge(self, connection: HTTPConnection, cost: float) -> None:
        """Take tokens of the address, or refuse: not at once, so that refusals are few too."""
        path = connection.url.path
        buckets = self.probes if path in PROBES else self.requests
        if not buckets.take(address_of(connection), asyncio.get_running_loop().time(), cost):
            await asyncio.sleep(REFUSAL_SECONDS)
            raise RefusalError("address/many", "too many requests; wait a little")

    def owe(self, address: str, cost: float) -> float:
        """Take tokens for what has been done already; requests are refused until they are there, in so many seconds."""
        now = asyncio.get_running_loop().time()
        return self.requests.of(address, now).delay(now, cost)

    def admitting(self, app: ASGIApp) -> ASGIApp:
        """An application before which every request and every handshake takes tokens of its address."""

        async def admit(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "lifespan":
                await app(scope, receive, send)
                return
            connection = HTTPConnection(scope)
            try:
                await self.charge(connection, 1.0 if scope["path"].startswith(COSTLY) else FILE_COST)
                await app(scope, receive, send)
            except RefusalError as error:
                await error_response(error)(scope, receive, send)
            except asyncio.CancelledError:
                LOG.info("a request was cancelled: the server stops")

        return admit

    async def show_health(self, request: Request) -> Response:
        """200 if the database can be written, else the error."""
        del request
        try:
            counts = await self.health.check()
        except StoreError as error:
            return error_response(error, 503)
        return json_response({"ok": True, "parlour": parlour.__version__, **counts})

    async def show_readiness(self, request: Request) -> Response:
        """200 if people can be sent here: the database can be written, and bots can think."""
        del request
        try:
            await self.health.check_ready()
        except ServerError as error:
            return error_response(error, 503)
        return json_response({"ok": True})

    async def measure(self, request: Request) -> Response:
        del request
        tables = self.tables
        connections = sum(self.connections.values())
        nodes = 1 if tables.nodes is None else len(tables.nodes.peers)
        leases = sum(actor.lease is not None and not actor.closed for actor in tables.actors.values())
        text = tables.metrics.text(len(tables.actors), connections, tables.workers, nodes, leases)
        return PlainTextResponse(text, headers=API_HEADERS)

    # The websocket.

    async def drain(self) -> None:
        """Give the tables of this node to the others, before connections are closed."""
        nodes = self.tables.nodes
        if nodes is not None:
            await nodes.drain()

    async def socket(self, socket: WebSocket) -> None:
        """Admit a person's websocket, and serve it."""
        address = address_of(socket)
        await socket.accept()  # a browser tells its page why only after the handshake
        if not self.is_own_page(socket) or self.connections.get(address, 0) >= self.settings.per_address:
            await close(socket, POLICY)
            return
        self.connections[address] = self.connections.get(address, 0) + 1
        try:
            person = await person_of(self.tables, socket)
            if person is None:
                await close(socket, NO_COOKIE)
                return
            shared = self.messages.of(address, asyncio.get_running_loop().time())
            session = short_hash(socket.cookies[COOKIE])
            await Connection(socket, person, self.tables, shared, address, session=session).serve()
        except RefusalError:
            await close(socket, BANNED)
        except StoreError as error:
            LOG.warning("%s", error)
            await close(socket, SLOW)
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]


async def close(socket: WebSocket, code: int) -> None:
    """Turn a client away, who may be gone already."""
    with contextlib.suppress(WebSocketDisconnect):
        await socket.close(code)


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
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > largest:
                    raise RefusalError("body/large", f"no more than {largest} bytes", parameters={"most": largest})
    except TimeoutError as error:
        raise RefusalError(
            "body/slow",
            f"the body took more than {BODY_SECONDS} seconds",
            parameters={"seconds": BODY_SECONDS},
        ) from error
    if endpoint.body is bytes:
        return bytes(body)
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
    """What the client is counted as; behind a proxy uvicorn has put in the address that the proxy names."""
    return network_of(connection.client.host if connection.client else "")


async def broken(request: Request, error: Exception) -> Response:
    """500 after an unexpected error; starlette logs it."""
    del request, error
    return error_response(ServerError("server/broken", "this went wrong at the server"))


def make_app(web: WebApp) -> ASGIApp:
    """The ASGI application."""
    files = PageFiles()
    document = msgspec.json.encode(openapi(ENDPOINTS))

    async def describe(request: Request) -> Response:
        del request
        return encoded_response(document)

    async def show_table(request: Request) -> Response:
        """The page of a table, with what its link shows elsewhere."""
        shown = await web.invitations.find(request.path_params["table"], asyncio.get_running_loop().time())
        return files.index_response(request.scope, OK, "" if shown is None else tags(shown, request))

    routes = [
        *(web.route(path) for path in dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)),
        Route("/api/openapi.json", describe),
        Route("/healthz", web.show_health),
        Route("/readyz", web.show_readiness),
        Route("/metrics", web.measure),
        WebSocketRoute("/ws", web.socket),
        Route("/t/{table}", show_table),
        *(Route(path, files.index) for path in PAGES),
        Mount("/", files),
    ]
    return web.admitting(Starlette(routes=routes, lifespan=web.lifespan, exception_handlers={Exception: broken}))
