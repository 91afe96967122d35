"""A ladder: ratings of many bots over many nights, in one file that only ever grows.

    {"ladder":1,"contest":{"game":"…","version":1,"options":{…},"bots":[],"seed":1,"span":"round","limit_ms":null}}
    {"entrant":"fox","spec":"engine:./fox --depth 3"}
    {"night":1,"began":"2026-11-16T22:00:00+00:00","parlour":"0.1.0"}
    {"pair":["fox","sense"],"board":{"lineup":[0,1],"deal":0,"sittings":[…]},"cpu_ms":[1.2,3.4]}
    {"retired":"fox"}

Every pair of entrants plays the same deals, 0, 1, 2 and so on. A line that a crash has cut off is dropped, and its
board is played again; a board that is there twice counts once.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, BinaryIO, Final, Self

import msgspec

from parlour.arena.errors import ArenaError
from parlour.arena.job import Board, Contest, Job
from parlour.arena.lineup import lineups
from parlour.arena.run import Plan, Record
from parlour.arena.store import whole_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from parlour.arena.job import BoutResult, Lineup, Result

FORMAT: Final = 1
LARGEST_JOB: Final = 4
"""Deals of a pair at a time, so that all pairs keep pace."""
Pair = tuple[str, str]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    ladder: int
    contest: Contest
    """What all boards have in common; its bots are those of a pair."""


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody joins."""

    entrant: str
    """The name: letters of one's choice, and never another bot's."""
    spec: str


