"""OpenSpiel's own tests and algorithms, run on the games."""

from __future__ import annotations

import unittest
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.tests import games_sim_test

from tests.envs.spiel_games import GAMES, dealt_state, random_play, random_step, tiny_position

pytestmark = pytest.mark.slow

PLAIN = ["parlour_haggis", "parlour_haggis(players=3)", "parlour_damenrennen"]


def run_unittests(base: type[unittest.TestCase], game: Any) -> None:
    attributes = {"game": game, "game_name": game.get_type().short_name}
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(type("OnOurGame", (base,), attributes))
    result = unittest.TestResult()

    suite.run(result)

    assert result.testsRun >= 5
    assert [text for _, text in result.failures + result.errors] == []


@pytest.mark.parametrize("name", GAMES)
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_games_sim_test(name: str) -> None:
    games_sim_test.GamesSimTest("test_pig").sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", PLAIN)
def test_api_on_a_partial_tree(name: str) -> None:
    run_unittests(api_test.EnforceAPIOnPartialTreeBase, pyspiel.load_game(name))


@pytest.mark.parametrize("name", PLAIN)
def test_api_on_states_of_a_whole_match(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # OpenSpiel's own sample seldom gets beyond the first cards that are dealt.
    states = [state.clone() for state in random_play(name, 1)][::4]
    monkeypatch.setattr(api_test.sample_some_states, "sample_some_states", lambda *_, **__: states)

    run_unittests(api_test.EnforceAPIOnPartialTreeBase, pyspiel.load_game(name))

    assert any(state.is_player_node() for state in states)


def test_api_on_the_full_tree_of_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pyspiel.load_game("parlour_haggis", {"position": tiny_position()})
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "parlour_haggis", (60, 270, 140))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "parlour_haggis", 120)

    run_unittests(api_test.EnforceAPIOnFullTreeBase, game)


@pytest.mark.parametrize("name", PLAIN)
def test_two_playthroughs_from_one_seed_are_equal(name: str) -> None:
    first, second = (generate_playthrough.playthrough(name, None, seed=5) for _ in range(2))

    assert first == second
    assert "IsTerminal() = True" in first


@pytest.mark.parametrize("name", GAMES)
def test_reinforcement_learning_environment(name: str) -> None:
    deals = rl_environment.ChanceEventSampler(seed=1)  # rounds can be drawn
    environment = rl_environment.Environment(pyspiel.load_game(name), chance_event_sampler=deals)
    rng = Random(1)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])

    assert sum(step.rewards) == 0
    assert any(step.rewards)


@pytest.mark.parametrize("name", PLAIN)
def test_tree_search(name: str) -> None:
    state = dealt_state(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, 20, 10, solve=False, seed=1, verbose=False)

    assert bot.mcts_search(state).best_child().action in state.legal_actions()


@pytest.mark.parametrize("name", PLAIN)
def test_tree_search_with_hidden_cards(name: str) -> None:
    state = dealt_state(name)
    random = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, random), 10.0, 20, random_state=random)

    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", PLAIN)
def test_outcome_sampling(name: str) -> None:
    # OpenSpiel draws from NumPy's global generator, and in a very long match its probabilities underflow.
    np.random.seed(1)  # noqa: NPY002, TID251 - see above
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game(name))
    for _ in range(2):
        solver.iteration()
    state = dealt_state(name)

    policy = solver.average_policy().action_probabilities(state)

    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


def test_regret_minimization_makes_a_position_harder_to_exploit() -> None:
    game = pyspiel.load_game("parlour_haggis", {"position": tiny_position()})
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(6):
        solver.evaluate_and_update_policy()

    assert exploitability.exploitability(game, solver.average_policy()) < before / 4


def test_state_steps_are_the_same_for_the_same_choices() -> None:
    for name in GAMES:
        first, second = (pyspiel.load_game(name).new_initial_state() for _ in range(2))
        rngs = Random(7), Random(7)
        while not first.is_terminal():
            assert random_step(first, rngs[0]) == random_step(second, rngs[1])

        assert str(first) == str(second)
        assert first.returns() == second.returns()
