"""How a person plays: a fold over the summaries and reviews of her latest matches."""

from __future__ import annotations

from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from parlour.bots.catalogue import LEVELS
from parlour.review.reviewing import PLACES
from parlour.review.verdict import FEWEST_DECISIONS
from parlour.server.profile_types import (
    Given,
    GivenPoint,
    KindGiven,
    LevelRecord,
    PlayedList,
    PlayedMatch,
    Profile,
)
from parlour.server.protocol import Sitter
from parlour.server.review_types import Figures, Judge
from parlour.server.review_work import judge_of, ladder_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.server.review_store import PlayedRow
    from parlour.server.store import Person, TableSummary

MOST_MATCHES: Final = 200
"""The latest matches that a profile is made of."""
HALF: Final = 1.96
"""Half a 95 % interval in standard errors."""


class Played(NamedTuple):
    """A match with what the judge who speaks now has said of it."""

    match: PlayedMatch
    level: str
    figures: Figures | None
    outdated: bool


def profile_of(person: Person, rows: Sequence[PlayedRow]) -> Profile:
    """The profile of a person from her latest matches, one more than are shown if there are earlier ones."""
    found = [played for row in rows[:MOST_MATCHES] if (played := played_by(person.id, row)) is not None]
    lists: dict[tuple[str, int], list[Played]] = {}
    for played in found:
        lists.setdefault((played.match.game, len(played.match.seats)), []).append(played)
    summed = [list_of(game, players, each) for (game, players), each in lists.items()]
    summed.sort(key=lambda each: -each.matches)
    return Profile(person.name, tuple(summed), tuple(played.match for played in found), len(rows) > MOST_MATCHES)


def played_by(person: int, row: PlayedRow) -> Played | None:
    """A match that a person played to its end; None where she only practised, or has left her seat."""
    opening, summary = row.table.opening, row.table.summary
    if opening.practice or person not in summary.persons:
        return None
    seat = summary.persons.index(person)
    judged = row.judge is not None and row.figures is not None
    current = judged and msgspec.json.decode(row.judge or "", type=Judge) == judge_of(opening.game)
    figures = msgspec.json.decode(row.figures or "", type=Figures) if current else None
    match = PlayedMatch(
        table=row.table.name,
        game=opening.game,
        seats=tuple(Sitter(name=name, bot=bot) for name, bot in zip(summary.names, summary.bots, strict=True)),
        scores=summary.scores,
        seat=seat,
        place=place_of(summary, seat),
        won=seat in summary.winners,
        opened=row.table.opened,
        given=None if figures is None else given_by([figures]),
    )
    return Played(match, level_of(summary, seat), figures, judged and not current)


def place_of(summary: TableSummary, seat: int) -> int:
    """The place of a seat: behind the winners, and behind whoever has more points."""
    if seat in summary.winners:
        return 1
    return 1 + sum(
        other in summary.winners or score > summary.scores[seat]
        for other, score in enumerate(summary.scores)
        if other != seat
    )


def level_of(summary: TableSummary, seat: int) -> str:
    """The strongest of the bots at a table; empty where another person played."""
    others = [bot for other, bot in enumerate(summary.bots) if other != seat]
    return max(others, key=strength) if all(others) else ""


def strength(bot: str) -> int:
    """The place of a level among all, from 1; 0 for bots that are no level."""
    return 1 + LEVELS.index(bot) if bot in LEVELS else 0


def list_of(game: str, players: int, played: Sequence[Played]) -> PlayedList:
    """What matches of one game at tables of one size come to; the latest comes first."""
    wins = [each.match.won for each in played]
    reviewed = [(each.match, each.figures) for each in reversed(played) if each.figures is not None]
    all_figures = [figures for _, figures in reviewed]
    judge = judge_of(game)
    return PlayedList(
        game=game,
        players=players,
        unit="points" if judge is None else judge.unit,
        matches=len(played),
        won=sum(wins),
        streak=wins.index(False) if False in wins else len(wins),
        longest=longest_of(wins),
        levels=records(played),
        reviewed=len(reviewed),
        outdated=sum(each.outdated for each in played),
        given=given_by(all_figures),
        kinds=kinds_of(all_figures),
        points=tuple(points_of(reviewed)),
        ladder=ladder_of(game, players),
        cards=round(fmean(figures.luck for figures in all_figures), PLACES) if all_figures else None,
        play=round(fmean(figures.adjusted for figures in all_figures), PLACES) if all_figures else None,
    )


def longest_of(wins: Iterable[bool]) -> int:
    """The longest run of wins."""
    longest = length = 0
    for won in wins:
        length = length + 1 if won else 0
        longest = max(longest, length)
    return longest


def records(played: Iterable[Played]) -> tuple[LevelRecord, ...]:
    """Matches and wins by level, the weakest first, people last."""
    counts: dict[str, tuple[int, int]] = {}
    for each in played:
        matches, won = counts.get(each.level, (0, 0))
        counts[each.level] = matches + 1, won + each.match.won
    ordered = sorted(counts, key=lambda level: (not level, strength(level), level))
    return tuple(LevelRecord(level, *counts[level]) for level in ordered)


def given_by(reviewed: Iterable[Figures]) -> Given:
    """What all decisions of matches gave away, with the interval that they have together."""
    decisions, total, squares = 0, 0.0, 0.0
    for figures in reviewed:
        if figures.lost_per_decision is None:
            continue
        count, mean = figures.decisions, figures.lost_per_decision
        deviation = (figures.margin or 0.0) * sqrt(count) / HALF
        decisions += count
        total += count * mean
        squares += (count - 1) * deviation**2 + count * mean**2
    if decisions < FEWEST_DECISIONS:
        return Given(decisions, None, None)
    mean = total / decisions
    spread = max(0.0, squares - decisions * mean**2) / (decisions - 1)
    return Given(decisions, round(mean, PLACES), round(HALF * sqrt(spread / decisions), PLACES))


def kinds_of(reviewed: Iterable[Figures]) -> tuple[KindGiven, ...]:
    """What decisions gave away, by what was decided."""
    sums: dict[str, tuple[int, float]] = {}
    for figures in reviewed:
        for each in figures.kinds:
            decisions, total = sums.get(each.kind, (0, 0.0))
            sums[each.kind] = decisions + each.decisions, total + each.decisions * each.lost
    return tuple(
        KindGiven(kind, decisions, round(total / decisions, PLACES) if decisions >= FEWEST_DECISIONS else None)
        for kind, (decisions, total) in sorted(sums.items())
    )


def points_of(reviewed: Iterable[tuple[PlayedMatch, Figures]]) -> Iterable[GivenPoint]:
    """The curve: matches in order, put together until they have enough decisions for a figure."""
    pooled: list[Figures] = []
    for match, figures in reviewed:
        pooled.append(figures)
        given = given_by(pooled)
        if given.lost is not None:
            yield GivenPoint(match.opened, len(pooled), given.decisions, given.lost)
            pooled = []
