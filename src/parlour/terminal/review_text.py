"""A review in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.game import Seat
from parlour.core.table import Table
from parlour.review.verdict import FEWEST_DECISIONS, dearest
from parlour.scenes.catalogue import make_staging
from parlour.terminal.catalogue import make_words
from parlour.terminal.names import Names, count, sentence

if TYPE_CHECKING:
    from parlour.review.reviewing import AnyTable
    from parlour.review.verdict import Review, Unit, Verdict

GRADES: Final = {
    "best": ("best", "best"),
    "good": ("good", "good"),
    "inaccuracy": ("inaccuracy", "inaccuracies"),
    "mistake": ("mistake", "mistakes"),
    "blunder": ("blunder", "blunders"),
    "too_close": ("too close to call", "too close to call"),
}
"""The names of the classes, for one decision and for several."""
UNITS: Final[dict[Unit, str]] = {"points": "points", "percent": "% of the chance to win the game"}
PAIR: Final = 2


def review_lines(table: AnyTable, review: Review) -> list[str]:
    """The result, what was given away, and the dearest mistakes with their positions."""
    lines = [result_line(table, review), *loss_lines(review)]
    for verdict in dearest(review.decisions):
        lines += ["", *verdict_lines(table, review, verdict)]
    return lines


def result_line(table: AnyTable, review: Review) -> str:
    """How the match ended, and its two parts, as in: you lost by 34, cards -52, play +18."""
    outcome = table.outcome()
    assert outcome is not None
    won = "won" if review.seat in outcome.winners else "lost"
    parts = f"cards {signed(review.luck, review.unit)}, play {signed(review.adjusted, review.unit)}"
    if review.unit == "percent":
        return f"You {won}, {signed(review.result, review.unit)} from even chances: {parts}."
    if table.game.seats == PAIR and (review.result > 0) == (won == "won"):
        return f"You {won} by {abs(review.result):.0f}: {parts}."
    return f"You {won}, {signed(review.result, review.unit)} against the mean of the others: {parts}."


def loss_lines(review: Review) -> list[str]:
    """What was given away per decision, and how many decisions there were of each class."""
    number = len(review.decisions)
    if review.lost_per_decision is None:
        return ["There was nothing to decide."]
    grades = [each.grade for each in review.decisions]
    counted = [
        f"{grades.count(grade)} {names[grades.count(grade) > 1]}" for grade, names in GRADES.items() if grade in grades
    ]
    margin = "" if review.margin is None else f" ± {review.margin:.1f}"
    figure = f"{review.lost_per_decision:.1f}{margin} {UNITS[review.unit]} given away per decision"
    if number < FEWEST_DECISIONS:
        figure += f"; fewer than {FEWEST_DECISIONS} decisions tell little"
    elif review.level is not None:
        figure += f", about as much as the level {review.level}"
    judge = f"judge {review.judge.name}, version {review.judge.version}"
    return [sentence(f"{count(number, 'decision')}: {', '.join(counted)}"), sentence(f"{figure} ({judge})")]


def verdict_lines(table: AnyTable, review: Review, verdict: Verdict) -> list[str]:
    """A decision with the position that it was made in, as its seat saw it."""
    game, seat = table.game, Seat(review.seat)
    staging, words, names = make_staging(game), make_words(game.name), Names(review.seat)
    before = Table(game, table.events[: verdict.number])
    scene = staging.scene(before.view(seat), before.legal_moves(seat))
    unit = "points" if review.unit == "points" else "%"
    cost = f"{verdict.cost:.1f} {unit} ({verdict.low:.1f} to {verdict.high:.1f})"
    reasons = ", ".join(map(staging.reason_text, verdict.reasons))
    better = words.describe_move(verdict.best) + (f": {reasons}" if reasons else "")
    return [
        f"Round {verdict.round}, after event {verdict.number}: {GRADES[verdict.grade][0]}, {cost}.",
        *(f"  {line}" for line in words.table(scene, names)),
        f"  You chose {words.describe_move(verdict.move)}.",
        f"  Better: {better}.",
    ]


def signed(value: float, unit: Unit) -> str:
    """A figure with its sign; the minus is a true one."""
    text = f"{value:+.0f}{' %' if unit == 'percent' else ''}"
    return text.replace("-", "\u2212")
