"""Results in a file, one board a line, so that an interrupted run can be resumed.

    {"arena":2,"parlour":"0.1.0","play":"0123456789abcdef","contest":{"game":"…","version":1,"options":{…},"bots":[…],"seed":7,…}}
    {"board":{"lineup":[0,1],"deal":0,"sittings":[…]},"cpu_ms":[1.2,3.4]}

A run is resumed by any parlour whose rules and bots are those that began it, as `play` tells. The number of deals is
not in the header: a run can be extended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

import msgspec

import parlour
from parlour.arena.errors import ArenaError
from parlour.arena.fingerprint import fingerprint
from parlour.arena.job import Board, Contest

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

FORMAT: Final = 2


class Format(msgspec.Struct, frozen=True):
    """What the first line of every format says."""

    arena: int


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the contest, and which parlour began it."""

    arena: int
    parlour: str
    """Its version, for people."""
    play: str
    """The fingerprint of its rules and bots."""
    contest: Contest


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any other line."""

    board: Board
    cpu_ms: tuple[float, ...]


class Store:
    """A results file, open for appending; the boards that it held already are in `lines`."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Open a file, new or of the same contest; or raise ArenaError that names the difference."""
        whole, self.dropped = whole_lines(path)
        self.lines = read_lines(path, whole, contest)
        if self.dropped:
            with path.open("r+b") as file:
                file.truncate(sum(map(len, whole)))
        self.file = path.open("ab")
        if not whole:
            self.write(Header(FORMAT, parlour.__version__, fingerprint(contest.game), contest))

    def add(self, board: Board, cpu_ms: tuple[float, ...]) -> None:
        """Append a board, and flush it."""
        self.write(Line(board, cpu_ms))

    def write(self, line: Header | Line) -> None:
        self.file.write(msgspec.json.encode(line) + b"\n")
        self.file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()


def whole_lines(path: Path) -> tuple[list[bytes], bool]:
    """The complete lines of a file, and whether an incomplete one follows."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    if lines and not lines[-1].endswith(b"\n"):
        return lines[:-1], True
    return lines, False


def read_lines(path: Path, lines: list[bytes], contest: Contest) -> list[Line]:
    """The boards of a file, or ArenaError where it is of another contest."""
    if not lines:
        return []
    try:
        check_format(path, msgspec.json.decode(lines[0], type=Format))
        header = msgspec.json.decode(lines[0], type=Header)
    except msgspec.MsgspecError as error:
        raise ArenaError(f"{path}: line 1: not the results of an arena: {error}") from error
    check_header(path, header, contest)
    boards = []
    for number, text in enumerate(lines[1:], start=2):
        try:
            boards.append(msgspec.json.decode(text, type=Line))
        except msgspec.MsgspecError as error:
            raise ArenaError(f"{path}: line {number}: {error}") from error
    return boards


def check_format(path: Path, header: Format) -> None:
    """Raise ArenaError for a file of another format."""
    if header.arena != FORMAT:
        raise ArenaError(f"{path}: results of format {header.arena}, this parlour reads format {FORMAT}")


def check_header(path: Path, header: Header, contest: Contest) -> None:
    """Raise ArenaError for a file of another run, with the difference."""
    there, here = (msgspec.to_builtins(some) for some in (header.contest, contest))
    for name in there:
        if there[name] != here[name]:
            raise ArenaError(f"{path}: results of another run: its {name} is {there[name]!r}, here {here[name]!r}")
    if header.play != fingerprint(contest.game):
        raise ArenaError(
            f"{path}: results of parlour {header.parlour}; the rules or bots of this one, {parlour.__version__}, differ"
        )
