"""Bets: how likely a seat is to go out first, and which bet serves the match best (H3, H7.3)."""

from __future__ import annotations

from itertools import permutations
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis import View
    from parlour.games.haggis.view import RoundView

AMOUNTS: Final = (0, 15, 30)


class Correction(NamedTuple):
    """How a share of playouts becomes a chance: what its log odds are multiplied by, and what is taken off them."""

    slope: float
    offset: float
    alarm: float
    """Taken off for every bet that an opponent has made."""


CORRECTIONS: Final = {2: Correction(0.70, 0.27, 0.86), 3: Correction(0.93, 0.43, 0.75)}
"""By number of players; fitted on rounds of `search` with itself (`python -m tests.bots.calibration`)."""
DOUBT: Final = 0.02
"""What a share is drawn back from 0 and 1, where log odds have no end."""

LAWS: Final = {
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
"""Points of the first out, then of the others, the better one first, bets aside: rounds that are equally likely."""
ROUND: Final = 44.0
"""The points that a leader makes in a round."""
SPREAD: Final = {2: 46.0, 3: 26.0}
"""How far one round throws the scores apart, on the scale of the logistic curve."""
EXTRA: Final = 1.25
"""Rounds that a match lasts beyond those that the leader's points are short of."""


def believed(share: float, bets_against: int, players: int) -> float:
    """Correct how often playouts went out first.

    They know neither that a bet comes from a good hand, nor that cards which others kept are good ones, and the one
    who chooses among moves looks better than she is.
    """
    slope, offset, alarm = CORRECTIONS[players]
    return 1 / (1 + exp(offset + alarm * bets_against - slope * log((share + DOUBT) / (1 - share + DOUBT))))


def best_bet(view: View, seen: RoundView, chance: float) -> int:
    """Give the bet with which the match is won most often, given the chance of going out first; the least of equals."""
    return max(AMOUNTS, key=lambda amount: (round(match_hope(view, seen, amount, chance), 9), -amount))


def match_hope(view: View, seen: RoundView, amount: int, chance: float) -> float:
    """Give the chance to win the match with a bet, over who goes out first and what a round then brings."""
    seats = view.options.players
    bets = [amount if seat == view.seat else declared or 0 for seat, declared in enumerate(seen.bets)]
    hope = 0.0
    for order in permutations(range(seats)):
        settled = settled_bets(bets, order[0])
        settled[order[0]] += view.options.bonus
        weight = chance if order[0] == view.seat else (1 - chance) / (seats - 1)
        for law in LAWS[seats]:
            scores = [score + gain for score, gain in zip(view.standing.scores, settled, strict=True)]
            for seat, points in zip(order, law, strict=True):
                scores[seat] += points
            hope += weight * match_chances(scores, view.options.target)[view.seat or 0] / len(LAWS[seats])
    return hope / (seats - 1)


def settled_bets(bets: Sequence[int], first: int) -> list[int]:
    """Settle bets by seat: won by the first out, who collects the lost ones, as does everybody without a bet (H7.3)."""
    lost = sum(bet for seat, bet in enumerate(bets) if seat != first)
    return [lost + bet if seat == first else 0 if bet else lost for seat, bet in enumerate(bets)]


def match_chances(scores: Sequence[int], target: int) -> list[float]:
    """Give every seat's chance to win a match between rounds: 1 and 0 where it is over (H8.1).

    A logistic law of the scores, wider the more rounds the leader is away from the target. Fitted on matches
    made of rounds that `search` played with itself; there it is 4 points off at most.
    """
    best = max(scores)
    if best >= target and scores.count(best) == 1:
        return [float(score == best) for score in scores]
    spread = SPREAD[len(scores)] * sqrt(max(0, target - best) / ROUND + EXTRA)
    odds = [exp((score - best) / spread) for score in scores]
    return [each / sum(odds) for each in odds]
