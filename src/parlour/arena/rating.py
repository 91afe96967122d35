"""Means with confidence intervals, and Elo by Bradley-Terry; the sampling unit is the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Z: Final = 1.959964
"""The 97.5 % quantile of the normal distribution."""
SAMPLES: Final = 1000
BATCH: Final = 50
"""Bootstrap samples drawn at once: all of them would not fit in memory on long runs."""
ELO_PER_LOGIT: Final = 400 / np.log(10)
STEPS: Final = 100
LARGEST_STEP: Final = 2.0
PRECISION: Final = 1e-10
RIDGE: Final = 1e-6


class Estimate(msgspec.Struct, frozen=True):
    """A value and its 95 % confidence interval; None after a single deal."""

    value: float
    interval: tuple[float, float] | None


def mean(values: Sequence[float]) -> Estimate:
    """A mean, with an interval by Student's t."""
    count = len(values)
    middle = float(np.mean(values))
    if count == 1:
        return Estimate(middle, None)
    reach = t_quantile(count - 1) * float(np.std(values, ddof=1)) / count**0.5
    return Estimate(middle, (middle - reach, middle + reach))


def rate(values: Sequence[float]) -> Estimate:
    """A mean of numbers from 0 to 1; where all are 0, or all 1, with an interval by the rule of three."""
    estimate = mean(values)
    if estimate.interval is None:
        return estimate
    low, high = estimate.interval
    rare = min(1.0, 3 / len(values))
    if estimate.value == 1:
        low = 1 - rare
    if estimate.value == 0:
        high = rare
    return Estimate(estimate.value, (max(0.0, low), min(1.0, high)))


def t_quantile(freedom: int) -> float:
    """Student's t for 95 %, by the Cornish-Fisher expansion; within 1 % from 4 degrees of freedom up."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def bradley_terry(scores: Array) -> Array:
    """The Elo of every bot, mean 0, from how often each beat each; draws are halves.

    `scores[…, i, j]` is the score of i against j; all dimensions before are samples. One drawn
    bout is added to every pair that met, so that a bot which never lost has a finite rating.
    """
    met = (scores + np.swapaxes(scores, -1, -2)) > 0
    won = scores + 0.5 * met
    games = won + np.swapaxes(won, -1, -2)
    bots = scores.shape[-1]
    strengths = np.zeros(scores.shape[:-1])
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strengths[..., None, :] - strengths[..., :, None]))
        gradient = (won - games * expected).sum(-1)
        weights = games * expected * (1 - expected)
        # The ones fix the sum of the strengths at 0, which the likelihood leaves free. The ridge fixes bots that did
        # not meet in a sample; it changes the steps, and not where they end.
        curvature = np.eye(bots) * (weights.sum(-1)[..., None] + RIDGE) - weights + np.ones((bots, bots))
        step = np.linalg.solve(curvature, gradient[..., None])[..., 0]
        strengths = strengths + np.clip(step, -LARGEST_STEP, LARGEST_STEP)
        if np.abs(step).max() < PRECISION:
            break
    centred: Array = (strengths - strengths.mean(-1, keepdims=True)) * ELO_PER_LOGIT
    return centred


def elo(scores: Array, rng: np.random.Generator | None = None) -> list[Estimate]:
    """Elo, with intervals by a bootstrap over deals; `scores[d, i, j]` is i's score against j on deal d."""
    ratings = bradley_terry(scores.sum(0))
    deals, bots = scores.shape[0], scores.shape[1]
    if deals == 1:
        return [Estimate(float(rating), None) for rating in ratings]
    generator = rng or np.random.default_rng(1)
    flat, even = scores.reshape(deals, -1), np.full(deals, 1 / deals)
    drawn = [generator.multinomial(deals, even, BATCH) @ flat for _ in range(SAMPLES // BATCH)]
    samples = bradley_terry(np.concatenate(drawn).reshape(SAMPLES, bots, bots))
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    return [Estimate(*map_floats(numbers)) for numbers in zip(ratings, low, high, strict=True)]


def map_floats(numbers: tuple[float, float, float]) -> tuple[float, tuple[float, float]]:
    """A rating and its bounds as Python floats."""
    rating, low, high = map(float, numbers)
    return rating, (low, high)
