"""The figures of docs/review.md: `python -m tests.review.measure WHAT GAME PLAYERS COUNT SEED [BOT …] [OPTION …]`.

`calibration` judges COUNT decisions of all levels, and judges them again: Haggis with four times the worlds,
Damenrennen in other markets and two races deep. `levels` judges the decisions of COUNT rounds that every
level (or BOT) plays with itself, with `--again` its mistakes a second time. `luck` plays COUNT rounds. `match` reviews
COUNT matches and tells CPU seconds.

`--each N` judges so many decisions of a round, all of them without it; `--kind bet` only bets, and so on. With
`--into FILE` every round is appended to a file as soon as it is measured, and the same command resumes behind the last
one: round N is the same round whenever it is played.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from statistics import covariance, fmean, median, stdev, variance
from time import process_time
from typing import Any, NamedTuple

from parlour.bots.bot import AnyBot
from parlour.bots.catalogue import LEVELS, make_bot
from parlour.bots.haggis.bots import situation_of
from parlour.bots.haggis.weights import shipped_net
from parlour.core.game import Seat
from parlour.review.catalogue import JUDGES
from parlour.review.damenrennen.judge import judge_mind
from parlour.review.haggis.judge import trial_of
from parlour.review.judging import GameJudge, Judgement, Question, seed_of
from parlour.review.reviewing import AnyTable, luck_by_round, review_steps, sum_up
from parlour.review.verdict import THRESHOLDS, Verdict, grade_of
from tests.review.deeper import deeper_cost
from tests.review.matches import decisions, numbered_round, played

MISTAKES = {"mistake", "blunder"}
Asked = tuple[Any, Question]
Sample = list[Any]
"""What one round brought, as JSON."""


class Wanted(NamedTuple):
    """What is measured, and on which rounds."""

    game: str
    players: int
    most: int
    seed: int
    names: list[str]
    each: int | None
    into: Path | None
    kind: str | None = None
    again: bool = False

    @property
    def options(self) -> dict[str, Any]:
        return {"players": self.players} if self.game == "haggis" else {}

    def sampled(self, asked: Sequence[Asked], number: int) -> Sequence[Asked]:
        """The decisions of a round that are judged."""
        asked = [each for each in asked if self.kind in {None, each[1].kind}]
        if self.each is None or len(asked) <= self.each:
            return asked
        return Random(f"{self.seed}/{number}").sample(asked, self.each)

    def round(self, bots: Sequence[AnyBot], number: int) -> AnyTable:
        return numbered_round(self.game, self.options, bots, self.seed, number)


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def resumed(path: Path | None, name: str, measured: Callable[[int], list[Sample]]) -> Iterator[list[Sample]]:
    """What rounds brought, from 0 on without end: what a file knows is read, what is measured is appended to it."""
    known: dict[int, list[Sample]] = {}
    if path is not None and path.exists():
        whole = [line for line in path.read_text().splitlines(keepends=True) if line.endswith("\n")]
        path.write_text("".join(whole))
        known = {number: samples for of, number, samples in map(json.loads, whole) if of == name}
    number = 0
    while True:
        if number not in known:
            found = measured(number)
            if path is not None:
                with path.open("a") as file:
                    file.write(json.dumps([name, number, found]) + "\n")
            known[number] = found
        yield known[number]
        number += 1


def judged(judge: GameJudge, view: Any, question: Question) -> Judgement | None:
    return judge.judged(view, question, seed_of(judge.judge.name, judge.judge.version, view, question.kind))


def asked_of(judge: GameJudge, table: AnyTable) -> list[Asked]:
    """What all seats decided in a round."""
    return [
        (view, question)
        for seat in range(table.game.seats)
        for view, legal, move in decisions(table, Seat(seat))
        for question in judge.questions(view, legal, move)
    ]


def haggis_again(view: Any, question: Question, found: Judgement) -> float:
    """The cost by the same two moves in four times as many other worlds."""
    pair = {option.move for option in found.options if option.first is not None}
    (rival,) = pair - {question.played}
    rng = Random(seed_of("again", view, question.kind))
    situation = situation_of(view, rng)
    net = shipped_net(view.options.players)
    trial = trial_of(question)(situation, net, (question.played, rival))
    trial.extend(4 * found.worlds, rng.getrandbits(63))
    return trial.cost


def damenrennen_again(view: Any, question: Question, found: Judgement) -> float | None:
    """The cost by the same two moves, two races deep; None for exchanges that the champion does not look at."""
    rival = next(option.move for option in found.options if option.move != question.played)
    return deeper_cost(view, question, rival, judge_mind(), seed_of("again", view, question.kind))


AGAIN: dict[str, Callable[[Any, Question, Judgement], float | None]] = {
    "haggis": haggis_again,
    "damenrennen": damenrennen_again,
}


def calibration(wanted: Wanted) -> None:
    """How often a second judgement lies in the first interval, and how many mistakes it does not confirm."""
    judge = JUDGES[wanted.game]()
    bots = {name: make_bot(name, wanted.game) for name in wanted.names or LEVELS}

    def measured(number: int) -> list[Sample]:
        rng = Random(f"{wanted.seed}/{number}/players")
        table = wanted.round([bots[rng.choice(list(bots))] for _ in range(wanted.players)], number)
        samples = []
        for view, question in wanted.sampled(asked_of(judge, table), number):
            found = judged(judge, view, question)
            cost = None if found is None else AGAIN[wanted.game](view, question, found)
            if found is not None and cost is not None:
                grade = grade_of(found.cost, found.low, found.high, found.chance, judge.unit)
                samples.append([found.low, found.high, found.worlds, grade, question.kind, cost])
        return samples

    found: list[Sample] = []
    for samples in resumed(wanted.into, "calibration", measured):
        found += samples
        if len(found) >= wanted.most:
            break
    inside = sum(low <= cost <= high for low, high, *_, cost in found)
    grades = Counter(grade for *_, grade, _, _ in found)
    least = THRESHOLDS[judge.unit].mistake
    wrong = sum(grade in MISTAKES and cost < least for *_, grade, _, cost in found)
    worlds = fmean(worlds for _, _, worlds, *_ in found)
    say(
        f"{wanted.game} {wanted.players}: {len(found)} decisions, {worlds:.0f} worlds each;"
        f" inside {share_of(inside, len(found))}"
    )
    mistakes = grades["mistake"] + grades["blunder"]
    say(f"  {dict(grades)}; of {mistakes} mistakes {wrong} not confirmed")
    for kind in sorted({kind for *_, kind, _ in found}):
        own = [(low, high, cost) for low, high, *_, of, cost in found if of == kind]
        inside = sum(low <= cost <= high for low, high, cost in own)
        halves = [(high - low) / 2 for low, high, _ in own]
        say(f"  {kind}: inside {share_of(inside, len(own))} of {len(own)}, median ± {median(halves):.2f}")


def share_of(part: int, whole: int) -> str:
    """A share with its 95 % interval, by Wilson's score."""
    share, z = part / whole, 1.96
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return f"{100 * share:.2f} % ({100 * (middle - half):.2f} to {100 * (middle + half):.2f})"


