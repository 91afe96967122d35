"""OpenSpiel's information set Monte Carlo tree search on a round of two-player Haggis, against uniform play.

    python examples/ismcts.py --rounds 10 --simulations 200

Every simulation begins with `resample_from_infostate`: a deal of the hidden cards that the searching
seat holds possible. The seats take turns to search. It needs parlour[envs].
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import parlour.envs.spiel  # noqa: F401 - registers the games

if TYPE_CHECKING:
    from collections.abc import Sequence

EXPLORATION = 40.0
"""The constant of UCT, in points: about what a round is worth."""


def make_searcher(game: Any, simulations: int, seed: int) -> Any:
    """OpenSpiel's IS-MCTS bot."""
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    return ismcts.ISMCTSBot(game, evaluator, EXPLORATION, simulations, random_state=random)


def play_round(game: Any, searcher: Any, seat: int, rng: Random) -> float:
    """What the searcher in this seat wins in a round against uniform play."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, chances)[0]
        elif state.current_player() == seat:
            action = searcher.step(state)
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(int(action))
    won: float = state.returns()[seat]
    return won


def main(arguments: Sequence[str] | None = None) -> None:
    """Play rounds and print how they ended."""
    parser = argparse.ArgumentParser(description="IS-MCTS on two-player Haggis, against uniform play")
    parser.add_argument("--rounds", type=int, default=10, help="how many (10)")
    parser.add_argument("--simulations", type=int, default=200, help="of every decision (200)")
    parser.add_argument("--seed", type=int, default=1, help="of deals, play and search (1)")
    given = parser.parse_args(arguments)
    game = pyspiel.load_game("parlour_haggis")
    searcher, rng = make_searcher(game, given.simulations, given.seed), Random(given.seed)
    points = []
    for number in range(given.rounds):
        points.append(play_round(game, searcher, number % 2, rng))
        print(f"round {number + 1}: {points[-1]:+.0f} points")
    spread = stdev(points) / len(points) ** 0.5 if len(points) > 1 else 0.0
    wins = sum(won > 0 for won in points)
    print(f"searching won {mean(points):+.1f} ± {spread:.1f} points a round, {wins} of {len(points)} rounds")


if __name__ == "__main__":
    main()
