"""A match as JSON lines: a header, then one line an event.

    {"parlour":1,"game":"…","version":1,"options":{"players":2,…},"sum":"5f0c1a9b"}
    {"deal":"dealer 1; hands 2r 3r … | 4g …","sum":"91d3e02c"}
    {"seat":0,"move":"5r 6r J","sum":"07aa4b1e"}

The log holds decisions and chance, never consequences. Every line is written whole and flushed
before the move counts, so a match that is cut off can be read and resumed. `sum` is a checksum
that chains each line to all lines before it: an edited log is detected, even where the edited
match would be legal. A log written by hand may omit it, then in every line.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from parlour.core.errors import GameError, IllegalMove, LogError, LogVersionError
from parlour.core.game import CHANCE, Actor, Game, Seat
from parlour.core.table import Event, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

FORMAT: Final = 1

AnyGame = Game[Any, Any, Any]
Decoded = TypeVar("Decoded")


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which game, under which options, played by which version of the rules."""

    parlour: int
    game: str
    version: int
    options: dict[str, Any]
    sum: str | None = None


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any other line: a deal, or a seat and its move."""

    deal: str | None = None
    seat: int | None = None
    move: str | None = None
    sum: str | None = None


class LogWriter:
    """Writes events to a file as they happen; after each of them the file is a valid log."""

    def __init__(self, game: AnyGame, file: TextIO, *, total: str | None) -> None:
        """Append to lines whose checksum is `total`; None writes a log without checksums."""
        self.game = game
        self.file = file
        self.total = total

    @classmethod
    def begin(cls, game: AnyGame, file: TextIO) -> LogWriter:
        """Start a log with its header."""
        writer = cls(game, file, total="")
        options = msgspec.to_builtins(game.options)
        writer.write(Header(FORMAT, game.name, game.version, options))
        return writer

    def __call__(self, event: Event[Any]) -> None:
        self.write(line_of(self.game, event))

    def write(self, line: Header | Line) -> None:
        """Append one line and flush it."""
        if self.total is not None:
            self.total = chained(self.total, line)
        whole = msgspec.structs.replace(line, sum=self.total)
        self.file.write(msgspec.json.encode(whole).decode() + "\n")
        self.file.flush()


class ReadLog(msgspec.Struct, frozen=True):
    """A log that was read and that follows the rules."""

    table: Table[Any, Any, Any]
    total: str | None
    """The checksum of its last line, None where it has none: LogWriter continues from it."""


def line_of(game: AnyGame, event: Event[Any]) -> Line:
    """An event as a line."""
    text = game.format_move(event.move)
    return Line(deal=text) if event.actor is CHANCE else Line(seat=event.actor, move=text)


def chained(before: str, line: Header | Line) -> str:
    """The checksum of a line after a line with the checksum `before`."""
    bare = msgspec.json.encode(msgspec.structs.replace(line, sum=None), order="sorted")
    return hashlib.sha256(before.encode() + bare).hexdigest()[:8]


def write_log(table: Table[Any, Any, Any], file: TextIO) -> None:
    """Write a whole match at once."""
    writer = LogWriter.begin(table.game, file)
    for event in table.events:
        writer(event)


def read_log(lines: Iterable[str], make_game: Callable[[str, dict[str, Any], int], AnyGame]) -> ReadLog:
    """Replay a log through the rules, or raise LogError that names the line."""
    numbered = enumerate(lines, start=1)
    first = next(numbered, None)
    if first is None:
        raise LogError("line 1: an empty file is no log")
    header = decode_header(first[1])
    game = make_game(header.game, header.options, header.version)
    if header.version != game.version:
        raise LogVersionError(
            f"line 1: this log is of version {header.version} of {game.name}, the rules here are version {game.version}"
        )
    table: Table[Any, Any, Any] = Table(game)
    total = None if header.sum is None else checked_sum(1, "", header)
    for number, raw in numbered:
        line = decode_line(number, raw, Line)
        total = checked_sum(number, total, line)
        actor, text = decision_of(number, line)
        try:
            table.say(actor, text)
        except IllegalMove as error:
            who = "the deal" if actor is CHANCE else f"seat {actor}"
            raise LogError(f"line {number}: {who}, {text!r}: {error.reason}", error.clause) from error
        except GameError as error:
            raise LogError(f"line {number}: {error.reason}", error.clause) from error
    return ReadLog(table, total)


def decode_header(text: str) -> Header:
    """The first line; another format is reported before anything else in it."""
    head = decode_line(1, text, dict[str, Any])
    written = head.get("parlour")
    if written is None:
        raise LogError(f"line 1: not the header of a parlour log: {text.strip()[:60]!r}")
    if written != FORMAT:
        raise LogVersionError(f"line 1: a log of format {written!r}, this parlour reads format {FORMAT}")
    return decode_line(1, text, Header)


def decode_line(number: int, text: str, kind: type[Decoded]) -> Decoded:
    """One line of JSON, decoded as the given type."""
    if not text.endswith("\n"):
        raise LogError(f"line {number} is cut off: {text[-60:]!r}")
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LogError(f"line {number}: {error}, got {text.strip()[:60]!r}") from error


def checked_sum(number: int, before: str | None, line: Header | Line) -> str | None:
    """The line's checksum, or LogError where the log has another."""
    total = None if before is None else chained(before, line)
    if line.sum != total:
        raise LogError(f"line {number}: its sum is {line.sum!r}, not {total!r}: the log was edited")
    return total


def decision_of(number: int, line: Line) -> tuple[Actor, str]:
    """Who acts in a line, and the text of the move."""
    match line:
        case Line(deal=str(text), seat=None, move=None):
            return CHANCE, text
        case Line(deal=None, seat=int(seat), move=str(text)):
            return Seat(seat), text
        case _:
            raise LogError(f"line {number}: neither a deal nor a seat with its move")
