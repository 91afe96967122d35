"""Classes of decisions: one table for all screens, by the lower end of the interval."""

from __future__ import annotations

import json

import msgspec
import pytest

from parlour.review.verdict import THRESHOLDS, Grade, Unit, Verdict, dearest, grade_of, is_settled


def verdict(number: int, cost: float, grade: Grade) -> Verdict:
    return Verdict(
        round=1,
        number=number,
        kind="lead",
        move="2r",
        best="3r",
        cost=cost,
        low=cost - 1,
        high=cost + 1,
        chance=1.0,
        grade=grade,
        worlds=550,
    )


@pytest.mark.parametrize(
    ("cost", "low", "high", "grade"),
    [
        (-8.0, -9.0, -7.0, "best"),
        (0.0, 0.0, 0.0, "best"),
        (-0.5, -3.0, 2.5, "best"),
        (0.5, -0.5, 1.5, "good"),
        (1.5, 0.5, 2.5, "good"),
        (1.0, -1.0, 3.0, "too_close"),
        (3.0, 2.0, 4.0, "inaccuracy"),
        (8.0, 5.9, 10.1, "inaccuracy"),
        (8.0, 6.0, 10.0, "mistake"),
        (18.0, 15.0, 21.0, "blunder"),
    ],
)
def test_the_lower_end_decides_the_class(cost: float, low: float, high: float, grade: Grade) -> None:
    assert grade_of(cost, low, high, 1.0, "points") == grade


def test_where_the_match_is_decided_nothing_is_called_a_mistake() -> None:
    assert grade_of(30.0, 25.0, 35.0, 0.1, "points") == "good"
    assert grade_of(30.0, 25.0, 35.0, 0.2, "points") == "blunder"


@pytest.mark.parametrize("unit", ["points", "percent"])
def test_an_interval_is_settled_when_no_threshold_lies_in_it(unit: Unit) -> None:
    limits = THRESHOLDS[unit]

    assert is_settled(-40, limits.inaccuracy - 0.1, unit)
    assert is_settled(limits.inaccuracy, limits.mistake - 0.1, unit)
    assert is_settled(limits.blunder, 90, unit)
    assert not is_settled(limits.inaccuracy - 0.1, limits.inaccuracy, unit)
    assert not is_settled(0, limits.blunder, unit)


def test_the_lesson_is_the_three_dearest_clear_mistakes() -> None:
    decisions = (
        verdict(1, 7.5, "mistake"),
        verdict(2, 30.0, "too_close"),
        verdict(3, 20.0, "blunder"),
        verdict(4, 5.0, "inaccuracy"),
        verdict(5, 9.0, "mistake"),
        verdict(6, 8.0, "mistake"),
    )

    assert [each.number for each in dearest(decisions)] == [3, 5, 6]


def test_data_for_programs_say_class() -> None:
    data = json.loads(msgspec.json.encode(verdict(1, 7.5, "mistake")))

    assert data["class"] == "mistake"
    assert {"round", "number", "move", "best", "cost", "low", "high", "reasons"} <= data.keys()
    assert msgspec.json.decode(msgspec.json.encode(verdict(1, 7.5, "mistake")), type=Verdict).grade == "mistake"


def test_a_match_counts_what_a_decision_cost_at_usual_stakes() -> None:
    costly = msgspec.structs.replace(verdict(1, 9.0, "mistake"), stake=3.0)

    assert costly.given_away == 3.0
    assert verdict(1, 9.0, "mistake").given_away == 9.0
    assert verdict(1, -9.0, "best").given_away == 0.0
