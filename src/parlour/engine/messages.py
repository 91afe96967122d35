"""The messages of the engine protocol: one JSON object a line, with the tag `t`.

Unknown fields are ignored in both directions. docs/engine-protocol.md is generated from here.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from parlour.engine.catalogue import EngineView

PROTOCOL: Final = 1
MOST_LEGAL: Final = 2_000
"""Longer lists of legal moves are sent when an engine asks for them."""
LONGEST_LINE: Final = 1_000_000
"""Bytes, the line break not counted."""

Id = Annotated[int, Meta(ge=0)]
Value = bool | int | float | str
"""The value of an engine's option."""


class Limits(msgspec.Struct, frozen=True):
    """How long parlour waits, in milliseconds of wall-clock time."""

    start_ms: int = 10_000
    """For `hello`, and for `ready` after `set`."""
    match_ms: int = 5_000
    """For `ready` after `match`."""
    move_ms: int = 10_000
    """For a move if the budget has no milliseconds."""
    grace_ms: int = 1_000
    """For a move after the budget's milliseconds are up, or after `stop`."""


class OfferedGame(msgspec.Struct, frozen=True):
    """A game that parlour plays."""

    game: str
    version: int
    """The version of its rules."""


class Option(msgspec.Struct, frozen=True):
    """A setting of an engine, which users may change."""

    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9_-]{0,39}$")]
    """Lower-case letters, digits, `-` and `_`; `ms` and `nodes` are reserved for the budget."""
    type: Literal["int", "float", "bool", "text", "choice"]
    default: Value
    min: float | None = None
    """Of an `int` or a `float`."""
    max: float | None = None
    choices: tuple[str, ...] = ()
    """Of a `choice`."""


class ToldEvent(msgspec.Struct, frozen=True):
    """Something that happened in the match."""

    seat: int | None
    """Who moved; null for chance, which deals."""
    move: str | None
    """The move; null if the engine's seat may not see it, and for chance."""


class Budget(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a decision may take; without limits, as long as the engine likes within `move_ms`."""

    ms: int | None = None
    """Milliseconds of wall-clock time."""
    nodes: int | None = None
    """As the engine counts them. With a node budget and the same seed, an engine should repeat its choice."""


class Considered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that the engine considered, and its expected result."""

    move: str
    points: float | None = None
    """Points of the round for its seat, minus the mean of the others."""
    wins: float | None = None
    """The probability of being first in the round: to go out first, to win."""
    low: float | None = None
    """The lower end of a 95 % interval around `points`, or around `wins` if there are no points."""
    tried: int | None = None
    """How often it was tried."""


class Message(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=True):
    """What all messages have in common."""


class Error(Message, frozen=True, tag="error"):
    """Something was wrong with a message; the conversation continues. Either side may say it."""

    code: str
    message: str = ""
    id: Id | None = None
    """The id of the `ask` in question."""
    field: str = ""
    """The field that is wrong, such as `view.hand`."""


# From parlour.


class Hello(Message, frozen=True, tag="hello"):
    """The first message. The engine answers with its own `hello`."""

    protocol: int
    parlour: str
    """The version of parlour."""
    games: tuple[OfferedGame, ...]
    limits: Limits
    """How long parlour waits for answers."""


class Set(Message, frozen=True, tag="set"):
    """Sets options of the engine; only those that its `hello` lists."""

    options: dict[str, Value]


class Ready(Message, frozen=True, tag="ready"):
    """Asks whether all earlier messages are processed; the engine answers with `ready` and the same id."""

    id: Id


class Match(Message, frozen=True, tag="match"):
    """A match begins; what an engine remembers from others must not change how it plays this one."""

    match: str
    """The name of the match in later messages."""
    game: str
    version: int
    """Of the game's rules."""
    options: dict[str, Any]
    """The game's options, all of them."""
    seat: int
    """The engine's seat."""
    seats: int


class Told(Message, frozen=True, tag="told"):
    """Events of a match, for engines that follow it; others ignore them, because every view is complete."""

    match: str
    seq: Id
    """The number of events before these. If the engine has received fewer, some are missing; use the view."""
    events: tuple[ToldEvent, ...]


class Ask(Message, frozen=True, tag="ask"):
    """The engine's seat has a decision to make; the engine answers with `move`."""

    id: Id
    match: str
    view: EngineView
    """Everything that the seat may know."""
    count: int
    """The number of legal moves."""
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)]
    """For the engine's random numbers: with the same seed and view it should choose the same move."""
    legal: tuple[str, ...] = ()
    """The legal moves in notation."""
    legal_more: bool = False
    """Whether `legal` is left out, because there are more than 2,000 moves; the engine can get them with `legal`."""
    budget: Budget = Budget()
    seq: int | None = None
    """The number of events in the match so far; null if they are not sent."""
    want: Literal["move", "candidates"] = "move"
    """`candidates`: an `info` with candidates before the move would be welcome."""


class Legal(Message, frozen=True, tag="legal"):
    """All legal moves of a decision."""

    id: Id
    moves: tuple[str, ...]


class Stop(Message, frozen=True, tag="stop"):
    """The engine must answer now. Sent to engines that can `stop`; ignore it if the answer has been sent."""

    id: Id


class Over(Message, frozen=True, tag="over"):
    """A match has ended, or is not continued."""

    match: str


class Quit(Message, frozen=True, tag="quit"):
    """The engine must exit. The end of its input means the same."""


# From the engine.


class EngineHello(Message, frozen=True, tag="hello"):
    """The engine introduces itself."""

    protocol: int
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    games: tuple[str, ...]
    """The games that it plays."""
    author: str = ""
    version: str = ""
    can: tuple[str, ...] = ()
    """Optional features that it supports: `stop`, `candidates`."""
    options: tuple[Option, ...] = ()


class EngineReady(Message, frozen=True, tag="ready"):
    """The answer to `ready`."""

    id: Id


class Info(Message, frozen=True, tag="info"):
    """The engine's evaluation so far. At most 8 MB of lines before a move."""

    id: Id
    candidates: tuple[Considered, ...] = ()
    """The best first."""


class Chosen(Message, frozen=True, tag="move"):
    """The answer to `ask`, once."""

    id: Id
    move: str
    """One of the legal moves."""
    reason: str = ""
    """For people who read the conversation."""


class WantLegal(Message, frozen=True, tag="legal"):
    """Asks for all legal moves of a decision; parlour answers with `legal`."""

    id: Id


FromParlour = Hello | Set | Ready | Match | Told | Ask | Legal | Stop | Over | Quit | Error
FromEngine = EngineHello | EngineReady | Info | Chosen | WantLegal | Error


class Tagged(msgspec.Struct, frozen=True):
    """The tag of any message, known or not."""

    t: str
