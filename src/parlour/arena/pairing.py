"""Two bots compared: what one of them has over the other at the tables where both sit."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.arena.job import Board, Sitting


class Comparison(msgspec.Struct, frozen=True):
    """Two bots on one deal, over every seating; what belongs to a bot is the mean over its seats."""

    rounds: int
    points: tuple[float, float]
    """A round."""
    firsts: tuple[float, float]
    """The share of rounds in which it went out first, or of games that it won."""
    wins: tuple[float, float] | None
    """The share of matches that it won."""
    score: float
    """The share of sittings in which the first bot has more points than the second, halves included."""
    sittings: int


def merits(sitting: Sitting) -> tuple[float, ...]:
    """Give what ranks the seats of a sitting: their points, and who forfeited comes last."""
    if sitting.forfeit is None:
        return sitting.points
    return tuple(-inf if seat == sitting.forfeit.seat else points for seat, points in enumerate(sitting.points))


def mean_of(sitting: Sitting, bot: int, by_seat: Sequence[float]) -> float:
    """Give the mean over a bot's seats."""
    values = [value for who, value in zip(sitting.seating, by_seat, strict=True) if who == bot]
    return sum(values) / len(values)


def sitting_score(sitting: Sitting, a: int, b: int) -> float:
    """Tell how far one bot beat another: 1 for more points, half for as many, the mean over their seats."""
    ranked = list(zip(sitting.seating, merits(sitting), strict=True))
    scores = [(one > two) + (one == two) / 2 for who, one in ranked for whom, two in ranked if (who, whom) == (a, b)]
    return sum(scores) / len(scores)


def compare(boards: Iterable[Board], a: int, b: int) -> Comparison | None:
    """Compare two bots over all sittings of some boards; None where they never sat together."""
    sittings = [sitting for board in boards for sitting in board.sittings if {a, b} <= set(sitting.seating)]
    if not sittings:
        return None
    rounds = sum(sitting.rounds for sitting in sittings)

    def totals(name: str, count: int) -> tuple[float, float]:
        one, two = (sum(mean_of(sitting, bot, getattr(sitting, name)) for sitting in sittings) for bot in (a, b))
        return one / count, two / count

    return Comparison(
        rounds=rounds,
        points=totals("points", rounds),
        firsts=totals("firsts", rounds),
        wins=None if sittings[0].wins is None else totals("wins", len(sittings)),
        score=sum(sitting_score(sitting, a, b) for sitting in sittings) / len(sittings),
        sittings=len(sittings),
    )
