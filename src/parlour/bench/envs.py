"""How fast the environments are, beside other libraries' environments for such games; all in one run.

One decision is: what the player sees as numbers, the legal moves, and the step; deals are in the
time. Play is uniformly random. What is not installed is named in place of its figures.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

import parlour
from parlour.bench.cases import Figures, Options, medians
from parlour.bench.catalogue import CASES
from parlour.core.game import CHANCE
from parlour.envs.batch import Batch
from parlour.envs.encoding import make_encoding
from parlour.games.catalogue import make_game

if TYPE_CHECKING:
    from types import ModuleType

WINDOWS: Final = 3
GAMES: Final = 1024 if parlour.compiled else 4
STEPS: Final = 20 if parlour.compiled else 1
"""Between two readings of the clock."""


class Measure(msgspec.Struct, frozen=True):
    """Something to measure for so many seconds, and the modules that it needs."""

    run: Callable[[float], Figures]
    modules: tuple[str, ...] = ()


def bench_envs(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Everything that is installed; every figure is the median of several windows that take turns."""
    measures = env_measures()
    present = {name: measure for name, measure in measures.items() if all(map(find, measure.modules))}
    window = seconds / WINDOWS / len(present)
    samples: dict[str, list[Figures]] = {name: [] for name in present}
    for turn in range(WINDOWS):
        for number, (name, measure) in enumerate(present.items()):
            samples[name].append(measure.run(window))
            on_progress(turn * len(present) + number + 1, WINDOWS * len(present))
    result: dict[str, Any] = {"compiled": parlour.compiled}
    for name, measure in measures.items():
        missing = [module for module in measure.modules if find(module) is None]
        result[name] = {"not_installed": ", ".join(missing)} if missing else medians(samples[name])
    return result


def find(module: str) -> ModuleType | None:
    """A module, if it is installed."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def new_batch(name: str, options: Options, threads: int) -> Batch:
    """A batch after enough play that its games are no longer all at their beginning."""
    batch = Batch(make_game(name, options), GAMES, seed=1, threads=threads)
    rng = np.random.default_rng(1)
    while batch.episodes < 2 * GAMES:
        batch.step((rng.random(batch.games) * batch.counts).astype(np.int64))
    return batch


def batch_rate(window: float, name: str, options: Options) -> Figures:
    """A batch on one thread, with the features of every legal move."""
    batch = new_batch(name, options, 1)
    rng = np.random.default_rng(2)
    decisions = rows = 0
    begin = process_time()
    while (spent := process_time() - begin) < window or not decisions:
        for _ in range(STEPS):
            batch.step((rng.random(batch.games) * batch.counts).astype(np.int64))
            rows += len(batch.moves)
        decisions += STEPS * batch.games
    return {"decisions_per_cpu_s": decisions / spent, "legal_per_decision": rows / decisions}


def thread_gain(window: float, name: str) -> Figures:
    """The speed-up of two threads over one: in wall-clock time, and in CPU time of the thread that the others join.

    The first is right on an idle machine; the second is not affected by other processes.
    Steps take turns, and the medians are compared.
    """
    batches = [new_batch(name, {}, threads) for threads in (1, 2)]
    rng = np.random.default_rng(3)
    wall: tuple[list[float], list[float]] = ([], [])
    spent: tuple[list[float], list[float]] = ([], [])
    begin = process_time()
    while process_time() - begin < window or not wall[0]:
        for number, batch in enumerate(batches):
            choice = (rng.random(batch.games) * batch.counts).astype(np.int64)
            before = perf_counter(), thread_time()
            batch.step(choice)
            wall[number].append((perf_counter() - before[0]) / len(batch.moves))
            spent[number].append((thread_time() - before[1]) / len(batch.moves))
    return {
        "by_wall_clock": median(wall[0]) / median(wall[1]),
        "by_cpu_of_first_thread": median(spent[0]) / median(spent[1]),
    }


def direct_rate(window: float, name: str, options: Options) -> Figures:
    """The protocol with view and actions as numbers: parlour's share of the time of an OpenSpiel game."""
    game = make_game(name, options)
    encoding = make_encoding(game)
    rng = Random(1)
    decisions = listed = 0
    state = game.start()
    begin = process_time()
    while (spent := process_time() - begin) < window or not decisions:
        for _ in range(STEPS):
            seats = game.to_act(state)
            if not seats or seats[0] is CHANCE:
                state = game.apply(game.start(), CHANCE, game.deal(game.start(), rng))
                continue
            seat = seats[0]
            encoding.encode_view(game.view(state, seat)).tolist()
            legal = game.legal_moves(state, seat)
            actions = sorted(encoding.actions_of(legal, 0))
            action = actions[int(rng.random() * len(actions))]
            state = game.apply(state, seat, encoding.move_of(action, 0))
            decisions, listed = decisions + 1, listed + len(actions)
    return {"decisions_per_cpu_s": decisions / spent, "legal_per_decision": listed / decisions}


