"""A tournament in a file: one event a line, each on disk before it counts.

    {"event":"opened","terms":{"name":"Saturday","game":"…","options":{…},"seats":3,…},"format":1}
    {"event":"joined","player":"…"}
    {"event":"paired","round":1,"tables":[["…","…","…"],…],"pauses":[]}
    {"event":"played","round":1,"table":1,"scores":[250,180,96]}
    {"event":"corrected","round":1,"table":1,"scores":[250,180,98],"why":"added up wrongly"}

A line that a crash has cut off is dropped: what it said did not happen.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.tournament.errors import TournamentError
from parlour.tournament.events import DECODER, Opened
from parlour.tournament.tournament import Tournament

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.tournament.events import Event

LARGEST: Final = 16 * 1024 * 1024
"""Bytes of a file: far more than the longest tournament writes."""


class TournamentFile:
    """A tournament that is kept in a file."""

    def __init__(self, path: Path) -> None:
        """Read a file, or raise TournamentError that names its line."""
        self.path = path
        if not path.exists():
            raise TournamentError(f"{path}: there is no such tournament; `open` begins one")
        if path.stat().st_size > LARGEST:
            raise TournamentError(f"{path}: more than {LARGEST} bytes cannot be a tournament")
        whole, _, cut_off = path.read_bytes().rpartition(b"\n")
        self.cut_off = bool(cut_off)
        lines = whole.split(b"\n")
        first = decoded(path, 1, lines[0])
        if not isinstance(first, Opened):
            raise TournamentError(f"{path}: line 1: a tournament begins with its terms")
        self.tournament = Tournament(first)
        for number, line in enumerate(lines[1:], start=2):
            try:
                self.tournament.fold(decoded(path, number, line))
            except TournamentError as error:
                raise TournamentError(f"{path}: line {number}: {error.reason}") from error
        self.length = len(whole) + 1

    def add(self, *events: Event) -> None:
        """Let something happen: it is checked, then on disk, or TournamentError and nothing is written."""
        for event in events:
            self.tournament.fold(event)
        lines = b"".join(msgspec.json.encode(event) + b"\n" for event in events)
        with self.path.open("r+b") as file:
            file.truncate(self.length)
            file.seek(self.length)
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
        self.length += len(lines)


def decoded(path: Path, number: int, line: bytes) -> Event:
    try:
        return DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise TournamentError(f"{path}: line {number}: not an event of a tournament: {error}") from error


def open_tournament(path: Path, opened: Opened) -> TournamentFile:
    """Begin a tournament in a new file."""
    try:
        with path.open("xb") as file:
            file.write(msgspec.json.encode(opened) + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise TournamentError(f"{path}: this file is there already") from None
    return TournamentFile(path)
