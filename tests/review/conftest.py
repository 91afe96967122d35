"""Reviews in fewer worlds than the judge takes: the tests ask what holds with any number."""

from __future__ import annotations

import pytest

from parlour.bots.catalogue import make_bot
from parlour.review.haggis import judge, luck, trials
from parlour.review.reviewing import AnyTable, review_steps
from parlour.review.verdict import Verdict
from tests.review.matches import played


@pytest.fixture
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    take_few_worlds(monkeypatch)


def take_few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "BATCHES", (24, 24))
    monkeypatch.setattr(judge, "SELECTION", (6, 6))
    monkeypatch.setattr(luck, "ROUNDS", {2: 2, 3: 1})


@pytest.fixture(scope="session", params=["haggis", "damenrennen"])
def match(request: pytest.FixtureRequest) -> AnyTable:
    """A short match of two bots."""
    bot = make_bot("regular", request.param)
    return played(request.param, {"target": 60} if request.param == "haggis" else {}, [bot, bot], 7)


@pytest.fixture(scope="session")
def verdicts(match: AnyTable) -> tuple[Verdict, ...]:
    """What is found in few worlds of seat 0, in the order in which it is found."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        take_few_worlds(monkeypatch)
        return tuple(review_steps(match, 0))
