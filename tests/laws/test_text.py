"""Laws of text: states, views and moves read back, and refusals say what their codes mean."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from parlour.core.errors import NotationError
from parlour.core.game import CHANCE, Refusal, Seat
from parlour.games import damenrennen, haggis
from parlour.laws import random_match
from tests.laws.cases import CASES, Case

if TYPE_CHECKING:
    from collections.abc import Iterator

MATCHES = range(3)


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    chosen: Case = request.param
    return chosen


def states_of(case: Case) -> Iterator[Any]:
    """Every state of some random matches, between deals too."""
    yield case.game.start()
    for seed in MATCHES:
        for step in random_match(case.game, seed):
            yield step.after


def evaluated(case: Case, text: str) -> Any:
    return eval(text, vars(case.package).copy())  # noqa: S307 - a repr of our own


def test_every_state_is_written_as_a_position_that_reads_back(case: Case) -> None:
    seen = 0
    for state in states_of(case):
        text = case.game.format_position(state)

        again = case.game.parse_position(text)

        assert again == state, text
        assert case.game.format_position(again) == text
        seen += 1
    assert seen > 100


def test_every_view_is_written_as_text_that_reads_back(case: Case) -> None:
    game: Any = case.game
    for state in states_of(case):
        for seat in (None, *map(Seat, range(game.seats))):
            view = game.view(state, seat)
            text = game.format_view(view)

            assert game.parse_view(text) == view, text


def test_reprs_of_states_views_and_moves_evaluate_to_their_equals(case: Case) -> None:
    assert evaluated(case, repr(case.game)).options == case.game.options
    for seed in MATCHES:
        for step in list(random_match(case.game, seed))[::5]:
            assert evaluated(case, repr(step.after)) == step.after
            view = case.game.view(step.after, Seat(1))
            assert evaluated(case, repr(view)) == view
            move = case.game.parse_move(case.game.format_move(step.move))
            assert evaluated(case, repr(move)) == step.move
            assert (step.actor is CHANCE) == (not repr(move).startswith("Move('"))


def test_a_position_without_one_of_its_words_is_refused_or_reads_back(case: Case) -> None:
    rng = Random(6)
    read = refused = 0
    for state in list(states_of(case))[1::5]:
        words = case.game.format_position(state).split()
        del words[rng.randrange(len(words))]
        try:
            again = case.game.parse_position(" ".join(words))
        except NotationError:
            refused += 1
        else:
            read += 1
            assert case.game.parse_position(case.game.format_position(again)) == again
    assert read
    assert refused


def refusals_of(case: Case) -> Iterator[Refusal]:
    """Refusals of mutated moves, of moves out of their time, and of strangers."""
    rng = Random(7)
    earlier: list[Any] = [0, -1, True, False, 1.5, None]
    for seed in MATCHES:
        for step in random_match(case.game, seed):
            actors = [CHANCE, Seat(-1), *map(Seat, range(case.game.seats + 1))]
            mutated = [step.move ^ 1 << rng.randrange(63)] if isinstance(step.move, int) else []
            for move in (step.move, *mutated, *rng.sample(earlier, 3)):
                for state in (step.before, step.after):
                    refusal = case.game.refusal(state, rng.choice(actors), move)
                    if refusal is not None:
                        yield refusal
            earlier.append(step.move)


def test_refusals_carry_the_parameters_that_their_codes_promise(case: Case) -> None:
    codes = set()
    for refusal in refusals_of(case):
        codes.add(refusal.code)

        assert tuple(refusal.parameters) == case.package.REFUSALS[refusal.code], refusal
        assert refusal.clause
        for value in refusal.parameters.values():
            assert type(value) in (int, str) or (isinstance(value, tuple) and all(map(str, value)))
            if not isinstance(value, tuple):
                assert type(value) is int or value
    assert len(codes) > 8


def test_a_code_of_both_games_has_the_same_parameters() -> None:
    shared = haggis.REFUSALS.keys() & damenrennen.REFUSALS.keys()

    assert {code: haggis.REFUSALS[code] for code in shared} == {code: damenrennen.REFUSALS[code] for code in shared}
    assert "move/early" in shared
