"""How fast the rules are: inside the kernels, and stepped from Python through the protocol."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, Final

import parlour
from parlour.core.game import CHANCE, Game
from parlour.games.catalogue import make_game
from parlour.games.damenrennen.kernel.game import random_games
from parlour.games.haggis.kernel.round import random_rounds

if TYPE_CHECKING:
    from collections.abc import Callable

Figures = dict[str, float]
WINDOWS: Final = 5


def bench_rules(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Measure everything, each figure the median of several windows that take turns."""
    measures: dict[str, Callable[[float], Figures]] = {
        "haggis2": lambda window: haggis_kernel(2, window),
        "haggis3": lambda window: haggis_kernel(3, window),
        "damenrennen": damenrennen_kernel,
        "protocol": lambda window: protocol("haggis", {}, window),
        "protocol_haggis3": lambda window: protocol("haggis", {"players": 3}, window),
        "protocol_damenrennen": lambda window: protocol("damenrennen", {}, window),
        "copy_haggis": lambda window: copying(opening_of("haggis").round.copy, window),
        "copy_damenrennen": lambda window: copying(opening_of("damenrennen").game.copy, window),
    }
    window = seconds / WINDOWS / len(measures)
    samples: dict[str, list[Figures]] = {name: [] for name in measures}
    for turn in range(WINDOWS):
        for number, (name, measure) in enumerate(measures.items()):
            samples[name].append(measure(window))
            on_progress(turn * len(measures) + number + 1, WINDOWS * len(measures))
    result: dict[str, Any] = {"compiled": parlour.compiled}
    for name, figures in samples.items():
        result[name] = {key: round(median(each[key] for each in figures), 3) for key in figures[0]}
    return result


def haggis_kernel(players: int, window: float) -> Figures:
    """Deal and play whole rounds at random inside the kernel: full move lists, every rule on."""
    opening = opening_of("haggis", players=players).round
    rounds = decisions = moves = 0
    batch = 500 if parlour.compiled else 2
    begin = process_time()
    while (spent := process_time() - begin) < window or not rounds:
        played, listed, _ = random_rounds(opening, batch, rounds)
        rounds, decisions, moves = rounds + batch, decisions + played, moves + listed
    return {
        "rounds_per_cpu_s": rounds / spent,
        "decisions_per_cpu_s": decisions / spent,
        "legal_per_decision": moves / decisions,
    }


def damenrennen_kernel(window: float) -> Figures:
    """Play whole games at random inside the kernel, deals and tie-breaks included."""
    counts: Counter[str] = Counter()
    batch = 50 if parlour.compiled else 1
    begin = process_time()
    while (spent := process_time() - begin) < window or not counts:
        counts.update(random_games(batch, counts["games"]))
    return {
        "games_per_cpu_s": counts["games"] / spent,
        "decisions_per_cpu_s": counts["decisions"] / spent,
        "legal_per_decision": counts["moves"] / counts["decisions"],
    }


def protocol(name: str, options: dict[str, object], window: float) -> Figures:
    """Step matches at random through the Game protocol, legal moves listed at every decision, deals included."""
    game: Game[Any, Any, Any] = make_game(name, options)
    to_act, legal_moves, apply, deal = game.to_act, game.legal_moves, game.apply, game.deal
    rng = Random(1)
    draw = rng.random
    decisions = listed = 0
    state = game.start()
    begin = process_time()
    while (spent := process_time() - begin) < window:
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


def copying(copy: Callable[[], object], window: float) -> Figures:
    """Copy a state from Python."""
    copies = 0
    begin = process_time()
    while (spent := process_time() - begin) < window:
        for _ in range(1000):
            copy()
        copies += 1000
    return {"microseconds": 1e6 * spent / copies}


def opening_of(name: str, **options: object) -> Any:  # noqa: ANN401 - any game's state
    """Give a state after its first deal."""
    game = make_game(name, options)
    return game.apply(game.start(), CHANCE, game.deal(game.start(), Random(1)))
