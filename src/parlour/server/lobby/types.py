"""What is said in the lobby: over the websocket, and in the bodies of HTTP requests and answers."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

LARGEST_NEWS: Final = 1_000
"""The most bytes of one `lobby` message."""
MOST_OFFERS: Final = 8


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="look"):
    """Show me the lobby from now on. Answered by `lobby`."""


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="leave"):
    """Stop sending me the lobby."""


class LobbyTable(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A listed table: one to sit down at, or to watch."""

    table: str
    game: str
    options: dict[str, Any]
    status: str
    """`open` or `playing`."""
    names: tuple[str, ...]
    """By seat; empty for bots and free seats."""
    bots: tuple[str, ...]
    """By seat, the level of a bot."""
    scores: tuple[int, ...] = ()
    clock: int | None = None
    bank: int = 0
    increment: int = 0
    rated: bool = False
    progress: tuple[int, ...] = ()
    """How far the match is, as its game counts: the round, or the race behind the game where there are several."""
    ratings: tuple[int | None, ...] = ()
    """By seat of an open rated table: of the people who wait there."""
    provisional: tuple[int, ...] = ()
    """The seats whose ratings are provisional."""


class MyTable(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An unfinished table of yours."""

    table: str
    game: str
    names: tuple[str, ...]
    bots: tuple[str, ...]
    seat: int | None = None
    """Yours."""
    turn: bool = False
    """The match waits for you."""
    progress: tuple[int, ...] = ()
    """How far the match is."""


class FriendHere(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A friend."""

    friend: int
    """What you call this friendship in requests."""
    name: str
    here: bool = False
    table: str = ""
    """The listed table where your friend sits, while here; never a private one."""
    game: str = ""
    """What is played at it."""
    open: bool = False
    """It has a free seat."""


class Invited(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A friend asks you to a table."""

    table: str
    game: str
    name: str
    """Who asks."""


class SeekTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What somebody accepts who looks for opponents: any of these tables."""

    tables: Annotated[tuple[SoughtTable, ...], Meta(min_length=1, max_length=MOST_OFFERS)]
    clock: int | None = None
    """Seconds for a move."""
    bank: int = 0
    increment: int = 0
    rated: bool = False
    window: Annotated[int, Meta(ge=50, le=3000)] | None = None
    """How far the ratings of the others may be from yours at most; null: as far as need be."""


class SoughtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game with its options, of which some have a number of players."""

    game: Annotated[str, Meta(max_length=100)]
    options: dict[str, Any] = {}


class Search(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Your search for opponents."""

    seconds: float = 0.0
    """For how long."""
    terms: SeekTerms | None = None
    """None: you are not looking for anybody."""
    rating: float | None = None
    """Yours, at the first of the games."""
    reach: float = 0.0
    """How far the ratings of the others may be from yours at first."""
    widens: float = 0.0
    """By how much more with every second, up to the `window` of the terms."""
    table: str = ""
    """Where you were seated: the search is over."""


class LobbyNews(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="t", tag="lobby"):
    """What has changed in the lobby; at most 1,000 bytes, so there may be several in a row."""

    first: bool = False
    """Forget what you were told before."""
    here: int | None = None
    """How many people are here, if that has changed."""
    tables: tuple[LobbyTable, ...] = ()
    mine: tuple[MyTable, ...] = ()
    friends: tuple[FriendHere, ...] = ()
    invitations: tuple[Invited, ...] = ()
    search: Search | None = None
    gone: tuple[str, ...] = ()
    """What is no more: `t` and the name of a table, `m` and one of yours, `f` and a friend, `i` and an invitation."""


class Paired(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t", tag="paired"):
    """Opponents were found, and you are seated."""

    table: str
    game: str
    names: tuple[str, ...]
    """Of the others."""


class FriendLink(msgspec.Struct, frozen=True):
    """The secret of a link by which somebody becomes your friend: `/friend/<link>`. It works once, within a week."""

    link: str


class Stranger(msgspec.Struct, frozen=True):
    """Who made a link."""

    name: str


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a friend is asked to."""

    table: Annotated[str, Meta(min_length=1, max_length=32)]
