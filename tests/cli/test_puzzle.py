"""`parlour puzzle` and `parlour puzzles make`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.bots.catalogue import make_bot
from parlour.core.log import write_log
from parlour.puzzles.answering import game_of, legal_moves_of
from parlour.puzzles.puzzle import find_puzzle, find_solution
from tests.cli.runner import Runner
from tests.review.matches import played

FIELDS = {"id", "kind", "themes", "game", "options", "seat", "position"}


@pytest.mark.parametrize("game", ["haggis", "damenrennen"])
def test_data_have_the_solution_only_where_it_is_asked_for(run: Runner, game: str) -> None:
    plain = json.loads(run("puzzle", "--game", game, "--id", "7", "--json").out)
    solved = json.loads(run("puzzle", "--game", game, "--id", "7", "--json", "--solution").out)

    assert plain.keys() >= FIELDS
    assert "solution" not in plain
    assert solved == plain | {"solution": list(find_solution(find_puzzle(game, 7)).solution)}


@pytest.mark.parametrize("game", ["haggis", "damenrennen"])
def test_a_puzzle_is_solved_after_a_wrong_try(run: Runner, game: str) -> None:
    puzzle = find_puzzle(game, 12)
    solution = find_solution(puzzle)
    texts = map(game_of(puzzle).format_move, legal_moves_of(puzzle))
    wrong = next(text for text in texts if text not in solution.accepted and not text.startswith("bet"))
    said = run("puzzle", "--game", game, "--id", "12", typed=f"{wrong}\nnonsense\n{solution.solution[0]}\n")

    assert said.code == 0
    assert "That is not it" in said.out
    assert "Refused" in said.out
    assert "Solved." in said.out


def test_giving_up_shows_the_solution_and_leaving_does_not(run: Runner) -> None:
    assert "Solution: " in run("puzzle", "--id", "3", typed="solution\n").out
    assert "Solution: " in run("puzzle", "--id", "3", "--solution").out
    left = run("puzzle", "--id", "3")
    assert left.code == 0
    assert "Solution: " not in left.out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["puzzle", "--id", "0"], "number 0; there are 1 to 300"),
        (["puzzle", "--game", "chess"], "'chess'"),
        (["puzzles", "make", "--game", "chess", "--out", "x"], "'chess'"),
        (["puzzles", "make", "--count", "0", "--out", "x"], "got 0"),
    ],
)
def test_bad_input_is_named(run: Runner, arguments: list[str], part: str) -> None:
    said = run(*arguments)

    assert said.code == 2
    assert part in said.err


def test_puzzles_are_made_from_logs_and_then_by_bots_the_same_every_time(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    table = played("damenrennen", {}, [make_bot("regular", "damenrennen")] * 2, 3)
    with log.open("w", encoding="utf-8") as file:
        write_log(table, file)
    made = []
    for name in ("one", "two"):
        said = run("puzzles", "make", str(log), "--game", "damenrennen", "--count", "3", "--out", str(tmp_path / name))
        assert said.code == 0
        made.append([(tmp_path / name / file).read_bytes() for file in ("puzzles.jsonl", "solutions.jsonl")])

    assert made[0] == made[1]
    assert len(made[0][0].splitlines()) == 3
    assert b"solution" not in made[0][0]


def test_a_log_of_another_game_makes_no_puzzles(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    table = played("damenrennen", {}, [make_bot("beginner", "damenrennen")] * 2, 3)
    with log.open("w", encoding="utf-8") as file:
        write_log(table, file)
    said = run("puzzles", "make", str(log), "--game", "haggis", "--out", str(tmp_path / "x"))

    assert said.code == 2
    assert "a log of damenrennen, not of haggis" in said.err
