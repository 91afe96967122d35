"""A ladder: the fold of the results of one game, in their order.

A match is a rating period of those who play it. With three players every pair of them is a result, of weight
0.78: a ranking of three tells 0.389 / 0.5 of what independent matches of its pairs would (its Fisher information at
equal strength over theirs). A pair with a bot weighs half, and moves the person alone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.ratings.conduct import ALONE, judged_pairs
from parlour.ratings.glicko import POINTS, Meeting, Skill, aged, points, updated
from parlour.ratings.result import Unrated, score_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from parlour.ratings.conduct import MetLately, Pair
    from parlour.ratings.fit import BotRating, Fit
    from parlour.ratings.result import Result

TABLE_WEIGHT: Final = {2: 1.0, 3: 0.78}
"""By number of players, what a pair weighs."""
BOT_WEIGHT: Final = 0.5
FEWEST_MATCHES: Final = 10
"""Whoever has played fewer is provisional, and on no leaderboard."""
LARGEST_DEVIATION: Final = 110.0
"""Above it, in points, a rating is provisional however many matches there were."""


class Standing(msgspec.Struct, frozen=True):
    """What a ladder knows of somebody."""

    skill: Skill
    matches: int = 0
    period: int = 0
    """The rating period of the last one."""

    @property
    def rating(self) -> float:
        """In points."""
        return points(self.skill.mu)

    @property
    def deviation(self) -> float:
        """In points."""
        return POINTS * self.skill.phi

    def at(self, period: int) -> Standing:
        """The same person in a later rating period, without a match since."""
        elapsed = max(0, period - self.period) if self.matches else 0
        return msgspec.structs.replace(self, skill=aged(self.skill, elapsed), period=max(period, self.period))

    @property
    def provisional(self) -> bool:
        """Whether too little is known."""
        return is_provisional(self.matches, self.deviation)


class Step(msgspec.Struct, frozen=True):
    """What a match did to somebody."""

    person: int
    before: Standing
    after: Standing


class Rated(msgspec.Struct, frozen=True):
    """What came of a result."""

    steps: tuple[Step, ...]
    unrated: Unrated | None = None
    """Why nothing did."""


def is_provisional(matches: int, deviation: float) -> bool:
    """Whether too little is known of somebody."""
    return matches < FEWEST_MATCHES or deviation > LARGEST_DEVIATION


def rated(result: Result, standings: Mapping[int, Standing], fit: Fit, met_lately: MetLately) -> Rated:
    """What a result does to those who played; `standings` has those of them who have played before."""
    if result.void is not None:
        return Rated((), result.void)
    levels = fit.bots.get(len(result.entrants), {})
    judged = judged_pairs(result, levels, met_lately)
    if not judged:
        return Rated((), ALONE)
    counting = [pair for pair, unrated in judged.items() if unrated is None]
    if not counting:
        return Rated((), next(unrated for unrated in judged.values() if unrated is not None))
    before = {
        entrant.person: standings.get(entrant.person, Standing(fit.newcomer)).at(result.period)
        for entrant in result.entrants
        if entrant.person is not None
    }
    skills = [
        before[entrant.person].skill if entrant.person is not None else skill_of(levels, entrant.bot)
        for entrant in result.entrants
    ]
    meetings = met_in(result, counting, skills)
    steps = []
    for seat, entrant in enumerate(result.entrants):
        if entrant.person is not None and meetings[seat]:
            standing = before[entrant.person]
            skill = updated(standing.skill, meetings[seat])
            steps.append(Step(entrant.person, standing, Standing(skill, standing.matches + 1, result.period)))
    return Rated(tuple(steps))


def skill_of(levels: Mapping[str, BotRating], bot: str) -> Skill:
    """How strong a bot is; one that nobody measured is in no pair that counts."""
    return levels[bot].skill if bot in levels else Skill(0.0, 0.0, 0.0)


def met_in(result: Result, counting: Iterable[Pair], skills: list[Skill]) -> dict[int, list[Meeting]]:
    """By seat, whom its person met, and with what result."""
    places, weight = result.places, TABLE_WEIGHT.get(len(skills), TABLE_WEIGHT[3])
    meetings: dict[int, list[Meeting]] = defaultdict(list)
    for pair in counting:
        for seat, other in (pair, pair[::-1]):
            half = BOT_WEIGHT if result.entrants[other].person is None else 1.0
            score = score_of(places[seat], places[other])
            meetings[seat].append(Meeting(skills[other].mu, skills[other].phi, score, weight * half))
    return meetings


class Ladder:
    """The fold, in memory."""

    def __init__(self, fit: Fit) -> None:
        self.fit = fit
        self.standings: dict[int, Standing] = {}
        self.met: dict[tuple[int, int], list[int]] = defaultdict(list)
        """By pair of persons, the days of their matches that counted for both."""

    def met_lately(self, one: int, other: int, since: int) -> int:
        """How many matches of two people since a day have counted for both."""
        return sum(day >= since for day in self.met.get(ordered(one, other), ()))

    def fold(self, result: Result) -> Rated:
        """Take in the next result."""
        change = rated(result, self.standings, self.fit, self.met_lately)
        for step in change.steps:
            self.standings[step.person] = step.after
        moved = sorted(step.person for step in change.steps)
        for number, one in enumerate(moved):
            for other in moved[number + 1 :]:
                self.met[one, other].append(result.day)
        return change

    def standing(self, person: int) -> Standing:
        """What is known of somebody now."""
        return self.standings.get(person) or Standing(self.fit.newcomer)


def ordered(one: int, other: int) -> tuple[int, int]:
    """A pair of persons, the same whoever is named first."""
    return (one, other) if one < other else (other, one)


def interval(standing: Standing, width: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a rating, in points."""
    reach = width * standing.deviation
    return standing.rating - reach, standing.rating + reach
