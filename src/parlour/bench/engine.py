"""What the engine protocol costs: CPU time of both sides for a decision, beside the same bot in this process."""

from __future__ import annotations

import sys
from random import Random
from statistics import median, quantiles
from time import process_time_ns
from typing import TYPE_CHECKING, Any, Final

import parlour
from parlour.core.game import CHANCE
from parlour.engine.bot import EngineBot
from parlour.engine.command import Command
from parlour.engine.messages import Limits
from parlour.engine.sessions import Sessions
from parlour.games.catalogue import KINDS, make_game

if TYPE_CHECKING:
    from collections.abc import Callable

OURS: Final = Command((sys.executable, "-m", "parlour", "engine", "serve", "uniform"))
"""A bot that takes no time, so that all that is measured is the protocol."""
WARM: Final = 100
"""Decisions before the first that counts."""
MANY: Final = range(600, 701)
"""Legal moves of a decision that has many."""


def bench_engine(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Microseconds of CPU time a decision in every game: the median, and where there are many legal moves.

    On a busy machine other processes empty the caches between the two sides; the fastest tenth shows a quiet one.
    """
    result: dict[str, Any] = {"compiled": parlour.compiled}
    sessions = Sessions(Limits())
    try:
        for done, game in enumerate(KINDS):
            on_progress(done, len(KINDS))
            result[game] = measure(game, seconds / len(KINDS), sessions)
    finally:
        sessions.close()
    on_progress(1, 1)
    return result


def measure(name: str, seconds: float, sessions: Sessions) -> dict[str, float]:
    """The cost of decisions in random matches of a game."""
    game, bot, rng = make_game(name, {}), EngineBot(OURS, name, sessions), Random(1)
    state, spent = game.start(), 0
    costs: list[tuple[int, int, int]] = []
    while spent < seconds * 1e9 or len(costs) < 2 * WARM:
        actors = game.to_act(state)
        if not actors:
            state = game.start()
            continue
        actor = actors[0]
        if actor is CHANCE:
            state = game.apply(state, CHANCE, game.deal(state, rng))
            continue
        view, legal = game.view(state, actor), game.legal_moves(state, actor)
        there, here = bot.cpu_ns(), process_time_ns()
        move = bot.choose(view, legal, rng)
        mine, theirs = process_time_ns() - here, bot.cpu_ns() - there
        costs.append((len(legal), mine, theirs))
        spent += mine + theirs
        state = game.apply(state, actor, move)
    counted = costs[WARM:]
    both = [mine + theirs for _, mine, theirs in counted]
    many = [mine + theirs for count, mine, theirs in counted if count in MANY]
    figures = {
        "decisions": float(len(counted)),
        "median_us": micro(both),
        "fastest_tenth_us": round(quantiles(both, n=10)[0] / 1000, 1),
        "median_us_of_parlour": micro([mine for _, mine, _ in counted]),
        "median_us_of_engine": micro([theirs for *_, theirs in counted]),
        "median_legal_moves": float(median(count for count, *_ in counted)),
    }
    return figures | ({"median_us_of_600_to_700_moves": micro(many)} if many else {})


def micro(nanoseconds: list[int]) -> float:
    """The median, in microseconds."""
    return round(median(nanoseconds) / 1000, 1)
