"""A review: every decision of a seat in a finished match, one verdict at a time."""

from __future__ import annotations

from itertools import groupby
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from parlour.core.errors import GameError, LogError
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.logs import read_log
from parlour.review.catalogue import JUDGES
from parlour.review.judging import Chance, GameJudge, Judgement, Question, seed_of
from parlour.review.verdict import FEWEST_DECISIONS, Candidate, Review, RoundLuck, Verdict, grade_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from parlour.core.table import Event
    from parlour.games.catalogue import AnyGame

AnyTable = Table[Any, Any, Any]

MOST_EVENTS: Final = 20_000
"""Longer logs are not reviewed; the longest matches that the options allow have about half as many events."""
PLACES: Final = 3
"""Decimal places of all figures: enough, and the same text on every machine."""


class ReviewError(GameError):
    """A match that cannot be reviewed."""


class Moment(NamedTuple):
    """A state of a match and the event that followed it."""

    number: int
    round: int
    state: Any
    event: Event[Any]


def review(log: str | Path | AnyTable, seat: int) -> Review:
    """Judge all decisions of a seat in a finished match, given as a table or as the path of its log."""
    table = log if isinstance(log, Table) else read_log(bounded_lines(Path(log)))
    return sum_up(table, seat, review_steps(table, seat))


def review_steps(
    table: AnyTable, seat: int, known: Iterable[Verdict] = (), *, conceded: bool = False
) -> Iterator[Verdict]:
    """The verdicts on a seat's decisions, each as soon as it is found; `known` ones are not judged again.

    A match without an outcome is reviewed only where it is known that it was `conceded`. Verdicts come round by round,
    and within a round from the end at which the judge is quick, so that the first one is there at once.
    """
    judge = judge_of(table, seat, conceded=conceded)
    had = {(verdict.number, verdict.kind): verdict for verdict in known}
    own = (moment for moment in moments(table) if moment.event.actor == seat)
    for _, decisions in groupby(own, key=lambda moment: moment.round):
        for moment in list(decisions)[:: -1 if judge.from_the_end else 1]:
            view = table.game.view(moment.state, Seat(seat))
            legal = table.game.legal_moves(moment.state, Seat(seat))
            for question in judge.questions(view, legal, moment.event.move):
                verdict = had.get((moment.number, question.kind)) or judged(judge, table.game, moment, view, question)
                if verdict is not None:
                    yield verdict


def judge_of(table: AnyTable, seat: int, *, conceded: bool = False) -> GameJudge:
    """The judge of a match that is over, or ReviewError: of a running one nothing may be told."""
    if table.game.name not in JUDGES:
        raise ReviewError(f"no judge knows {table.game.name!r}; there are judges of {', '.join(JUDGES)}")
    if not 0 <= seat < table.game.seats:
        raise ReviewError(f"the seat is 0 to {table.game.seats - 1}, got {seat}")
    if table.outcome() is None and not conceded:
        raise ReviewError("the match is not finished; only a finished one is reviewed")
    if len(table.events) > MOST_EVENTS:
        raise ReviewError(f"a review takes at most {MOST_EVENTS} events, got {len(table.events)}")
    return JUDGES[table.game.name]()


def moments(table: AnyTable) -> Iterator[Moment]:
    """Every event of a match with the state before it."""
    game, state, ended = table.game, table.game.start(), 0
    for number, event in enumerate(table.events):
        yield Moment(number, ended + 1, state, event)
        before, state = state, game.apply(state, event.actor, event.move)
        ended += game.round_result(state) is not None and game.round_result(before) is None


def judged(judge: GameJudge, game: AnyGame, moment: Moment, view: Any, question: Question) -> Verdict | None:
    """The verdict on one decision: a function of the view and of what was decided, never of hidden cards."""
    seed = seed_of(judge.judge.name, judge.judge.version, view, question.kind)
    found = judge.judged(view, question, seed)
    return None if found is None else verdict_of(judge, game, moment, question, found)


