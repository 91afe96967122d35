"""Judges a match part by part, in a worker: whoever else waits for a review gets a turn between two parts."""

from __future__ import annotations

import hashlib
import io
import time
from collections import OrderedDict
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.log import read_log
from parlour.games.catalogue import make_game
from parlour.review.catalogue import JUDGES
from parlour.review.reviewing import PLACES, review_steps, sum_up
from parlour.review.verdict import THRESHOLDS, Verdict
from parlour.scenes.catalogue import make_staging
from parlour.server.review_types import Compared, Decision, Figures, Judge, KindLoss

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.table import Table

PART_SECONDS: Final = 0.3
"""How long a part takes, but for the last decision in it."""
BOMB, GIFT = "bomb", "gift"
MOST_BEGUN: Final = 32
"""How many matches a worker remembers between their parts."""


class Task(msgspec.Struct, frozen=True):
    """What is to be judged: a seat's decisions in a finished match."""

    log: bytes
    seat: int
    left_out: frozenset[int] = frozenset()
    """The numbers of the events that a bot decided in this seat."""
    conceded: bool = False
    """Whether the match ended before its outcome, since somebody conceded."""


class Part(msgspec.Struct, frozen=True):
    """More decisions of a review, as JSON, and its figures once there are no more."""

    decisions: tuple[str, ...]
    figures: str | None


class Begun:
    """A review between two parts."""

    def __init__(self, task: Task, known: Sequence[str]) -> None:
        """Resume with the decisions that are not known yet."""
        self.task = task
        self.table: Table[Any, Any, Any] = read_log(io.StringIO(task.log.decode(), newline="\n"), make_game).table
        self.staging = make_staging(self.table.game)
        self.verdicts = [msgspec.json.decode(body, type=Verdict) for body in known]
        steps = review_steps(self.table, task.seat, tuple(self.verdicts), conceded=task.conceded)
        done = {(verdict.number, verdict.kind) for verdict in self.verdicts}
        self.steps = (
            verdict
            for verdict in steps
            if verdict.number not in task.left_out and (verdict.number, verdict.kind) not in done
        )

    def advance(self) -> Part:
        """Judge for a while; the first decision of all is not kept waiting for others."""
        end = time.monotonic() + (PART_SECONDS if self.verdicts else 0.0)
        decisions = []
        for verdict in self.steps:
            self.verdicts.append(verdict)
            decisions.append(self.encoded(verdict))
            if time.monotonic() >= end:
                return Part(tuple(decisions), None)
        return Part(tuple(decisions), self.figures())

    def encoded(self, verdict: Verdict) -> str:
        """A verdict with the combos that its moves play."""
        fields = msgspec.structs.asdict(verdict)
        candidates = tuple(
            Compared(each.move, each.value, each.first, self.combo(each.move)) for each in verdict.candidates
        )
        return msgspec.json.encode(Decision(**{**fields, "candidates": candidates})).decode()

    def combo(self, move: str) -> Any:
        return self.staging.combo(self.table.game.parse_move(move))

    def figures(self) -> str:
        """What the whole match comes to."""
        found = sum_up(self.table, self.task.seat, self.verdicts, conceded=self.task.conceded)
        return msgspec.json.encode(
            Figures(
                decisions=len(found.decisions),
                lost_per_decision=found.lost_per_decision,
                margin=found.margin,
                level=found.level,
                result=found.result,
                luck=found.luck,
                adjusted=found.adjusted,
                rounds=found.rounds,
                kinds=self.kinds(),
                chances=found.chances,
            )
        ).decode()

    def kinds(self) -> tuple[KindLoss, ...]:
        """What was given away, by what was decided."""
        losses: dict[str, list[float]] = {}
        for verdict in self.verdicts:
            losses.setdefault(self.kind(verdict), []).append(verdict.given_away)
        return tuple(KindLoss(kind, len(each), round(fmean(each), PLACES)) for kind, each in sorted(losses.items()))

    def kind(self, verdict: Verdict) -> str:
        """What was decided; all that concerns bombs is one kind."""
        combos = (self.combo(verdict.move), self.combo(verdict.best))
        is_bomb = any(combo is not None and combo.kind == BOMB for combo in combos)
        return BOMB if is_bomb or verdict.kind == GIFT else verdict.kind


begun: Final[OrderedDict[tuple[str, int], Begun]] = OrderedDict()
"""In a worker, the reviews that are under way: a review is a function of its log, so nothing depends on them."""


def judge_part(task: Task, known: Sequence[str]) -> Part:
    """Judge more decisions than those that are known; runs in a worker."""
    key = hashlib.sha256(task.log).hexdigest(), task.seat
    review = begun.pop(key, None)
    if review is None or len(review.verdicts) != len(known):
        review = Begun(task, known)
    part = review.advance()
    if part.figures is None:
        begun[key] = review
        while len(begun) > MOST_BEGUN:
            begun.popitem(last=False)
    return part


@cache
def judge_of(game: str) -> Judge | None:
    """Who judges a game now; None where nobody does."""
    if game not in JUDGES:
        return None
    judge = JUDGES[game]()
    return Judge(judge.judge.name, judge.judge.version, judge.unit, tuple(THRESHOLDS[judge.unit]))


@cache
def ladder_of(game: str, players: int) -> dict[str, float]:
    """What bots of each level give away per decision; empty where nobody measured it."""
    return dict(JUDGES[game]().ladder(players)) if game in JUDGES else {}
