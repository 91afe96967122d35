"""What declarations tell at a bet: as much as whoever made them bets where it pays, which earlier rounds show (H9.1).

A net has learnt from rounds in which everybody bets where it pays: there a bet shows a good hand, and a first card
without one a weak hand. Playouts know the cards better, but nothing of what was declared. And people differ: some never
bet, and some nearly always do, and then what they declare says nothing.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.bots.haggis.bots import Situation
    from parlour.games.haggis.position import EarlierRound


class Habit(NamedTuple):
    """A kind of player."""

    share: float
    """Of players, before anything is known of one."""
    betting: float
    """Of rounds, in which such a player bets."""


JUDICIOUS: Final = Habit(0.7, 0.5)
"""Bets where it pays; `net` does in so many rounds."""
OTHERS: Final = (Habit(0.2, 0.03), Habit(0.1, 0.95))
"""Whose bets tell nothing: hardly ever, and nearly always."""


class Telling(NamedTuple):
    """What it adds to the log odds of going out first that an opponent has declared something."""

    judicious: float
    """Where she bets if it pays."""
    other: float
    """Where her bets tell nothing."""


class Reading(NamedTuple):
    """How log odds of going out first after a bet follow from what a seat knows, by logistic regression."""

    net: float
    """The weight of what the net says."""
    playouts: float
    """The weight of the share of playouts."""
    silent: Telling = Telling(0.0, 0.0)
    """For each opponent who has played a card without a bet."""
    betting: Telling = Telling(0.0, 0.0)
    """For each opponent who has bet."""


class Readings(NamedTuple):
    """By what is known; `python -m tests.bots.bet_beliefs` fits them."""

    net_alone: Reading
    undeclared: Reading
    """With playouts, while no opponent has declared anything or played a card."""
    declared: Reading
    """With playouts, later."""


READINGS: Final[Mapping[int, Readings]] = {
    2: Readings(
        Reading(1.0, 0.0, Telling(0.0, -0.87), Telling(0.0, 0.39)),
        Reading(0.09, 0.88),
        Reading(0.6, 0.44, Telling(0.23, -0.92), Telling(-0.6, -0.13)),
    ),
    3: Readings(
        Reading(1.0, 0.0, Telling(0.0, -0.16), Telling(0.0, 0.55)),
        Reading(0.32, 0.66),
        Reading(0.3, 0.62, Telling(-0.05, -0.33), Telling(-0.65, -0.06)),
    ),
}
"""By number of players."""
LEAST: Final = 0.004
"""A chance nearer to 0 or 1 counts as this: log odds stay finite."""


def believed(situation: Situation, net: float, playouts: float | None = None) -> float:
    """The chance of going out first after a bet: by the net, by playouts, and by what the others declared."""
    view, seen = situation.view, situation.seen
    others = [seat for seat in range(view.options.players) if seat != view.seat]
    declared = [seat for seat in others if seen.bets[seat] or seen.played[seat]]
    readings = READINGS[view.options.players]
    if playouts is None:
        reading, odds = readings.net_alone, log_odds(net)
    else:
        reading = readings.declared if declared else readings.undeclared
        odds = reading.net * log_odds(net) + reading.playouts * log_odds(playouts)
    for seat in declared:
        bets = bool(seen.bets[seat])
        telling = reading.betting if bets else reading.silent
        trusted = trust(view.standing.earlier, seat, bets=bets)
        odds += trusted * telling.judicious + (1 - trusted) * telling.other
    return 1 / (1 + exp(-odds))


def weights_of(situation: Situation, net: float, share: float) -> tuple[float, float]:
    """What a sampled world counts for in which the seat goes out first after a bet, and what another one does.

    Worlds are drawn without what was declared; weighed so, a share of them becomes the chance that is believed.
    """
    if not 0 < share < 1:
        return 1.0, 1.0
    chance = believed(situation, net, share)
    return chance / share, (1 - chance) / (1 - share)


def trust(earlier: tuple[EarlierRound, ...], seat: int, *, bets: bool) -> float:
    """The chance that a seat bets where it pays, by what it did in earlier rounds and does in this one."""
    rounds = [bool(each.bets[seat]) for each in earlier] + [bets]
    weights = []
    for share, betting in (JUDICIOUS, *OTHERS):
        weight = share
        for did in rounds:
            weight *= betting if did else 1 - betting
        weights.append(weight)
    return weights[0] / sum(weights)


def log_odds(chance: float) -> float:
    """Of a chance that is neither 0 nor 1."""
    safe = min(max(chance, LEAST), 1 - LEAST)
    return log(safe / (1 - safe))
