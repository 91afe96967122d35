"""The bodies of requests and answers about tournaments."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.server.tournaments.store import Stage
from parlour.tournament.terms import LONGEST_NAME, Terms

Number = Annotated[int, Meta(ge=1, le=100_000)]
Score = Annotated[int, Meta(ge=-100_000, le=100_000)]


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="join", tag_field="do"):
    """I play from the next round on."""


class Withdraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="withdraw", tag_field="do"):
    """I play no more after this round; the organiser can say that of anybody."""

    player: Number | None = None
    """Her number; None is oneself."""


class Add(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="add", tag_field="do"):
    """Somebody without a device plays from the next round on: her tables are played elsewhere, with real cards."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)]


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pair", tag_field="do"):
    """Begin a round; the first begins the tournament."""

    round: Number


class Pause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pause", tag_field="do"):
    """Begin no round until it goes on."""


class Resume(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="resume", tag_field="do"):
    """Go on."""


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end", tag_field="do"):
    """End it early."""


class Correct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="correct", tag_field="do"):
    """Correct a result, or write down that of a table that has none; both stay on record."""

    round: Number
    table: Number
    scores: Annotated[tuple[Score | None, ...], Meta(max_length=8)]
    why: Annotated[str, Meta(max_length=300)]


Action = Join | Withdraw | Add | Pair | Pause | Resume | End | Correct


class TournamentOpened(msgspec.Struct, frozen=True):
    """A new tournament."""

    tournament: str


class Since(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a tournament is wanted: all that changed behind an event, for which the server waits a while."""

    since: Annotated[int, Meta(ge=0, le=2**31)] = 0


class PlayerLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who plays, or has played."""

    number: int
    name: str
    """Empty where she has deleted her data."""
    plays: bool = True
    """False after a withdrawal."""


class TableLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of a round."""

    round: int
    number: int
    players: tuple[int | None, ...]
    """Their numbers, by seat; None is a bot."""
    scores: tuple[int | None, ...] | None = None
    """None while it plays, and in a duplicate round until the last table is done."""
    done: bool = False
    table: str = ""
    """Its name; empty in a duplicate round until the last table is done."""


class PauseLine(msgspec.Struct, frozen=True):
    """Who pauses in a round."""

    round: int
    players: tuple[int, ...]


class StandingLine(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    player: int
    points: float
    opponents: float
    difference: float
    places: tuple[int | None, ...]
    """Her place at the table of every finished round; None where she paused or did not take part."""


class CorrectionLine(msgspec.Struct, frozen=True):
    """A result that was corrected."""

    round: int
    table: int
    scores: tuple[int | None, ...]
    why: str


class LiveLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table of the last round stands that is being played."""

    number: int
    scores: tuple[int, ...]
    """By seat."""
    progress: tuple[int, ...] = ()
    """How far the match is, as its game counts: the round, or the race behind the game where there are several."""


class PlanLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a round began, or is expected to."""

    round: int
    at: int
    """In Unix time."""
    expected: bool = False
    """It has not begun: this is when it will, if every round takes all its time."""


class TournamentState(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A tournament, or what of it has changed: parts that are None, and tables that are missing, are as they were."""

    tournament: str
    seq: int
    """Of its last event: what the next request is to be `since`."""
    terms: Terms
    stage: Stage
    round: int = 0
    """The last round that was paired."""
    rounds: int = 0
    """How many there will be, as far as is known."""
    playing: bool = False
    """Whether that round is being played."""
    paused: bool = False
    seconds: float | None = None
    """How long the round still has, or until the next one begins by itself."""
    organiser: bool = False
    """You opened it."""
    host: str = ""
    """Who did."""
    me: int | None = None
    """Your number, if you ever joined."""
    my_table: str = ""
    """Your table in this round."""
    players: tuple[PlayerLine, ...] | None = None
    standings: tuple[StandingLine, ...] | None = None
    tables: tuple[TableLine, ...] = ()
    """Of all rounds, those that have changed."""
    live: tuple[LiveLine, ...] = ()
    """All tables that are being played and of which everybody may know: of a duplicate round none."""
    plan: tuple[PlanLine, ...] = ()
    """The rounds of which it is known when they began, or when they are expected."""
    pauses: tuple[PauseLine, ...] | None = None
    corrections: tuple[CorrectionLine, ...] | None = None


class TournamentSummary(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A tournament in a list."""

    tournament: str = ""
    title: Annotated[str, Meta(max_length=LONGEST_NAME)]
    game: str
    seats: int
    format: str
    duplicate: bool = False
    stage: Stage
    players: int = 0
    places: int = 0
    round: int = 0
    rounds: int = 0
    starts: int = 0
    mine: bool = False
    """You play in it or have opened it."""


class TournamentList(msgspec.Struct, frozen=True):
    """The tournaments of the club."""

    current: tuple[TournamentSummary, ...]
    """Those that one can join or watch; those with the most players first."""
    over: tuple[TournamentSummary, ...]
