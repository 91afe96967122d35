"""Counts of what happens in random matches."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from parlour.core.game import CHANCE, Game, Move, State, View

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random


def random_statistics(
    game: Game[State, Move, View], matches: int, rng: Random, on_match: Callable[[int, int], None]
) -> Counter[str]:
    """Play matches, every legal move as likely as the next, and count decisions, marks and wins by seat.

    Of several seats that choose at once the first goes first; `on_match` is called with how many are done.
    """
    counts: Counter[str] = Counter()
    for done in range(1, matches + 1):
        state = game.start()
        while actors := game.to_act(state):
            actor = actors[0]
            if actor is CHANCE:
                move = game.deal(state, rng)
            else:
                legal = game.legal_moves(state, actor)
                move = legal[rng.randrange(len(legal))]
                counts["decisions"] += 1
            after = game.apply(state, actor, move)
            counts.update(game.marks(state, move, after))
            state = after
        outcome = game.outcome(state)
        assert outcome is not None
        counts.update(f"won by seat {winner}" for winner in outcome.winners)
        on_match(done, matches)
    return counts
