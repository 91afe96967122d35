"""The champion: preparations in equilibrium, checked by best responses and by plain counting; weights; budgets."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import islice, product
from math import comb
from pathlib import Path
from random import Random

import pytest

import parlour
from parlour.bots.catalogue import BotError, make_bot
from parlour.bots.damenrennen.champion import Champion, Race, solved
from parlour.bots.damenrennen.kernel.draft_solver import worths_by_verdict
from parlour.bots.damenrennen.kernel.judging import discard_worths, exchange_worths
from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.kernel.prepared_play import bounds, has_choices, improve_plays, take_race
from parlour.bots.damenrennen.kernel.stage_play import stage_ahead
from parlour.bots.damenrennen.kernel.value_net import Mind, rank_pile
from parlour.bots.damenrennen.prepared import by_ranks, prepared_moves, ranks_of
from parlour.bots.damenrennen.search import world_of
from parlour.bots.damenrennen.weights import champion_mind, pack_mind, read_mind
from parlour.bots.weight_files import WeightsError
from parlour.core.game import Seat
from parlour.games.damenrennen.kernel.tricks import race_law
from parlour.games.damenrennen.notation import EXCHANGE, LAY, SHOW, SWAP, TAKE, cards_of, kind_of
from parlour.games.damenrennen.view import View, unseen_cards
from tests.bots.damenrennen.exploitability import nash_convs, residual, sampled_states
from tests.bots.damenrennen.games import GAME, decisions
from tests.damenrennen.positions import table_at
from tests.tables import say

MIND = champion_mind()
PLAIN = "rows Kc | ; market 9s Jc Kd Kh; hands 9s 10h Kh | Jc Jd 9h"
SPADES = "rows Ks | Kc; market 9c Jc Qd Kd; hands 9s 9d Kh Ad | Jc Jd 9h"
HEARTS = "rows Kh | ; market 9s Jc Kd Ks; hands 9s 10h Kd | Jc Jd 9h; phase show"
ALMOST = "rows 9c Jc Kc 10c | ; market Ac 9s Jd Qd; hands 9s 10h Ad | Jc Jd 9h; phase draft; won 0 ultimate"
DIAMONDS = "rows Kc | ; reserve Ad Qd | 9c; market 9s Jc Kd Kh; hands 9s 10h Kh | Jc Jd 9h"


def moves_at(text: str, seat: int) -> tuple[View, list[int]]:
    table = table_at(text)
    return table.view(Seat(seat)), [move for move in table.legal_moves(Seat(seat)) if isinstance(move, int)]


def prepared(text: str) -> Preparation:
    """The preparation of a race, and no step taken."""
    prep = Preparation()
    take_race(prep, table_at(text).state.game, MIND)
    return prep


def test_a_race_without_choices_is_worth_the_mean_over_all_deals() -> None:
    view, _ = moves_at(PLAIN.replace("Kc | ", "| "), 0)
    pool = unseen_cards(view) + view.game.hand
    counts = [ranks_of(pool).count(rank) for rank in range(6)]
    pay = worths_by_verdict(world_of(view)[1], MIND)
    total = mass = 0.0
    hands = [hand for hand in product(range(6), repeat=3) if list(hand) == sorted(hand)]
    for mine, yours in product(hands, repeat=2):
        ways = 1
        for rank in range(6):
            held = mine.count(rank)
            ways *= comb(counts[rank], held) * comb(max(0, counts[rank] - held), yours.count(rank))
        law = race_law(rank_pile(mine), rank_pile(yours), None)
        total += ways * sum(a * b for a, b in zip(law, pay, strict=True)) / sum(law)
        mass += ways

    prep = prepared(PLAIN.replace("Kc | ", "| "))

    assert not has_choices(prep)
    assert bounds(prep) == pytest.approx([1.0 - total / mass] * 2)  # player 1 is seat 1


@pytest.mark.parametrize("text", [SPADES, DIAMONDS])
def test_where_one_seat_alone_chooses_the_worths_are_exact(text: str) -> None:
    view, legal = moves_at(text, 0)
    _, world = world_of(view)

    _, worths = prepared_moves(solved(Race(view), MIND), view, legal)

    if kind_of(legal[0]) == EXCHANGE:
        assert worths == pytest.approx(exchange_worths(world, 0, MIND, legal), abs=1e-6)
    else:
        assert worths == pytest.approx(discard_worths(world, 0, MIND, [cards_of(move) for move in legal]), abs=1e-6)


@pytest.mark.parametrize("text", [HEARTS, HEARTS.replace("rows Kh", "rows Kh Ks").replace("Kd | J", "Kd Ad | J")])
def test_steps_bring_a_preparation_near_to_its_equilibrium(text: str) -> None:
    prep = prepared(text)
    low, high = bounds(prep)
    assert high - low > 0.005

    improve_plays(prep, 100)

    nearer = bounds(prep)
    assert low < nearer[0] <= nearer[1] < high
    assert nearer[1] - nearer[0] < 2e-4


@pytest.mark.slow
def test_preparations_of_sampled_races_are_in_equilibrium() -> None:
    gaps = nash_convs(sampled_states(16, 5, MIND), MIND, (60,))[60]

    assert len(gaps) > 8
    assert sum(gaps) / len(gaps) < 3e-4


@pytest.mark.slow
def test_the_value_of_a_state_is_near_to_that_of_its_races() -> None:
    assert residual(sampled_states(40, 7, MIND), MIND, 0, 20) < 0.1


def test_the_likely_moves_are_the_good_ones_and_add_up_to_one() -> None:
    kinds = set()
    bot = Champion(nodes=0)
    for seed in range(3):
        prepared_states = (met for met in decisions(seed, bot) if kind_of(met[2][-1]) not in {LAY, TAKE})
        for state, seat, legal in islice(prepared_states, 8):
            view = GAME.view(state, seat)
            plays, worths = prepared_moves(solved(Race(view), MIND), view, legal)
            kinds.add(kind_of(legal[-1]))
            assert sum(plays) == pytest.approx(1.0, abs=1e-6)
            played = sum(play * worth for play, worth in zip(plays, worths, strict=True))
            assert played > max(worths) - 0.02
            same = {by_ranks(move): worth for move, worth in zip(legal, worths, strict=True)}
            assert worths == [same[by_ranks(move)] for move in legal]
    assert {SHOW, SWAP} <= kinds


def test_a_mixed_choice_is_drawn_by_the_generator() -> None:
    bot = Champion(nodes=0)
    for seed in range(40):
        for state, seat, legal in decisions(seed):
            if kind_of(legal[-1]) in {SHOW, SWAP}:
                view = GAME.view(state, seat)
                plays, _ = prepared_moves(solved(Race(view), MIND), view, legal)
                if max(plays) < 0.8:
                    drawn = {bot.choose(view, legal, Random(number)) for number in range(40)}
                    assert len(drawn) > 1
                    assert all(plays[legal.index(move)] > 0 for move in drawn)
                    return
    pytest.fail("no mixed choice was met")


def test_a_remnant_of_early_steps_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    view, legal = moves_at(HEARTS, 1)
    likely, clearly_worse = [0.1, 0.9, *[0.0] * (len(legal) - 2)], [0.6, 0.5, *[0.4] * (len(legal) - 2)]
    monkeypatch.setattr(sys.modules[Champion.__module__], "prepared_moves", lambda *_: (likely, clearly_worse))

    advice = Champion(nodes=0).advise(view, legal, Random(1))

    assert advice.move == legal[0]
    assert [candidate.wins for candidate in advice.candidates] == clearly_worse


def test_a_winning_card_is_taken_and_a_budget_is_kept() -> None:
    view, legal = moves_at(ALMOST, 0)
    for bot in (Champion(nodes=20), Champion(ms=2)):
        advice = bot.advise(view, legal, Random(1))
        assert cards_of(advice.move) == 1 << (2 * 20)
        assert advice.candidates[0].wins == 1.0
    view, legal = moves_at(HEARTS, 1)
    assert Champion(ms=1).choose(view, legal, Random(1)) in legal


def test_a_decision_goes_on_where_the_last_one_of_its_race_ended() -> None:
    view, legal = moves_at(HEARTS, 1)
    bot = Champion(ms=1e-9)

    found = [(bot.choose(view, legal, Random(1)), bot.steps) for _ in range(3)]
    bot.choose(*moves_at(ALMOST, 0), Random(1))
    bot.choose(view, legal, Random(1))

    assert [steps for _, steps in found] == [1, 2, 3]
    assert bot.steps == 1


@pytest.mark.parametrize("spec", ["champion:nodes=-1", "champion:ms=0"])
def test_a_budget_that_cannot_be_is_refused(spec: str) -> None:
    with pytest.raises(BotError, match="a budget is nodes=0 or more, or ms=1 or more"):
        make_bot(spec, "damenrennen")


def test_weights_in_a_file_are_those_that_were_written(tmp_path: Path) -> None:
    path = tmp_path / "some.weights"
    path.write_bytes(pack_mind(Mind(seed=3, large=True)))

    assert read_mind(path).weights() == pytest.approx(Mind(seed=3, large=True).weights(), abs=1e-3)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda packed: packed[:7], "not a file of weights"),
        (lambda packed: packed[:10] + b"haggis".ljust(16, b"\0") + packed[26:], "game haggis, expected damenrennen"),
        (lambda packed: packed[:28] + b"\7" + packed[29:], "encoding 7, expected 2"),
        (lambda packed: packed[:-1], "bytes of weights, expected"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_refused(
    spoil: Callable[[bytes], bytes], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "some.weights"
    path.write_bytes(spoil(pack_mind(MIND)))

    with pytest.raises(WeightsError, match=said) as caught:
        read_mind(path)
    assert str(path) in str(caught.value)


TWIN = """
import parlour
from parlour.bots.damenrennen.kernel.prepared_play import bounds, improve_plays, take_race
from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.kernel.stage_play import stage_ahead
from parlour.bots.damenrennen.weights import champion_mind
from tests.damenrennen.positions import table_at
from tests.tables import say
mind, prep = champion_mind(), Preparation()
print(stage_ahead(table_at("rows Ks | Kc; reserve Ad | ").state.game, prep, mind, 5, 0))
take_race(prep, table_at("rows | Kh; market 9s Jc Kd Ks; hands 9s 10h Kd | Jc Jd 9h; phase show").state.game, mind)
improve_plays(prep, 1)
print(bounds(prep))
"""


@pytest.mark.slow
@pytest.mark.skipif(not parlour.compiled, reason="there is no compiled kernel to compare with")
def test_compiled_and_interpreted_champions_agree() -> None:
    outputs = []
    for interpreted in (False, True):
        environment = {key: value for key, value in os.environ.items() if key != "PARLOUR_INTERPRETED"}
        if interpreted:
            environment["PARLOUR_INTERPRETED"] = "1"
        ran = subprocess.run([sys.executable, "-c", TWIN], env=environment, capture_output=True, text=True, check=True)
        numbers = ran.stdout.replace("(", " ").replace(")", " ").replace(",", " ").split()
        outputs.append([float(number) for number in numbers])
    assert outputs[0] == pytest.approx(outputs[1], abs=1e-6)
    assert len(outputs[0]) == 3


def test_a_finished_game_is_worth_its_result() -> None:
    table = table_at(ALMOST)
    say(table, "0: take Ac")

    assert stage_ahead(table.state.game, Preparation(), MIND, 1, 0) == 1.0
