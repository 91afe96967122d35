"""A person with a past: matches of some months and their reviews, as a site starts with them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from parlour.bots.catalogue import LEVELS
from parlour.games.catalogue import make_game
from parlour.server.events import Committed, Opening, Seated
from parlour.server.review_store import NewReview
from parlour.server.review_types import Figures, KindLoss
from parlour.server.review_work import judge_of
from parlour.server.sqlite import SqliteStore
from parlour.server.store import AddTable, TableRow, TableSummary
from tests.server.finished import ADA, person

LISTS: Final = {("haggis", 2): 60, ("haggis", 3): 14, ("damenrennen", 2): 30}
"""How many matches Ada has played of each."""
KINDS: Final = {
    "haggis": {"lead": 0.35, "answer": 0.5, "bomb": 0.05, "bet": 0.1},
    "damenrennen": {"take": 0.7, "show": 0.1, "swap": 0.1, "discard": 0.1},
}
SINCE: Final = datetime(2026, 4, 3, 19, 30, tzinfo=UTC)
MATCHES: Final = sum(LISTS.values())


def write_past(data: Path) -> None:
    """Let Ada have played and reviewed many matches."""
    with ThreadPoolExecutor(1) as pool:  # a browser keeps an event loop running in the thread of the test
        pool.submit(asyncio.run, store_past(data)).result()


async def store_past(data: Path) -> None:
    rng = Random(3)
    store = SqliteStore(data)
    ada = await person(store, "Ada", ADA)
    order = [key for key, count in LISTS.items() for _ in range(count)]
    rng.shuffle(order)
    for number, (game, players) in enumerate(order):
        won = rng.random() < 0.35 + number / 400
        bots = [LEVELS[min(4, number // 25 + rng.randrange(2))]] * (players - 1)
        with_bo = rng.random() < 0.2
        summary = TableSummary(
            status="over",
            names=("Ada", *("Bo" if with_bo and seat == 0 else "" for seat in range(players - 1))),
            bots=("", *("" if with_bo and seat == 0 else bot for seat, bot in enumerate(bots))),
            persons=(ada.id, *(None for _ in bots)),
            scores=(263 if won else rng.randrange(90, 240), *(rng.randrange(90, 240) if won else 258 for _ in bots))
            if game == "haggis"
            else (int(won), int(not won)),
            winners=(0,) if won else (1,),
        )
        rules = make_game(game, {"players": players} if game == "haggis" else {})
        opening = Opening(
            game=game, version=rules.version, options=msgspec.to_builtins(rules.options), owner=ada.id, hints=False
        )
        opened = (SINCE + timedelta(days=2.1 * number)).isoformat()
        row = TableRow(f"past{number}", opening, summary, opened)
        await store.write(AddTable(row, [Seated(0, ada.id, "Ada"), Committed("hash", "salt", "deal")]))
        await store.write_summary(row.name, summary)
        if rng.random() < 0.85:
            figures = judged(rng, game, level=5.5 - 3 * number / MATCHES if game == "haggis" else 1.9)
            judge = msgspec.json.encode(judge_of(game)).decode()
            begun = await store.reviews.add(NewReview(row.name, ada.id, 0, judge, 100), now=float(number))
            await store.reviews.add_verdicts(begun.id, 0, [], msgspec.json.encode(figures).decode())
    await store.close()


def judged(rng: Random, game: str, *, level: float) -> Figures:
    """What a judge could have said of a match."""
    decisions = rng.randrange(35, 70) if game == "haggis" else rng.randrange(18, 28)
    lost = max(0.4, rng.gauss(level, level / 4))
    luck, adjusted = rng.gauss(0, 40), rng.gauss(8, 30)
    return Figures(
        decisions=decisions,
        lost_per_decision=round(lost, 3),
        margin=round(1.8 * lost / decisions**0.5, 3),
        level=None,
        result=round(luck + adjusted, 3),
        luck=round(luck, 3),
        adjusted=round(adjusted, 3),
        rounds=(),
        kinds=tuple(
            KindLoss(kind, max(1, round(part * decisions)), round(lost * rng.uniform(0.5, 1.6), 3))
            for kind, part in KINDS[game].items()
        ),
    )
