"""The results of a run: every pair, every bot, every forfeit."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from parlour.arena.job import Board, Contest, names
from parlour.arena.pairing import Comparison, compare
from parlour.arena.rating import Estimate, elo, mean, rate
from parlour.arena.skill import Skill, skills
from parlour.arena.sprt import State as SprtState

if TYPE_CHECKING:
    from parlour.arena.run import Record

PAIR = 2


class Pair(msgspec.Struct, frozen=True):
    """One bot against another."""

    a: str
    b: str
    deals: int
    rounds: int
    matches: int
    points: Estimate
    """Of a over b, a round."""
    points_each: tuple[float, float]
    by_deal: tuple[float, ...]
    """The same for every deal, the mean over its seatings."""
    out_first: Estimate
    out_first_b: float
    match_wins: Estimate | None
    score: Estimate


class Standing(msgspec.Struct, frozen=True):
    """One bot in the field."""

    name: str
    elo: Estimate
    skill: Skill | None
    moves: int
    ms_per_move: float | None
    forfeits: int


class Fault(msgspec.Struct, frozen=True):
    """Forfeits of one bot for one reason."""

    bot: str
    reason: str
    count: int
    first_deal: int


class Summary(msgspec.Struct, frozen=True):
    """The results of a run."""

    contest: Contest
    deals: int
    pairs: tuple[Pair, ...]
    bots: tuple[Standing, ...]
    faults: tuple[Fault, ...]
    sprt: SprtState | None


def summarize(record: Record) -> Summary:
    """The results of a run that was played."""
    contest = record.plan.contest
    field = names(contest.bots)
    by_deal: dict[int, list[Board]] = defaultdict(list)
    for board in record.boards:
        by_deal[board.deal].append(board)
    scores = np.zeros((len(by_deal), len(field), len(field)))
    pairs = []
    for a, b in combinations(range(len(field)), 2):
        compared = [compare(by_deal[deal], a, b) for deal in sorted(by_deal)]
        met = [(row, one) for row, one in enumerate(compared) if one is not None]
        for row, one in met:
            scores[row, a, b] = one.score * one.bouts
            scores[row, b, a] = one.bouts - scores[row, a, b]
        if met:
            pairs.append(pair_of(field[a], field[b], [one for _, one in met]))
    faults = faults_of(record, field)
    return Summary(contest, len(by_deal), tuple(pairs), standings(record, field, scores, faults), faults, record.sprt)


def pair_of(a: str, b: str, compared: list[Comparison]) -> Pair:
    """One bot against another, over their deals."""
    by_deal = tuple(one.points[0] - one.points[1] for one in compared)
    wins = [one.wins[0] for one in compared if one.wins is not None]
    count = len(compared)
    return Pair(
        a=a,
        b=b,
        deals=count,
        rounds=sum(one.rounds for one in compared),
        matches=sum(one.bouts for one in compared if one.wins is not None),
        points=mean(by_deal),
        points_each=(sum(one.points[0] for one in compared) / count, sum(one.points[1] for one in compared) / count),
        by_deal=by_deal,
        out_first=rate([one.firsts[0] for one in compared]),
        out_first_b=sum(one.firsts[1] for one in compared) / count,
        match_wins=rate(wins) if wins else None,
        score=rate([one.score for one in compared]),
    )


def standings(
    record: Record, field: tuple[str, ...], scores: np.ndarray[Any, Any], faults: tuple[Fault, ...]
) -> tuple[Standing, ...]:
    """Every bot with its rating."""
    moves = [0] * len(field)
    for board in record.boards:
        for bout in board.bouts:
            for bot, count in zip(bout.seating, bout.decisions, strict=True):
                moves[bot] += count
    spent = [sum(times) for times in zip(*record.cpu_ms, strict=True)]
    seats = len(record.plan.lineups[0])
    rated = skills(record.boards, len(field)) if seats > PAIR else [None] * len(field)
    return tuple(
        Standing(
            name=name,
            elo=rating,
            skill=rated[bot],
            moves=moves[bot],
            ms_per_move=spent[bot] / moves[bot] if moves[bot] else None,
            forfeits=sum(fault.count for fault in faults if fault.bot == name),
        )
        for bot, (name, rating) in enumerate(zip(field, elo(scores), strict=True))
    )


def faults_of(record: Record, field: tuple[str, ...]) -> tuple[Fault, ...]:
    """The forfeits, the most frequent first."""
    deals: dict[tuple[str, str], list[int]] = defaultdict(list)
    for board in record.boards:
        for bout in board.bouts:
            if bout.forfeit is not None:
                deals[field[bout.seating[bout.forfeit.seat]], bout.forfeit.reason].append(board.deal)
    faults = [Fault(bot, reason, len(found), min(found)) for (bot, reason), found in deals.items()]
    return tuple(sorted(faults, key=lambda fault: (-fault.count, fault.bot, fault.reason)))


def to_json(summary: Summary) -> dict[str, Any]:
    """A summary as data for programs."""
    contest = summary.contest
    return {
        "game": contest.game,
        "version": contest.version,
        "options": contest.options,
        "seed": contest.seed,
        "span": contest.span,
        "limit_ms": contest.limit_ms,
        "deals": summary.deals,
        "pairs": [pair_json(pair) for pair in summary.pairs],
        "bots": {bot.name: bot_json(bot) for bot in summary.bots},
        "payoffs": payoffs(summary),
        "forfeits": msgspec.to_builtins(summary.faults),
        "sprt": msgspec.to_builtins(summary.sprt),
    }


def pair_json(pair: Pair) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "deals": pair.deals,
        "rounds": pair.rounds,
        "points_per_round": pair.points.value,
        "points_ci": pair.points.interval,
        "points_each": pair.points_each,
        "out_first": pair.out_first.value,
        "out_first_ci": pair.out_first.interval,
        "out_first_b": pair.out_first_b,
        "matches": pair.matches,
        "match_wins": None if pair.match_wins is None else pair.match_wins.value,
        "match_wins_ci": None if pair.match_wins is None else pair.match_wins.interval,
        "score": pair.score.value,
        "score_ci": pair.score.interval,
    }


def bot_json(bot: Standing) -> dict[str, Any]:
    return {
        "ms_per_move": bot.ms_per_move,
        "moves": bot.moves,
        "elo": bot.elo.value,
        "elo_ci": bot.elo.interval,
        "skill": msgspec.to_builtins(bot.skill),
        "forfeits": bot.forfeits,
    }


def payoffs(summary: Summary) -> list[list[float | None]]:
    """Points a round of every bot over every other, in the order of the bots; None where they never met."""
    known: dict[tuple[str, str], float] = {}
    for pair in summary.pairs:
        known[pair.a, pair.b] = pair.points.value
        known[pair.b, pair.a] = -pair.points.value
    field = [bot.name for bot in summary.bots]
    return [[0.0 if one == two else known.get((one, two)) for two in field] for one in field]