class Retired(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody plays no more; what was played counts."""

    retired: str


class Night(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run begins."""

    night: int
    began: str
    parlour: str


class PairBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board of two entrants."""

    pair: Pair
    board: Board
    cpu_ms: tuple[float, float]


KINDS: Final[dict[str, type[msgspec.Struct]]] = {
    "entrant": Entrant,
    "retired": Retired,
    "night": Night,
    "pair": PairBoard,
}
"""Lines by their first field."""


class Ladder:
    """A ladder, open for appending."""

    def __init__(self, path: Path, contest: Contest | None) -> None:
        """Open a file, or begin one with a contest; ArenaError where it is no ladder, or one of another contest."""
        self.path = path
        self.specs: dict[str, str] = {}
        self.retired: set[str] = set()
        self.nights: list[Night] = []
        self.boards: dict[tuple[Pair, Lineup, int], tuple[PairBoard, int]] = {}
        """Every board with the number of its night."""
        whole, self.dropped = whole_lines(path)
        self.contest = self.read(whole, contest)
        if self.dropped:
            with path.open("r+b") as file:
                file.truncate(sum(map(len, whole)))
        self.file: BinaryIO | None = None
        self.is_new = not whole

    def read(self, lines: list[bytes], contest: Contest | None) -> Contest:
        """Take all lines in; the contest."""
        if not lines:
            if contest is None:
                raise ArenaError(f"{self.path}: no such ladder; name a game and two bots to begin one")
            return contest
        try:
            header = msgspec.json.decode(lines[0], type=Header)
        except msgspec.MsgspecError as error:
            raise ArenaError(f"{self.path}: line 1: not a ladder: {error}") from error
        if header.ladder != FORMAT:
            raise ArenaError(f"{self.path}: a ladder of format {header.ladder}, this parlour reads format {FORMAT}")
        for name, there in msgspec.to_builtins(header.contest).items():
            here = there if contest is None else msgspec.to_builtins(contest)[name]
            if there != here:
                raise ArenaError(f"{self.path}: another ladder: its {name} is {there!r}, here {here!r}")
        for number, line in enumerate(lines[1:], start=2):
            try:
                key = next(iter(msgspec.json.decode(line, type=dict[str, msgspec.Raw])), "")
                self.take(msgspec.json.decode(line, type=KINDS[key]))
            except (msgspec.MsgspecError, KeyError) as error:
                raise ArenaError(f"{self.path}: line {number}: not a line of a ladder: {error}") from error
        return header.contest

    def take(self, line: object) -> None:
        """Take one line in."""
        match line:
            case Entrant(entrant=name, spec=spec):
                self.specs[name] = spec
            case Retired(retired=name):
                self.retired.add(name)
            case Night():
                self.nights.append(line)
            case PairBoard(pair=pair, board=board):
                self.boards.setdefault((pair, board.lineup, board.deal), (line, len(self.nights)))

    def add(self, line: msgspec.Struct) -> None:
        """Append a line, and take it in."""
        self.write(line)
        self.take(line)

    def write(self, line: msgspec.Struct) -> None:
        """Append a line, the first after the header; a file is made when there is something to write."""
        if self.file is None:
            self.file = self.path.open("ab")
            if self.is_new:
                self.file.write(msgspec.json.encode(Header(FORMAT, self.contest)) + b"\n")
        self.file.write(msgspec.json.encode(line) + b"\n")
        self.file.flush()

    def enter(self, name: str, spec: str) -> None:
        """Let a bot join, or ArenaError where another has its name."""
        if self.specs.get(name, spec) != spec:
            raise ArenaError(f"{name!r} is {self.specs[name]!r} on this ladder; another bot needs another name")
        if name not in self.specs:
            self.add(Entrant(name, spec))

    def retire(self, name: str) -> None:
        """Let a bot play no more, or ArenaError."""
        if name not in self.specs:
            raise ArenaError(f"nobody on this ladder is called {name!r}; there are {', '.join(self.specs)}")
        if name not in self.retired:
            self.add(Retired(name))

    def active(self) -> list[str]:
        """Who plays, in the order of entry."""
        return [name for name in self.specs if name not in self.retired]

    def missing(self, deals: int, seats: int) -> list[tuple[Pair, Job]]:
        """What is to be played until every pair has so many deals: first those of which least was played."""
        tables = lineups(("a", "b"), seats)
        jobs = []
        for pair in combinations(self.active(), 2):
            contest = msgspec.structs.replace(self.contest, bots=tuple(self.specs[name] for name in pair))
            for lineup in tables:
                left = [deal for deal in range(deals) if (pair, lineup, deal) not in self.boards]
                jobs += [(pair, Job(contest, lineup, *span)) for span in spans(left)]
        return sorted(jobs, key=lambda job: job[1].first)

    def record(self, pair: Pair, result: Result) -> None:
        """Keep what a job gave."""
        for board, cpu_ms in zip(result.boards, result.cpu_ms, strict=True):
            self.add(PairBoard(pair, board, (cpu_ms[0], cpu_ms[1])))

    def standing(self, nights: int) -> Record:
        """All that was played in the first nights, as if it were one run of the arena."""
        names = tuple(self.specs)
        contest = msgspec.structs.replace(self.contest, bots=names)
        boards, times = [], []
        for line, night in self.boards.values():
            if night <= nights:
                places = tuple(names.index(name) for name in line.pair)
                boards.append(placed(line.board, places))
                cpu_ms = dict(zip(places, line.cpu_ms, strict=True))
                times.append(tuple(cpu_ms.get(place, 0.0) for place in range(len(names))))
        tables = tuple(dict.fromkeys(board.lineup for board in boards))
        deals = 1 + max((board.deal for board in boards), default=-1)
        return Record(Plan(contest, tables, deals), tuple(boards), tuple(times), None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.file is not None:
            self.file.close()


def spans(deals: list[int]) -> Iterator[tuple[int, int]]:
    """Half-open ranges of consecutive deals, each of a job's size at most."""
    first = 0
    for place in range(1, len(deals) + 1):
        if place == len(deals) or deals[place] != deals[place - 1] + 1 or place - first == LARGEST_JOB:
            yield deals[first], deals[place - 1] + 1
            first = place


def placed(board: Board, places: tuple[int, ...]) -> Board:
    """A board of a pair, with the places of the two among all entrants."""

    def moved(bout: BoutResult) -> BoutResult:
        return msgspec.structs.replace(bout, seating=tuple(places[bot] for bot in bout.seating))

    return Board(tuple(places[bot] for bot in board.lineup), board.deal, tuple(map(moved, board.bouts)))
