"""Puzzles over HTTP: nothing tells the solution before it is asked for, and answers are judged by the server."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.puzzles.puzzle import find_solution, load_puzzles
from parlour.server.puzzle_work import DAY_SECONDS, kinds, position_of, todays_puzzle
from tests.server.server_process import ServerProcess

GAMES = ("haggis", "damenrennen")


def path(game: str, number: int, what: str = "") -> str:
    return f"/api/puzzles/{game}/{number}{what}"


@pytest.mark.server
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_by_its_solution_only(server: ServerProcess, game: str) -> None:
    listed = server.call("GET", "/api/puzzles").json
    number = next(each["numbers"][0] for each in listed["kinds"] if each["game"] == game)
    shown = server.call("GET", path(game, number)).json
    solution = find_solution(load_puzzles(game)[number - 1])
    position = position_of(game, str(number))
    moves = [position.game.format_move(move) for move in position.legal]

    assert shown["scene"]["seat"] == position.puzzle.seat
    assert not {"solution", "accepted", "reasons", "ahead"} & shown.keys()
    right = server.call("POST", path(game, number, "/answer"), {"text": solution.solution[0]}).json
    assert right["correct"]
    assert [each["move"] for each in right["solution"]["line"]] == list(solution.solution)
    wrong = [move for move in moves if move not in solution.accepted]
    for move in {wrong[0], wrong[-1]}:
        answer = server.call("POST", path(game, number, "/answer"), {"text": move}).json
        assert not answer["correct"]
        assert "solution" not in answer
        assert answer["line"][0]["move"] == move
    refused = server.call("POST", path(game, number, "/answer"), {"text": "nonsense"})
    assert (refused.status, refused.json["code"]) == (400, "move/notation")


@pytest.mark.server
@pytest.mark.parametrize("number", ["0", "99999", "x", "-1"])
def test_there_is_no_other_puzzle(server: ServerProcess, number: str) -> None:
    for game in ("haggis", "chess"):
        reply = server.call("GET", f"/api/puzzles/{game}/{number}")
        assert (reply.status, reply.json["code"]) == (404, "puzzle/unknown")


def test_every_day_has_its_puzzle_and_all_come_round() -> None:
    count = sum(len(each.numbers) for each in kinds())
    days: list[Any] = [todays_puzzle(day * DAY_SECONDS + 5.0) for day in range(20_000, 20_000 + 2 * count)]

    assert len({each.game for each in days[:2]}) == len({each.game for each in kinds()})
    assert len(set(days)) == count
    assert todays_puzzle(20_000 * DAY_SECONDS) == todays_puzzle(20_001 * DAY_SECONDS - 1.0)
