"""The messages between a client and the server, as JSON text over one websocket.

A client computes no rules: the server sends the whole scene of a table whenever it changes, with
what happened since, and answers what a selection is. A command is acknowledged (`done`) when it is
on disk; the same command sent again is acknowledged again and does nothing more. Messages both ways
stay below 16 kB.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, Self

import msgspec
from msgspec import Meta

from parlour.core.game import Parameter, Reason
from parlour.scenes.catalogue import Scene
from parlour.scenes.scene import Answer, Combo, Group, Update
from parlour.server.lobby.types import Leave, LobbyNews, Look, Paired

if TYPE_CHECKING:
    from parlour.server.errors import ServerError

VERSION: Final = 1
"""Raised with every change that breaks older clients."""
LARGEST: Final = 16_384
"""The most bytes of one message, either way."""

TableName = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9]+$")]
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
Move = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Phrase = Literal["hello", "luck", "nice", "thanks", "sorry", "oops", "wow", "close", "moment", "bye"]
"""What can be said at a table; clients have the words."""
Counter = Annotated[int, Meta(ge=0, le=2**31)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """Any message of a client."""


# Requests: none of them changes a table.


class Ping(Message, frozen=True, tag="ping"):
    """Is the connection alive? Answered by `pong`."""


class Join(Message, frozen=True, tag="join"):
    """Show me this table from now on, as the seat that I hold there, else as a spectator. Answered by `table`."""

    table: TableName


class Part(Message, frozen=True, tag="part"):
    """Stop sending me this table. The seat stays mine."""

    table: TableName


class Ask(Message, frozen=True, tag="ask"):
    """What is this selection, may it be played, and which playable moves contain it? Answered by `answer`."""

    table: TableName
    text: Move
    """Cards, perhaps none, or the beginning of a move, as the game's notation has it."""
    n: Counter = 0
    """Comes back in the answer, so that a late answer can be told from the latest one."""


class Hint(Message, frozen=True, tag="hint"):
    """What would the strongest bot do? Answered by `advice`, where the table allows hints."""

    table: TableName
    n: Counter = 0


class Recall(Message, frozen=True, tag="recall"):
    """What happened in this round or race? Answered by `past`."""

    table: TableName


# Commands: each has an id that the client makes up, and is answered by `done` or `refused`.


class Play(Message, frozen=True, tag="play"):
    """Make a move, in the game's notation."""

    table: TableName
    id: CommandId
    move: Move
    decision: Counter
    """Which decision of my seat this is, as the last `table` said: two clicks never make two moves, and what
    others do meanwhile never makes it stale."""


class Undo(Message, frozen=True, tag="undo"):
    """Take back my last move, where the table allows it, nobody has acted since and nothing was turned over."""

    table: TableName
    id: CommandId
    decision: Counter


class Ready(Message, frozen=True, tag="ready"):
    """Go on with the next round, or game."""

    table: TableName
    id: CommandId
    number: Counter
    """Which round has ended: `sheet_rows` of the last `table`."""


class Sit(Message, frozen=True, tag="sit"):
    """Take a free seat, or my own back from the bot that plays for me."""

    table: TableName
    id: CommandId
    seat: SeatNumber


class Stand(Message, frozen=True, tag="stand"):
    """Leave my seat; once the match has begun a bot plays in it until I `sit` down there again."""

    table: TableName
    id: CommandId


class Concede(Message, frozen=True, tag="concede"):
    """Concede the match."""

    table: TableName
    id: CommandId


class Claim(Message, frozen=True, tag="claim"):
    """Claim the win over somebody whose seat is in `claims`, or let a bot play for her.

    With two seats the claim wins the match. With more she is last, and the others play on with a bot in her seat.
    """

    table: TableName
    id: CommandId
    seat: SeatNumber
    win: bool
    """False: a bot shall play for her until she is back."""


class FillSeat(Message, frozen=True, tag="fill"):
    """Put a bot into a free seat, or free a bot's seat: only whoever opened the table, before the match begins."""

    table: TableName
    id: CommandId
    seat: SeatNumber
    level: Annotated[str, Meta(max_length=20)] | None
    """None frees the seat."""


class Rematch(Message, frozen=True, tag="rematch"):
    """Open the same table again, with the same people and bots. The `table` message then names it in `next`."""

    table: TableName
    id: CommandId


class Say(Message, frozen=True, tag="say"):
    """Say one of a few phrases to everybody at the table, from my seat. Answered by `said`."""

    table: TableName
    phrase: Phrase


Asking = Ping | Join | Part | Ask | Hint | Recall | Say | Look | Leave
Command = Play | Undo | Ready | Sit | Stand | Concede | Claim | FillSeat | Rematch
FromClient = Asking | Command


# Messages of the server.


