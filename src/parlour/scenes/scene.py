"""What scenes of every game are made of, and the protocol that makes them.

A scene is made from a view alone, so it cannot hold what its seat may not know. Cards are names
(`5r`, `J`, `10h`) and seats are numbers; whoever shows a scene puts it into sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from parlour.core.game import Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Actor, Reason

Cards = tuple[str, ...]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card on the table; a wild shows what it stands for: a card (`8g`), or a rank where the suit is open (`8`)."""

    name: str
    stands_for: str = ""


class Combo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards played together, as they lie on the table, low to high."""

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
    """Where a market card goes, or would go, when a seat takes it (D7)."""

    place: str
    """`row`, `reserve` or `strike`."""
    chain: Cards = ()
    """Cards of the reserve that follow it into the row."""
    wins: bool = False


class Update(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that has just happened, as far as its viewer may know."""

    kind: str
    """A move, what came of it, `undo` (a seat took its last move back, which voids the updates about that move), or
    what became of a seat: a bot plays for its person because she `left` or is `away`, or for this one move because her
    clock ran out (`late`) or until she is back because her bank is empty (`flag`); she is `back`; she is `gone` for
    good, and the seat is a bot's; or the win over her was `claimed` by another seat."""
    seat: int | None = None
    other: int | None = None
    """A second seat: who gets a trick, who leads, who claimed."""
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
    move: str = ""
    """At a plain table, the move in notation; empty where the viewer may not see it."""
    by: str = ""
    """The bot that decided this move for a person."""


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move that a selection could be, and whether it may be made."""

    move: str
    """In the game's notation: what the command to play it says."""
    combo: Combo | None = None
    code: str = ""
    """Why not; empty where it may be made now, or as soon as it is the seat's turn."""
    reason: str = ""
    clause: str = ""
    parameters: dict[str, Parameter] = {}
    """What the text for the code is filled with."""


class Group(msgspec.Struct, frozen=True):
    """Playable moves of one shape: how many there are, and the first of them."""

    name: str
    """`single`, `set`, `sequence`, `bomb`, `pass`, … as the game names its shapes; empty for all moves."""
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
    parameters: dict[str, Parameter] = {}
    """What the text for the code is filled with."""


View = TypeVar("View", contravariant=True)  # noqa: PLC0105 - a view is a view, whichever way it varies
Move = TypeVar("Move", contravariant=True)  # noqa: PLC0105 - likewise
Scene = TypeVar("Scene", covariant=True)  # noqa: PLC0105 - likewise


class Staging(Protocol[View, Move, Scene]):
    """How a match is shown: everything from views, and from the moves that are legal for their seat."""

    def scene(self, view: View, legal: Sequence[Move]) -> Scene:
        """The table as the view's seat is shown it."""

    def told(self, actor: Actor, move: Move, before: View, after: View) -> tuple[Update, ...]:
        """What a move did, given one viewer's views before and after it."""

    def answer(self, view: View, legal: Sequence[Move], text: str) -> Answer:
        """What the rules make of a selection, which is a move in notation or a part of one."""

    def turned(self, before: View, after: View) -> bool:
        """Whether a move showed its own seat something hidden, so that it cannot be taken back."""

    def laid_open(self, view: View) -> bool:
        """Whether the last deal is played out, so that it may be shown to everybody."""

    def progress(self, view: View) -> tuple[int, ...]:
        """How far the match is, as people count it, such as its round; nothing where a game does not say."""

    def hand(self, view: View) -> Cards:
        """The cards that the view's seat holds."""

    def combo(self, move: Move) -> Combo | None:
        """The combo that a move plays; None for other moves, and in games without combos."""

    def reason_text(self, reason: Reason) -> str:
        """A reason of a bot in English words, without a capital or a full stop."""


AnyStaging = Staging[Any, Any, Any]
