"""The HTTP API of good company: mutes and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response

from parlour.server.company.company import Reason
from parlour.server.errors import RefusalError
from parlour.server.http import API_HEADERS, Endpoint, RequestContext, json_response

if TYPE_CHECKING:
    from parlour.server.store import Person

SeatNumber = Annotated[int, Meta(ge=0, le=7)]


class MuteSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom not to hear any more, or again, at whichever table."""

    seat: SeatNumber
    muted: bool


class ReportSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom an operator should look at, and why."""

    seat: SeatNumber
    reason: Reason


class MutedPerson(msgspec.Struct, frozen=True):
    """Somebody whom you do not hear."""

    id: str
    name: str


class MutedSeats(msgspec.Struct, frozen=True):
    """The seats of a table whose people you do not hear."""

    seats: tuple[int, ...]


async def player(context: RequestContext) -> Person:
    """Who asks, and sits at the table; or RefusalError."""
    person = await context.person()
    if person.id not in (await context.tables.row(context.table)).summary.persons:
        raise RefusalError("seat/none", "you do not sit at this table")
    return person


async def mute(context: RequestContext) -> Response:
    person = await context.person()
    other = await context.tables.person_at(context.table, context.body.seat)
    await context.tables.company.mute(person, other, muted=context.body.muted)
    return Response(status_code=204, headers=API_HEADERS)


async def report(context: RequestContext) -> Response:
    person = await player(context)
    other = await context.tables.person_at(context.table, context.body.seat)
    await context.tables.quotas.check_disk()
    await context.tables.company.report(person, other, context.body.reason, context.table)
    return Response(status_code=204, headers=API_HEADERS)


async def list_muted_seats(context: RequestContext) -> Response:
    person = await context.person()
    muted = {number for number, _ in await context.tables.company.store.muted(person.id)}
    persons = (await context.tables.row(context.table)).summary.persons
    return json_response(MutedSeats(tuple(seat for seat, each in enumerate(persons) if each in muted)))


async def list_muted(context: RequestContext) -> Response:
    person = await context.person()
    found = await context.tables.company.store.muted(person.id)
    return json_response(tuple(MutedPerson(str(number), name) for number, name in found))


async def unmute(context: RequestContext) -> Response:
    person = await context.person()
    number = str(context.request.path_params["person"])
    if number.isascii() and number.isdigit() and len(number) < len(str(2**63)):
        await context.tables.company.store.unmute(person.id, int(number))
    return Response(status_code=204, headers=API_HEADERS)


COMPANY_ENDPOINTS: Final = (
    Endpoint(
        method="GET",
        path="/api/tables/{table}/mute",
        act=list_muted_seats,
        reply=MutedSeats,
        about="whom of this table I do not hear",
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/mute",
        act=mute,
        body=MuteSeat,
        status=204,
        about="do not let me hear somebody, or again",
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/report",
        act=report,
        body=ReportSeat,
        status=204,
        about="report somebody at my table to the operators",
    ),
    Endpoint(
        method="GET",
        path="/api/me/muted",
        act=list_muted,
        reply=tuple[MutedPerson, ...],
        about="whom I do not hear",
    ),
    Endpoint(
        method="DELETE", path="/api/me/muted/{person}", act=unmute, status=204, about="let me hear somebody again"
    ),
)
