"""Verdicts in a file beside the log, line by line, so that an interrupted review can be resumed."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, Self

import msgspec

from parlour.core.log import line_of
from parlour.review.reviewing import ReviewError, judge_of
from parlour.review.verdict import Judge, Verdict

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from parlour.review.reviewing import AnyTable

FORMAT: Final = 1


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: whose decisions in which log, and who judges them."""

    review: int
    game: str
    seat: int
    log: str
    """The SHA-256 of its events."""
    judge: Judge


class ReviewFile:
    """The verdicts that a file holds, and to which new ones are appended; as a context it is open."""

    def __init__(self, path: Path, table: AnyTable, seat: int) -> None:
        """Read what is there, or ReviewError where the file is something else; nothing is written yet."""
        judge = judge_of(table, seat).judge
        self.path = path
        self.head = Head(FORMAT, table.game.name, seat, digest_of(table), judge)
        self.known: list[Verdict] = []
        self.earlier: Judge | None = None
        """Another judge, whose verdicts are there and do not count."""
        if path.exists():
            self.read(path.read_bytes())

    def read(self, text: bytes) -> None:
        """Take the verdicts of a file; a last line that was cut off is judged again."""
        first, *lines = text.split(b"\n")
        try:
            head = msgspec.json.decode(first, type=Head)
        except msgspec.MsgspecError as error:
            raise ReviewError(f"{self.path}: not the review of a match: {error}") from error
        if msgspec.structs.replace(head, judge=self.head.judge) != self.head:
            raise ReviewError(f"{self.path}: the review of another match or seat; --output names another file")
        if head != self.head:
            self.earlier = head.judge
            return
        try:
            self.known = [msgspec.json.decode(line, type=Verdict) for line in lines[:-1]]
        except msgspec.MsgspecError as error:
            raise ReviewError(f"{self.path}: damaged: {error}; delete it to judge anew") from error

    def __enter__(self) -> Self:
        """Write what is known, whole lines only, and open the file for more."""
        whole = [self.head, *self.known]
        self.path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in whole))
        self.file = self.path.open("ab")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.file.close()

    def add(self, verdict: Verdict) -> None:
        """Append a verdict, unless it is there already."""
        if verdict not in self.known:
            self.file.write(msgspec.json.encode(verdict) + b"\n")
            self.file.flush()


def digest_of(table: AnyTable) -> str:
    """What tells a match from every other: the hash of its options and events."""
    lines = [msgspec.json.encode(table.game.options, order="sorted")]
    lines += [msgspec.json.encode(line_of(table.game, event)) for event in table.events]
    return hashlib.sha256(b"\n".join(lines)).hexdigest()
