"""The HTTP API of profiles: everybody reads her own, and nobody else's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from parlour.server.http import Endpoint, RequestContext, json_response, person_of
from parlour.server.profile import MOST_MATCHES, profile_of
from parlour.server.profile_types import Profile
from parlour.server.review_work import judge_of

if TYPE_CHECKING:
    from starlette.responses import Response

MATCHES_PER_TOKEN: Final = 40
"""How many matches are read for a token."""


async def show_profile(context: RequestContext) -> Response:
    person = await person_of(context.tables, context.request)
    if person is None:
        return json_response(Profile(""))
    rows = await context.tables.store.reviews.played(person.id, most=MOST_MATCHES + 1)
    context.pay(len(rows) / MATCHES_PER_TOKEN)
    for game in {row.table.opening.game for row in rows}:
        await asyncio.to_thread(judge_of, game)  # loading a judge takes a moment, once
    return json_response(profile_of(person, rows))


PROFILE_ENDPOINTS: Final = (
    Endpoint(
        method="GET",
        path="/api/me/profile",
        act=show_profile,
        reply=Profile,
        about="how I have played in my latest matches",
    ),
)
