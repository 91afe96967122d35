"""The Gymnasium environments: Gymnasium's own test, bots for opponents, bad input."""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import parlour.envs.gymnasium
from parlour.bots.catalogue import BotError
from parlour.core.errors import OptionError
from parlour.envs.extras import need
from parlour.envs.gymnasium import OpponentError

pytestmark = pytest.mark.slow

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("parlour/Haggis-v0", {}),
    ("parlour/Haggis-v0", {"players": 3, "opponents": ["uniform", "sense"], "seat": 2, "target": 40}),
    ("parlour/Damenrennen-v0", {"opponents": "uniform", "best_of": 3}),
    ("parlour/Damenrennen-v0", {"seat": 1}),
]
assert parlour.envs.gymnasium


def play(env: Any, seed: int) -> tuple[list[float], float]:
    """Play a match at random; the sums of the observations and of the rewards."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    sums, total, over = [float(observation["observation"].sum())], 0.0, False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, _, info = env.step(action)
        sums.append(float(observation["observation"].sum()))
        total += reward
    return sums, total


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_check_env(name: str, settings: dict[str, Any]) -> None:
    check_env(gymnasium.make(name, render_mode="rgb_array", **settings).unwrapped)


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_the_same_seed_makes_the_same_match(name: str, settings: dict[str, Any]) -> None:
    first, second = (gymnasium.make(name, **settings) for _ in range(2))

    assert play(first, 4) == play(second, 4)
    assert play(first, 5) != play(second, 6)


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_every_observation_is_the_agents_own_turn_until_the_end(name: str, settings: dict[str, Any]) -> None:
    env = gymnasium.make(name, **settings)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        assert info["action_mask"].any()
        assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"])  # type: ignore[attr-defined]
        _, reward, over, _, info = env.step(np.int64(np.flatnonzero(info["action_mask"])[-1]))
        assert over or reward == 0

    assert not info["action_mask"].any()


def test_text_and_picture_are_the_agents_own_view() -> None:
    env = gymnasium.make("parlour/Haggis-v0", render_mode="ansi", opponents="uniform")
    env.reset(seed=1)

    text = env.render()

    assert isinstance(text, str)
    assert text.startswith("seat 0; round 1; points 0 0\nhand ")
    assert "0 to act" in text


def test_an_illegal_action_ends_the_match_and_is_named() -> None:
    env = gymnasium.make("parlour/Haggis-v0", opponents="uniform").unwrapped
    for seed in range(9):
        _, info = env.reset(seed=seed)
        if not info["action_mask"][0]:
            break

    _, reward, terminated, truncated, info = env.step(0)

    assert (reward, terminated, truncated) == (-1, True, False)
    assert "action 0 is 'pass'" in info["illegal_action"]
    with pytest.raises(ResetNeeded, match="action 0"):
        env.step(0)


@pytest.mark.parametrize("action", [-1, 105_073, 1.5, "pass", None])
def test_what_is_no_action_at_all_is_refused_by_name(action: Any) -> None:
    env = gymnasium.make("parlour/Haggis-v0", opponents="uniform").unwrapped
    env.reset(seed=1)

    with pytest.raises(InvalidAction, match=str(action)):
        env.step(action)


@pytest.mark.parametrize(
    ("settings", "error", "word"),
    [
        ({"opponents": "clever"}, BotError, "clever"),
        ({"opponents": ["uniform", "uniform"]}, OptionError, "uniform"),
        ({"seat": 2}, OptionError, "2"),
        ({"players": 5}, OptionError, "5"),
        ({"render_mode": "smell"}, ValueError, "smell"),
    ],
)
def test_settings_that_do_not_fit_are_named(settings: dict[str, Any], error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        parlour.envs.gymnasium.SoloEnv("haggis", **settings)


class Bomber:
    """Plays one bomb, whatever it holds."""

    def __init__(self, bomb: int) -> None:
        self.bomb = bomb

    def choose(self, *_: Any) -> int:
        return self.bomb


def test_a_bot_that_bombs_with_cards_it_does_not_hold_is_not_believed() -> None:
    env = parlour.envs.gymnasium.SoloEnv("haggis", opponents="uniform")
    bomb = env.episode.game.parse_move("3r 5r 7r 9r")
    assert isinstance(bomb, int)
    env.bots[1] = Bomber(bomb)  # type: ignore[assignment] # it only chooses
    for seed in range(4):
        with pytest.raises(OpponentError, match=r"'uniform' in seat 1 played '3r 5r 7r 9r': .* \[H\d\.\d\]"):  # noqa: PT012 - at some turn
            _, info = env.reset(seed=seed)
            while True:
                _, _, _, _, info = env.step(np.int64(np.flatnonzero(info["action_mask"])[-1]))
        assert all(event.move != bomb for event in env.episode.table.events)
        assert env.over


def test_a_game_of_damenrennen_may_be_all_that_is_played() -> None:
    env = parlour.envs.gymnasium.SoloEnv("damenrennen", {"best_of": 0}, "uniform")
    rewards = {play(env, seed)[1] for seed in range(6)}

    assert rewards <= {-1.0, 0.0, 1.0}
    assert {-1.0, 1.0} & rewards
    assert env.episode.turns.one_round


def test_a_keyword_that_is_no_option_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="haggis got an unexpected keyword argument 'colour'"):
        gymnasium.make("parlour/Haggis-v0", colour="red")


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(ResetNeeded, match="reset"):
        parlour.envs.gymnasium.SoloEnv("haggis").step(np.int64(0))


def test_a_missing_extra_is_named() -> None:
    with pytest.raises(ImportError, match=r"no_such_framework.*pip install 'parlour\[envs\]'"):
        need("no_such_framework")


def test_importing_parlour_stays_light() -> None:
    heavy = "{'numpy', 'pyspiel', 'gymnasium', 'pettingzoo', 'PIL'}"
    code = f"import sys, parlour, parlour.games.catalogue; sys.exit(bool({heavy} & set(sys.modules)))"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_memory_stays_flat() -> None:
    env = gymnasium.make("parlour/Haggis-v0", opponents="uniform")
    held = []
    tracemalloc.start()
    for _ in range(2):  # the same deals, so that caches have what they need
        for seed in range(10):
            play(env, seed)
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()

    assert held[1] - held[0] < 20_000, held
