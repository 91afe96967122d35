"""`parlour puzzle` and `parlour puzzles make`."""

from __future__ import annotations

import json
import sys
from itertools import chain
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.cli.game import Commands, load
from parlour.cli.network import INTERRUPTED
from parlour.core.errors import GameError, OptionError
from parlour.core.game import Seat
from parlour.games.catalogue import KINDS, make_game
from parlour.puzzles.answering import answer_puzzle, game_of, legal_moves_of, view_of
from parlour.puzzles.catalogue import MAKERS
from parlour.puzzles.making import Made, make_puzzles, self_play
from parlour.puzzles.puzzle import PUZZLES, SOLUTIONS, PuzzleError, find_puzzle, find_solution, load_puzzles
from parlour.scenes.catalogue import make_staging
from parlour.terminal.catalogue import make_words
from parlour.terminal.names import Names, sentence
from parlour.terminal.progress import show_progress
from parlour.terminal.prompt import ask

if TYPE_CHECKING:
    import argparse

    from parlour.puzzles.puzzle import Answer, Puzzle

QUESTIONS: Final = {
    "out_by_force": "Go out first, whatever the other holds",
    "best_by_far": "One move is better than all others by ten points or more",
    "bet": "Do you bet",
    "draft": "Which card do you take",
    "swap": "What do you do",
}
LINE_SHOWN: Final = 12
"""Plies of a refutation that are printed."""


def add_puzzle(commands: Commands) -> None:
    command = commands.add_parser(
        "puzzle",
        help="solve a puzzle",
        description="Solve a puzzle in the terminal: type a move in the game's notation. A wrong one is answered by"
        " what refutes it; 'solution' gives up, and end of input leaves.",
    )
    add_puzzle_game(command)
    command.add_argument("--id", type=int, metavar="N", help="which one (a random one)")
    command.add_argument("--solution", action="store_true", help="print the puzzle with its solution, and ask nothing")
    command.add_argument("--json", action="store_true", help="print data for programs, and ask nothing")
    command.set_defaults(run=run_puzzle)


def add_puzzles(commands: Commands) -> None:
    command = commands.add_parser("puzzles", help="make puzzles", description="Make puzzles from matches.")
    actions = command.add_subparsers(metavar="ACTION", required=True)
    make = actions.add_parser(
        "make",
        help="find puzzles in logs and in matches of bots",
        description="Look for puzzles in logs, then in matches that bots play with themselves, until there are enough."
        f" Writes {PUZZLES} and {SOLUTIONS} into a folder; the same seed makes the same puzzles.",
    )
    add_puzzle_game(make)
    make.add_argument("logs", nargs="*", type=Path, metavar="LOG", help="saved matches to look at first")
    make.add_argument("--count", type=int, default=300, metavar="N", help="how many puzzles of all kinds (300)")
    make.add_argument("--seed", type=int, default=1, metavar="N", help="which matches of bots (1)")
    make.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where to write them")
    make.set_defaults(run=run_make)


def add_puzzle_game(command: argparse.ArgumentParser) -> None:
    usual = next(iter(MAKERS))
    command.add_argument("--game", default=usual, metavar="GAME", help=f"{', '.join(MAKERS)} ({usual})")


def run_puzzle(options: argparse.Namespace) -> int:
    """Show a puzzle; without --json and --solution, ask for moves until it is solved."""
    number = options.id
    if number is None:
        number = SystemRandom().randint(1, max(1, len(load_puzzles(options.game))))
    puzzle = find_puzzle(options.game, number)
    if options.json:
        print(json.dumps(puzzle_data(puzzle, solved=options.solution)))
        return 0
    print("\n".join(puzzle_lines(puzzle)))
    if options.solution:
        print(solution_line(puzzle))
        return 0
    try:
        return ask_for_moves(puzzle)
    except EOFError:
        print()
        return 0
    except KeyboardInterrupt:
        print()
        return INTERRUPTED


