"""How fast the rules are: inside the kernels, and stepped from Python through the protocol."""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any, Final

import parlour
from parlour.bench.cases import Figures, Measure, Options, medians, opening_of
from parlour.bench.catalogue import CASES
from parlour.core.game import CHANCE, Game
from parlour.games.catalogue import KINDS, make_game

if TYPE_CHECKING:
    from collections.abc import Callable

WINDOWS: Final = 5


def bench_rules(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Every figure is the median of several windows that take turns."""
    measures = rules_measures()
    window = seconds / WINDOWS / len(measures)
    samples: dict[str, list[Figures]] = {name: [] for name in measures}
    for turn in range(WINDOWS):
        for number, (name, measure) in enumerate(measures.items()):
            samples[name].append(measure(window))
            on_progress(turn * len(measures) + number + 1, WINDOWS * len(measures))
    return {"compiled": parlour.compiled, **{name: medians(figures) for name, figures in samples.items()}}


def rules_measures() -> dict[str, Measure]:
    """What is measured, by the name of the figure: kernels, then the protocol, then copies."""
    kernels: dict[str, Measure] = {}
    protocols: dict[str, Measure] = {}
    copies: dict[str, Measure] = {}
    for game in KINDS:
        cases = CASES[game]
        for variant, options in cases.variants.items():
            if cases.random_play is not None:
                kernels[variant] = partial(cases.random_play, options)
            # The usual variant of the first game has the plain name.
            protocols[f"protocol_{variant}" if protocols else "protocol"] = partial(step_protocol, game, options)
        if cases.copier is not None:
            copies[f"copy_{game}"] = partial(copy_states, cases.copier(opening_of(game, {})))
    return kernels | protocols | copies


def step_protocol(name: str, options: Options, window: float) -> Figures:
    """Random matches through the Game protocol, legal moves listed at every decision, deals included."""
    game: Game[Any, Any, Any] = make_game(name, options)
    to_act, legal_moves, apply, deal = game.to_act, game.legal_moves, game.apply, game.deal
    rng = Random(1)
    draw = rng.random
    decisions = listed = 0
    state = game.start()
    begin = process_time()
    while (spent := process_time() - begin) < window or not decisions:
        for _ in range(500):
            actors = to_act(state)
            if not actors:
                state = game.start()
                continue
            actor = actors[0]
            if actor is CHANCE:
                state = apply(state, CHANCE, deal(state, rng))
                continue
            moves = legal_moves(state, actor)
            state = apply(state, actor, moves[int(draw() * len(moves))])
            decisions += 1
            listed += len(moves)
    return {"decisions_per_cpu_s": decisions / spent, "legal_per_decision": listed / decisions}


def copy_states(copy: Callable[[], object], window: float) -> Figures:
    """Copies of one state from Python."""
    copies = 0
    begin = process_time()
    while (spent := process_time() - begin) < window or not copies:
        for _ in range(1000):
            copy()
        copies += 1000
    return {"microseconds": 1e6 * spent / copies}
