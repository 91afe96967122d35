"""Ratings compared by what they say of matches that they have not seen; needs openskill, of the extra `arena`.

Every method folds the same matches and then predicts, unchanged, every pair of the held-out ones. openskill and the
constants of lichess rate bots like anybody else; a ladder has them fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import log
from typing import TYPE_CHECKING, Any, Final

import msgspec
from openskill.models import PlackettLuce

from parlour.ratings.fitting import fitted, prior
from parlour.ratings.glicko import POINTS, Meeting, Skill, points, prediction, updated
from parlour.ratings.ladder import Ladder
from parlour.ratings.result import score_of
from parlour.ratings.simulation import kendall_tau

if TYPE_CHECKING:
    from parlour.ratings.fit import Fit
    from parlour.ratings.result import Entrant, Result
    from parlour.ratings.simulation import Season

SUREST: Final = 1e-6
Key = int | str
"""Somebody who is rated: a person, or a bot by its level and the size of the table."""
Prediction = Callable[[Key, Key], float]


class Method(msgspec.Struct, frozen=True):
    """How well a method did."""

    name: str
    log_loss: float
    """A pair of the held-out matches, in nats; knowing nothing it is 0.693."""
    tau: float
    """Kendall's τ of its order of people with the true one."""


def compare(season: Season, held_out: int, on_progress: Callable[[str], None] = lambda _: None) -> list[Method]:
    """All methods on one season; the last matches are held out. The truth comes first."""
    seen, unseen = season.results[:-held_out], season.results[-held_out:]
    truth = true_strengths(season)

    def method(name: str, predict: Prediction, ratings: dict[int, float]) -> Method:
        on_progress(name)
        return Method(name, log_loss(unseen, predict), kendall_tau(season.strengths, ratings))

    def by_skill(skills: dict[Key, Skill]) -> tuple[Prediction, dict[int, float]]:
        people = {key: points(skill.mu) for key, skill in skills.items() if isinstance(key, int)}
        return lambda one, other: prediction(skills[one], skills[other]), people

    exact = {key: Skill((strength - 1500.0) / POINTS, 0.0, 0.0) for key, strength in truth.items()}
    fit = fitted(seen, prior(season.bots))
    return [
        method("the truth", *by_skill(exact)),
        method("parlour, fitted", *by_skill(ladder_skills(seen, season, fit))),
        method("parlour, before any fit", *by_skill(ladder_skills(seen, season, prior(season.bots)))),
        method("Glicko-2 with lichess's constants", *by_skill(lichess_skills(seen, truth))),
        method("openskill, its defaults", *openskill_ratings(seen, truth)),
    ]


def true_strengths(season: Season) -> dict[Key, float]:
    """How strong everybody is, bots too, in points."""
    strengths: dict[Key, float] = dict(season.strengths.items())
    for seats, levels in season.bots.items():
        strengths.update({bot_key(level, seats): bot.rating for level, bot in levels.items()})
    return strengths


def bot_key(level: str, seats: int) -> str:
    return f"{level}/{seats}"


def key_of(entrant: Entrant, seats: int) -> Key:
    """Who held a seat at a table of some size."""
    return bot_key(entrant.bot, seats) if entrant.person is None else entrant.person


def keys_of(result: Result) -> list[Key]:
    """Who played, by seat."""
    return [key_of(entrant, len(result.entrants)) for entrant in result.entrants]


def pairs_of(result: Result) -> Iterator[tuple[int, int, float]]:
    """Every pair of seats, and the score of the first against the second."""
    places = result.places
    for seat, other in combinations(range(len(places)), 2):
        yield seat, other, score_of(places[seat], places[other])


def log_loss(results: Sequence[Result], predict: Prediction) -> float:
    """The mean over all pairs of matches, in nats."""
    total, count = 0.0, 0
    for result in results:
        keys = keys_of(result)
        for seat, other, score in pairs_of(result):
            chance = min(1.0 - SUREST, max(SUREST, predict(keys[seat], keys[other])))
            total -= score * log(chance) + (1.0 - score) * log(1.0 - chance)
            count += 1
    return total / count


def ladder_skills(results: Sequence[Result], season: Season, fit: Fit) -> dict[Key, Skill]:
    """What a ladder comes to."""
    ladder = Ladder(fit)
    for result in results:
        ladder.fold(result)
    skills: dict[Key, Skill] = {person: ladder.standing(person).skill for person in season.strengths}
    for seats, levels in season.bots.items():
        skills.update({bot_key(level, seats): bot.skill for level, bot in levels.items()})
    return skills


def lichess_skills(results: Sequence[Result], truth: dict[Key, float]) -> dict[Key, Skill]:
    """Glicko-2 after every match, every pair of full weight: deviation 45 to 500, volatility 0.09 to 0.1, τ 0.75."""
    skills: dict[Key, Skill] = dict.fromkeys(truth, Skill(0.0, 500.0 / POINTS, 0.09))
    for result in results:
        keys = keys_of(result)
        meetings: list[list[Meeting]] = [[] for _ in keys]
        for seat, other, score in pairs_of(result):
            one, two = skills[keys[seat]], skills[keys[other]]
            meetings[seat].append(Meeting(two.mu, two.phi, score))
            meetings[other].append(Meeting(one.mu, one.phi, 1.0 - score))
        changed = [updated(skills[key], met, 0.75) for key, met in zip(keys, meetings, strict=True)]
        for key, skill in zip(keys, changed, strict=True):
            phi = min(500.0 / POINTS, max(45.0 / POINTS, skill.phi))
            skills[key] = Skill(skill.mu, phi, min(0.1, skill.sigma))
    return skills


def openskill_ratings(results: Sequence[Result], truth: dict[Key, float]) -> tuple[Prediction, dict[int, float]]:
    """Plackett-Luce of openskill as it comes, with its own prediction of a pair."""
    model = PlackettLuce()
    ratings: dict[Key, Any] = {key: model.rating() for key in truth}
    for result in results:
        keys = keys_of(result)
        ranks = [float(place) for place in result.places]
        rated = model.rate([[ratings[key]] for key in keys], ranks=ranks)
        for key, (rating,) in zip(keys, rated, strict=True):
            ratings[key] = rating

    def predict(one: Key, other: Key) -> float:
        return float(model.predict_win([[ratings[one]], [ratings[other]]])[0])

    return predict, {key: rating.mu for key, rating in ratings.items() if isinstance(key, int)}
