"""The HTTP API: who you are, which tables there are, finished matches.

Every endpoint is a value with its types, from which `/api/openapi.json` and the validation of input follow.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from parlour.games.catalogue import KINDS
from parlour.server.commitments import Deals
from parlour.server.errors import RefusalError, ServerError, StoreError
from parlour.server.game_options import about_game
from parlour.server.http_types import (
    GameAbout,
    Guest,
    GuestName,
    Link,
    Me,
    Opened,
    Problem,
    PushKey,
    Summary,
    TablePage,
    TableQuery,
    Unsubscribed,
)
from parlour.server.identity.devices import device_of
from parlour.server.identity.identity import check_welcome
from parlour.server.people import COOKIE, LINK_SECONDS, MOST_LINKS, hash_token, make_token
from parlour.server.protocol import Sitter
from parlour.server.replay import FrameRange, Frames, match_log, opened_deals
from parlour.server.store import Subscription
from parlour.server.tables import NewTable, Tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import HTTPConnection

    from parlour.server.store import Person, TableRow
    from parlour.server.table_log import AnyTableLog

LARGEST_BODY: Final = 65_536
LARGEST_LOG: Final = 1_048_576
API_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
LOG_TYPE: Final = "application/x-ndjson"
EVENTS_PER_TOKEN: Final = 80
"""How many events of a table are read for a token: they take 4 ms."""
YEAR_SECONDS: Final = 365 * 24 * 3600
PAGE: Final = 20
"""The tables in one answer."""
STATUSES: Final = {
    "person/unknown": 401,
    "person/link": 401,
    "person/banned": 403,
    "passkey/unknown": 404,
    "passkey/known": 409,
    "passkey/many": 409,
    "passkey/missing": 501,
    "tournament/missing": 501,
    "recovery/wrong": 401,
    "session/unknown": 404,
    "export/running": 409,
    "address/attempts": 429,
    "mute/many": 409,
    "report/again": 409,
    "report/many": 429,
    "table/unknown": 404,
    "page/unknown": 404,
    "page/method": 405,
    "puzzle/unknown": 404,
    "review/unknown": 404,
    "tournament/unknown": 404,
    "tournament/owner": 403,
    "tournament/full": 409,
    "tournament/over": 409,
    "tournament/begun": 409,
    "tournament/round": 409,
    "tournament/many": 429,
    "table/sealed": 409,
    "review/seat": 403,
    "review/many": 429,
    "friend/unknown": 404,
    "friend/link": 404,
    "friend/many": 409,
    "table/full": 409,
    "seek/paired": 409,
    "seek/gone": 409,
    "table/playing": 409,
    "body/slow": 408,
    "table/unrated": 409,
    "game/unknown": 404,
    "table/version": 409,
    "person/tables": 409,
    "body/large": 413,
    "log/long": 413,
    "address/many": 429,
    "bot/busy": 503,
    "bot/slow": 503,
    "address/new": 429,
    "server/broken": 500,
    "store/full": 507,
    "store/quota": 507,
}
"""By code; all other refusals are 400, all other errors of the store 503."""


class RequestContext(msgspec.Struct, frozen=True):
    """A request as endpoints see it."""

    tables: Tables
    request: Request
    body: Any
    """Decoded as the endpoint's `body` says."""
    pay: Callable[[float], float]
    """Takes tokens of the address, also those to come; how many seconds later they are there."""
    query: Any = None
    """Decoded as the endpoint's `query` says."""
    address: str = ""

    @property
    def table(self) -> str:
        """The table that the path names."""
        return str(self.request.path_params["table"])

    async def log(self) -> AnyTableLog:
        """The table that the path names, as it is on disk; its length is paid for."""
        log = await self.tables.read(self.table)
        self.pay(log.seq / EVENTS_PER_TOKEN)
        if log.opening.sealed:
            await self.tables.tournaments.check_open(log.opening)
        return log

    async def person(self) -> Person:
        """Who asks, or RefusalError."""
        return known(await person_of(self.tables, self.request))


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """A method of a path, with the types of what goes in and comes out; `bytes` is a match log."""

    method: str
    path: str
    act: Callable[[RequestContext], Awaitable[Response]]
    about: str
    body: Any = None
    reply: Any = None
    status: int = 200
    query: type[msgspec.Struct] | None = None


async def known_person(tables: Tables, connection: HTTPConnection) -> Person | None:
    """Who holds the cookie of a request or websocket, even if she is banned."""
    token = connection.cookies.get(COOKIE)
    return None if not token else await tables.store.person_of(hash_token(token))