def spiel_rate(window: float, spec: str, *, mask: bool = False) -> Figures:
    """A game of OpenSpiel from Python, with the observation tensor and the legal list or mask."""
    game = importlib.import_module("pyspiel").load_game(spec)
    rng = Random(1)
    decisions = listed = 0
    state = game.new_initial_state()
    begin = process_time()
    while (spent := process_time() - begin) < window or not decisions:
        for _ in range(STEPS):
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            if mask:
                state.legal_actions_mask()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions, listed = decisions + 1, listed + len(legal)
    return {"decisions_per_cpu_s": decisions / spent, "legal_per_decision": listed / decisions}


def rlcard_rate(window: float) -> Figures:
    """RLCard's Dou Dizhu, with its features."""
    env = importlib.import_module("rlcard").make("doudizhu", config={"seed": 1})
    rng = Random(1)
    decisions = listed = 0
    begin = process_time()
    while (spent := process_time() - begin) < window or not decisions:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(rng.choice(legal))
            decisions, listed = decisions + 1, listed + len(legal)
    return {"decisions_per_cpu_s": decisions / spent, "legal_per_decision": listed / decisions}


def douzero_rate(window: float) -> Figures:
    """DouZero's Dou Dizhu, with the features of every legal move."""
    env = importlib.import_module("douzero.env.env").Env("adp")
    rng = Random(1)
    decisions = listed = 0
    begin = process_time()
    while (spent := process_time() - begin) < window or not decisions:
        seen, done = env.reset(), False
        while not done:
            legal = seen["legal_actions"]
            seen, _, done, _ = env.step(rng.choice(legal))
            decisions, listed = decisions + 1, listed + len(legal)
    return {"decisions_per_cpu_s": decisions / spent, "legal_per_decision": listed / decisions}


OURS: Final = ("pyspiel", "parlour.envs.spiel")
OTHERS: Final = {
    "openspiel_dou_dizhu": Measure(partial(spiel_rate, spec="dou_dizhu"), ("pyspiel",)),
    "openspiel_dou_dizhu_mask": Measure(partial(spiel_rate, spec="dou_dizhu", mask=True), ("pyspiel",)),
    "rlcard_doudizhu": Measure(rlcard_rate, ("rlcard",)),
    "douzero": Measure(douzero_rate, ("douzero.env.env",)),
}


def env_measures() -> dict[str, Measure]:
    """What is measured, by the name of the figure: parlour's games, then other libraries."""
    variants = [(game, name, options) for game in CASES for name, options in CASES[game].variants.items()]
    game, usual, _ = variants[0]
    batches = {
        f"batch_{name}": Measure(partial(batch_rate, name=game, options=options)) for game, name, options in variants
    }
    single = {
        "batch_two_threads": Measure(partial(thread_gain, name=game)),
        f"protocol_{usual}": Measure(partial(direct_rate, name=game, options={})),
    }
    spiels = {
        f"openspiel_{name}": Measure(partial(spiel_rate, spec=spiel_spec(game, options)), OURS)
        for game, name, options in variants
    }
    return {**batches, **single, **spiels, **OTHERS}


def spiel_spec(game: str, options: Options) -> str:
    """A game's name in OpenSpiel, with its options."""
    given = ",".join(f"{name}={value}" for name, value in options.items())
    return f"parlour_{game}({given})" if given else f"parlour_{game}"
