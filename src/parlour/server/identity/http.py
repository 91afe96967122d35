"""The HTTP API of identities: passkeys, the recovery code, sessions, what others may see, the export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response, StreamingResponse

from parlour.server.errors import RefusalError
from parlour.server.http import API_HEADERS, LOG_TYPE, Endpoint, RequestContext, json_response, with_cookie
from parlour.server.http_types import Guest
from parlour.server.identity.devices import device_of
from parlour.server.identity.export import Export
from parlour.server.identity.identity import short_hash, today
from parlour.server.identity.record import MATCHES_PER_TOKEN, record_of
from parlour.server.identity.site import site_of
from parlour.server.identity.types import (
    Identity,
    KnownPasskey,
    KnownSession,
    MatchRecord,
    PasskeyAnswer,
    PasskeyOptions,
    Privacy,
    RecoveryCode,
)
from parlour.server.people import COOKIE
from parlour.server.profile import MOST_MATCHES

if TYPE_CHECKING:
    from starlette.requests import Request

    from parlour.server.store import Person

MOST_SESSIONS: Final = 50
"""In one answer."""


class SeatQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of the table."""

    seat: Annotated[int, Meta(ge=0, le=7)]


def session_in(request: Request) -> str:
    """The session that asks."""
    return short_hash(request.cookies.get(COOKIE, ""))


def signed_in(context: RequestContext, person: Person, token: str) -> Response:
    """Let the browser of somebody who has signed in keep a new token."""
    return with_cookie(json_response(Guest(person.name)), token, context.request)


async def show_identity(context: RequestContext) -> Response:
    person = await context.person()
    identities = context.tables.identities
    this = session_in(context.request)
    passkeys = await identities.store.passkeys(person.id)
    sessions = await identities.store.sessions(person.id, most=MOST_SESSIONS)
    return json_response(
        Identity(
            name=person.name,
            can_passkey=identities.passkeys is not None,
            passkeys=tuple(
                KnownPasskey(short_hash(key.credential), key.device, key.since, key.seen) for key in passkeys
            ),
            recovery=await identities.store.recovery_since(person.id),
            sessions=tuple(
                KnownSession(each.id, each.device, each.since, each.seen, each.id == this) for each in sessions
            ),
            public=await identities.store.is_public(person.id),
        )
    )


async def set_privacy(context: RequestContext) -> Response:
    person = await context.person()
    await context.tables.identities.store.publish(person.id, public=context.body.public)
    return Response(status_code=204, headers=API_HEADERS)


async def begin_passkey(context: RequestContext) -> Response:
    person = await context.person()
    identities = context.tables.identities
    return json_response(
        PasskeyOptions(await identities.begin_passkey(person, site_of(context.request), context.address))
    )


async def add_passkey(context: RequestContext) -> Response:
    person = await context.person()
    device = device_of(context.request.headers.get("user-agent", ""))
    await context.tables.identities.add_passkey(person, context.body.credential, site_of(context.request), device)
    return Response(status_code=204, headers=API_HEADERS)


async def drop_passkey(context: RequestContext) -> Response:
    person = await context.person()
    await context.tables.identities.drop_passkey(person, str(context.request.path_params["passkey"]))
    return Response(status_code=204, headers=API_HEADERS)


async def begin_entering(context: RequestContext) -> Response:
    identities = context.tables.identities
    return json_response(PasskeyOptions(await identities.begin_entering(site_of(context.request), context.address)))


async def enter_by_passkey(context: RequestContext) -> Response:
    await context.tables.quotas.check_person(context.address)
    site = site_of(context.request)
    person, token = await context.tables.identities.enter_by_passkey(context.body.credential, site)
    return signed_in(context, person, token)


async def make_recovery(context: RequestContext) -> Response:
    person = await context.person()
    return json_response(RecoveryCode(await context.tables.identities.make_recovery(person)), 201)


