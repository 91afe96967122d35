"""The figures of docs/review.md: `python -m tests.review.measure WHAT GAME PLAYERS COUNT SEED [BOT …]`.

`calibration` judges COUNT decisions of Haggis bots, and judges them again with four times the worlds; `endgames` does
so where nobody holds more than ten cards. `levels` judges decisions of COUNT rounds that every level (or BOT) plays
with itself. `luck` plays COUNT rounds. `match` reviews COUNT matches and tells CPU seconds.
"""

from __future__ import annotations

import sys
from collections import Counter
from math import sqrt
from random import Random
from statistics import fmean, stdev, variance
from time import process_time
from typing import Any

from parlour.bots.catalogue import LEVELS, make_bot
from parlour.bots.haggis.bots import situation_of
from parlour.bots.haggis.weights import shipped_net
from parlour.core.game import Seat
from parlour.review.catalogue import JUDGES
from parlour.review.haggis.trials import Trial
from parlour.review.judging import GameJudge, Judgement, Question, seed_of
from parlour.review.reviewing import luck_by_round, review_steps, sum_up
from parlour.review.verdict import THRESHOLDS, Verdict, grade_of
from tests.review.matches import decisions, played, rounds

SAMPLED = {"haggis": 3, "damenrennen": 30}
"""Decisions of a round (or game) that are judged."""
FEW_CARDS = 10


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def options_of(game: str, players: int) -> dict[str, Any]:
    return {"players": players} if game == "haggis" else {}


def judged(judge: GameJudge, view: Any, question: Question) -> Judgement | None:
    return judge.judged(view, question, seed_of(judge.judge.name, judge.judge.version, view, question.kind))


def again(view: Any, question: Question, found: Judgement) -> Trial:
    """The same two moves in four times as many other worlds."""
    pair = {option.move for option in found.options if option.first is not None}
    (rival,) = pair - {question.played}
    rng = Random(seed_of("again", view, question.kind))
    situation = situation_of(view, rng)
    net = shipped_net(view.options.players)
    trial = Trial(situation, net, (question.played, rival), by_match=question.kind == "bet")
    trial.extend(4 * found.worlds, rng.getrandbits(63))
    return trial


def endgames(game: str, players: int, count: int, seed: int, names: list[str]) -> None:
    """The same as `calibration`, for decisions with few cards, which cost a tenth of the time."""
    calibration(game, players, count, seed, names, largest=FEW_CARDS)


def calibration(game: str, players: int, count: int, seed: int, names: list[str], *, largest: int = 99) -> None:
    """How often a second judgement lies in the first interval, and how many mistakes it does not confirm."""
    judge, rng = JUDGES[game](), Random(seed)
    bots = [make_bot(name, game) for name in names or ["casual", "regular", "strong"]]
    inside = done = wrong = worlds = 0
    grades: Counter[str] = Counter()
    for table in rounds(game, options_of(game, players), bots[:players], seed):
        asked = [
            (view, question)
            for seat in range(players)
            for view, legal, move in decisions(table, Seat(seat))
            for question in judge.questions(view, legal, move)
            if max(view.round.sizes) <= largest
        ]
        for view, question in rng.sample(asked, min(SAMPLED[game], len(asked))):
            found = judged(judge, view, question)
            if found is None:
                continue
            second = again(view, question, found)
            grade = grade_of(found.cost, found.low, found.high, found.chance, judge.unit)
            done += 1
            worlds += found.worlds
            grades[grade] += 1
            inside += found.low <= second.cost <= found.high
            wrong += grade in {"mistake", "blunder"} and second.cost < THRESHOLDS[judge.unit].mistake
        if done >= count:
            break
    mistakes = grades["mistake"] + grades["blunder"]
    say(f"{game} {players}: {done} decisions, {worlds / done:.0f} worlds each; inside {100 * inside / done:.1f} %")
    say(f"  {dict(grades)}; of {mistakes} mistakes {wrong} not confirmed")


def levels(game: str, players: int, count: int, seed: int, names: list[str]) -> None:
    """What each level gives away per decision, by its matches with itself."""
    for name in names or LEVELS:
        judge, rng = JUDGES[game](), Random(seed)
        bot = make_bot(name, game)
        losses: list[float] = []
        grades: Counter[str] = Counter()
        begin = process_time()
        for number, table in enumerate(rounds(game, options_of(game, players), [bot] * players, seed)):
            if number == count:
                break
            seat = Seat(rng.randrange(players))
            asked = [
                (view, question)
                for view, legal, move in decisions(table, seat)
                for question in judge.questions(view, legal, move)
            ]
            for view, question in rng.sample(asked, min(SAMPLED[game], len(asked))):
                found = judged(judge, view, question)
                if found is not None:
                    losses.append(max(0.0, found.cost))
                    grades[grade_of(found.cost, found.low, found.high, found.chance, judge.unit)] += 1
        half = 1.96 * stdev(losses) / sqrt(len(losses))
        spent = process_time() - begin
        say(
            f"{game} {players} {name}: {fmean(losses):.2f} ± {half:.2f} of {len(losses)}, {dict(grades)}, {spent:.0f} s"
        )


def luck(game: str, players: int, count: int, seed: int, names: list[str]) -> None:
    """Means and variances of results, luck and adjusted results."""
    judge = JUDGES[game]()
    bots = [make_bot(name, game) for name in names or ["net" if game == "haggis" else "regular"] * players]
    results: list[float] = []
    lucks: list[float] = []
    for number, table in enumerate(rounds(game, options_of(game, players), bots, seed)):
        if number == count:
            break
        first, *_ = luck_by_round(judge, table, Seat(number % players))
        results.append(first.result)
        lucks.append(first.deal + first.chance)
    adjusted = [result - lucky for result, lucky in zip(results, lucks, strict=True)]
    middle_result, middle_luck = fmean(results), fmean(lucks)
    together = fmean((a - middle_result) * (b - middle_luck) for a, b in zip(results, lucks, strict=True))
    for name, values in (("result", results), ("luck", lucks), ("adjusted", adjusted)):
        half = 1.96 * stdev(values) / sqrt(count)
        say(f"{game} {players} {name}: mean {fmean(values):+.2f} ± {half:.2f}, standard deviation {stdev(values):.1f}")
    share = variance(adjusted) / variance(results)
    say(
        f"  variance of adjusted / result {share:.3f}; the best share of luck would be {together / variance(lucks):.2f}"
    )


def match(game: str, players: int, count: int, seed: int, names: list[str]) -> None:
    """CPU seconds of whole reviews, and of the first verdict."""
    bots = [make_bot(name, game) for name in names or ["regular"] * players]
    for number in range(count):
        table = played(game, options_of(game, players), bots, seed + number)
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
            f"{game} {players}: {len(table.events)} events, {len(verdicts)} decisions, {worlds:.0f} worlds each,"
            f" first {first or 0:.2f} s, verdicts {middle - begin:.1f} s, luck {end - middle:.1f} s;"
            f" lost {found.lost_per_decision}, {Counter(verdict.grade for verdict in verdicts)},"
            f" result {found.result:+.0f} luck {found.luck:+.0f}"
        )


MEASURES = {"calibration": calibration, "endgames": endgames, "levels": levels, "luck": luck, "match": match}


if __name__ == "__main__":
    what, name, number_of_players, how_many, seed_text, *others = sys.argv[1:]
    MEASURES[what](name, int(number_of_players), int(how_many), int(seed_text), others)
