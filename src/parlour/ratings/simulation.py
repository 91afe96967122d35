"""Simulated clubs, in which everybody's true strength is known.

Results are drawn from the model of Plackett and Luce: of those at a table the next one is first with odds that are the
exponentials of their strengths, so any two of them compare as they would alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.ratings.fit import Bots
from parlour.ratings.fitting import fitted, is_fit_due, prior
from parlour.ratings.glicko import logits
from parlour.ratings.ladder import Ladder, Standing, interval
from parlour.ratings.result import Entrant, Result

if TYPE_CHECKING:
    from random import Random


MATCHES_PER_DAY: Final = 100
CANDIDATES: Final = 12
"""Whoever plays is paired with the nearest of so many who wait."""
THREES: Final = 0.5
"""The share of tables for three."""
WITH_BOT: Final = 0.2
"""The share of the tables of a season at which a bot sits."""
NOISE: Final = 100.0
"""How well, in points, those who meet in a season know how strong they are."""
Progress = Callable[[int, int], None]


class Club(msgspec.Struct, frozen=True):
    """What a simulated club comes to, after so many matches a head."""

    spread: float
    """How far apart people truly are: a standard deviation, in points."""
    matches: int
    deviation: float
    """What was fitted."""
    volatility: float
    rmse: float
    """Of the ratings, in points."""
    coverage: float
    """How often the 95 % interval holds the true strength."""


def play(entrants: Sequence[Entrant], strengths: Sequence[float], day: int, rng: Random) -> Result:
    """A match of people with these true strengths, in points."""
    odds = [exp(logits(strength)) for strength in strengths]
    left, scores = list(range(len(odds))), [0] * len(odds)
    while left:
        (seat,) = rng.choices(left, [odds[seat] for seat in left])
        scores[seat] = len(left)
        left.remove(seat)
    winner = scores.index(max(scores))
    return Result(day=day, entrants=tuple(entrants), scores=tuple(scores), winners=(winner,))


def play_club(spread: float, people: int, matches: int, rng: Random, *, bots: Bots | None = None) -> Club:
    """A club that knows nothing of its people: they are paired by rating, and the ladder fits itself as it grows."""
    strengths = [rng.gauss(1500.0, spread) for _ in range(people)]
    ladder, results = Ladder(prior(bots or {})), list[Result]()
    played = [0] * people
    while min(played) < matches:
        first = min(range(people), key=lambda person: (played[person], rng.random()))
        ratings = [ladder.standing(each).rating for each in range(people)]
        group = nearest(first, 3 if rng.random() < THREES else 2, people, ratings.__getitem__, rng)
        day = len(results) // MATCHES_PER_DAY
        results.append(play([Entrant(each) for each in group], [strengths[each] for each in group], day, rng))
        ladder.fold(results[-1])
        for each in group:
            played[each] += 1
        if is_fit_due(len(results), ladder.fit):
            ladder = refolded(results, ladder)
    ladder = refolded(results, ladder)
    errors = [ladder.standing(each).rating - strengths[each] for each in range(people)]
    held = [holds(ladder.standing(each), strengths[each]) for each in range(people)]
    return Club(
        spread,
        matches,
        ladder.fit.deviation,
        ladder.fit.volatility,
        sqrt(sum(error * error for error in errors) / people),
        sum(held) / people,
    )


def refolded(results: Sequence[Result], ladder: Ladder) -> Ladder:
    """The ladder of the same results under a fit of its own."""
    again = Ladder(fitted(results, ladder.fit))
    for result in results:
        again.fold(result)
    return again


def holds(standing: Standing, strength: float) -> bool:
    """Whether the 95 % interval of a rating holds the truth."""
    low, high = interval(standing)
    return low <= strength <= high


def nearest(first: int, seats: int, people: int, rating: Callable[[int], float], rng: Random) -> list[int]:
    """Who plays: somebody, and those of the people who wait whose ratings are nearest to hers."""
    waiting = rng.sample([each for each in range(people) if each != first], min(CANDIDATES, people - 1))
    mine = rating(first)
    return [first, *sorted(waiting, key=lambda each: abs(rating(each) - mine))[: seats - 1]]


class Season(msgspec.Struct, frozen=True):
    """Matches of a season, and how strong everybody truly is."""

    results: list[Result]
    strengths: dict[int, float]
    """By person."""
    bots: Bots


def play_season(spread: float, people: int, matches: int, bots: Bots, rng: Random) -> Season:
    """A season of people and bots, who are paired by what they think of themselves: no method of rating has a say."""
    strengths = {person: rng.gauss(1500.0, spread) for person in range(people)}
    results = []
    for number in range(matches):
        seats = 3 if rng.random() < THREES and 3 in bots else 2  # noqa: PLR2004 - three players
        feeling = {person: strength + rng.gauss(0.0, NOISE) for person, strength in strengths.items()}
        group = nearest(rng.randrange(people), seats, people, feeling.__getitem__, rng)
        entrants = [Entrant(person) for person in group]
        truths = [strengths[person] for person in group]
        if rng.random() < WITH_BOT:
            level = rng.choice(sorted(bots[seats]))
            entrants[-1], truths[-1] = Entrant(bot=level), bots[seats][level].rating
        results.append(play(entrants, truths, number // MATCHES_PER_DAY, rng))
    return Season(results, strengths, bots)


def kendall_tau(truth: Mapping[int, float], ratings: Mapping[int, float]) -> float:
    """How well an order is recovered: the share of pairs in the right order less that of pairs in the wrong one."""
    people = sorted(ratings)
    agreement = pairs = 0
    for number, one in enumerate(people):
        for other in people[number + 1 :]:
            product = (truth[one] - truth[other]) * (ratings[one] - ratings[other])
            agreement += (product > 0) - (product < 0)
            pairs += 1
    return agreement / pairs
