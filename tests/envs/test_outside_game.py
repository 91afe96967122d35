"""A game of another package in the environments: its encoding is all that it brings."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import EntryPoint
from random import Random
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import parlour.envs.gymnasium
import parlour.envs.pettingzoo
import parlour.envs.spiel
from parlour.core.errors import IllegalMove, OptionError
from parlour.envs.batch import Batch
from parlour.envs.catalogue import ENVS
from parlour.envs.gymnasium import OpponentError, SoloEnv, register_all
from parlour.envs.pettingzoo import add_all
from parlour.envs.pettingzoo.turn_env import TurnEnv
from parlour.envs.spiel import game as spiel_game
from parlour.envs.spiel.rules import make_rules
from parlour.envs.turns import make_turns
from parlour.games.catalogue import make_game
from tests.envs import outside_game

BOT = f"{outside_game.__name__}:any_bot"
CHEAT = f"{outside_game.__name__}:cheat"
BABBLER = f"{outside_game.__name__}:babbler"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    outside_game.install(monkeypatch)


def play_on(env: Any) -> None:
    while env.agents and not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))


def test_gymnasium_plays_it_by_its_name() -> None:
    check_env(SoloEnv("tricks", {"rounds": 3}, opponents=BOT), skip_render_check=True)


def test_gymnasium_registers_it_by_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gymnasium.envs.registration, "registry", dict(gymnasium.registry))
    register_all()

    env = gymnasium.make("parlour/SixTricks-v0", opponents=BOT, seat=1, rounds=1, render_mode="ansi")
    observation, _ = env.reset(seed=1)

    assert observation["observation"].shape == (13,)
    assert observation["observation"][6:12].sum() == 1
    assert "laid" in str(env.render())


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent")
def test_pettingzoo_plays_it_by_its_name() -> None:
    api_test(TurnEnv("tricks", {"rounds": 3}), num_cycles=50)


def test_pettingzoo_has_a_module_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parlour.envs.pettingzoo, "tricks_v0", None, raising=False)
    monkeypatch.setitem(sys.modules, "parlour.envs.pettingzoo.tricks_v0", ModuleType("forgotten afterwards"))
    add_all()

    env = parlour.envs.pettingzoo.tricks_v0.raw_env(render_mode="rgb_array")
    env.reset(seed=1)

    assert importlib.import_module("parlour.envs.pettingzoo.tricks_v0").game == "tricks"
    assert env.metadata["name"] == "parlour_tricks_v0"
    assert np.asarray(env.render()).shape == (640, 960, 3)
    with pytest.raises(TypeError, match="tricks got an unexpected keyword argument 'colour'"):
        parlour.envs.pettingzoo.tricks_v0.env(colour="red")


def test_without_a_drawing_the_picture_shows_what_the_views_say() -> None:
    pictures, hands = [], []
    for seed in (1, 2):
        env = TurnEnv("tricks", {}, "rgb_array")
        env.reset(seed=seed)
        pictures.append(np.asarray(env.render()))
        hands.append(env.episode.table.state.hands)

    assert hands[0] != hands[1]
    assert not np.array_equal(pictures[0], pictures[1])


def test_a_length_of_0_is_one_round_that_pays_its_points() -> None:
    env = TurnEnv("tricks", {"rounds": 0})
    env.reset(seed=3)
    play_on(env)

    mine, theirs = env.episode.table.state.tricks
    assert mine + theirs == 3
    assert env.rewards == {"player_0": mine - theirs, "player_1": theirs - mine}


def test_a_match_that_two_win_pays_nothing() -> None:
    turns = make_turns("tricks", {"rounds": 1})
    drawn = outside_game.State(rounds=1, points=(2, 2))

    assert turns.payoffs(drawn) == (0, 0)
    assert turns.payoffs(outside_game.State(rounds=1, points=(1, 2))) == (-1, 1)


def test_what_it_does_not_bring_is_named() -> None:
    with pytest.raises(OptionError, match="tricks has no batch kernel"):
        Batch(make_game("tricks", {}), 4)
    with pytest.raises(OptionError, match="tricks has no traits for OpenSpiel"):
        make_rules("tricks", (), ())


def test_a_bot_that_plays_a_card_that_it_does_not_hold_is_named_with_the_move_and_the_clause() -> None:
    env = SoloEnv("tricks", opponents=CHEAT, seat=1)

    with pytest.raises(
        OpponentError, match=rf"'{CHEAT}' in seat 0 played 'card \d': seat 0 does not hold \d \[T2\]"
    ) as caught:
        env.reset(seed=1)

    assert isinstance(caught.value.__cause__, IllegalMove)
    assert not isinstance(caught.value, InvalidAction)
    assert len(env.episode.table.events) == 1
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.int64(0))


def test_a_bot_that_does_not_even_name_a_card_is_named() -> None:
    env = SoloEnv("tricks", opponents=BABBLER)
    _, info = env.reset(seed=1)

    with pytest.raises(OpponentError, match=r"in seat 1 played 'the ace': seat 1 does not hold 'the ace' \[T2\]"):
        env.step(np.int64(np.flatnonzero(info["action_mask"])[0]))


def test_a_package_that_cannot_be_loaded_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVS._points, "tricks", EntryPoint("tricks", "no_such_module:ENV", ENVS.group))

    for register in (register_all, add_all, spiel_game.register_all):
        with pytest.warns(RuntimeWarning, match="'tricks'.*no_such_module"):
            register()


def test_unless_others_are_named_uniform_bots_play_it_to_the_end() -> None:
    env = SoloEnv("tricks", seat=1)
    rng = Random(1)
    assert env.specs == {0: "uniform"}
    _, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        assert reward == 0
        _, reward, over, _, info = env.step(np.int64(rng.choice(np.flatnonzero(info["action_mask"]))))

    assert len(env.episode.table.events) == 2 * (1 + 6)
