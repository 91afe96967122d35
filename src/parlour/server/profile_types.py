"""A person's play as it is sent to her."""

from __future__ import annotations

import msgspec

from parlour.review.verdict import Unit
from parlour.server.protocol import Sitter


class Given(msgspec.Struct, frozen=True):
    """What decisions gave away."""

    decisions: int
    lost: float | None
    """The mean, in the judge's unit; null where there are fewer than 30 decisions."""
    margin: float | None
    """Half the 95 % interval of that mean."""


class KindGiven(msgspec.Struct, frozen=True):
    """What decisions of one kind gave away."""

    kind: str
    decisions: int
    lost: float | None
    """Null where there are fewer than 30 decisions."""


class GivenPoint(msgspec.Struct, frozen=True):
    """A point of the curve: as many matches in a row as have 30 decisions together."""

    opened: str
    """When the last of them was opened."""
    matches: int
    decisions: int
    lost: float


class LevelRecord(msgspec.Struct, frozen=True):
    """Matches against bots, by the strongest of them; or against people."""

    level: str
    """Empty: at least one of the others was a person."""
    matches: int
    won: int


class PlayedList(msgspec.Struct, frozen=True, kw_only=True):
    """A person's matches of one game at tables of one size."""

    game: str
    players: int
    unit: Unit
    matches: int
    won: int
    streak: int
    """Matches won in a row, up to the latest."""
    longest: int
    """The longest such streak."""
    levels: tuple[LevelRecord, ...]
    reviewed: int
    """Matches with a review by the judge who speaks now."""
    outdated: int
    """Matches whose review is by an earlier judge, which do not count."""
    given: Given
    kinds: tuple[KindGiven, ...]
    points: tuple[GivenPoint, ...]
    """The earliest first."""
    ladder: dict[str, float]
    """What bots of each level give away per decision, where that was measured."""
    cards: float | None
    """What luck brought in a reviewed match, on average."""
    play: float | None
    """What play brought."""


class PlayedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match."""

    table: str
    game: str
    seats: tuple[Sitter, ...]
    scores: tuple[int, ...]
    seat: int
    """Hers."""
    place: int
    """From 1."""
    won: bool
    opened: str
    given: Given | None
    """Null where it is not reviewed by the judge who speaks now."""


class Profile(msgspec.Struct, frozen=True):
    """How a person has played in her latest 200 matches; without a name: nobody yet."""

    name: str
    lists: tuple[PlayedList, ...] = ()
    """The most played first."""
    matches: tuple[PlayedMatch, ...] = ()
    """The latest first."""
    more: bool = False
    """Whether there are earlier ones, which do not count."""
