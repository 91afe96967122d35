"""The shipped puzzles: every solution is legal and apart from its puzzle, every wrong move is answered."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import msgspec
import pytest

from parlour.bots.damenrennen.champion import Champion
from parlour.core.errors import GameError
from parlour.core.game import Seat
from parlour.puzzles.answering import answer_puzzle, game_of, legal_moves_of, view_of
from parlour.puzzles.catalogue import MAKERS
from parlour.puzzles.puzzle import Puzzle, PuzzleError, find_puzzle, find_solution, load_puzzles, load_solutions
from tests.puzzles.oracle import check_force

GAMES = ["haggis", "damenrennen"]


def of_kind(game: str, kind: str) -> Puzzle:
    return next(puzzle for puzzle in load_puzzles(game) if puzzle.kind == kind)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_three_hundred_of_all_kinds_the_easiest_first(game: str) -> None:
    puzzles = load_puzzles(game)

    assert len(puzzles) == 300
    assert [puzzle.id for puzzle in puzzles] == list(range(1, 301))
    assert [solution.id for solution in load_solutions(game)] == list(range(1, 301))
    assert [puzzle.difficulty for puzzle in puzzles] == sorted(puzzle.difficulty for puzzle in puzzles)
    assert Counter(puzzle.kind for puzzle in puzzles) == Counter(MAKERS[game]().quotas)
    assert len({puzzle.position for puzzle in puzzles}) == 300


@pytest.mark.parametrize("game", GAMES)
def test_every_solution_is_legal_and_few_moves_are(game: str) -> None:
    for puzzle in load_puzzles(game):
        solution, rules = find_solution(puzzle), game_of(puzzle)
        legal = {rules.format_move(move) for move in legal_moves_of(puzzle)}
        assert solution.solution[0] in solution.accepted
        assert set(solution.accepted) <= legal
        assert len(legal) > len(solution.accepted)
        assert view_of(puzzle).seat == puzzle.seat


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_tells_nothing_but_what_its_seat_may_know(game: str) -> None:
    for puzzle in load_puzzles(game):
        rules = game_of(puzzle)
        data = json.loads(msgspec.json.encode(puzzle))
        assert not set(data["themes"]) & {"pass", "bet", "no_bet"}
        assert data.keys() == {"id", "kind", "themes", "game", "options", "seat", "position", "difficulty"}
        assert rules.format_view(view_of(puzzle)) == puzzle.position  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
def test_right_moves_are_accepted_and_wrong_ones_refuted(game: str) -> None:
    rng = Random(5)
    chosen = [of_kind(game, kind) for kind in MAKERS[game]().quotas] + list(load_puzzles(game)[::25])
    for puzzle in chosen:
        kind = puzzle.kind
        solution, rules = find_solution(puzzle), game_of(puzzle)
        right = answer_puzzle(puzzle, solution.solution[0])
        assert right.correct
        assert [ply.move for ply in right.line] == list(solution.solution)
        texts = [rules.format_move(move) for move in legal_moves_of(puzzle)]
        if kind == "bet":
            texts = [text for text in texts if text.startswith("bet")]
        wrong = rng.choice([text for text in texts if text not in solution.accepted])
        answer = answer_puzzle(puzzle, wrong)
        assert not answer.correct
        assert (answer.line[0].seat, answer.line[0].move) == (puzzle.seat, wrong)
        assert len(answer.line) > 1 or kind == "swap"


def test_the_same_wrong_move_is_always_answered_alike() -> None:
    puzzle = of_kind("haggis", "best_by_far")
    rules = game_of(puzzle)
    accepted = find_solution(puzzle).accepted
    wrong = next(text for text in map(rules.format_move, legal_moves_of(puzzle)) if text not in accepted)

    assert answer_puzzle(puzzle, wrong) == answer_puzzle(puzzle, wrong)


def test_a_move_that_is_none_is_refused() -> None:
    puzzle = of_kind("haggis", "out_by_force")

    with pytest.raises(GameError):
        answer_puzzle(puzzle, "11x")
    with pytest.raises(PuzzleError):
        answer_puzzle(puzzle, "give 1")


def test_a_puzzle_that_does_not_exist_is_refused() -> None:
    with pytest.raises(PuzzleError, match="number 301; there are 1 to 300"):
        find_puzzle("haggis", 301)
    with pytest.raises(PuzzleError, match="no game is called 'chess'"):
        find_puzzle("chess", 1)


@pytest.mark.slow
def test_out_by_force_holds_in_sampled_worlds() -> None:
    """All worlds: `python -m tests.puzzles.oracle force haggis`."""
    forced = [puzzle for puzzle in load_puzzles("haggis") if puzzle.kind == "out_by_force"]

    assert sum(check_force(puzzle, most=3) for puzzle in forced[::8]) > 20


def test_the_seat_of_a_puzzle_is_to_act() -> None:
    for game in GAMES:
        for puzzle in load_puzzles(game)[::10]:
            assert Seat(puzzle.seat) in view_of(puzzle).to_act


@pytest.mark.slow
def test_what_to_show_swap_or_discard_is_best_in_equilibrium_too() -> None:
    champion = Champion()
    puzzles = [puzzle for puzzle in load_puzzles("damenrennen") if puzzle.kind == "swap"]
    for puzzle in puzzles[::5]:
        view, legal = view_of(puzzle), legal_moves_of(puzzle)
        (accepted,) = find_solution(puzzle).accepted
        worths = {
            game_of(puzzle).format_move(move): worth
            for move, worth in zip(legal, champion.worths(view, legal, Random(1)), strict=True)
        }
        best = worths.pop(accepted)
        assert best - max(worths.values()) > 0.04
