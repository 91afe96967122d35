"""What the server says about puzzles. Answers may need a search, so they are found in a worker."""

from __future__ import annotations

import time
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from parlour.core.errors import GameError
from parlour.games.catalogue import KINDS
from parlour.puzzles.answering import answer_puzzle, game_of, legal_moves_of, view_of
from parlour.puzzles.puzzle import find_puzzle, find_solution, load_puzzles
from parlour.scenes.catalogue import make_staging
from parlour.server.errors import RefusalError
from parlour.server.puzzle_types import (
    PuzzleAnswer,
    PuzzleHint,
    PuzzleKind,
    PuzzleList,
    PuzzleMove,
    PuzzleName,
    PuzzlePage,
    PuzzleSolution,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.catalogue import AnyGame
    from parlour.puzzles.puzzle import Puzzle
    from parlour.scenes.scene import Answer, AnyStaging

DAY_SECONDS: Final = 24 * 3600
STRIDE: Final = 89
"""From one day's puzzle to the next of its game: a prime, so that all come round, easy and hard ones mixed."""
MOST_PLIES: Final = 12
"""How much of a refutation is told."""


class Position(NamedTuple):
    """A puzzle, ready to be asked about."""

    puzzle: Puzzle
    game: AnyGame
    staging: AnyStaging
    view: Any
    legal: Sequence[Any]


@cache
def kinds() -> tuple[PuzzleKind, ...]:
    """All puzzles by game and kind."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for game in KINDS:
        for puzzle in load_puzzles(game):
            numbers.setdefault((game, puzzle.kind), []).append(puzzle.id)
    return tuple(PuzzleKind(game, kind, tuple(found)) for (game, kind), found in numbers.items())


def todays_puzzle(now: float) -> PuzzleName | None:
    """The puzzle of a day, in UTC; the games take turns."""
    games = list(dict.fromkeys(each.game for each in kinds()))
    if not games:
        return None
    day = int(now // DAY_SECONDS)
    game = games[day % len(games)]
    return PuzzleName(game, day // len(games) * STRIDE % len(load_puzzles(game)) + 1)


def list_puzzles() -> PuzzleList:
    return PuzzleList(todays_puzzle(time.time()), kinds())


@lru_cache(maxsize=256)
def position_of(game: str, number: str) -> Position:
    """A puzzle by its game and number, or RefusalError."""
    try:
        puzzle = find_puzzle(game, int(number))
    except (GameError, ValueError) as error:
        raise RefusalError(
            "puzzle/unknown",
            f"there is no puzzle {number!r} of {game!r}",
            parameters={"game": game, "number": number},
        ) from error
    rules = game_of(puzzle)
    return Position(puzzle, rules, make_staging(rules), view_of(puzzle), legal_moves_of(puzzle))


def show_puzzle(position: Position) -> PuzzlePage:
    """A puzzle as its solver sees it."""
    puzzle = position.puzzle
    scene = position.staging.scene(position.view, position.legal)
    groups = ask_puzzle(position, "").groups
    return PuzzlePage(puzzle.game, puzzle.id, puzzle.kind, puzzle.difficulty, scene, groups)


def ask_puzzle(position: Position, text: str) -> Answer:
    """What the rules make of a selection."""
    return position.staging.answer(position.view, position.legal, text)


def hint_of(position: Position) -> PuzzleHint:
    """What sort of move solves a puzzle, or which does not."""
    found = find_solution(position.puzzle)
    combo = combo_of(position, found.solution[0])
    if combo is not None:
        return PuzzleHint(combo.kind, combo.width, combo.length)
    moves = map(position.game.format_move, position.legal)
    wrong = next(move for move in moves if move not in found.accepted)
    return PuzzleHint(wrong=PuzzleMove(position.puzzle.seat, wrong, combo_of(position, wrong)))


def solution_of(position: Position) -> PuzzleSolution:
    """What solves a puzzle."""
    found = find_solution(position.puzzle)
    seat = position.puzzle.seat
    line = tuple(PuzzleMove(seat, move, combo_of(position, move)) for move in found.solution)
    return PuzzleSolution(line, found.reasons, found.ahead)


def combo_of(position: Position, move: str) -> Any:
    return position.staging.combo(position.game.parse_move(move))


def judge_move(game: str, number: str, text: str) -> bytes:
    """What comes of a move, encoded; RefusalError where it is none here. Runs in a worker."""
    position = position_of(game, number)
    try:
        answer = answer_puzzle(position.puzzle, text)
    except GameError as error:
        raise RefusalError("move/notation", error.reason, error.clause or "") from error
    if answer.correct:
        return msgspec.json.encode(PuzzleAnswer(correct=True, solution=solution_of(position)))
    line = tuple(PuzzleMove(ply.seat, ply.move, combo_of(position, ply.move)) for ply in answer.line[:MOST_PLIES])
    return msgspec.json.encode(PuzzleAnswer(correct=False, line=line))
