"""The strongest player: the large net and the preparation in equilibrium; drafts may look one race further."""

from __future__ import annotations

from functools import lru_cache
from time import thread_time
from typing import TYPE_CHECKING, Final

from parlour.bots.budget import Budget
from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.kernel.prepared_play import bounds, improve_plays, take_race
from parlour.bots.damenrennen.kernel.stage_play import stage_ahead
from parlour.bots.damenrennen.lookahead import look_ahead
from parlour.bots.damenrennen.prepared import prepared_moves
from parlour.bots.damenrennen.search import NOISE, Search, world_of
from parlour.bots.damenrennen.weights import champion_mind
from parlour.games.damenrennen.notation import TAKE, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from parlour.bots.damenrennen.kernel.value_net import Mind
    from parlour.games.damenrennen.kernel.game import Game
    from parlour.games.damenrennen.view import View

NODES: Final = 0
"""Markets tried in a draft, a millisecond each; more of them have not been shown to help."""
PRIOR: Final = 8
"""How many markets the value net's estimate of a leaf counts for."""
ACCURACY: Final = 1e-4
"""The NashConv, in chances to win the game, that is good enough for a preparation."""
STEPS: Final = 10
"""Of CFR+, after which a preparation is looked at again."""
MOST_STEPS: Final = 2000
"""Hardly ever needed: of sampled races all but a few are solved in 200."""
USABLE: Final = 0.9
"""The part of a budget in milliseconds that CFR+ may use."""


class Race:
    """A race before its preparation: equal to any other of which both players know the same."""

    def __init__(self, view: View) -> None:
        """The race that is prepared."""
        seen = view.game
        self.known = (
            seen.rows,
            seen.reserves,
            seen.strikes,
            seen.strike_cards,
            seen.market,
            seen.advantages,
            seen.full,
        )
        self.game: Game = world_of(view)[1]

    def __eq__(self, other: object) -> bool:
        """Whether both players know the same."""
        return isinstance(other, Race) and self.known == other.known

    def __hash__(self) -> int:
        """By what both players know."""
        return hash(self.known)


class Champion(Search):
    """Mixes its preparation as CFR+ finds it, and drafts by the large net."""

    def __init__(self, nodes: int = NODES, ms: float | None = None, mind: Mind | None = None) -> None:
        """Budgets: markets tried in a draft; CPU milliseconds for a preparation, where they are limited."""
        super().__init__(nodes, ms, mind or champion_mind())
        self.budget = Budget(nodes)
        self.ms = ms
        self.room = Preparation()
        self.race: Race | None = None
        """Whose preparation the room holds where a budget in milliseconds solves it."""
        self.steps = 0

    def decision(self, view: View, legal: Sequence[int], rng: Random) -> tuple[int, list[float]]:
        """The move to make, drawn by chance in a preparation, and the chance to win the game with each."""
        if kind_of(legal[0]) == TAKE:
            return super().decision(view, legal, rng)
        plays, worths = self.prepared(view, legal)
        # What is worth clearly less is a remnant of early steps, in a situation that hardly ever comes.
        near = [worth > max(worths) - NOISE for worth in worths]
        sound = [play * is_near for play, is_near in zip(plays, near, strict=True)]
        move = rng.choices(legal, sound if sum(sound) else near)[0]
        # Moves that are mixed are worth the same: a difference is what CFR+ has left.
        return move, [min(worth, worths[legal.index(move)]) for worth in worths]

    def worths(self, view: View, legal: Sequence[int], rng: Random) -> list[float]:
        """The chance to win the game with each move, against preparations in equilibrium; not for cards to lay."""
        if kind_of(legal[0]) == TAKE:
            return super().worths(view, legal, rng)
        _, found = self.prepared(view, legal)
        if all(found):
            return found
        # Of many diamonds not all exchanges are looked at: the others are as much worse as the search says.
        rough, most = super().worths(view, legal, rng), max(found)
        best = rough[found.index(most)]
        return [worth or max(0.0, most - max(0.0, best - other)) for worth, other in zip(found, rough, strict=True)]

    def prepared(self, view: View, legal: Sequence[int]) -> tuple[list[float], list[float]]:
        """For each move of a preparation how likely it is made, and the chance to win the game with it."""
        race = Race(view)
        prep = solved(race, self.mind) if self.ms is None else self.solved_in_time(race, self.ms)
        return prepared_moves(prep, view, legal)

    def draft_worths(self, game: Game, cards: Sequence[int], seed: int) -> list[float]:
        """The chance of seat 0 to win for each card that the drafter may take."""
        self.race = None  # the room is used for races ahead
        return look_ahead(
            game,
            cards,
            self.mind,
            seed,
            self.budget,
            lambda leaf, drawn: stage_ahead(leaf, self.room, self.mind, drawn, 0),
            PRIOR,
        )

    def solved_in_time(self, race: Race, ms: float) -> Preparation:
        """The preparation of a race after as many steps as fit into this thread's CPU time, one at least.

        Later decisions of a race go on where the last one ended.
        """
        begin = thread_time()
        if race != self.race:
            take_race(self.room, race.game, self.mind)
            self.race, self.steps = race, 0
        taken, done, count = thread_time(), 0, 1
        while count > 0 and self.steps < MOST_STEPS and not (self.steps and is_solved(self.room)):
            improve_plays(self.room, count)
            done += count
            self.steps += count
            now = thread_time()
            count = min(STEPS, int((USABLE * ms / 1000 - (now - begin)) / max(now - taken, 1e-6) * done))
        return self.room


@lru_cache(maxsize=2)
def solved(race: Race, mind: Mind) -> Preparation:
    """The preparation of a race in equilibrium; kept, for both players decide in it several times."""
    prep = Preparation()
    take_race(prep, race.game, mind)
    solve(prep)
    return prep


def solve(prep: Preparation) -> None:
    """Take steps until neither player could gain much."""
    for _ in range(MOST_STEPS // STEPS):
        improve_plays(prep, STEPS)
        if is_solved(prep):
            break


def is_solved(prep: Preparation) -> bool:
    """Whether neither player could gain much."""
    low, high = bounds(prep)
    return high - low <= ACCURACY


def champion(*, nodes: int = NODES, ms: float | None = None) -> Champion:
    """Prepares in equilibrium, in ms=N where that is limited; nodes=N markets tried in a draft."""
    return Champion(nodes, ms)
