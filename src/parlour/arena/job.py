"""Jobs and their results, as values.

A *board* is one deal played by one line-up in every seating: the same cards, the same dealer, the
same leader, the bots change places. A *bout* is one of those seatings played to its end.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, Literal

import msgspec

Span = Literal["round", "match"]
Lineup = tuple[int, ...]
"""The bots at a table, as ascending indices into `Contest.bots`; a bot may occur twice."""


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all jobs of a run have in common."""

    game: str
    version: int
    """The version of the game's play."""
    options: dict[str, Any]
    bots: tuple[str, ...]
    """Specs."""
    seed: int
    span: Span
    """How much is played on a deal: one round, or the match that begins with it."""
    limit_ms: float | None = None


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some deals for one line-up; `run_job` is a pure function of it, but for the clock."""

    contest: Contest
    lineup: Lineup
    first: int
    stop: int
    """One past the last deal."""


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that lost a bout by breaking the rules of the arena, and why."""

    seat: int
    reason: str


class BoutResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seating of a deal, played; everything is by seat."""

    seating: Lineup
    rounds: int
    points: tuple[float, ...]
    """The sum over the rounds."""
    firsts: tuple[float, ...]
    """In how many rounds a seat was first, as `GameKind.first` names it."""
    wins: tuple[float, ...] | None
    """Who won the match; None where none was played."""
    decisions: tuple[int, ...]
    forfeit: Forfeit | None = None


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal in every seating of a line-up."""

    lineup: Lineup
    deal: int
    bouts: tuple[BoutResult, ...] = msgspec.field(name="sittings")
    """Stored as `sittings`, the name of format 1."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a job. Boards do not depend on who ran it; times do."""

    boards: tuple[Board, ...]
    cpu_ms: tuple[tuple[float, ...], ...]
    """For every board, by bot of the contest."""


def seatings(lineup: Lineup) -> list[Lineup]:
    """The distinct orders of a line-up."""
    return sorted(set(permutations(lineup)))


def names(bots: tuple[str, ...]) -> tuple[str, ...]:
    """The specs, numbered where a bot meets itself."""
    return tuple(
        spec if bots.index(spec) == number else f"{spec} ({bots[: number + 1].count(spec)})"
        for number, spec in enumerate(bots)
    )
