"""Many games at once: the same games, the same numbers, whoever counts them."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.errors import OptionError
from parlour.core.game import Seat
from parlour.envs.batch import Batch
from parlour.games.catalogue import make_game
from tests.envs.batches import arrays_of, rewards_of, rows_of, slots_of, some_choice, state_in
from tests.laws.cases import CASES, Case
from tests.serving import PATIENCE

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    chosen: Case = request.param
    return chosen


def test_a_batch_shows_what_the_encoding_makes_of_the_views(case: Case) -> None:
    batch = Batch(case.game, 5, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(120):
        for game in range(batch.games):
            state, seat = state_in(batch, game), Seat(int(batch.seats[game]))
            view, legal = case.game.view(state, seat), case.game.legal_moves(state, seat)

            assert seat == case.game.to_act(state)[0]
            assert batch.legal[rows_of(batch, game)].tolist() == list(legal)
            assert np.array_equal(batch.views[game], batch.encoding.encode_view(view))
            assert np.array_equal(batch.moves[rows_of(batch, game)], batch.encoding.encode_moves(view, legal))
        batch.step(some_choice(batch, rng))
    assert batch.episodes > 0


def test_a_step_is_a_step_of_the_game_and_the_result_is_its_result(case: Case) -> None:
    batch = Batch(case.game, 4, seed=2)
    rng = np.random.default_rng(2)
    ended = 0
    while ended < 8:
        before = [state_in(batch, game) for game in range(batch.games)]
        choice = some_choice(batch, rng)
        chosen = batch.legal[batch.offsets[:-1] + choice].tolist()
        seats = batch.seats.tolist()
        batch.step(choice)
        for game in range(batch.games):
            after = case.game.apply(before[game], Seat(seats[game]), chosen[game])
            result = case.game.round_result(after)
            if result is not None:
                ended += 1
                assert batch.dones[game]
                assert batch.rewards[game].tolist() == rewards_of(case.game, result)
                assert batch.firsts[game].tolist() == list(result.firsts)
            elif not batch.dones[game] and case.game.to_act(after)[0] is not None:
                assert slots_of(state_in(batch, game)) == slots_of(after)
                assert not batch.rewards[game].any()
                assert not batch.firsts[game].any()


def test_blindness_the_arrays_do_not_change_with_what_a_seat_may_not_know(case: Case) -> None:
    batch, other = Batch(case.game, 4, seed=3), Batch(case.game, 4, seed=99)
    rng, hider = np.random.default_rng(3), Random(3)
    changed = 0
    for _ in range(60):
        for game in range(batch.games):
            state = state_in(batch, game)
            shuffled = case.support.shuffle_hidden(state, Seat(int(batch.seats[game])), hider)
            changed += shuffled != state
            other.states[game] = slots_of(shuffled)
        other.rewards[:], other.firsts[:], other.dones[:] = batch.rewards, batch.firsts, batch.dones
        other.write()

        assert arrays_of(other) == arrays_of(batch)
        batch.step(some_choice(batch, rng))
    assert changed > 100


def test_the_seed_decides_and_the_number_of_threads_does_not(case: Case) -> None:
    batches = [Batch(case.game, 7, seed=4, threads=threads) for threads in (1, 2, 3, 20)]
    unlike = Batch(case.game, 7, seed=5)
    first = arrays_of(batches[0])
    rng = np.random.default_rng(4)

    assert arrays_of(unlike) != first
    for _ in range(60):
        choice = some_choice(batches[0], rng)
        for batch in batches:
            batch.step(choice)
        assert len({tuple(arrays_of(batch)) for batch in batches}) == 1
    for batch in batches:
        batch.reset(4)
        assert arrays_of(batch) == first
        assert batch.episodes == 0


def test_games_of_a_batch_and_of_batches_with_other_seeds_differ(case: Case) -> None:
    deals = {state.tobytes() for seed in range(20) for state in Batch(case.game, 5, seed=seed).states}

    assert len(deals) == 100


def test_every_seat_leads_about_as_often() -> None:
    batch = Batch(make_game("haggis", {"players": 3}), 600, seed=6)

    assert all(150 < np.count_nonzero(batch.seats == seat) < 250 for seat in range(3))


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (np.zeros(3, np.int64), r"a choice is an array of 4 whole numbers, got int64 of shape \(3,\)"),
        (np.zeros((4, 1), np.int64), r"a choice is an array of 4 whole numbers, got int64 of shape \(4, 1\)"),
        (np.zeros(4), r"a choice is an array of 4 whole numbers, got float64 of shape \(4,\)"),
        (np.zeros(4, bool), r"a choice is an array of 4 whole numbers, got bool of shape \(4,\)"),
        ([0, 0, 0, 0], "a choice is an array of 4 whole numbers, got list"),
        (np.array([0, 0, -1, 0]), r"game 2 has \d+ legal moves, numbered from 0; got -1"),
        (np.array([0, 9999, 0, 0]), r"game 1 has \d+ legal moves, numbered from 0; got 9999"),
        (
            np.array([2**64 - 1, 0, 0, 0], np.uint64),
            r"game 0 has \d+ legal moves, numbered from 0; got 18446744073709551615",
        ),
    ],
)
def test_a_wrong_choice_is_refused_and_changes_nothing(case: Case, choice: Any, message: str) -> None:
    batch = Batch(case.game, 4, seed=7)
    before, states = arrays_of(batch), batch.states.tobytes()

    with pytest.raises(ValueError, match=message):
        batch.step(choice)

    assert arrays_of(batch) == before
    assert batch.states.tobytes() == states


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64])
def test_a_choice_may_have_any_dtype_of_whole_numbers(dtype: Any) -> None:
    batch = Batch(make_game("haggis", {}), 4, seed=8)

    batch.step(np.zeros(4, dtype))

    assert batch.counts.min() > 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "games is a whole number from 1 up, got 0"),
        ({"games": 2.5}, r"games is a whole number from 1 up, got 2\.5"),
        ({"games": 4, "threads": 0}, "threads is a whole number from 1 up, got 0"),
        ({"games": 4, "seed": -1}, "seed is a whole number from 0 up, got -1"),
        ({"games": 4, "seed": 1 << 64}, "seed is a whole number from 0 up, got 18446744073709551616"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(wrong: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Batch(make_game("haggis", {}), **wrong)


def test_a_batch_begins_anew_only_with_a_seed() -> None:
    batch = Batch(make_game("haggis", {}), 4)

    with pytest.raises(OptionError, match="seed is a whole number from 0 up, got None"):
        batch.reset(None)  # type: ignore[arg-type] # on purpose


@pytest.mark.slow
def test_memory_stays_flat_over_thousands_of_episodes(case: Case) -> None:
    batch = Batch(case.game, 64, seed=9)
    rng = np.random.default_rng(9)
    tracemalloc.start()
    sizes = []
    for goal in (500, 2500):
        while batch.episodes < goal:
            batch.step(some_choice(batch, rng))
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()

    assert sizes[1] - sizes[0] < 20_000


@pytest.mark.slow
@pytest.mark.skipif(not parlour.compiled, reason="there is no compiled kernel to compare with")
def test_compiled_and_interpreted_batches_agree() -> None:
    said = []
    for interpreted in (False, True):
        environment = dict(os.environ)
        environment.pop("PARLOUR_INTERPRETED", None)
        if interpreted:
            environment["PARLOUR_INTERPRETED"] = "1"
        command = [sys.executable, "-m", "tests.envs.twin", "60"]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        said.append(done.stdout)

    assert said[0] == said[1]
    for case in CASES:
        assert said[0].count(f"{case.name} at ") > 10
        assert said[0].count(f"\n{case.name} ") > 70


def test_without_numpy_the_extra_is_named() -> None:
    hide = (
        "import importlib.util, sys\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *rest: None if name == 'numpy' else find(name, *rest)\n"
        "import parlour\n"
        "import parlour.envs\n"
    )
    done = subprocess.run([sys.executable, "-c", hide], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert "ModuleNotFoundError: this needs numpy, which is not installed: pip install 'parlour[envs]'" in done.stderr


def test_arrays_that_somebody_replaced_by_smaller_ones_are_not_written_beyond(case: Case) -> None:
    for name in ("views", "counts", "seats", "rngs", "states", "scores", "rewards", "firsts", "dones", "running"):
        batch = Batch(case.game, 4, seed=10)
        setattr(batch, name, getattr(batch, name)[:3].copy())

        with pytest.raises(ValueError, match=r"arrays do not fit|could not be broadcast|a choice is|no game 3 among 3"):
            batch.step(np.zeros(4, np.int64))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_steps_without_the_threads_that_it_does_not_have() -> None:
    script = (
        "import os\n"
        "import numpy as np\n"
        "from parlour.envs.batch import Batch\n"
        "from parlour.games.catalogue import make_game\n"
        "batch = Batch(make_game('haggis', {}), 8, seed=1, threads=2)\n"
        "child = os.fork()\n"
        "batch.step(np.zeros(8, np.int64))\n"
        "other = Batch(make_game('haggis', {}), 8, seed=1, threads=2)\n"
        "other.step(np.zeros(8, np.int64))\n"
        "assert (other.views == batch.views).all()\n"
        "if child:\n"
        "    assert os.waitpid(child, 0)[1] == 0\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_legal_moves_cannot_be_overwritten(case: Case) -> None:
    batch = Batch(case.game, 4, seed=11)

    with pytest.raises(ValueError, match="read-only"):
        batch.legal[0] = 1
