"""Ratings as they are sent."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody is at a game."""

    rating: float
    deviation: float
    """Its standard error: the 95 % interval reaches twice as far to both sides."""
    matches: int
    provisional: bool
    """Whether too little is known: fewer than 10 matches, or a deviation above 110."""


class LeadersQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a leaderboard."""

    game: Annotated[str, Meta(max_length=100)]
    first: Annotated[int, Meta(ge=0, le=100_000)] = 0
    most: Annotated[int, Meta(ge=1, le=50)] = 50


class Leader(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody on a leaderboard."""

    place: int
    """From 1; 0 for somebody who is not on it yet."""
    name: str
    rating: float
    deviation: float
    matches: int
    mine: bool = False


class Leaders(msgspec.Struct, frozen=True):
    """A page of a leaderboard: whoever has played enough rated matches, the strongest first."""

    game: str
    fewest: int
    """How many matches it takes."""
    leaders: tuple[Leader, ...]
    more: bool
    """Whether there are people behind them."""
    me: Leader | None = None
    """The person who asks, if she has played rated matches."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a match."""

    day: str
    """When the match was entered, YYYY-MM-DD."""
    rating: float
    deviation: float


class GameRating(msgspec.Struct, frozen=True, kw_only=True):
    """A person's rating at one game, and how it came to be."""

    game: str
    rating: Rating
    history: tuple[RatingPoint, ...]
    """Her latest matches, the earliest first; 200 at most."""
    bots: dict[str, float]
    """By level, how strong bots are on the same scale, at tables for two."""


class MyRatings(msgspec.Struct, frozen=True):
    """A person's ratings."""

    games: tuple[GameRating, ...] = ()
    """The most played first."""


class SeatRating(msgspec.Struct, frozen=True):
    """What a match did to the rating of a seat's person."""

    before: float
    after: float
    deviation: float


class MatchRating(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a rated match."""

    table: str
    settled: bool
    """False for a moment after the last move."""
    sealed: bool = False
    """Other tables of the tournament still play the same deals: it is settled when the last of them is done."""
    seats: tuple[SeatRating | None, ...] = ()
    """By seat; null for bots, and for people whose rating did not move."""
    unrated: str = ""
    """Why nobody's did: a code."""
    parameters: dict[str, Any] = {}
