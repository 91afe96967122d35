"""Matches with their reviews, as a site starts with them: `python -m tests.web.reviewed` judges them anew."""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from parlour.bots.catalogue import make_bot
from parlour.core.game import CHANCE
from parlour.core.log import read_log, write_log
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from parlour.server.review_store import NewReview
from parlour.server.review_work import Begun, Task, judge_of
from parlour.server.sqlite import SqliteStore
from tests.server.finished import ADA, person, write_finished

FOLDER: Final = Path(__file__).parents[1] / "data" / "reviews"
OPTIONS: Final[dict[str, dict[str, Any]]] = {"haggis": {"target": 60}, "damenrennen": {}}
SEED: Final = 3


class Kept(msgspec.Struct, frozen=True):
    """A match of two casual bots, and what the judge said about seat 0."""

    log: str
    decisions: list[msgspec.Raw]
    figures: msgspec.Raw


def kept_review(game: str) -> Kept:
    return msgspec.json.decode((FOLDER / f"{game}.json").read_bytes(), type=Kept)


def write_reviewed(data: Path, game: str) -> str:
    """Let Ada and Bo have played a match that Ada had reviewed; the name of its table."""
    with ThreadPoolExecutor(1) as pool:  # a browser keeps an event loop running in the thread of the test
        return pool.submit(asyncio.run, store_review(data, game)).result()


async def store_review(data: Path, game: str) -> str:
    kept = kept_review(game)
    match = read_log(io.StringIO(kept.log), make_game).table
    table = await write_finished(data, match)
    store = SqliteStore(data)
    ada = await person(store, "Ada", ADA)
    judge = msgspec.json.encode(judge_of(game)).decode()
    row = await store.reviews.add(NewReview(table, ada.id, 0, judge, len(match.events)), now=0.0)
    bodies = [bytes(body).decode() for body in kept.decisions]
    await store.reviews.add_verdicts(row.id, 0, bodies, bytes(kept.figures).decode())
    await store.close()
    return table


def bots_match(game: str) -> Table[Any, Any, Any]:
    """A match of two casual bots."""
    rng, bot = Random(SEED), make_bot("casual", game)
    table: Table[Any, Any, Any] = Table(make_game(game, OPTIONS[game]))
    while actors := table.to_act():
        actor = actors[0]
        if actor is CHANCE:
            table.deal(rng)
        else:
            table.play(actor, bot.choose(table.view(actor), table.legal_moves(actor), rng))
    return table


def judge_anew(game: str) -> None:
    """Write a match and its review down."""
    file = io.StringIO()
    write_log(bots_match(game), file)
    review = Begun(Task(file.getvalue().encode(), 0), ())
    decisions: list[str] = []
    figures = None
    while figures is None:
        part = review.advance()
        decisions += part.decisions
        figures = part.figures
    kept = Kept(file.getvalue(), [msgspec.Raw(body.encode()) for body in decisions], msgspec.Raw(figures.encode()))
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.json").write_bytes(msgspec.json.encode(kept) + b"\n")


if __name__ == "__main__":
    for name in OPTIONS:
        judge_anew(name)
