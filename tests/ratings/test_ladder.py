"""A ladder: Glicko-2 as in the paper, tables of three, bots, and what does not count."""

from __future__ import annotations

from random import Random

import pytest

from parlour.ratings.conduct import MOST_MEETINGS
from parlour.ratings.fit import BotRating, Fit
from parlour.ratings.fitting import fitted, is_fit_due, log_likelihood, prior
from parlour.ratings.glicko import POINTS, Meeting, Skill, logits, points, updated
from parlour.ratings.ladder import Ladder, Rated
from parlour.ratings.result import Entrant, Result
from parlour.ratings.simulation import play_club

BOTS = {2: {"casual": BotRating(1500.0, 20.0)}, 3: {"casual": BotRating(1500.0, 20.0)}}
FIT = Fit(deviation=150.0, volatility=0.03, bots=BOTS)


def match(
    *seats: int | str, day: int = 0, left: int | None = None, neighbours: tuple[int, int] | None = None
) -> Result:
    """A match in which the seats came in as they are named; text is a bot."""
    entrants = tuple(
        Entrant(bot=each) if isinstance(each, str) else Entrant(each, left=seat == left)
        for seat, each in enumerate(seats)
    )
    scores = tuple(range(len(seats), 0, -1))
    together = () if neighbours is None else (neighbours,)
    return Result(day=day, entrants=entrants, scores=scores, winners=(0,), neighbours=together)


def changes(rated: Rated) -> dict[int, float]:
    return {step.person: step.after.rating - step.before.rating for step in rated.steps}


def test_the_worked_example_of_glickmans_paper() -> None:
    skill = Skill(0.0, 200 / POINTS, 0.06)
    opponents = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]

    after = updated(skill, [Meeting(logits(rating), rd / POINTS, score) for rating, rd, score in opponents])

    assert points(after.mu) == pytest.approx(1464.06, abs=0.02)
    assert after.phi * POINTS == pytest.approx(151.52, abs=0.01)
    assert after.sigma == pytest.approx(0.05999, abs=0.00001)


def test_with_three_players_every_pair_counts_and_the_second_of_equals_stays() -> None:
    moved = changes(Ladder(FIT).fold(match(1, 2, 3)))

    assert moved[1] > 0
    assert moved[2] == pytest.approx(0.0)
    assert moved[3] == pytest.approx(-moved[1])
    assert moved[1] > changes(Ladder(FIT).fold(match(1, 2)))[1]


def test_a_bot_stays_and_moves_a_person_less_than_a_person_does() -> None:
    bot, person = Ladder(FIT).fold(match(1, "casual")), Ladder(FIT).fold(match(1, 2))

    assert list(changes(bot)) == [1]
    assert 0 < changes(bot)[1] < changes(person)[1]
    assert Ladder(FIT).fold(match(1, "./fox")).unrated is not None, "nobody measured it"


def test_whoever_leaves_comes_last_and_the_others_are_ranked_among_themselves() -> None:
    moved = changes(Ladder(FIT).fold(match(1, 2, 3, left=0)))

    assert moved[1] < 0
    assert moved[2] > 0 == pytest.approx(moved[3])


def test_the_same_two_people_again_and_again_move_nothing_until_a_week_has_passed() -> None:
    ladder = Ladder(FIT)
    for _ in range(MOST_MEETINGS):
        assert ladder.fold(match(1, 2)).steps

    often = ladder.fold(match(1, 2, day=6))

    assert often.unrated is not None
    assert often.unrated.code == "unrated/often"
    assert {step.person for step in ladder.fold(match(1, 2, 3, day=6)).steps} == {1, 2, 3}, (
        "only their pair is left out"
    )
    assert ladder.fold(match(1, 2, day=14)).steps


def test_people_of_one_network_are_not_rated_with_each_other() -> None:
    apart = Ladder(FIT).fold(match(1, 2, neighbours=(0, 1)))
    third = Ladder(FIT).fold(match(1, 2, 3, neighbours=(0, 1)))

    assert apart.unrated is not None
    assert apart.unrated.code == "unrated/network"
    assert changes(third)[1] == changes(third)[2] > 0 > changes(third)[3]


def test_less_is_known_of_somebody_who_was_away_for_weeks() -> None:
    ladder = Ladder(FIT)
    ladder.fold(match(1, 2))
    known = ladder.standing(1)

    assert known.at(known.period + 20).deviation > known.deviation
    assert known.at(known.period).deviation == known.deviation


@pytest.mark.slow
def test_a_fit_finds_how_far_apart_people_are_and_is_a_function_of_the_results() -> None:
    near, far = (play_club(spread, 60, 20, Random(f"fit {spread}")) for spread in (60.0, 300.0))
    twice = [play_club(100.0, 10, 12, Random("twice")) for _ in range(2)]

    assert 1.5 * near.deviation < far.deviation
    assert near.rmse < 90
    assert twice[0] == twice[1]


def test_a_fit_to_few_results_stays_near_its_prior_and_predicts_no_worse() -> None:
    results = [match(1, 2), match(2, 3), match(1, 3)]
    start = prior(BOTS)

    fit = fitted(results, start)

    assert fit.version == 1
    assert fit.results == 3
    assert 0.5 < fit.deviation / start.deviation < 2
    assert log_likelihood(results, fit) < 0
    assert not is_fit_due(49, start)
    assert is_fit_due(50, start)
