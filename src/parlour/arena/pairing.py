"""Two bots compared, over the bouts in which both play."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.arena.job import Board, BoutResult


class Comparison(msgspec.Struct, frozen=True):
    """Two bots on one deal, over every seating; what belongs to a bot is the mean over its seats."""

    rounds: int
    points: tuple[float, float]
    """A round."""
    firsts: tuple[float, float]
    """The share of rounds in which it was first."""
    wins: tuple[float, float] | None
    """The share of matches that it won."""
    score: float
    """The share of bouts in which the first bot has more points than the second, halves included."""
    bouts: int


def merits(bout: BoutResult) -> tuple[float, ...]:
    """What ranks the seats of a bout: points; a seat that forfeited comes last."""
    if bout.forfeit is None:
        return bout.points
    return tuple(-inf if seat == bout.forfeit.seat else points for seat, points in enumerate(bout.points))


def mean_of(bout: BoutResult, bot: int, by_seat: Sequence[float]) -> float:
    """The mean over a bot's seats."""
    values = [value for who, value in zip(bout.seating, by_seat, strict=True) if who == bot]
    return sum(values) / len(values)


def bout_score(bout: BoutResult, a: int, b: int) -> float:
    """One bot's score against another: 1 for more points, half for as many, the mean over their seats."""
    ranked = list(zip(bout.seating, merits(bout), strict=True))
    scores = [(one > two) + (one == two) / 2 for who, one in ranked for whom, two in ranked if (who, whom) == (a, b)]
    return sum(scores) / len(scores)


def compare(boards: Iterable[Board], a: int, b: int) -> Comparison | None:
    """Two bots over all bouts of some boards; None where they never met."""
    bouts = [bout for board in boards for bout in board.bouts if {a, b} <= set(bout.seating)]
    if not bouts:
        return None
    rounds = sum(bout.rounds for bout in bouts)

    def totals(name: str, count: int) -> tuple[float, float]:
        one, two = (sum(mean_of(bout, bot, getattr(bout, name)) for bout in bouts) for bot in (a, b))
        return one / count, two / count

    return Comparison(
        rounds=rounds,
        points=totals("points", rounds),
        firsts=totals("firsts", rounds),
        wins=None if bouts[0].wins is None else totals("wins", len(bouts)),
        score=sum(bout_score(bout, a, b) for bout in bouts) / len(bouts),
        bouts=len(bouts),
    )
