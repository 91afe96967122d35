"""The ratings of a ladder: now, and after every night; and its page."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from parlour.arena import report
from parlour.arena.chart import courses
from parlour.arena.pairing import compare
from parlour.arena.rating import bradley_terry
from parlour.arena.summary import Summary, summarize
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.arena.ladder import Ladder


def summary_of(ladder: Ladder) -> Summary:
    """The results of all nights."""
    return summarize(ladder.standing(len(ladder.nights)))


def course_of(ladder: Ladder) -> dict[str, list[float | None]]:
    """Every bot's Elo after each night; None before its first board."""
    names = list(ladder.specs)
    course: dict[str, list[float | None]] = {name: [] for name in names}
    for night in range(1, len(ladder.nights) + 1):
        boards = ladder.standing(night).boards
        scores = np.zeros((len(names), len(names)))
        for a, b in combinations(range(len(names)), 2):
            met = compare((board for board in boards if {a, b} <= set(board.lineup)), a, b)
            if met is not None:
                scores[a, b], scores[b, a] = met.score * met.bouts, (1 - met.score) * met.bouts
        played = (scores + scores.T).sum(1) > 0
        ratings: Iterator[float] = iter(bradley_terry(scores[np.ix_(played, played)]).tolist() if played.any() else [])
        for name, has_played in zip(names, played, strict=True):
            course[name].append(next(ratings) if has_played else None)
    return course


def ladder_page(ladder: Ladder, summary: Summary, course: dict[str, list[float | None]]) -> str:
    """The page: the ratings and their course, then what the arena tells, the entrants and the nights."""
    entrants = [["bot", "spec", ""]] + [
        [name, spec, "retired" if name in ladder.retired else ""] for name, spec in ladder.specs.items()
    ]
    nights = [["night", "began", "parlour"]] + [
        [str(each.night), each.began.replace("T", " ").replace("+00:00", " UTC"), each.parlour]
        for each in ladder.nights
    ]
    sections = [
        report.overview(summary),
        report.ratings(summary),
        "<h2>Elo by night</h2><p>After each night, over all boards so far, mean 0.</p>"
        + report.figure(courses(list(course), list(course.values()), "Elo after each night")),
        report.pairs(summary),
        report.details(summary),
        "<h2>Entrants</h2>" + report.table(entrants, "second"),
        "<h2>Nights</h2>" + report.table(nights, "second") + f"<p>{len(ladder.boards):,} boards.</p>",
    ]
    return report.page(f"Ladder: {KINDS[ladder.contest.game].title}", sections)
