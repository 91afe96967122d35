"""The judge of Damenrennen: exact where the game is decided, the champion's figures elsewhere."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from parlour.bots.catalogue import make_bot
from parlour.bots.damenrennen.champion import Champion
from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.core.game import Seat
from parlour.games.damenrennen import Damenrennen
from parlour.games.damenrennen.notation import LAY, kind_of
from parlour.games.damenrennen.state import Standing, State
from parlour.review.damenrennen import DamenrennenJudge
from parlour.review.damenrennen.judge import leverage, match_chance
from parlour.review.damenrennen.kernel.open_race import hand_worths
from parlour.review.damenrennen.luck import STEPS
from parlour.review.reviewing import chance_events, luck_by_round
from tests.damenrennen.positions import table_at
from tests.review.matches import decisions, played

JUDGE = DamenrennenJudge()


def test_costs_are_those_of_the_champion_and_laying_is_not_judged() -> None:
    bots = [make_bot("beginner", "damenrennen")] * 2
    table = played("damenrennen", {}, bots, 3)
    champion, judged = Champion(), 0
    for view, legal, move in decisions(table, Seat(0)):
        questions = JUDGE.questions(view, legal, move)
        if kind_of(move) == LAY or len(legal) == 1:
            assert questions == ()
            continue
        found = JUDGE.judged(view, questions[0], 1)
        if found is None:
            continue
        worths = dict(zip(legal, champion.worths(view, legal, Random(1)), strict=True))
        others = [worth for other, worth in worths.items() if other != move]
        judged += 1
        assert found.cost == pytest.approx(100 * (max(others) - worths[move]))
        assert found.low <= found.cost <= found.high
        if max(others) == 1 and worths[move] == 0:
            assert found.low == found.high == 100
    assert judged > 5


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
