"""The judge of Damenrennen: exact where the game is decided, the champion's figures elsewhere."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import fmean, stdev

import pytest

from parlour.bots.catalogue import make_bot
from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.search import world_of
from parlour.core.game import Seat
from parlour.games.damenrennen import Damenrennen, View
from parlour.games.damenrennen.notation import LAY, kind_of
from parlour.games.damenrennen.state import Standing, State
from parlour.review.damenrennen import DamenrennenJudge
from parlour.review.damenrennen.drafts import DraftTrial
from parlour.review.damenrennen.judge import DRAFT_ERROR, leverage, match_chance
from parlour.review.damenrennen.kernel.open_race import hand_worths
from parlour.review.damenrennen.luck import STEPS
from parlour.review.damenrennen.races import Passes
from parlour.review.judging import Judgement, Option, Question
from parlour.review.reviewing import chance_events, luck_by_round
from parlour.review.verdict import THRESHOLDS, grade_of
from tests.damenrennen.positions import table_at
from tests.review.matches import decisions, played

JUDGE = DamenrennenJudge()


@cache
def judged_decisions() -> list[tuple[View, Question, Judgement]]:
    """What a beginner decided in a game."""
    table = played("damenrennen", {}, [make_bot("beginner", "damenrennen")] * 2, 3)
    found = []
    for view, legal, move in decisions(table, Seat(0)):
        for question in JUDGE.questions(view, legal, move):
            judgement = JUDGE.judged(view, question, 1)
            if judgement is not None:
                found.append((view, question, judgement))
    return found


def test_laying_and_forced_moves_are_not_judged() -> None:
    table = played("damenrennen", {}, [make_bot("beginner", "damenrennen")] * 2, 3)

    for view, legal, move in decisions(table, Seat(0)):
        assert (JUDGE.questions(view, legal, move) == ()) == (kind_of(move) == LAY or len(legal) == 1)


@pytest.mark.slow
def test_other_markets_say_the_same_of_a_draft_within_the_interval() -> None:
    inside = []
    for view, question, found in judged_decisions():
        rival = next(option.move for option in found.options if option.move != question.played)
        values = {option.move: option.value for option in found.options}
        assert found.cost == pytest.approx(values[rival] - values[question.played])
        assert found.low <= found.cost <= found.high
        if question.kind == "take" and found.low < found.high:
            seat, game = world_of(view)
            passes = Passes(JUDGE.champion.mind, Preparation(), 99)
            trial = DraftTrial(game, seat, (rival, question.played), passes)
            trial.extend(8)
            assert found.worlds >= 4
            inside.append(found.low <= fmean(trial.costs) <= found.high)
    assert len(inside) > 5
    assert all(inside)


def test_the_interval_of_a_draft_tells_of_the_markets_and_of_the_net() -> None:
    taken = [found for _, question, found in judged_decisions() if question.kind == "take" and found.worlds]
    halves = [(found.high - found.low) / 2 for found in taken]

    assert min(halves) > DRAFT_ERROR.base
    assert len({round(half, 3) for half in halves}) > len(halves) / 2


def test_a_win_that_was_missed_is_a_mistake() -> None:
    table = table_at("rows 9c Jc Kc 10c | ; phase draft; market Ac Ad 9d Jd; won 0 ultimate")
    view, legal = table.view(Seat(0)), [move for move in table.legal_moves(Seat(0)) if isinstance(move, int)]
    wins, *others = sorted(legal, key=lambda move: -JUDGE.champion.worths(view, [move], Random(1))[0])

    found = JUDGE.judged(view, Question("take", legal, others[-1]), 1)

    assert found is not None
    assert found.best == wins
    assert found.options[0] == Option(wins, 100.0)
    assert grade_of(found.cost, found.low, found.high, found.chance, JUDGE.unit) == "mistake"


def test_preparations_that_the_net_cannot_settle_are_judged_by_races() -> None:
    found = [each for _, question, each in judged_decisions() if question.kind != "take"]

    assert {each.worlds > 0 for each in found} == {True, False}
    for each in found:
        assert each.worlds or each.low == each.high or each.high < THRESHOLDS[JUDGE.unit].inaccuracy


def test_in_a_single_game_the_whole_match_hangs_on_it() -> None:
    assert match_chance(1, 1) == 0.5
    assert match_chance(2, 2) == 0.5
    assert match_chance(1, 2) == 0.75
    assert match_chance(0, 3) == 1


@pytest.mark.parametrize(
    ("best_of", "wins", "hangs"), [(1, (0, 0), 1.0), (3, (0, 0), 0.5), (3, (1, 0), 0.5), (3, (1, 1), 1.0)]
)
def test_how_much_hangs_on_a_game(best_of: int, wins: tuple[int, int], hangs: float) -> None:
    game = Damenrennen(best_of=best_of)
    state = State(Standing(wins, 0), game.start().game)

    assert leverage(game.view(state, Seat(0))) == hangs


def test_luck_is_equal_and_opposite_for_the_two_seats() -> None:
    table = played("damenrennen", {}, [make_bot("regular", "damenrennen")] * 2, 5)
    mine, hers = (luck_by_round(JUDGE, table, Seat(seat)) for seat in (0, 1))

    assert any(event.states[-1].game.over for event in chance_events(table))
    assert [each.deal for each in mine] == pytest.approx([-each.deal for each in hers])
    assert [each.chance for each in mine] == pytest.approx([-each.chance for each in hers])
    assert [each.result for each in mine] == [-each.result for each in hers]
    assert all(each.deal and each.chance for each in mine)


@pytest.mark.parametrize(
    "text",
    [
        "rows Kh | ; market 9s Jc Kd Kh; hands 9s 10h Ah | Jc Jd 9h",
        "rows Kh | Ks; reserve Ad | ; market 9s Jc Kd Kh; hands 9s 10h Ah | Jc Jd 9h 9c",
    ],
)
def test_the_mean_over_hands_is_that_of_all_hands_that_could_be_dealt(text: str) -> None:
    table, rng, room = table_at(text), Random(4), Preparation()
    spectator = table.view(None)
    worlds = [table.game.determinize(spectator, rng).game for _ in range(400)]

    found = [hand_worths(world, room, JUDGE.champion.mind, STEPS) for world in worlds]

    dealt, usual = [worth for worth, _ in found], [mean for _, mean in found]
    assert usual == pytest.approx([usual[0]] * len(usual))
    assert len(set(dealt)) > 10
    assert fmean(dealt) == pytest.approx(usual[0], abs=4 * stdev(dealt) / len(dealt) ** 0.5)


def test_exchanges_that_the_champion_does_not_look_at_are_judged_too() -> None:
    table = table_at("rows Kc | ; reserve Ad Kd Qd Jd 9d 10d | Ad Qd; market 9s Jc Kh Ks; hands 9s 10h Kh | Jc Js 9h")
    view, legal = table.view(Seat(0)), [move for move in table.legal_moves(Seat(0)) if isinstance(move, int)]
    looked_at = JUDGE.champion.prepared(view, legal)[1]

    worths = JUDGE.champion.worths(view, legal, Random(1))

    assert 0.0 in looked_at
    assert all(0 < worth <= max(looked_at) for worth in worths)
    assert all(worth == known for worth, known in zip(worths, looked_at, strict=True) if known)
