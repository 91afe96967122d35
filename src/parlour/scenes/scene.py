"""What every game's scene is made of.

A scene is made from a view alone, so it cannot hold what its seat may not know. Cards are names
(`5r`, `J`, `10h`), seats are numbers; sentences are the business of whoever shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Actor

Cards = tuple[str, ...]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on the table; a wild says what it stands for: a card (`8g`), or a rank where no suit is told (`8`)."""

    name: str
    stands_for: str = ""


class Combo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combo of Haggis as it lies on the table, low to high."""

    kind: str
    """`set`, `sequence` or `bomb`."""
    width: int
    """Sets: how many cards; sequences: how many suits; bombs: 0."""
    length: int
    """Sequences: how many ranks; sets: 1; bombs: 0."""
    top: int
    """The highest rank, 2 to 13; bombs: their strength, 1 to 6."""
    cards: tuple[Card, ...]


class Landing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What taking a market card of Damenrennen does, or would do, for a seat (D7)."""

    place: str
    """`row`, `reserve` or `strike`."""
    chain: Cards = ()
    """Cards of the reserve that follow it into the row."""
    wins: bool = False


class Told(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that has just happened, as far as its listener may know."""

    kind: str
    """A move, what came of it, or `undo`: a seat took its last move back, and what was told of that is void."""
    seat: int | None = None
    other: int | None = None
    """A second seat: who gets a trick, who leads."""
    cards: Cards = ()
    given: Cards = ()
    """Cards that went the other way."""
    combo: Combo | None = None
    number: int | None = None
    points: tuple[int, ...] = ()
    landing: Landing | None = None
    """Of a card that was taken."""
    how: str = ""
    """How a game ended: `row`, `strikes`, `stack` or `tie`."""


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move that a selection could be, and whether it may be made."""

    move: str
    """In the game's notation: what the command to play it says."""
    combo: Combo | None = None
    code: str = ""
    """Why not; empty where it may be made now, or as soon as it is the seat's turn."""
    reason: str = ""
    clause: str = ""


class Group(msgspec.Struct, frozen=True):
    """Playable moves of one shape: how many there are, and the first of them."""

    name: str
    """`single`, `set`, `sequence`, `bomb`, `pass`, … as the game names its shapes."""
    width: int
    length: int
    count: int
    moves: tuple[Reading, ...]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the rules say about a selection: every reading of it, and playable moves that contain it."""

    readings: tuple[Reading, ...] = ()
    code: str = ""
    """Why it is no move at all; empty where it has readings."""
    reason: str = ""
    clause: str = ""
    groups: tuple[Group, ...] = ()


class Staging(Protocol):
    """How a game is shown: everything from views, and from the moves that are legal for their seat."""

    def scene(self, view: Any, legal: Sequence[Any]) -> Any:
        """Spell out a view."""

    def told(self, actor: Actor, move: Any, before: Any, after: Any) -> tuple[Told, ...]:
        """Tell what a move did, given the listener's views before and after."""

    def answer(self, view: Any, legal: Sequence[Any], text: str) -> Answer:
        """Say what the rules make of a selection, which is a move in notation or a part of one."""

    def turned(self, before: Any, after: Any) -> bool:
        """Tell whether a move showed its own seat a card that was hidden, so that it cannot be taken back."""

    def laid_open(self, view: Any) -> bool:
        """Tell whether the last deal is played out, so that it may be shown to everybody."""
