"""The HTTP API of reviews: ask for one's own, read it as it grows, share it, play on from a moment of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.server.http import Endpoint, RequestContext, json_response
from parlour.server.http_types import Opened
from parlour.server.practice import Practice
from parlour.server.review_types import ReviewPart, ReviewQuery, Sharing

if TYPE_CHECKING:
    from starlette.responses import Response


async def ask_for_review(context: RequestContext) -> Response:
    person = await context.person()
    return json_response(await context.tables.reviews.ask(person, context.table, await context.log()))


async def show_review(context: RequestContext) -> Response:
    person = await context.person()
    return json_response(await context.tables.reviews.read(person, context.table, context.query.first))


async def share_review(context: RequestContext) -> Response:
    person = await context.person()
    return json_response(await context.tables.reviews.share(person, context.table, shared=context.body.shared))


async def show_shared_review(context: RequestContext) -> Response:
    link = str(context.request.path_params["link"])
    return json_response(await context.tables.reviews.read_shared(link, context.query.first))


async def practise(context: RequestContext) -> Response:
    person, log = await context.person(), await context.log()
    return json_response(Opened(await context.tables.practise(person, log, context.body, context.address)), 201)


REVIEW_ENDPOINTS: Final = (
    Endpoint(
        method="POST",
        path="/api/tables/{table}/review",
        act=ask_for_review,
        reply=ReviewPart,
        about="have my decisions in a finished match judged",
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/review",
        act=show_review,
        query=ReviewQuery,
        reply=ReviewPart,
        about="my review, as far as it is judged",
    ),
    Endpoint(
        method="PATCH",
        path="/api/tables/{table}/review",
        act=share_review,
        body=Sharing,
        reply=ReviewPart,
        about="share my review by a link, or withdraw the link",
    ),
    Endpoint(
        method="GET",
        path="/api/reviews/{link}",
        act=show_shared_review,
        query=ReviewQuery,
        reply=ReviewPart,
        about="a review that was shared",
    ),
    Endpoint(
        method="POST",
        path="/api/tables/{table}/practice",
        act=practise,
        body=Practice,
        reply=Opened,
        status=201,
        about="play on against bots from a moment of my finished match",
    ),
)
