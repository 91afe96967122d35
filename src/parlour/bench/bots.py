"""How fast the bots are: playouts inside the kernel, and milliseconds a move of every level."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import parlour
from parlour.bench.catalogue import CASES
from parlour.bots.catalogue import LEVELS, make_bot
from parlour.core.game import CHANCE
from parlour.games.catalogue import KINDS, make_game

if TYPE_CHECKING:
    from collections.abc import Callable


def bench_bots(seconds: float, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Playouts and levels of every game."""
    playouts = {name: measure for game in KINDS for name, measure in CASES[game].playouts.items()}
    total = len(KINDS) * len(LEVELS) + len(playouts)
    window = seconds / total
    result: dict[str, Any] = {"compiled": parlour.compiled}
    for done, (name, measure) in enumerate(playouts.items()):
        on_progress(done, total)
        result[name] = measure(window)
    result["levels"] = {game: {} for game in KINDS}
    for done, (game, level) in enumerate(((game, level) for game in KINDS for level in LEVELS), start=len(playouts)):
        on_progress(done, total)
        result["levels"][game][level] = {"ms_per_move": round(move_time(game, level, window), 3)}
    on_progress(total, total)
    return result


def move_time(name: str, level: str, window: float) -> float:
    """The CPU milliseconds of a choice, where a level plays itself."""
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
