"""How fast the bots are: playouts inside the kernel, and milliseconds a move of every level."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import parlour
from parlour.bench.rules import opening_of
from parlour.bots.catalogue import LEVELS, make_bot
from parlour.bots.haggis.kernel.sense import DEFAULT_WEIGHTS, duel
from parlour.core.game import CHANCE
from parlour.games.catalogue import KINDS, make_game

if TYPE_CHECKING:
    from collections.abc import Callable


def bench_bots(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Measure playouts and levels, so long in all."""
    works = len(KINDS) * len(LEVELS) + 1
    window = seconds / works
    result: dict[str, Any] = {"compiled": parlour.compiled, "haggis_sense": sense_playouts(window), "levels": {}}
    done = 1
    for game in KINDS:
        result["levels"][game] = {}
        for level in LEVELS:
            on_progress(done, works)
            result["levels"][game][level] = {"ms_per_move": round(move_time(game, level, window), 3)}
            done += 1
    on_progress(works, works)
    return result


def sense_playouts(window: float) -> dict[str, float]:
    """Play whole two-player rounds by `sense` inside the kernel."""
    opening = opening_of("haggis").round
    rounds = decisions = 0
    begin = process_time()
    while (spent := process_time() - begin) < window or not rounds:
        decisions += duel(opening, DEFAULT_WEIGHTS, DEFAULT_WEIGHTS, 20, rounds)[2]
        rounds += 40
    return {"rounds_per_cpu_s": round(rounds / spent, 1), "decisions_per_cpu_s": round(decisions / spent, 1)}


def move_time(name: str, level: str, window: float) -> float:
    """Let a level play itself, and give the CPU milliseconds of a choice."""
    game = make_game(name, {})
    bot = make_bot(level, name)
    rng = Random(1)
    state = game.start()
    spent, moves = 0.0, 0
    while spent < window or not moves:
        actors = game.to_act(state)
        if not actors:
            state = game.start()
            continue
        actor = actors[0]
        if actor is CHANCE:
            state = game.apply(state, CHANCE, game.deal(state, rng))
            continue
        view, legal = game.view(state, actor), game.legal_moves(state, actor)
        begin = process_time()
        move = bot.choose(view, legal, rng)
        spent += process_time() - begin
        moves += 1
        state = game.apply(state, actor, move)
    return 1000 * spent / moves
