"""Renews shipped puzzles: `python -m tests.puzzles.renewal GAME SEED FOLDER [DROPPED …]`.

Puzzles with these numbers are dropped and as many new ones of their kinds found in matches of bots with a new seed.
The difficulty of all is told anew by the levels as they are now, and they are numbered in its order. The files are
written into a folder.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

import msgspec

from parlour.bots.catalogue import LEVELS, make_bot
from parlour.cli.puzzle import write
from parlour.games.catalogue import make_game
from parlour.puzzles.answering import game_of, legal_moves_of, view_of
from parlour.puzzles.catalogue import MAKERS
from parlour.puzzles.making import Made, make_puzzles, numbered, self_play
from parlour.puzzles.puzzle import find_solution, load_puzzles


def rated(made: Made) -> Made:
    """A puzzle with its difficulty by the levels as they are now."""
    puzzle, solution = made
    game, view, legal = game_of(puzzle), view_of(puzzle), legal_moves_of(puzzle)
    maker = MAKERS[puzzle.game]()
    tries = [make_bot(level, puzzle.game).choose(view, legal, Random(1)) for level in LEVELS]
    failed = sum(game.format_move(maker.choice(puzzle.kind, move)) not in solution.accepted for move in tries)
    return Made(msgspec.structs.replace(puzzle, difficulty=failed), solution)


def main(game: str, seed: str, folder: str, *dropped: str) -> None:
    """Drop, find, rate, number and write."""
    maker, numbers = MAKERS[game](), set(map(int, dropped))
    kept = [Made(puzzle, find_solution(puzzle)) for puzzle in load_puzzles(game) if puzzle.id not in numbers]
    quotas = Counter(puzzle.kind for puzzle in load_puzzles(game) if puzzle.id in numbers)
    matches = self_play(maker, game, make_game, int(seed))
    found = make_puzzles(maker, matches, int(seed), lambda done, total: tell(f"{done} of {total} found"), quotas)
    everything = sorted(map(rated, [*kept, *found]), key=lambda each: each.puzzle.difficulty)
    Path(folder).mkdir(parents=True, exist_ok=True)
    write(Path(folder), [numbered(each, number) for number, each in enumerate(everything, start=1)])
    tell(str(sorted(Counter(each.puzzle.difficulty for each in everything).items())))


def tell(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