def levels(wanted: Wanted) -> None:
    """What each level gives away per decision, by its rounds with itself."""
    judge = JUDGES[wanted.game]()
    for name in wanted.names or LEVELS:
        bot = make_bot(name, wanted.game)

        def measured(number: int, bot: AnyBot = bot) -> list[Sample]:
            table = wanted.round([bot] * wanted.players, number)
            samples = []
            for view, question in wanted.sampled(asked_of(judge, table), number):
                found = judged(judge, view, question)
                if found is not None:
                    grade = grade_of(found.cost, found.low, found.high, found.chance, judge.unit)
                    again = AGAIN[wanted.game](view, question, found) if wanted.again and grade in MISTAKES else None
                    samples.append([found.cost, found.low, grade, question.kind, again, found.stake])
            return samples

        rounds = list(islice(resumed(wanted.into, name, measured), wanted.most))
        found = [sample for samples in rounds for sample in samples]
        mean, half = clustered([[max(0.0, cost) / stake for cost, *_, stake in samples] for samples in rounds])
        plain, plain_half = clustered([[max(0.0, cost) for cost, *_ in samples] for samples in rounds])
        kinds = Counter(kind for _, _, grade, kind, *_ in found if grade in MISTAKES)
        least = THRESHOLDS[judge.unit].mistake
        again = [again for *_, again, _ in found if again is not None]
        wrong = sum(each < least for each in again)
        say(
            f"{wanted.game} {wanted.players} {name}: {mean:.2f} ± {half:.2f} of {len(found)}"
            f" ({plain:.2f} ± {plain_half:.2f} at the stakes that were),"
            f" mistakes {share_of(kinds.total(), len(found))}: {dict(kinds)},"
            f" of {len(again)} judged again {wrong} not confirmed"
        )


