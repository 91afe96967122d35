"""Answers to somebody who tries to solve a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.core.game import Seat
from parlour.games.catalogue import make_game
from parlour.puzzles.catalogue import MAKERS
from parlour.puzzles.making import plies
from parlour.puzzles.puzzle import Answer, Ply, PuzzleError, find_solution

if TYPE_CHECKING:
    from parlour.games.catalogue import AnyGame
    from parlour.puzzles.puzzle import Puzzle


def game_of(puzzle: Puzzle) -> AnyGame:
    """The rules under which a puzzle is solved."""
    return make_game(puzzle.game, puzzle.options)


def view_of(puzzle: Puzzle) -> Any:
    """What the solver sees."""
    game: Any = game_of(puzzle)
    return game.parse_view(puzzle.position)


def legal_moves_of(puzzle: Puzzle) -> list[Any]:
    """What the solver may do."""
    game, view = game_of(puzzle), view_of(puzzle)
    return list(game.legal_moves(MAKERS[puzzle.game]().world(view), Seat(puzzle.seat)))


def answer_puzzle(puzzle: Puzzle, text: str) -> Answer:
    """Whether a move solves a puzzle, and how it goes on; PuzzleError where it is no move here."""
    game, view = game_of(puzzle), view_of(puzzle)
    move = game.parse_move(text)
    maker = MAKERS[puzzle.game]()
    refusal = game.refusal(maker.world(view), Seat(puzzle.seat), move)
    if refusal is not None:
        raise PuzzleError(refusal.reason, refusal.clause)
    solution = find_solution(puzzle)
    choice = maker.choice(puzzle.kind, move)
    written = game.format_move(choice)
    if written in solution.accepted:
        line = solution.solution if written == solution.solution[0] else (written,)
        return Answer(correct=True, line=tuple(Ply(puzzle.seat, each) for each in line))
    return Answer(correct=False, line=plies(game, maker.refutation(view, puzzle.kind, choice)))
