"""Counterfactual regret minimization on the end of a round of Haggis, small enough to be solved.

    python examples/tiny_cfr.py --iterations 100 --plot exploitability.png

The game is `parlour_haggis` with a position: everything is public except where the few remaining
cards lie, and chance deals those anew. The rules are those of the whole game. Exploitability, in
points a round, is what a best response wins against a strategy; against an equilibrium it wins
nothing. It needs parlour[envs], and matplotlib for a plot.
"""

from __future__ import annotations

import argparse
import importlib
from typing import TYPE_CHECKING, Any

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import parlour.envs.spiel  # noqa: F401 - registers the games
from parlour.games.haggis.cards import SPOTS, format_cards, parse_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

HANDS = "2r 4r | 3g 5g"
HAGGIS = "6r"


def ending(hands: str, haggis: str) -> str:
    """A position in which seat 0 leads and has captured all cards that are not named."""
    left = parse_cards(f"{hands.replace('|', ' ')} {haggis}")
    return f"hands {hands}; haggis {haggis}; captured {format_cards(SPOTS[2] & ~left)} |"


def solve(game: Any, iterations: int) -> list[tuple[int, float]]:
    """Run CFR+; returns the exploitability of the average strategy after 1, 2, 4, … iterations."""
    solver = cfr.CFRPlusSolver(game)
    curve = [(0, exploitability.exploitability(game, solver.average_policy()))]
    for done in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if done & (done - 1) == 0 or done == iterations:
            curve.append((done, exploitability.exploitability(game, solver.average_policy())))
            print(f"{done:5} iterations: {curve[-1][1]:.4f} points")
    return curve


def plot(curve: Sequence[tuple[int, float]], file: str) -> None:
    """Plot the curve with matplotlib."""
    pyplot = importlib.import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(6, 4))
    axes.loglog([max(1, done) for done, _ in curve[1:]], [points for _, points in curve[1:]], marker="o")
    axes.set_xlabel("iterations of CFR+")
    axes.set_ylabel("exploitability, points a round")
    axes.grid(visible=True, which="both", alpha=0.3)
    figure.tight_layout()
    figure.savefig(file)


def main(arguments: Sequence[str] | None = None) -> None:
    """Solve a position and print its exploitability."""
    parser = argparse.ArgumentParser(description="CFR+ on the end of a round of Haggis")
    parser.add_argument("--iterations", type=int, default=100, help="how many (100)")
    parser.add_argument("--hands", default=HANDS, help=f"how many cards of which deck ({HANDS!r})")
    parser.add_argument("--haggis", default=HAGGIS, help=f"likewise ({HAGGIS!r})")
    parser.add_argument("--plot", help="an image to draw: .png or .svg")
    given = parser.parse_args(arguments)
    game = pyspiel.load_game("parlour_haggis", {"position": ending(given.hands, given.haggis)})
    curve = solve(game, given.iterations)
    print(f"from {curve[0][1]:.4f} points to {curve[-1][1]:.4f}")
    if given.plot:
        plot(curve, given.plot)


if __name__ == "__main__":
    main()
