"""The PettingZoo environments: PettingZoo's own tests, hidden cards, bad input."""

from __future__ import annotations

import gc
import tracemalloc
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from parlour.core.errors import OptionError
from parlour.core.game import Seat
from parlour.envs.pettingzoo import damenrennen_v0, haggis_v0
from parlour.envs.render import draw_table
from tests.damenrennen import law_support as damenrennen_support
from tests.haggis import law_support as haggis_support

pytestmark = pytest.mark.slow

ENVS = {
    "haggis-2": haggis_v0.env,
    "haggis-3": partial(haggis_v0.env, players=3),
    "haggis-match": partial(haggis_v0.env, target=60),
    "damenrennen": damenrennen_v0.env,
}
SUPPORT: dict[str, Any] = {"haggis": haggis_support, "damenrennen": damenrennen_support}


@pytest.fixture(params=ENVS)
def make(request: pytest.FixtureRequest) -> Any:
    return ENVS[request.param]


def play(env: Any, seed: int, rng: Random) -> dict[str, float]:
    """Play a match at random; the sum of the rewards of every agent."""
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        action = None
        if not terminated and not truncated:
            assert info["action_mask"] is observation["action_mask"]
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        env.step(action)
    return totals


# Masks come in dicts, as in all of PettingZoo's classic games, which are on a list that stops these.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent")
def test_api(make: Any) -> None:
    api_test(make(), num_cycles=200)


def test_seeds(make: Any) -> None:
    seed_test(make, num_cycles=100)


def test_rendering(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(make)

    assert "to act" in capsys.readouterr().out


def test_rewards_come_at_the_end_and_add_up_to_nothing(make: Any) -> None:
    env, rng = make(), Random(1)
    for seed in range(3):
        totals = play(env, seed, rng)

        assert sum(totals.values()) == 0
        assert any(totals.values())


def test_the_same_seed_makes_the_same_match(make: Any) -> None:
    first, second = make(), make()

    assert play(first, 3, Random(5)) == play(second, 3, Random(5))
    assert np.array_equal(first.unwrapped.episode.observation(0), second.unwrapped.episode.observation(0))


def looks(episode: Any, seat: int, *, drawn: bool) -> list[Any]:
    """All that a seat is shown, with a picture perhaps."""
    views = [episode.view(seat)]
    shown = [episode.observation(seat).tobytes(), episode.game.describe(views[0])]
    return [*shown, draw_table(episode.game, views).tobytes()] if drawn else shown


def test_blindness_neither_numbers_nor_pictures_change_with_what_a_seat_may_not_know(make: Any) -> None:
    env = make().unwrapped
    env.reset(seed=2)
    episode, rng, changed = env.episode, Random(2), 0
    while not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
        for seat in episode.seats if episode.actor is not None else ():
            kept, drawn = episode.table.state, rng.random() < 0.05
            shown = looks(episode, seat, drawn=drawn)
            episode.table.state = SUPPORT[episode.game.name].shuffle_hidden(kept, Seat(seat), rng)
            changed += episode.table.state != kept

            assert looks(episode, seat, drawn=drawn) == shown
            episode.table.state = kept
    assert changed > 3


@pytest.mark.parametrize(
    ("options", "word"),
    [({"players": 4}, "4"), ({"edition": "french"}, "french"), ({"target": -1}, "-1"), ({"target": "many"}, "many")],
)
def test_options_that_haggis_does_not_know_are_named(options: dict[str, Any], word: str) -> None:
    with pytest.raises(OptionError, match=word):
        haggis_v0.env(**options)


def test_other_options_are_named() -> None:
    with pytest.raises(OptionError, match="2"):
        damenrennen_v0.env(best_of=2)
    with pytest.raises(TypeError, match="colour"):
        haggis_v0.env(colour="red")
    with pytest.raises(ValueError, match="smell"):
        haggis_v0.env(render_mode="smell")


def test_illegal_actions_end_the_match_and_raise_without_wrappers(caplog: pytest.LogCaptureFixture) -> None:
    env = haggis_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert "Illegal move" in caplog.text
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())

    raw = haggis_v0.raw_env()
    raw.reset(seed=1)
    for action, word in (
        (0, r"'pass': .*leader must play.* \[H5\.1\]"),
        (-1, "-1"),
        (1 << 40, str(1 << 40)),
        (None, "None"),
    ):
        with pytest.raises(ValueError, match=word):
            raw.step(action)


def test_a_finished_match_takes_only_none() -> None:
    env = haggis_v0.raw_env()
    env.reset(seed=1)
    rng = Random(1)
    while not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))

    with pytest.raises(ValueError, match="None"):
        env.step(4)


def test_memory_stays_flat() -> None:
    env = haggis_v0.env()
    held = []
    tracemalloc.start()
    for _ in range(2):  # the same deals, so that caches have what they need
        for seed in range(10):
            play(env, seed, Random(seed))
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()

    assert held[1] - held[0] < 20_000, held
