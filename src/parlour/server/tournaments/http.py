"""The HTTP API of tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.responses import Response

from parlour.server.http import API_HEADERS, LOG_TYPE, Endpoint, RequestContext, json_response, person_of
from parlour.server.tournaments.actions import act, checked_terms, imported
from parlour.server.tournaments.types import Action, Since, TournamentList, TournamentOpened, TournamentState
from parlour.tournament.terms import Terms

if TYPE_CHECKING:
    from parlour.server.store import Person

LINES_PER_TOKEN: Final = 100
"""How many tables or players of a tournament are shown for a token."""


def name_of(context: RequestContext) -> str:
    """The tournament that the path names."""
    return str(context.request.path_params["tournament"])


async def list_tournaments(context: RequestContext) -> Response:
    return json_response(await context.tables.tournaments.listed(await person_of(context.tables, context.request)))


async def open_tournament(context: RequestContext) -> Response:
    person = await context.person()
    terms = checked_terms(context.body, context.tables.settings)
    name = await context.tables.tournaments.open(person, terms, context.address)
    return json_response(TournamentOpened(name), 201)


async def import_tournament(context: RequestContext) -> Response:
    """Go on with a tournament that was begun elsewhere: its players are known by their names alone."""
    person = await context.person()
    terms, events = imported(context.body, context.tables.settings)
    name = await context.tables.tournaments.open(person, terms, context.address, events)
    return json_response(TournamentOpened(name), 201)


async def show_tournament(context: RequestContext) -> Response:
    person = await person_of(context.tables, context.request)
    return await shown(context, person, context.query.since)


async def change_tournament(context: RequestContext) -> Response:
    person = await context.person()
    await act(context.tables.tournaments, name_of(context), person, context.body)
    return await shown(context, person, 0)


async def shown(context: RequestContext, person: Person | None, since: int) -> Response:
    """The state of a tournament; its length is paid for."""
    state = await context.tables.tournaments.state(name_of(context), person, since)
    lines = len(state.players or ()) + len(state.standings or ()) + len(state.tables) + len(state.live)
    context.pay(lines / LINES_PER_TOKEN)
    return json_response(state)


async def export_tournament(context: RequestContext) -> Response:
    name = name_of(context)
    body = await context.tables.tournaments.file(name)
    headers = {**API_HEADERS, "Content-Disposition": f'attachment; filename="tournament-{name}.jsonl"'}
    context.pay(body.count(b"\n") / LINES_PER_TOKEN)
    return Response(body, media_type=LOG_TYPE, headers=headers)


TOURNAMENT_ENDPOINTS: Final = (
    Endpoint(
        method="GET",
        path="/api/tournaments",
        act=list_tournaments,
        reply=TournamentList,
        about="the tournaments that one can join or watch, and the latest that are over",
    ),
    Endpoint(
        method="POST",
        path="/api/tournaments",
        act=open_tournament,
        body=Terms,
        reply=TournamentOpened,
        status=201,
        about="open a tournament",
    ),
    Endpoint(
        method="POST",
        path="/api/tournaments/file",
        act=import_tournament,
        body=bytes,
        reply=TournamentOpened,
        status=201,
        about="go on with a file of `parlour tournament`",
    ),
    Endpoint(
        method="GET",
        path="/api/tournaments/{tournament}",
        act=show_tournament,
        query=Since,
        reply=TournamentState,
        about="a tournament, or what of it changes within 25 seconds",
    ),
    Endpoint(
        method="POST",
        path="/api/tournaments/{tournament}",
        act=change_tournament,
        body=Action,
        reply=TournamentState,
        about="join or withdraw; the organiser begins rounds, pauses, corrects and ends",
    ),
    Endpoint(
        method="GET",
        path="/api/tournaments/{tournament}/file",
        act=export_tournament,
        reply=bytes,
        about="the tournament as a file of `parlour tournament`",
    ),
)
