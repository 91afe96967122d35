"""The HTTP API of puzzles: a puzzle comes without its solution, and answers are judged here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.scenes.scene import Answer
from parlour.server import puzzle_work
from parlour.server.bot_workers import Urgency
from parlour.server.http import Endpoint, RequestContext, encoded_response, json_response
from parlour.server.puzzle_types import PuzzleAnswer, PuzzleHint, PuzzleList, PuzzlePage, PuzzleSolution, PuzzleText

if TYPE_CHECKING:
    from starlette.responses import Response

PUZZLE: Final = "/api/puzzles/{game}/{number}"


def named(context: RequestContext) -> tuple[str, str]:
    """The game and the number of a puzzle."""
    return context.request.path_params["game"], context.request.path_params["number"]


async def list_puzzles(context: RequestContext) -> Response:
    del context
    return json_response(puzzle_work.list_puzzles())


async def show_puzzle(context: RequestContext) -> Response:
    return json_response(puzzle_work.show_puzzle(puzzle_work.position_of(*named(context))))


async def ask_puzzle(context: RequestContext) -> Response:
    return json_response(puzzle_work.ask_puzzle(puzzle_work.position_of(*named(context)), context.body.text))


async def show_hint(context: RequestContext) -> Response:
    return json_response(puzzle_work.hint_of(puzzle_work.position_of(*named(context))))


async def show_solution(context: RequestContext) -> Response:
    return json_response(puzzle_work.solution_of(puzzle_work.position_of(*named(context))))


async def answer_puzzle(context: RequestContext) -> Response:
    question = (*named(context), context.body.text)
    workers = context.tables.workers
    return encoded_response(await workers.ask(Urgency.REPLAY, context.address, puzzle_work.judge_move, *question))


PUZZLE_ENDPOINTS: Final = (
    Endpoint(method="GET", path="/api/puzzles", act=list_puzzles, reply=PuzzleList, about="the puzzles, and today's"),
    Endpoint(method="GET", path=PUZZLE, act=show_puzzle, reply=PuzzlePage, about="a puzzle, without its solution"),
    Endpoint(
        method="POST",
        path=f"{PUZZLE}/ask",
        act=ask_puzzle,
        body=PuzzleText,
        reply=Answer,
        about="what a selection of cards is in a puzzle",
    ),
    Endpoint(
        method="POST",
        path=f"{PUZZLE}/answer",
        act=answer_puzzle,
        body=PuzzleText,
        reply=PuzzleAnswer,
        about="try a move",
    ),
    Endpoint(method="GET", path=f"{PUZZLE}/hint", act=show_hint, reply=PuzzleHint, about="what sort of move it is"),
    Endpoint(method="GET", path=f"{PUZZLE}/solution", act=show_solution, reply=PuzzleSolution, about="the solution"),
)
