"""The HTTP part: who you are, which tables there are, finished matches.

Every endpoint is a value with its types, from which `/api/openapi.json` and the checks of input follow.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from parlour.bots.catalogue import LEVELS
from parlour.games.catalogue import KINDS
from parlour.server.commitments import Deal, Deals
from parlour.server.errors import RefusalError, StoreError
from parlour.server.people import COOKIE, checked_name, hash_of, make_token
from parlour.server.protocol import Sitter
from parlour.server.replay import FrameRange, frames_of_log, frames_of_match, log_of
from parlour.server.tables import House, NewTable

if TYPE_CHECKING:
    from parlour.server.store import Person, TableRow

LARGEST_BODY: Final = 65_536
LARGEST_LOG: Final = 1_048_576
YEAR: Final = 365 * 24 * 3600
MOST_LISTED: Final = 50
STATUSES: Final = {
    "person/unknown": 401,
    "table/unknown": 404,
    "page/unknown": 404,
    "table/playing": 409,
    "body/large": 413,
    "address/many": 429,
    "store/full": 507,
}
"""By code; all other refusals are 400, all other troubles with the store 503."""


class Naming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest calls herself."""

    name: Annotated[str, Meta(max_length=200)]


class Named(msgspec.Struct, frozen=True):
    """Who you are."""

    name: str


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a personal link: `/me/<link>`."""

    link: Annotated[str, Meta(min_length=1, max_length=100)]


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened: `/t/<table>`."""

    table: str


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of a game."""

    name: str
    kind: str
    """`number`, `choice` or `switch`."""
    default: Any
    about: str
    choices: tuple[str, ...] = ()


class GameAbout(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    options: tuple[Choice, ...]
    levels: tuple[str, ...]


class Summary(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    options: dict[str, Any]
    status: str
    seats: tuple[Sitter, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    opened: str
    seat: int | None
    """Yours."""
    to_act: tuple[int, ...]
    """Whom the match waits for, where the table is in memory."""


class Me(msgspec.Struct, frozen=True):
    """You and your tables, the latest first; without a name: nobody yet."""

    name: str
    tables: tuple[Summary, ...] = ()
    finished: tuple[Summary, ...] = ()


class Trouble(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was not followed."""

    code: str
    reason: str
    clause: str = ""


class Visit(msgspec.Struct, frozen=True):
    """A request as endpoints see it."""

    house: House
    request: Request
    body: Any

    @property
    def table(self) -> str:
        """The table that the path names."""
        return str(self.request.path_params["table"])

    async def person(self) -> Person:
        """Tell who asks, or refuse."""
        person = await who(self.house, self.request)
        if person is None:
            raise RefusalError("person/unknown", "nobody with this cookie is known here")
        return person


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can be asked for."""

    method: str
    path: str
    act: Callable[[Visit], Awaitable[Response]]
    about: str
    body: Any = None
    reply: Any = None
    status: int = 200
    query: tuple[str, ...] = ()


async def who(house: House, request: Any) -> Person | None:
    """Find who holds the cookie of a request."""
    token = request.cookies.get(COOKIE)
    return None if not token else await house.store.person_of(hash_of(token))


def answered(value: Any, status: int = 200) -> Response:
    """Answer with JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def with_cookie(response: Response, token: str, request: Request) -> Response:
    """Let the browser keep a person's secret, out of reach of scripts."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return response


def status_of(error: RefusalError | StoreError) -> int:
    """Give the HTTP status of an error."""
    return STATUSES.get(error.code, 503 if isinstance(error, StoreError) else 400)


async def add_guest(visit: Visit) -> Response:
    """Take a guest in."""
    token = make_token()
    person = await visit.house.store.add_person(checked_name(visit.body.name), hash_of(token))
    return with_cookie(answered(Named(person.name), 201), token, visit.request)


async def show_me(visit: Visit) -> Response:
    """Show who asks, and her tables."""
    person = await who(visit.house, visit.request)
    if person is None:
        return answered(Me(""))
    lists = [
        tuple(
            summary(visit.house, row, person.id)
            for row in await visit.house.store.tables_of(person.id, over=over, most=MOST_LISTED)
        )
        for over in (False, True)
    ]
    return answered(Me(person.name, *lists))


async def rename_me(visit: Visit) -> Response:
    """Change a name; seats taken before keep the old one."""
    person = await visit.person()
    name = checked_name(visit.body.name)
    await visit.house.rename(person, name)
    return answered(Named(name))


async def forget_me(visit: Visit) -> Response:
    """Delete a person's data."""
    await visit.house.forget(await visit.person())
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


