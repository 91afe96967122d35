"""A puzzle, its solution apart from it, and the files that both come in."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from parlour.core.errors import GameError
from parlour.core.game import Reason
from parlour.games.catalogue import KINDS

PUZZLES: Final = "puzzles.jsonl"
SOLUTIONS: Final = "solutions.jsonl"


class PuzzleError(GameError):
    """A puzzle that does not exist, or an answer that is none."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """What a solver is shown; nothing in it tells the solution."""

    id: int
    """From 1, in the order of difficulty."""
    kind: str
    """`out_by_force`, `best_by_far`, `bet`, `draft` or `swap`."""
    themes: tuple[str, ...]
    game: str
    options: dict[str, Any]
    seat: int
    position: str
    """What the seat may know, as `Game.parse_view` reads it."""
    difficulty: int
    """How many of the five levels of bots do not solve it, from 0 to 5."""


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """What solves a puzzle."""

    id: int
    solution: tuple[str, ...]
    """The seat's own moves in notation: the first one is asked for, the others follow where nobody interferes."""
    accepted: tuple[str, ...]
    """All first moves that solve it."""
    ahead: float | None
    """By how much it is better than any other, the lower end of the 95 % interval; None where it was proved."""
    reasons: tuple[Reason, ...] = ()


class Ply(msgspec.Struct, frozen=True):
    """A move in a line of play."""

    seat: int
    move: str


class Answer(msgspec.Struct, frozen=True):
    """What is said to somebody who has tried a move."""

    correct: bool
    line: tuple[Ply, ...]
    """How it goes on: the solution to its end, or what refutes a wrong move, which is the first ply."""


@cache
def load_puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with parlour for a game; none for other games."""
    return tuple(decoded(game, PUZZLES, Puzzle))


@cache
def load_solutions(game: str) -> tuple[Solution, ...]:
    """Their solutions, in the same order."""
    return tuple(decoded(game, SOLUTIONS, Solution))


def decoded(game: str, name: str, kind: type[Any]) -> list[Any]:
    """The lines of a file that comes with parlour."""
    if game not in KINDS:
        raise PuzzleError(f"no game is called {game!r}; there are {', '.join(KINDS)}")
    file = files(__package__) / game / name
    if not file.is_file():
        return []
    return msgspec.json.Decoder(kind).decode_lines(file.read_bytes())


def find_puzzle(game: str, number: int) -> Puzzle:
    """A puzzle by its id, or PuzzleError."""
    puzzles = load_puzzles(game)
    if not 1 <= number <= len(puzzles):
        known = f"1 to {len(puzzles)}" if puzzles else "none"
        raise PuzzleError(f"no puzzle of {game} is number {number}; there are {known}")
    return puzzles[number - 1]


def find_solution(puzzle: Puzzle) -> Solution:
    """What solves a puzzle that comes with parlour."""
    return load_solutions(puzzle.game)[puzzle.id - 1]
