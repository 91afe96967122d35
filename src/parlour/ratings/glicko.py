"""Glicko-2 (Glickman 2012, "Example of the Glicko-2 system"), with a weight for every result.

Everything is on Glicko-2's own scale, on which a difference of 1 means odds of e : 1. `points` and `logits` convert
to and from the scale that people know, on which 400 points mean odds of 10 : 1.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

POINTS: Final = 173.7178
"""Points of one unit of Glicko-2's scale, as Glickman rounds it."""
MIDDLE: Final = 1500.0
"""The rating of somebody of whom nothing is known."""
TAU: Final = 0.5
"""How much volatility itself may change; Glickman names 0.3 to 1.2."""
PRECISION: Final = 1e-6
DECIDED: Final = 3.0 / (pi * pi)
MOST_STEPS: Final = 100
"""The Illinois algorithm needs about ten; a fold must end whatever it is given."""


class Skill(NamedTuple):
    """A rating, its deviation and its volatility, all on Glicko-2's scale."""

    mu: float
    phi: float
    sigma: float


class Meeting(NamedTuple):
    """A result against somebody: 1 for a win, ½ for a draw, 0 for a loss."""

    mu: float
    phi: float
    score: float
    weight: float = 1.0


def points(mu: float) -> float:
    """A rating in points."""
    return MIDDLE + POINTS * mu


def logits(rating: float) -> float:
    """The inverse of `points`."""
    return (rating - MIDDLE) / POINTS


def impact(phi: float) -> float:
    """How much a result against a rating of this deviation tells: Glickman's g."""
    return 1.0 / sqrt(1.0 + DECIDED * phi * phi)


def expected(difference: float, phi: float) -> float:
    """The chance to win, given how much stronger one is and the deviation that matters: Glickman's E."""
    return 1.0 / (1.0 + exp(-impact(phi) * difference))


def prediction(one: Skill, other: Skill) -> float:
    """The chance that one beats another, given what is known of both."""
    return expected(one.mu - other.mu, sqrt(one.phi * one.phi + other.phi * other.phi))


def aged(skill: Skill, periods: int) -> Skill:
    """A rating after so many rating periods without a result: less is known of it."""
    return skill._replace(phi=sqrt(skill.phi * skill.phi + periods * skill.sigma * skill.sigma)) if periods else skill


def updated(skill: Skill, meetings: Sequence[Meeting], tau: float = TAU) -> Skill:
    """A rating after a rating period with these results."""
    information = surprise = 0.0
    for meeting in meetings:
        g = impact(meeting.phi)
        chance = 1.0 / (1.0 + exp(-g * (skill.mu - meeting.mu)))
        information += meeting.weight * g * g * chance * (1.0 - chance)
        surprise += meeting.weight * g * (meeting.score - chance)
    if information == 0.0:
        return aged(skill, 1)
    variance = 1.0 / information
    sigma = new_volatility(skill, variance * surprise, variance, tau)
    phi = 1.0 / sqrt(1.0 / (skill.phi * skill.phi + sigma * sigma) + information)
    return Skill(skill.mu + phi * phi * surprise, phi, sigma)


def new_volatility(skill: Skill, delta: float, variance: float, tau: float) -> float:
    """The volatility after a rating period: step 5 of the paper, by the Illinois algorithm."""
    squared, spread, start = skill.phi * skill.phi, delta * delta, log(skill.sigma * skill.sigma)

    def slope(x: float) -> float:
        wide = squared + variance + exp(x)
        return exp(x) * (spread - wide) / (2.0 * wide * wide) - (x - start) / (tau * tau)

    low = start
    if spread > squared + variance:
        high = log(spread - squared - variance)
    else:
        high = start - tau
        while slope(high) < 0.0:
            high -= tau
    at_low, at_high = slope(low), slope(high)
    for _ in range(MOST_STEPS):
        if abs(high - low) <= PRECISION:
            break
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0.0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return exp(low / 2.0)
