"""The bodies of HTTP requests and answers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from parlour.core.game import Parameter
from parlour.server.protocol import Sitter


class GuestName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest calls herself."""

    name: Annotated[str, Meta(max_length=200)]


class Guest(msgspec.Struct, frozen=True):
    """Who you are."""

    name: str


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a personal link: `/me/<link>`. It opens one device, within 15 minutes."""

    link: Annotated[str, Meta(min_length=1, max_length=100)]


class PushKey(msgspec.Struct, frozen=True):
    """What a browser needs to subscribe to push messages; empty where the server sends none."""

    key: str


class Unsubscribed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A subscription that ends."""

    endpoint: Annotated[str, Meta(max_length=1000)]


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened: `/t/<table>`."""

    table: str


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of a game."""

    name: str
    kind: str
    """`number`, `choice` or `switch`."""
    default: Any
    about: str
    choices: tuple[str, ...] = ()


class GameAbout(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    """Its name as it is written in a sentence."""
    options: tuple[Choice, ...]
    levels: tuple[str, ...]
    duplicate: bool = False
    """Whether several tables can play the same deals."""


class Summary(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    options: dict[str, Any]
    status: str
    seats: tuple[Sitter, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    opened: str
    seat: int | None
    """Yours."""
    to_act: tuple[int, ...]
    """The seats whose persons the match waits for."""
    progress: tuple[int, ...] = ()
    """How far the match is, as its game counts: the round, or the race behind the game where there are several."""


class TableQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which of my tables: finished ones or others, and only those opened before a given one."""

    over: bool = False
    before: Annotated[str, Meta(max_length=32)] = ""


class TablePage(msgspec.Struct, frozen=True):
    """Up to 20 tables, the latest first."""

    tables: tuple[Summary, ...]
    more: bool
    """Whether there are earlier ones: ask for those `before` the last of these."""


class Me(msgspec.Struct, frozen=True):
    """You and up to 20 tables of each kind, the latest first; without a name: nobody yet."""

    name: str
    tables: tuple[Summary, ...] = ()
    finished: tuple[Summary, ...] = ()
    more_tables: bool = False
    """Whether there are earlier ones: `/api/me/tables`."""
    more_finished: bool = False
    here: int = 0
    """How many people are at tables or in the club, as of a second ago."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was not carried out."""

    code: str
    reason: str
    clause: str = ""
    parameters: dict[str, Parameter] = {}
    """What the sentence in `reason` fills in, for a translation of the code."""
