"""Answers to a fixed player: what she leaves is taken, and nothing is imagined."""

from __future__ import annotations

from random import Random

import pytest

from parlour.bots.damenrennen.champion import Champion, solve
from parlour.bots.damenrennen.kernel.answering import answered_draft, value_answers
from parlour.bots.damenrennen.kernel.draft_solver import pick_worth
from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.kernel.prepared_play import bounds, take_race
from parlour.bots.damenrennen.kernel.value_net import Mind
from parlour.bots.damenrennen.weights import champion_mind
from parlour.games.damenrennen.notation import TAKE, cards_of, kind_of
from parlour.train.damenrennen.answer import Answer
from tests.bots.damenrennen.games import GAME, decisions
from tests.damenrennen.positions import table_at

MIND = champion_mind()
PREPARATIONS = [
    "rows Kh | ; market 9s Jc Kd Ks; hands 9s 10h Kd | Jc Jd 9h; phase show",
    "rows Kc | ; reserve Ad Qd | 9c; market 9s Jc Kd Kh; hands 9s 10h Kh | Jc Jd 9h",
]


def answering(seat: int, weights: list[float]) -> Mind:
    mind = Mind(weights, large=True)
    mind.answer_as(seat)
    return mind


@pytest.mark.parametrize("text", PREPARATIONS)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_values_states_like_the_fixed_player_values_races_like_her(text: str, seat: int) -> None:
    game, prep = table_at(text).state.game, Preparation()
    take_race(prep, game, MIND)
    solve(prep)
    before = bounds(prep)

    value_answers(prep, game, MIND, answering(seat, MIND.weights()))

    assert bounds(prep) == pytest.approx(before, abs=1e-9)
    value_answers(prep, game, MIND, answering(seat, Mind(seed=3, large=True).weights()))
    assert bounds(prep) != pytest.approx(before, abs=1e-3)
    value_answers(prep, game, MIND, MIND)
    assert bounds(prep) == pytest.approx(before, abs=1e-9)


def test_a_draft_is_worth_no_less_against_a_player_who_errs() -> None:
    errs = Mind(seed=5, large=True)
    gains = []
    for seed in range(4):
        for state, seat, legal in decisions(seed):
            if kind_of(legal[0]) == TAKE:
                mind = answering(seat, MIND.weights())
                exact = [pick_worth(state.game, cards_of(move), MIND) for move in legal]
                best = min(exact) if seat else max(exact)
                found = answered_draft(state.game, errs, mind)
                gains.append(best - found if seat else found - best)
    assert min(gains) > -1e-9
    assert max(gains) > 0.05


def test_an_answer_with_the_weights_of_its_champion_drafts_like_her() -> None:
    answer, champion = Answer(MIND, MIND), Champion(nodes=0)
    drafts = [
        (GAME.view(state, seat), legal) for state, seat, legal in decisions(1, champion) if kind_of(legal[0]) == TAKE
    ]

    for view, legal in drafts:
        worths = champion.worths(view, legal, Random(1))
        assert answer.worths(view, legal, Random(1)) == pytest.approx(worths, abs=1e-6)
    assert len(drafts) > 3