def puzzle_data(puzzle: Puzzle, *, solved: bool) -> dict[str, object]:
    """A puzzle for programs, its solution only where it was asked for."""
    found: dict[str, object] = msgspec.to_builtins(puzzle)
    return found | ({"solution": list(find_solution(puzzle).solution)} if solved else {})


def puzzle_lines(puzzle: Puzzle) -> list[str]:
    """The position as its seat sees it, and what is asked."""
    game, view = game_of(puzzle), view_of(puzzle)
    scene = make_staging(game).scene(view, legal_moves_of(puzzle))
    head = f"Puzzle {puzzle.id} of {len(load_puzzles(puzzle.game))}, {KINDS[puzzle.game].title};"
    words, names = make_words(puzzle.game), Names(puzzle.seat)
    asked = QUESTIONS[puzzle.kind] + ("?" if puzzle.kind in {"bet", "draft", "swap"} else ".")
    return [
        f"{head} {puzzle.difficulty} of 5 levels of bots do not solve it.",
        words.score(scene, names),
        *words.table(scene, names),
        asked,
    ]


def solution_line(puzzle: Puzzle) -> str:
    """The solution with its reasons."""
    solution, words = find_solution(puzzle), make_words(puzzle.game)
    staging = make_staging(game_of(puzzle))
    reasons = ", ".join(map(staging.reason_text, solution.reasons))
    line = ", then ".join(map(words.describe_move, solution.solution))
    return f"Solution: {line}{f': {reasons}' if reasons else ''}."


def ask_for_moves(puzzle: Puzzle) -> int:
    """Ask for moves until the puzzle is solved or given up."""
    game, words, legal = game_of(puzzle), make_words(puzzle.game), legal_moves_of(puzzle)
    while True:
        text = ask("Your move ('solution' gives up): ").strip()
        if text.lower() == "solution":
            print(solution_line(puzzle))
            return 0
        try:
            answer = answer_puzzle(puzzle, game.format_move(words.read_move(game, legal, text)))
        except GameError as error:
            print(f"Refused: {error}")
            continue
        if answer.correct:
            print(f"Solved. {solution_line(puzzle)}")
            return 0
        print("\n".join(refutation_lines(puzzle, answer)))


def refutation_lines(puzzle: Puzzle, answer: Answer) -> list[str]:
    """How a wrong move fails, move by move."""
    words, names = make_words(puzzle.game), Names(puzzle.seat)
    lines = [
        sentence(f"  {names.does(Seat(ply.seat), 'plays')} {words.describe_move(ply.move)}".strip())
        for ply in answer.line[:LINE_SHOWN]
    ]
    more = len(answer.line) - len(lines)
    return ["That is not it. It could go on like this:", *lines, *([f"… and {more} moves more."] if more else [])]


def run_make(options: argparse.Namespace) -> int:
    """Look for puzzles and write them."""
    if options.game not in MAKERS:
        raise OptionError(f"no puzzles are made for {options.game!r}; there are {', '.join(MAKERS)}")
    if options.count < 1:
        raise OptionError(f"--count is 1 or more, got {options.count}")
    maker = MAKERS[options.game]()
    tables = [load(path).table for path in options.logs]
    for path, table in zip(options.logs, tables, strict=True):
        if table.game.name != options.game:
            raise PuzzleError(f"{path}: a log of {table.game.name}, not of {options.game}")
    whole = sum(maker.quotas.values())
    quotas = {kind: -(-options.count * quota // whole) for kind, quota in maker.quotas.items()}
    matches = chain(tables, self_play(maker, options.game, make_game, options.seed))
    made = make_puzzles(maker, matches, options.seed, lambda done, total: show_progress(done, total, "puzzles"), quotas)
    options.out.mkdir(parents=True, exist_ok=True)
    write(options.out, made)
    print(f"{len(made)} puzzles in {options.out}", file=sys.stderr)
    return 0


def write(folder: Path, made: list[Made]) -> None:
    """Write puzzles and solutions, one a line."""
    encode = msgspec.json.Encoder().encode_lines
    (folder / PUZZLES).write_bytes(encode([each.puzzle for each in made]))
    (folder / SOLUTIONS).write_bytes(encode([each.solution for each in made]))