async def add_link(visit: Visit) -> Response:
    """Make a personal link."""
    person = await visit.person()
    token = make_token()
    await visit.house.store.add_token(person.id, hash_of(token))
    return answered(Link(token), 201)


async def enter(visit: Visit) -> Response:
    """Come in by a personal link: this device then holds its secret."""
    person = await visit.house.store.person_of(hash_of(visit.body.link))
    if person is None:
        raise RefusalError("person/unknown", "this link belongs to nobody")
    return with_cookie(answered(Named(person.name)), visit.body.link, visit.request)


async def list_games(visit: Visit) -> Response:
    """Describe the games and their options."""
    del visit
    return answered([about_game(name) for name in KINDS])


async def add_table(visit: Visit) -> Response:
    """Open a table."""
    return answered(Opened(await visit.house.open(await visit.person(), visit.body)), 201)


async def show_table(visit: Visit) -> Response:
    """Sum a table up."""
    person = await who(visit.house, visit.request)
    return answered(summary(visit.house, await visit.house.row(visit.table), None if person is None else person.id))


async def show_log(visit: Visit) -> Response:
    """Give the log of a finished match."""
    match = await visit.house.read(visit.table)
    text = log_of(match)
    headers = {"Content-Disposition": f'attachment; filename="{match.game.name}-{visit.table}.jsonl"'}
    return Response(text, media_type="application/x-ndjson", headers=headers)


async def show_deals(visit: Visit) -> Response:
    """Open every promise about cards that are played out."""
    match = await visit.house.read(visit.table)
    opened = match.promises[: match.dealt if match.status == "over" else match.opened]
    return answered(Deals(tuple(Deal(kept.promise, kept.salt, kept.deal) for kept in opened)))


async def show_frames(visit: Visit) -> Response:
    """Replay a finished match."""
    match = await visit.house.read(visit.table)
    return answered(await asyncio.to_thread(frames_of_match, match, frame_range(visit)))


async def replay_log(visit: Visit) -> Response:
    """Replay a log that was sent."""
    return answered(await asyncio.to_thread(frames_of_log, visit.body, frame_range(visit)))


def frame_range(visit: Visit) -> FrameRange:
    """Read which frames are wanted, and through whose eyes."""
    try:
        return msgspec.convert(dict(visit.request.query_params), FrameRange, strict=False)
    except msgspec.ValidationError as error:
        raise RefusalError("message/malformed", str(error)) from error


def summary(house: House, row: TableRow, person: int | None) -> Summary:
    """Sum a table up for a person."""
    digest = row.digest
    room = house.rooms.get(row.name)
    return Summary(
        table=row.name,
        game=row.opening.game,
        options=row.opening.options,
        status=digest.status,
        seats=tuple(Sitter(name=name, bot=bot) for name, bot in zip(digest.names, digest.bots, strict=True)),
        scores=digest.scores,
        winners=digest.winners,
        opened=row.opened,
        seat=digest.persons.index(person) if person is not None and person in digest.persons else None,
        to_act=() if room is None else room.match.to_act(),
    )


def about_game(name: str) -> GameAbout:
    """Describe a game by the types of its options."""
    choices = []
    for field in msgspec.structs.fields(KINDS[name].options):
        kept, meta = get_args(field.type)
        kind = "switch" if kept is bool else "choice" if get_origin(kept) is Literal else "number"
        named = get_args(kept) if kind == "choice" else ()
        choices.append(Choice(field.name, kind, field.default, meta.description, named))
    return GameAbout(name, tuple(choices), LEVELS)


ENDPOINTS: Final = (
    Endpoint(
        method="POST",
        path="/api/guests",
        act=add_guest,
        body=Naming,
        reply=Named,
        status=201,
        about="come in as a guest",
    ),
    Endpoint(method="GET", path="/api/me", act=show_me, reply=Me, about="who am I, and which are my tables"),
    Endpoint(method="PATCH", path="/api/me", act=rename_me, body=Naming, reply=Named, about="change my name"),
    Endpoint(method="DELETE", path="/api/me", act=forget_me, status=204, about="delete my data"),
    Endpoint(
        method="POST", path="/api/links", act=add_link, reply=Link, status=201, about="make a link for another device"
    ),
    Endpoint(method="POST", path="/api/enter", act=enter, body=Link, reply=Named, about="come in by such a link"),
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
    Endpoint(method="GET", path="/api/tables/{table}/log", act=show_log, about="the log of a finished match"),
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
        query=("seat", "first", "count"),
        about="a finished match, frame by frame",
    ),
    Endpoint(
        method="POST",
        path="/api/frames",
        act=replay_log,
        body=bytes,
        query=("seat", "first", "count"),
        about="a log of yours, frame by frame",
    ),
)