def clustered(rounds: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean of all values and half its 95 % interval; values of one round need not be independent."""
    count = sum(map(len, rounds))
    mean = sum(map(sum, rounds)) / count
    squares = sum((sum(values) - len(values) * mean) ** 2 for values in rounds)
    return mean, 1.96 * sqrt(squares) / count


def luck(wanted: Wanted) -> None:
    """Means and variances of results, luck and adjusted results."""
    judge = JUDGES[wanted.game]()
    bots = [make_bot(name, wanted.game) for name in wanted.names or ["strong"]]

    def measured(number: int) -> list[Sample]:
        table = wanted.round([bots[seat % len(bots)] for seat in range(wanted.players)], number)
        first, *_ = luck_by_round(judge, table, Seat(number % wanted.players))
        return [[first.result, first.deal, first.chance]]

    found: list[Sample] = []
    for samples in resumed(wanted.into, "luck", measured):
        found += samples
        if len(found) == wanted.most:
            break
    results = [result for result, _, _ in found]
    lucks = [deal + chance for _, deal, chance in found]
    adjusted = [result - lucky for result, lucky in zip(results, lucks, strict=True)]
    for name, values in (("result", results), ("luck", lucks), ("adjusted", adjusted)):
        half = 1.96 * stdev(values) / sqrt(len(values))
        say(
            f"{wanted.game} {wanted.players} {name}: mean {fmean(values):+.2f} ± {half:.2f},"
            f" standard deviation {stdev(values):.1f}"
        )
    best = covariance(results, lucks) / variance(lucks)
    share = variance(adjusted) / variance(results)
    say(f"  {len(found)} rounds; variance of adjusted / result {share:.3f}; the best share of luck would be {best:.2f}")


def match(wanted: Wanted) -> None:
    """CPU seconds of whole reviews, and of the first verdict."""
    bots = [make_bot(name, wanted.game) for name in wanted.names or ["regular"] * wanted.players]
    for number in range(wanted.most):
        table = played(wanted.game, wanted.options, bots, wanted.seed + number)
        begin = process_time()
        verdicts: list[Verdict] = []
        first = None
        for verdict in review_steps(table, 0):
            verdicts.append(verdict)
            first = first or process_time() - begin
        middle = process_time()
        found = sum_up(table, 0, verdicts)
        end = process_time()
        worlds = fmean(verdict.worlds for verdict in verdicts)
        say(
            f"{wanted.game} {wanted.players}: {len(table.events)} events, {len(verdicts)} decisions,"
            f" {worlds:.0f} worlds each,"
            f" first {first or 0:.2f} s, verdicts {middle - begin:.1f} s, luck {end - middle:.1f} s;"
            f" lost {found.lost_per_decision}, {Counter(verdict.grade for verdict in verdicts)},"
            f" result {found.result:+.0f} luck {found.luck:+.0f}"
        )


MEASURES = {"calibration": calibration, "levels": levels, "luck": luck, "match": match}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=MEASURES)
    parser.add_argument("game", choices=sorted(JUDGES))
    for name, shown in (("players", "PLAYERS"), ("most", "COUNT"), ("seed", "SEED")):
        parser.add_argument(name, type=int, metavar=shown)
    parser.add_argument("names", nargs="*", metavar="BOT")
    parser.add_argument("--each", type=int, metavar="N")
    parser.add_argument("--kind", metavar="KIND")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--into", type=Path, metavar="FILE")
    options = vars(parser.parse_args())
    MEASURES[options.pop("what")](Wanted(**options))


if __name__ == "__main__":
    main()
