"""The HTTP API of ratings: leaderboards, which show no more of anybody than her name and what her matches came to."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from parlour.games.catalogue import KINDS
from parlour.ratings.glicko import POINTS, points
from parlour.ratings.ladder import FEWEST_MATCHES
from parlour.server.errors import RefusalError
from parlour.server.http import Endpoint, RequestContext, json_response, person_of
from parlour.server.quotas import DAY_SECONDS
from parlour.server.ratings.ratings import rating_of
from parlour.server.ratings.types import (
    GameRating,
    Leader,
    Leaders,
    LeadersQuery,
    MatchRating,
    MyRatings,
    RatingPoint,
    SeatRating,
)

if TYPE_CHECKING:
    from starlette.responses import Response

    from parlour.ratings.ladder import Standing
    from parlour.server.ratings.ratings import Ratings
    from parlour.server.ratings.store import LadderRow, SettledRow
    from parlour.server.store import Person

MOST_POINTS: Final = 200
"""The latest matches of a person's history."""
PEOPLE_PER_TOKEN: Final = 1000
"""How far one may look down a leaderboard for a token."""


async def show_leaders(context: RequestContext) -> Response:
    query: LeadersQuery = context.query
    if query.game not in KINDS:
        raise RefusalError("game/unknown", f"there is no game {query.game!r}", parameters={"game": query.game})
    context.pay(query.first / PEOPLE_PER_TOKEN)
    store = context.tables.store.ratings
    ladder = await store.ladder(query.game)
    me = await person_of(context.tables, context.request)
    rows = await store.leaders(query.game, ladder.period, first=query.first, most=query.most + 1)
    leaders = tuple(
        leader(place, row.name, row.standing, ladder, mine=me is not None and row.person == me.id)
        for place, row in enumerate(rows[: query.most], start=query.first + 1)
    )
    mine = None if me is None else await my_place(context.tables.ratings, query.game, ladder, me)
    return json_response(Leaders(query.game, FEWEST_MATCHES, leaders, len(rows) > query.most, mine))


async def my_place(ratings: Ratings, game: str, ladder: LadderRow, me: Person) -> Leader | None:
    """Where somebody stands; nothing of her if she has no rated match."""
    standing = (await ratings.store.standings(game, [me.id])).get(me.id)
    if standing is None:
        return None
    listed = not standing.at(ladder.period).provisional
    place = await ratings.store.place(game, ladder.period, standing) if listed else 0
    return leader(place, me.name, standing, ladder, mine=True)


def leader(place: int, name: str, standing: Standing, ladder: LadderRow, *, mine: bool) -> Leader:
    """Somebody on a leaderboard."""
    rating = rating_of(standing, ladder)
    return Leader(place, name, rating.rating, rating.deviation, rating.matches, mine)


async def show_my_ratings(context: RequestContext) -> Response:
    person = await person_of(context.tables, context.request)
    if person is None:
        return json_response(MyRatings())
    games = await context.tables.store.ratings.games_of(person.id)
    return json_response(
        MyRatings(tuple([await game_rating(context.tables.ratings, person.id, each) for each in games]))
    )


async def game_rating(ratings: Ratings, person: int, game: str) -> GameRating:
    """A person's rating at a game, with its history."""
    ladder = await ratings.store.ladder(game)
    history = await ratings.store.history(person, game, most=MOST_POINTS)
    return GameRating(
        game=game,
        rating=await ratings.of(person, game),
        history=tuple(RatingPoint(date_of(day), points(mu), POINTS * phi) for day, mu, phi in reversed(history)),
        bots={level: bot.rating for level, bot in ladder.fit.bots.get(2, {}).items()},
    )


def date_of(day: int) -> str:
    """A day since 1970 as YYYY-MM-DD."""
    return datetime.fromtimestamp(day * DAY_SECONDS, UTC).date().isoformat()


async def show_match_rating(context: RequestContext) -> Response:
    row = await context.tables.row(context.table)
    if not row.opening.rated:
        raise RefusalError("table/unrated", "this table is not rated")
    settled = await context.tables.store.ratings.settled(context.table)
    if settled is None:
        sealed = not await context.tables.tournaments.is_open(row.opening)
        return json_response(MatchRating(table=context.table, settled=False, sealed=sealed))
    return json_response(match_rating(context.table, settled))


def match_rating(table: str, settled: SettledRow) -> MatchRating:
    """What a match did to everybody's rating."""
    steps = [None if each.person is None else settled.steps.get(each.person) for each in settled.result.entrants]
    return MatchRating(
        table=table,
        settled=True,
        seats=tuple(
            None if step is None else SeatRating(points(step[0]), points(step[1]), POINTS * step[2]) for step in steps
        ),
        unrated="" if settled.unrated is None else settled.unrated.code,
        parameters={} if settled.unrated is None else settled.unrated.parameters,
    )


RATING_ENDPOINTS: Final = (
    Endpoint(
        method="GET",
        path="/api/ratings",
        act=show_leaders,
        query=LeadersQuery,
        reply=Leaders,
        about="the strongest people at a game",
    ),
    Endpoint(
        method="GET", path="/api/me/ratings", act=show_my_ratings, reply=MyRatings, about="how strong I am, and was"
    ),
    Endpoint(
        method="GET",
        path="/api/tables/{table}/rating",
        act=show_match_rating,
        reply=MatchRating,
        about="what a rated match did to everybody's rating",
    ),
)
