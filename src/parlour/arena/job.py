"""A piece of work as a value, and what comes of it.

A *board* is one deal played by one line-up in every seating: the same cards, the same dealer, the
same leader, the bots change places. A *sitting* is one of those seatings played to its end.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, Literal

import msgspec

Span = Literal["round", "match"]
Lineup = tuple[int, ...]
"""Which bots sit down together, as places in `Contest.bots`, in order; a bot may sit there twice."""


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What all jobs of a run share."""

    game: str
    version: int
    """The version of the game's play."""
    options: dict[str, Any]
    bots: tuple[str, ...]
    """Specs."""
    seed: int
    span: Span
    """How much is played on a deal: one round (or game), or the match that begins with it."""
    limit_ms: float | None = None


class Job(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some deals for one line-up; `run_job` is a pure function of it, but for the clock."""

    contest: Contest
    lineup: Lineup
    first: int
    stop: int
    """The deal behind the last one."""


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who lost a sitting without playing it to the end, and why."""

    seat: int
    reason: str


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seating of a deal, played; everything is by seat."""

    seating: Lineup
    rounds: int
    points: tuple[float, ...]
    """The sum over the rounds."""
    firsts: tuple[float, ...]
    """How many rounds a seat went out first in, or games it won."""
    wins: tuple[float, ...] | None
    """Who won the match; None where none was played."""
    decisions: tuple[int, ...]
    forfeit: Forfeit | None = None


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal in every seating of a line-up."""

    lineup: Lineup
    deal: int
    sittings: tuple[Sitting, ...]


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a job. The boards are the same whoever ran it; the times are not."""

    boards: tuple[Board, ...]
    cpu_ms: tuple[tuple[float, ...], ...]
    """For every board, by bot of the contest."""


def seatings(lineup: Lineup) -> list[Lineup]:
    """List the ways to seat a line-up that can be told apart."""
    return sorted(set(permutations(lineup)))


def names(bots: tuple[str, ...]) -> tuple[str, ...]:
    """Tell apart bots of the same spec: a bot that meets itself."""
    return tuple(
        spec if bots.index(spec) == number else f"{spec} ({bots[: number + 1].count(spec)})"
        for number, spec in enumerate(bots)
    )