async def recover(context: RequestContext) -> Response:
    await context.tables.quotas.check_person(context.address)
    person, token = await context.tables.identities.recover(context.body.code, context.address)
    return signed_in(context, person, token)


async def end_session(context: RequestContext) -> Response:
    """Revoke a session; whose own it is signs out."""
    person = await context.person()
    session = str(context.request.path_params["session"])
    await context.tables.identities.end_session(person, session)
    response = Response(status_code=204, headers=API_HEADERS)
    if session == session_in(context.request):
        response.delete_cookie(COOKIE)
    return response


async def end_others(context: RequestContext) -> Response:
    person = await context.person()
    await context.tables.identities.end_others(person, session_in(context.request))
    return Response(status_code=204, headers=API_HEADERS)


async def export_me(context: RequestContext) -> Response:
    person = await context.person()
    if person.id in context.tables.identities.exporting:
        raise RefusalError("export/running", "your data are being exported already")
    name = f"parlour-{today()}.jsonl"
    headers = {**API_HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
    lines = Export(context.tables, person, context.pay).lines()
    return StreamingResponse(lines, media_type=LOG_TYPE, headers=headers)


async def show_record(context: RequestContext) -> Response:
    """What the person in a seat lets others see of her matches."""
    await context.person()
    person = await context.tables.person_at(context.table, context.query.seat)
    if not await context.tables.identities.store.is_public(person.id):
        return json_response(MatchRecord(person.name, public=False))
    rows = await context.tables.store.reviews.played(person.id, most=MOST_MATCHES)
    context.pay(len(rows) / MATCHES_PER_TOKEN)
    return json_response(record_of(person, rows))


IDENTITY_ENDPOINTS: Final = (
    Endpoint(method="GET", path="/api/me/identity", act=show_identity, reply=Identity, about="by what I am known here"),
    Endpoint(
        method="PATCH",
        path="/api/me/identity",
        act=set_privacy,
        body=Privacy,
        status=204,
        about="let others see how many matches I have won, or not",
    ),
    Endpoint(
        method="POST",
        path="/api/me/passkeys/options",
        act=begin_passkey,
        reply=PasskeyOptions,
        about="begin to make a passkey",
    ),
    Endpoint(
        method="POST", path="/api/me/passkeys", act=add_passkey, body=PasskeyAnswer, status=204, about="add a passkey"
    ),
    Endpoint(
        method="DELETE", path="/api/me/passkeys/{passkey}", act=drop_passkey, status=204, about="delete a passkey"
    ),
    Endpoint(
        method="POST",
        path="/api/passkeys/options",
        act=begin_entering,
        reply=PasskeyOptions,
        about="begin to come in by a passkey",
    ),
    Endpoint(
        method="POST",
        path="/api/passkeys",
        act=enter_by_passkey,
        body=PasskeyAnswer,
        reply=Guest,
        about="come in by a passkey",
    ),
    Endpoint(
        method="POST",
        path="/api/me/recovery",
        act=make_recovery,
        reply=RecoveryCode,
        status=201,
        about="make a recovery code; it replaces an earlier one",
    ),
    Endpoint(
        method="POST",
        path="/api/recovery",
        act=recover,
        body=RecoveryCode,
        reply=Guest,
        about="come in by a recovery code, which is used up",
    ),
    Endpoint(
        method="DELETE", path="/api/me/sessions", act=end_others, status=204, about="sign out everywhere but here"
    ),
    Endpoint(
        method="DELETE",
        path="/api/me/sessions/{session}",
        act=end_session,
        status=204,
        about="sign out of a browser, perhaps of this one",
    ),
    Endpoint(
        method="GET", path="/api/me/export", act=export_me, reply=bytes, about="all that is stored of me, as JSON lines"
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/record",
        act=show_record,
        query=SeatQuery,
        reply=MatchRecord,
        about="what somebody in a seat lets others see of her matches",
    ),
)