class Reply(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t"):
    """Any message of the server."""


class Pong(Reply, frozen=True, tag="pong"):
    """The connection is alive."""


class Welcome(Reply, frozen=True, tag="welcome"):
    """The first message on every connection."""

    version: int
    """Of this protocol: a client of another one should reload itself."""
    parlour: str
    name: str
    """Who you are."""


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Who sits in a seat."""

    name: str = ""
    """Empty for bots and free seats."""
    bot: str = ""
    """The level of the bot that plays here: in its own seat, or for somebody who is away."""
    here: bool = False
    """A person with a connection."""
    ready: bool = False
    """Wants the next round."""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a table was opened with, besides the options of its game (they are in the scene)."""

    hints: bool = True
    undo: bool = True
    clock: int | None = None
    """Seconds for a move; None: no such clock."""
    bank: int = 0
    """Seconds for all decisions of a seat; 0: no bank. When it is empty a bot plays for her until she takes the seat
    back, and the others may claim the win meanwhile."""
    increment: int = 0
    """Seconds that every decision adds to the bank."""
    grace: int = 0
    """Seconds after which others need not wait for somebody who is away: they may claim the win, and without a clock a
    bot plays for her. 0: nobody need be there while her clock runs."""
    listed: bool = False
    """Shown in the lobby."""
    rated: bool = False
    """Counts for ratings."""
    tournament: str = ""
    """The tournament that the match belongs to (`/api/tournaments/<tournament>`)."""
    round: int = 0
    """Of the tournament."""
    deals: int = 0
    """The match is over after so many deals; 0 where only the rules end it."""


class Commitment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The commitment to the cards of this round or race, and how many commitments are opened."""

    commitment: str = msgspec.field(default="", name="promise")
    """SHA-256, in hex, of the salt, a line break and the deal, sent before the cards."""
    number: int = 0
    """Which deal it is for, counted from 1: note it with the `seq` of the message, and compare both later."""
    opened: int = 0
    """How many commitments can be checked by now (`/api/tables/<table>/fair`)."""


class TableState(Reply, frozen=True, tag="table", kw_only=True):
    """A table as you may see it, whole; sent when you join it and whenever it changes."""

    table: str
    seq: int
    """The number of the last event in the table's log."""
    status: str
    """`open` (seats are free), `playing`, `over`."""
    mine: bool = False
    """You opened it."""
    host: int | None = None
    """The seat of who opened it."""
    seats: tuple[Sitter, ...]
    spectators: tuple[str, ...] = ()
    """The names of people who watch, the first eight."""
    spectator_count: int = 0
    """How many people watch."""
    terms: Terms
    decision: int = 0
    """For the next `play` or `undo` of your seat."""
    can_undo: bool = False
    deadlines: tuple[float | None, ...] = ()
    """Seconds left for each seat's move when this was sent, null where no clock runs; empty without a clock."""
    banks: tuple[float | None, ...] = ()
    """Seconds in each person's bank before the decision that is being made, null for bots; empty without banks."""
    claims: tuple[int, ...] = ()
    """The seats over which the others may `claim` the win now."""
    sheet: tuple[tuple[int, ...], ...] = ()
    """Points by round, or games by seat, the latest 60."""
    sheet_rows: int = 0
    """How many rounds, or games, have ended."""
    waits: bool = False
    """The next deal waits until everybody is `ready`."""
    winners: tuple[int, ...] = ()
    """Once the match is over."""
    conceded: int | None = None
    """Who conceded."""
    abandoned: tuple[int, ...] = ()
    """The seats over which the win was claimed, in this order: they are last, the first of them at the end."""
    time_left: float | None = None
    """Seconds left of the tournament's round when this was sent, where it has a limit."""
    closed: bool = False
    """The time of the round is up: the scores stand, or bots play on for everybody."""
    next: str = ""
    """The table of the rematch."""
    fair: Commitment = Commitment()
    scene: Scene
    groups: tuple[Group, ...] = ()
    """What your seat may play now, as an `ask` without text would answer: you need to ask only about a selection."""
    told: tuple[Update, ...] = ()
    """What happened since the last message about this table; empty on joining."""


class Done(Reply, frozen=True, tag="done"):
    """A command was executed and is on disk."""

    id: str


class Refused(Reply, frozen=True, tag="refused"):
    """A message that was not carried out; nothing changed."""

    code: str
    reason: str = ""
    """In English, for logs and the terminal; a page translates the code."""
    clause: str = ""
    id: str = ""
    """Of the command, where it had one."""
    table: str = ""
    parameters: dict[str, Parameter] = {}
    """What the sentence in `reason` fills in, for a translation of the code."""

    @classmethod
    def of(cls, error: ServerError, *, id: str = "", table: str = "") -> Self:  # noqa: A002 - the field's name
        """The refusal that tells a client of an error."""
        return cls(error.code, error.reason, error.clause, id, table, error.parameters)


class Answered(Reply, frozen=True, tag="answer"):
    """What the rules say about a selection."""

    table: str
    n: int
    text: str
    answer: Answer


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that the bot considered."""

    move: str
    points: float | None = None
    wins: float | None = None
    behind: float | None = None
    """How much less it is worth than the advised move, in points or chances to win; 0 where they are about equal."""
    combo: Combo | None = None


class Advised(Reply, frozen=True, tag="advice"):
    """What the strongest bot would do, and why."""

    table: str
    n: int
    move: str
    reason: str
    """The reasons as an English sentence."""
    candidates: tuple[Candidate, ...] = ()
    reasons: tuple[Reason, ...] = ()
    """Keys with parameters, for a client to put into words; the most important first."""


class Past(Reply, frozen=True, tag="past"):
    """What happened in this round or race; the first part is left out where it would not fit."""

    table: str
    told: tuple[Update, ...]


class Said(Reply, frozen=True, tag="said"):
    """Somebody at the table says something; it is nowhere stored."""

    table: str
    seat: int
    phrase: Phrase


FromServer = Pong | Welcome | TableState | Done | Refused | Answered | Advised | Past | Said | LobbyNews | Paired

CLOSE_CODES: Final = {
    1003: "A binary frame: messages are text.",
    1007: "A text frame that is no UTF-8.",
    1008: "Refused: a page of another origin, too many connections from one address, or too many malformed messages.",
    1009: "A message above 16,384 bytes.",
    1012: "The server restarts, or the table is reloaded: reconnect at once.",
    1013: "The client reads too slowly, or the database has a problem: reconnect a little later.",
    4401: "No cookie, or an unknown one: come in as a guest first. Also for a session that was revoked.",
    4403: "An operator has banned you.",
    4429: "Too many frames: messages, pings, pongs and fragments all count. Reconnect a little later, and send fewer.",
}
"""Why the server closes a connection."""