async def person_of(tables: Tables, connection: HTTPConnection) -> Person | None:
    """Who holds the cookie of a request or websocket; RefusalError where she is banned."""
    person = await known_person(tables, connection)
    if person is not None:
        check_welcome(person)
        device = device_of(connection.headers.get("user-agent", ""))
        await tables.identities.note(hash_token(connection.cookies[COOKIE]), device)
    return person


def known(person: Person | None) -> Person:
    """Somebody, or RefusalError where it is nobody."""
    if person is None:
        raise RefusalError("person/unknown", "nobody with this cookie is known here")
    return person


def json_response(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return encoded_response(msgspec.json.encode(value), status)


def encoded_response(content: bytes, status: int = 200) -> Response:
    """JSON that no cache keeps and no browser takes for anything else."""
    return Response(content, status, API_HEADERS, "application/json")


def error_response(error: ServerError, status: int | None = None) -> Response:
    """An error as a `Problem`, under the given status or that of its code."""
    known = STATUSES.get(error.code, 503 if isinstance(error, StoreError) else 400)
    response = json_response(Problem(error.code, error.reason, error.clause, error.parameters), status or known)
    if error.code == "address/many":
        response.headers["Retry-After"] = "1"
    return response


def with_cookie(response: Response, token: str, request: Request) -> Response:
    """Let the browser keep a person's secret, out of reach of scripts."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR_SECONDS, httponly=True, samesite="lax", secure=secure)
    return response


async def add_guest(context: RequestContext) -> Response:
    token, name = make_token(), context.tables.company.names.checked(context.body.name)
    await context.tables.quotas.check_person(context.address)
    person = await context.tables.store.add_person(name, hash_token(token))
    return with_cookie(json_response(Guest(person.name), 201), token, context.request)


async def show_me(context: RequestContext) -> Response:
    person = await person_of(context.tables, context.request)
    here = len(context.tables.lobby.people)
    if person is None:
        return json_response(Me("", here=here))
    running, finished = [await list_page(context.tables, person.id, TableQuery(over=over)) for over in (False, True)]
    return json_response(Me(person.name, running.tables, finished.tables, running.more, finished.more, here))


async def list_tables(context: RequestContext) -> Response:
    person = await context.person()
    return json_response(await list_page(context.tables, person.id, context.query))


async def list_page(tables: Tables, person: int, query: TableQuery) -> TablePage:
    """A page of a person's tables."""
    rows = await tables.store.tables_of(person, over=query.over, before=query.before, most=PAGE + 1)
    turns = await tables.turns(rows[:PAGE])
    return TablePage(tuple(table_summary(turns, row, person) for row in rows[:PAGE]), len(rows) > PAGE)


async def rename_me(context: RequestContext) -> Response:
    """Change a name; matches that are over keep the old one."""
    person = await context.person()
    name = context.tables.company.names.checked(context.body.name)
    await context.tables.rename(person, name)
    return json_response(Guest(name))


async def forget_me(context: RequestContext) -> Response:
    """Delete a person: 204 if nothing is left of her, 202 if some of her tables are still to be cleared."""
    done = await context.tables.forget(known(await known_person(context.tables, context.request)))
    response = Response(status_code=204 if done else 202, headers=API_HEADERS)
    response.delete_cookie(COOKIE)
    return response


async def add_link(context: RequestContext) -> Response:
    person = await context.person()
    await context.tables.quotas.check_person(context.address)
    link = make_token()
    await context.tables.store.add_link(
        person.id, hash_token(link), now=time.time(), seconds=LINK_SECONDS, most=MOST_LINKS
    )
    return json_response(Link(link), 201)


async def enter(context: RequestContext) -> Response:
    """Come in by a personal link, which is used up: this device then has a secret of its own."""
    token = make_token()
    link = hash_token(context.body.link)
    person = await context.tables.store.enter(link, hash_token(token), now=time.time())
    if person is None:
        raise RefusalError("person/link", "this link was used, or it is older than 15 minutes")
    check_welcome(person)
    return with_cookie(json_response(Guest(person.name)), token, context.request)


async def show_push_key(context: RequestContext) -> Response:
    return json_response(PushKey(context.tables.push.public_key))


async def subscribe(context: RequestContext) -> Response:
    person = await context.person()
    await context.tables.push.subscribe(person.id, context.body)
    return Response(status_code=204)


async def unsubscribe(context: RequestContext) -> Response:
    person = await context.person()
    await context.tables.store.drop_subscription(person.id, context.body.endpoint)
    return Response(status_code=204)


async def list_games(context: RequestContext) -> Response:
    settings = context.tables.settings
    return json_response([about_game(name, settings.levels(name)) for name in KINDS])


async def add_table(context: RequestContext) -> Response:
    name = await context.tables.open(await context.person(), context.body, context.address)
    return json_response(Opened(name), 201)


async def show_table(context: RequestContext) -> Response:
    person = await person_of(context.tables, context.request)
    row = await context.tables.row(context.table)
    if person is None or person.id not in row.summary.persons:
        await context.tables.tournaments.check_open(row.opening)
    turns = await context.tables.turns([row])
    return json_response(table_summary(turns, row, None if person is None else person.id))


async def show_log(context: RequestContext) -> Response:
    log = await context.log()
    headers = {**API_HEADERS, "Content-Disposition": f'attachment; filename="{log.game.name}-{context.table}.jsonl"'}
    return Response(match_log(log), media_type=LOG_TYPE, headers=headers)


async def show_deals(context: RequestContext) -> Response:
    """Open every commitment to cards that are played out."""
    log = await context.log()
    return json_response(opened_deals(log))


async def show_frames(context: RequestContext) -> Response:
    log = await context.log()
    seats = tuple(Sitter(name=seated.name, bot=seated.bot) for seated in log.seated)
    body = match_log(log).encode()
    replay = context.tables.workers.replay(context.address, body, context.query, seats, tuple(log.deciders))
    return encoded_response(await replay)


async def replay_log(context: RequestContext) -> Response:
    return encoded_response(await context.tables.workers.replay(context.address, context.body, context.query))


def table_summary(turns: Mapping[str, tuple[int, ...]], row: TableRow, person: int | None) -> Summary:
    """A table in a person's list; `turns` says whose turn it is where the table is in memory."""
    kept = row.summary
    return Summary(
        table=row.name,
        game=row.opening.game,
        options=row.opening.options,
        status=kept.status,
        seats=tuple(Sitter(name=name, bot=bot) for name, bot in zip(kept.names, kept.bots, strict=True)),
        scores=kept.scores,
        winners=kept.winners,
        opened=row.opened,
        seat=kept.persons.index(person) if person is not None and person in kept.persons else None,
        to_act=turns.get(row.name, kept.to_act),
        progress=kept.progress,
    )


ENDPOINTS: Final = (
    Endpoint(
        method="POST",
        path="/api/guests",
        act=add_guest,
        body=GuestName,
        reply=Guest,
        status=201,
        about="come in as a guest",
    ),
    Endpoint(method="GET", path="/api/me", act=show_me, reply=Me, about="who am I, and which are my latest tables"),
    Endpoint(
        method="GET",
        path="/api/me/tables",
        act=list_tables,
        query=TableQuery,
        reply=TablePage,
        about="more of my tables",
    ),
    Endpoint(method="PATCH", path="/api/me", act=rename_me, body=GuestName, reply=Guest, about="change my name"),
    Endpoint(
        method="DELETE",
        path="/api/me",
        act=forget_me,
        status=204,
        about="delete my data; 202 while the rest of it is being cleared",
    ),
    Endpoint(
        method="POST", path="/api/links", act=add_link, reply=Link, status=201, about="make a link for another device"
    ),
    Endpoint(method="POST", path="/api/enter", act=enter, body=Link, reply=Guest, about="sign in with such a link"),
    Endpoint(method="GET", path="/api/push", act=show_push_key, reply=PushKey, about="the server's key for Web Push"),
    Endpoint(
        method="POST",
        path="/api/push",
        act=subscribe,
        body=Subscription,
        status=204,
        about="tell this browser when it is my turn",
    ),
    Endpoint(
        method="DELETE", path="/api/push", act=unsubscribe, body=Unsubscribed, status=204, about="tell it no more"
    ),
    Endpoint(
        method="GET",
        path="/api/games",
        act=list_games,
        reply=tuple[GameAbout, ...],
        about="the games and their options",
    ),
    Endpoint(
        method="POST", path="/api/tables", act=add_table, body=NewTable, reply=Opened, status=201, about="open a table"
    ),
    Endpoint(method="GET", path="/api/tables/{table}", act=show_table, reply=Summary, about="a table in short"),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/log",
        act=show_log,
        reply=bytes,
        about="the log of a finished match",
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/fair",
        act=show_deals,
        reply=Deals,
        about="the deals that are played out",
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/frames",
        act=show_frames,
        query=FrameRange,
        reply=Frames,
        about="a finished match, frame by frame",
    ),
    Endpoint(
        method="POST",
        path="/api/frames",
        act=replay_log,
        body=bytes,
        query=FrameRange,
        reply=Frames,
        about="a log of yours, frame by frame",
    ),
)
