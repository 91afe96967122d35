"""Fits the deviation and the volatility that a ladder starts everybody with to its own results.

Nobody's constants are right for every club: where people are close together, a wide start makes ratings jump for
months, and where they are far apart, a narrow one is never caught up. The fit takes the two numbers under which the
fold would have predicted the later half of its own results best: every pair is predicted from what was known before
the match. (The earlier half would be about newcomers who met newcomers, as nobody does once there is a club.) A prior
keeps the numbers sensible while there are few results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final

from parlour.ratings.fit import Fit
from parlour.ratings.glicko import prediction
from parlour.ratings.ladder import TABLE_WEIGHT, Ladder
from parlour.ratings.result import score_of

if TYPE_CHECKING:
    from parlour.ratings.fit import BotRating, Bots
    from parlour.ratings.glicko import Skill
    from parlour.ratings.result import Result

USUAL_DEVIATION: Final = 150.0
"""Where a game has no bots whose distance would tell how far apart its players can be."""
USUAL_VOLATILITY: Final = 0.03
PRIOR_SPREAD: Final = (0.5, 0.5)
"""How sure the prior is: standard deviations of the logarithms of deviation and volatility."""
DEVIATIONS: Final = (30.0, 700.0)
VOLATILITIES: Final = (0.005, 0.2)
COARSE: Final = 0.5
"""The first step of the search, in logarithms; it is halved..."""
HALVINGS: Final = 4
"""... so often."""
MOST_SURE: Final = 1e-9
"""No prediction counts as surer than that."""
FIRST_FIT: Final = 50
"""A ladder is fitted when it has so many results, and again whenever they have doubled."""
Progress = Callable[[int], None]
Numbers = tuple[float, float]
"""Logarithms of deviation and volatility."""


def prior(bots: Bots, version: int = 0) -> Fit:
    """The fit of a ladder without results."""
    return Fit(deviation=usual_deviation(bots), volatility=USUAL_VOLATILITY, bots=bots, version=version)


def usual_deviation(bots: Bots) -> float:
    """How far apart the levels of a game are: people are expected to differ as much."""
    spreads = [spread([bot.rating for bot in levels.values()]) for levels in bots.values() if len(levels) > 1]
    return sum(spreads) / len(spreads) if spreads else USUAL_DEVIATION


def spread(ratings: Sequence[float]) -> float:
    """The standard deviation of a sample."""
    mean = sum(ratings) / len(ratings)
    return sqrt(sum((rating - mean) ** 2 for rating in ratings) / (len(ratings) - 1))


def is_fit_due(results: int, fit: Fit) -> bool:
    """Whether a ladder with so many results should be fitted."""
    return results >= max(FIRST_FIT, 2 * fit.results)


def fitted(results: Sequence[Result], before: Fit, on_fold: Progress = lambda _: None) -> Fit:
    """The fit to all results of a ladder, as the next version of the one before.

    A pattern search from the prior, so the same results always come to the same numbers; `on_fold` is told after each
    of the folds that it takes.
    """
    start = prior(before.bots)
    middle = log(start.deviation), log(start.volatility)
    known: dict[Numbers, float] = {}

    def value(numbers: Numbers) -> float:
        if numbers not in known:
            fit = Fit(deviation=exp(numbers[0]), volatility=exp(numbers[1]), bots=before.bots)
            known[numbers] = log_likelihood(results, fit) - misfit(numbers, middle)
            on_fold(len(known))
        return known[numbers]

    best, step = middle, COARSE
    for _ in range(HALVINGS + 1):
        while (better := max(neighbours(best, step), key=value)) != best and value(better) > value(best):
            best = better
        step /= 2.0
    return Fit(
        deviation=round(exp(best[0]), 1),
        volatility=round(exp(best[1]), 4),
        bots=before.bots,
        results=len(results),
        version=before.version + 1,
    )


def neighbours(numbers: Numbers, step: float) -> Iterator[Numbers]:
    """The numbers, and those a step away that are within the bounds."""
    deviation, volatility = numbers
    yield numbers
    for change in (step, -step):
        if DEVIATIONS[0] <= exp(deviation + change) <= DEVIATIONS[1]:
            yield deviation + change, volatility
        if VOLATILITIES[0] <= exp(volatility + change) <= VOLATILITIES[1]:
            yield deviation, volatility + change


def misfit(numbers: Numbers, middle: Numbers) -> float:
    """Minus the logarithm of the prior."""
    return sum(
        ((number - usual) / sure) ** 2 / 2.0 for number, usual, sure in zip(numbers, middle, PRIOR_SPREAD, strict=True)
    )


def log_likelihood(results: Sequence[Result], fit: Fit) -> float:
    """How well a ladder predicts the later half of its results, each from those before; weighted as in the fold."""
    ladder = Ladder(fit)
    total = 0.0
    for number, result in enumerate(results):
        change = ladder.fold(result)
        if 2 * number < len(results) or not change.steps:
            continue
        before = {step.person: step.before.skill for step in change.steps}
        levels = fit.bots.get(len(result.entrants), {})
        skills = [
            before.get(entrant.person) if entrant.person is not None else level_skill(levels, entrant.bot)
            for entrant in result.entrants
        ]
        total += pairs_likelihood(result, skills)
    return total


def level_skill(levels: Mapping[str, BotRating], bot: str) -> Skill | None:
    """How strong a bot is; None where nobody measured it."""
    return levels[bot].skill if bot in levels else None


def pairs_likelihood(result: Result, skills: Sequence[Skill | None]) -> float:
    """How well the pairs of a match were predicted; only those of which both are known."""
    places, weight = result.places, TABLE_WEIGHT.get(len(skills), TABLE_WEIGHT[3])
    total = 0.0
    for seat, other in combinations(range(len(skills)), 2):
        one, two = skills[seat], skills[other]
        if one is None or two is None or is_bots(result, seat, other):
            continue
        chance = min(1.0 - MOST_SURE, max(MOST_SURE, prediction(one, two)))
        score = score_of(places[seat], places[other])
        total += weight * (score * log(chance) + (1.0 - score) * log(1.0 - chance))
    return total


def is_bots(result: Result, seat: int, other: int) -> bool:
    """Whether a pair is two bots, whose result tells nothing of people."""
    return result.entrants[seat].person is None and result.entrants[other].person is None
