"""Counts of every line of play to a depth: the quickest check that the rules have not changed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from parlour.core.game import CHANCE, Game, Move, State, View

if TYPE_CHECKING:
    from collections.abc import Callable


def perft(
    game: Game[State, Move, View], state: State, depth: int, *, on_root_move: Callable[[int, int], None] | None = None
) -> Counter[str]:
    """Count the lines of exactly `depth` decisions, or fewer where chance or the end comes first.

    `nodes` counts the lines, every other key how often its mark was made by a line's moves.
    Of several seats that choose at once the first goes first; their choices are sealed, so the
    order changes nothing.
    """
    counts: Counter[str] = Counter()
    actors = game.to_act(state)
    if depth == 0 or not actors or actors == (CHANCE,):
        counts["nodes"] = 1
        return counts
    seat = actors[0]
    assert seat is not None
    moves = game.legal_moves(state, seat)
    for done, move in enumerate(moves, start=1):
        after = game.apply(state, seat, move)
        below = perft(game, after, depth - 1)
        for mark in game.marks(state, move, after):
            below[mark] += below["nodes"]
        counts.update(below)
        if on_root_move is not None:
            on_root_move(done, len(moves))
    return counts