def verdict_of(judge: GameJudge, game: AnyGame, moment: Moment, question: Question, found: Judgement) -> Verdict:
    return Verdict(
        round=moment.round,
        number=moment.number,
        kind=question.kind,
        move=game.format_move(question.played),
        best=game.format_move(found.best),
        cost=round(found.cost, PLACES),
        low=round(found.low, PLACES),
        high=round(found.high, PLACES),
        chance=round(found.chance, PLACES),
        chance_low=round(found.chance_low, PLACES),
        chance_high=round(found.chance_high, PLACES),
        grade=grade_of(found.cost, found.low, found.high, found.chance, judge.unit),
        worlds=found.worlds,
        stake=round(found.stake, PLACES),
        reasons=found.reasons,
        candidates=tuple(
            Candidate(
                game.format_move(each.move),
                round(each.value, PLACES),
                None if each.first is None else round(each.first, PLACES),
            )
            for each in found.options
        ),
    )


def sum_up(table: AnyTable, seat: int, verdicts: Iterable[Verdict], *, conceded: bool = False) -> Review:
    """The review that verdicts on all decisions add up to, with the luck of every round that was played out."""
    judge = judge_of(table, seat, conceded=conceded)
    decisions = tuple(sorted(verdicts, key=lambda verdict: (verdict.number, verdict.kind != "bet")))
    losses = [verdict.given_away for verdict in decisions]
    lost = fmean(losses) if losses else None
    rounds = luck_by_round(judge, table, Seat(seat))
    result = sum(each.result for each in rounds)
    luck = sum(each.deal + each.chance for each in rounds)
    return Review(
        judge=judge.judge,
        game=table.game.name,
        seat=seat,
        unit=judge.unit,
        decisions=decisions,
        lost_per_decision=None if lost is None else round(lost, PLACES),
        margin=round(1.96 * stdev(losses) / sqrt(len(losses)), PLACES) if len(losses) > 1 else None,
        level=level_of(judge.ladder(table.game.seats), lost, len(losses)),
        result=round(result, PLACES),
        luck=round(luck, PLACES),
        adjusted=round(result - luck, PLACES),
        rounds=rounds,
        chances=tuple(chances_by_round(judge, table)),
    )


def chances_by_round(judge: GameJudge, table: AnyTable) -> Iterator[tuple[float, ...]]:
    """Every seat's chance to win the match, by the score, in percent: before the first round and after each."""
    game = table.game
    ends = [event.states[-1] for event in chance_events(table) if game.round_result(event.states[-1]) is not None]
    for state in (game.start(), *ends):
        yield tuple(round(100 * each, PLACES) for each in judge.match_chances(game.view(state, None)))


def level_of(ladder: Mapping[str, float], lost: float | None, decisions: int) -> str | None:
    """The level of bots whose mean loss is nearest; None where there are too few decisions to say."""
    if lost is None or decisions < FEWEST_DECISIONS or not ladder:
        return None
    return min(ladder, key=lambda level: abs(ladder[level] - lost))


def luck_by_round(judge: GameJudge, table: AnyTable, seat: Seat) -> tuple[RoundLuck, ...]:
    """The result of every round, and what chance brought in it."""
    game = table.game
    found: list[RoundLuck] = []
    deal = chance = 0.0
    for number, event in enumerate(chance_events(table)):
        seed = seed_of(judge.judge.name, judge.judge.version, game.format_move(event.move), number)
        luck = judge.luck(event, seat, seed)
        deal, chance = deal + luck.deal, chance + luck.chance
        ended = game.round_result(event.states[-1])
        if ended is not None:
            result = judge.result(ended, seat)
            found.append(
                RoundLuck(
                    round=len(found) + 1,
                    result=round(result, PLACES),
                    deal=round(deal, PLACES),
                    chance=round(chance, PLACES),
                )
            )
            deal = chance = 0.0
    return tuple(found)


def chance_events(table: AnyTable) -> Iterator[Chance]:
    """Every move of chance, with the state before it and those up to the next one."""
    pending: Chance | None = None
    for moment in moments(table):
        if pending is not None:
            pending.states.append(moment.state)
        if moment.event.actor is CHANCE:
            if pending is not None:
                yield pending
            pending = Chance(moment.state, moment.event.move, [])
    if pending is not None:
        pending.states.append(table.state)
        yield pending


def bounded_lines(path: Path) -> Iterator[str]:
    """The lines of a log, or LogError where there are more than a review takes or where it is no text."""
    try:
        with path.open(encoding="utf-8", newline="\n") as lines:
            for number, line in enumerate(lines):
                if number > MOST_EVENTS:
                    raise LogError(f"a review takes at most {MOST_EVENTS} events, and the log has more")
                yield line
    except UnicodeDecodeError as error:
        raise LogError(f"not a text file: {error.reason}") from error
