"""Bets: how likely a seat is to go out first, and which bet serves the match best (H3, H7.3)."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis import View
    from parlour.games.haggis.view import RoundView

AMOUNTS: Final = (0, 15, 30)


class Correction(NamedTuple):
    """How a share of playouts becomes a chance, linear in log odds."""

    slope: float
    offset: float
    per_bet: float
    """Subtracted for every bet that an opponent has made."""


CORRECTIONS: Final = {2: Correction(0.70, 0.27, 0.86), 3: Correction(0.93, 0.43, 0.75)}
"""By number of players; fitted on rounds of `search` with itself (`python -m tests.bots.calibration`)."""
SMOOTHING: Final = 0.02
"""Added to a share and to its complement, so that log odds stay finite."""

TYPICAL_ROUNDS: Final = {
    2: ((19, 25), (25, 21), (30, 18), (34, 16), (37, 14), (42, 12), (47, 9), (55, 8), (65, 5), (82, 2)),
    3: (
        (26, 37, 15),
        (39, 38, 15),
        (46, 40, 14),
        (51, 37, 16),
        (56, 35, 12),
        (62, 33, 12),
        (70, 33, 11),
        (85, 30, 7),
    ),
}
"""Equally likely rounds: points of the first out, then of the others, the better one first, without bets."""
POINTS_PER_ROUND: Final = 44.0
"""Of the leader."""
SPREAD: Final = {2: 46.0, 3: 26.0}
"""By how much one round spreads the scores, on the scale of the logistic curve."""
EXTRA_ROUNDS: Final = 1.25
"""Rounds that a match lasts beyond those that the leader needs at that pace."""
STEP: Final = 10
"""Points up and down, from which the worth of a point in a match is taken."""
LEAST_WORTH: Final = 0.0005
"""Chance to win the match per point; where a match is decided a point is worth less, and a bet costs nothing."""


def corrected_chance(share: float, bets_against: int, players: int) -> float:
    """The chance of going out first, from the share of playouts that did.

    Playouts know neither that a bet comes from a good hand, nor that cards which others kept are good ones; and the
    best of several noisy estimates is too high.
    """
    slope, offset, per_bet = CORRECTIONS[players]
    return 1 / (1 + exp(offset + per_bet * bets_against - slope * log((share + SMOOTHING) / (1 - share + SMOOTHING))))


def best_bet(view: View, seen: RoundView, chance: float, betting: float) -> int:
    """The bet with which the match is won most often; the least of equals.

    `chance` is that of going out first without a bet, `betting` with one: who has bet plays for it, and the others
    against it.
    """
    return max(
        AMOUNTS,
        key=lambda amount: (round(match_chance(view, seen, amount, betting if amount else chance), 9), -amount),
    )


def match_chance(view: View, seen: RoundView, amount: int, chance: float) -> float:
    """The chance to win the match with a bet, over who goes out first and what a round then brings."""
    seats = view.options.players
    bets = [amount if seat == view.seat else declared or 0 for seat, declared in enumerate(seen.bets)]
    total = 0.0
    for order in permutations(range(seats)):
        settled = settled_bets(bets, order[0])
        settled[order[0]] += view.options.bonus
        weight = chance if order[0] == view.seat else (1 - chance) / (seats - 1)
        for points_by_rank in TYPICAL_ROUNDS[seats]:
            scores = [score + gain for score, gain in zip(view.standing.scores, settled, strict=True)]
            for seat, points in zip(order, points_by_rank, strict=True):
                scores[seat] += points
            total += weight * match_chances(scores, view.options.target)[view.seat or 0] / len(TYPICAL_ROUNDS[seats])
    return total / (seats - 1)


def settled_bets(bets: Sequence[int], first: int) -> list[int]:
    """Points for bets by seat: the first out wins her own and the lost ones; who bet nothing, the lost ones (H7.3)."""
    lost = sum(bet for seat, bet in enumerate(bets) if seat != first)
    return [lost + bet if seat == first else 0 if bet else lost for seat, bet in enumerate(bets)]


def match_chances(scores: Sequence[int], target: int) -> list[float]:
    """Every seat's chance to win a match between rounds: 1 and 0 where it is over (H8.1).

    A logistic function of the scores, flatter the more rounds the leader is away from the target. Fitted on matches
    made of rounds that `search` played with itself; there it is off by 4 percentage points at most.
    """
    best = max(scores)
    if best >= target and scores.count(best) == 1:
        return [float(score == best) for score in scores]
    spread = SPREAD[len(scores)] * sqrt(max(0, target - best) / POINTS_PER_ROUND + EXTRA_ROUNDS)
    odds = [exp((score - best) / spread) for score in scores]
    return [each / sum(odds) for each in odds]


@lru_cache(maxsize=1 << 14)
def chance_after(scores: tuple[int, ...], points: tuple[int, ...], target: int, seat: int) -> float:
    """A seat's chance to win the match after a round with these points."""
    return match_chances([score + more for score, more in zip(scores, points, strict=True)], target)[seat]


def point_worth(view: View) -> float:
    """What a point is worth in this match: how the chance to win it changes with one's own score."""
    seat, scores = view.seat or 0, view.standing.scores
    steps = (tuple(step * (other == seat) for other in range(len(scores))) for step in (STEP, -STEP))
    up, down = (chance_after(scores, step, view.options.target, seat) for step in steps)
    return max(LEAST_WORTH, (up - down) / (2 * STEP))
