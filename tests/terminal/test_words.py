"""What the terminal says of random matches of every game, to everybody who can listen."""

from __future__ import annotations

import pytest

from parlour.core.game import Seat
from parlour.scenes.catalogue import make_staging
from parlour.terminal.names import Names
from parlour.terminal.words import WORDS
from tests.laws.cases import CASES, Case, random_match

ENDS = (".", "?", ":")


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    chosen: Case = request.param
    return chosen


def lines_of(case: Case, seat: Seat | None, seed: int) -> tuple[list[str], list[str]]:
    """Give all that is told of a match, and all that is shown of its tables."""
    staging, words, names = make_staging(case.game), WORDS[case.game.name], Names(seat, ("Ada", "Bea", "Eve"))
    told, shown = [], []
    for step in random_match(case.game, seed):
        before, after = case.game.view(step.before, seat), case.game.view(step.after, seat)
        scene = staging.scene(after, () if seat is None else case.game.legal_moves(step.after, seat))
        for each in staging.told(step.actor, step.move, before, after):
            told += words.event(each, scene, names)
        shown += [*words.table(scene, names), words.score(scene, names)]
    return told, shown


def test_everything_is_said_in_whole_sentences(case: Case) -> None:
    for seed in range(4):
        for seat in (None, *map(Seat, range(case.game.seats))):
            told, shown = lines_of(case, seat, seed)

            assert all(line == "" or line.endswith(ENDS) for line in told)
            assert "None" not in "\n".join([*told, *shown])


def test_a_listener_is_you_and_the_others_have_names(case: Case) -> None:
    ada, _ = lines_of(case, Seat(0), 1)
    spectator, _ = lines_of(case, None, 1)

    assert any(line.startswith("You ") for line in ada)
    assert not any("Ada" in line for line in ada)
    assert any(line.startswith("Ada ") for line in spectator)
    assert not any(" you " in f" {line.lower()} " for line in spectator)


def test_verbs_fit_who_does_it() -> None:
    names = Names(0, ("", "Bea"))

    assert [names.does(0, verb) for verb in ("wins", "passes", "has", "goes")] == [
        "you win",
        "you pass",
        "you have",
        "you go",
    ]
    assert names.does(1, "wins") == "Bea wins"
    assert Names(None)[1] == "seat 1"
