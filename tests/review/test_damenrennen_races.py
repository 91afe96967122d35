"""The races behind a decision: how their markets are drawn, and how they change what verdicts are worth."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from parlour.bots.damenrennen.kernel.draft_solver import worths_by_verdict
from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.kernel.prepared_play import bounds, improve_plays
from parlour.bots.damenrennen.kernel.stage_play import stage_ahead
from parlour.bots.damenrennen.kernel.value_net import Mind
from parlour.bots.damenrennen.prepared import prepared_moves
from parlour.bots.damenrennen.weights import champion_mind
from parlour.core.game import Seat
from parlour.games.damenrennen.cards import parse_cards as pile
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.kernel.slots import SLOTS
from parlour.games.damenrennen.notation import diamonds_of
from parlour.review.damenrennen.drafts import DraftTrial
from parlour.review.damenrennen.kernel.open_race import drafted, sets_of, shift_payoffs, take_shifted
from parlour.review.damenrennen.preparations import DECIDED
from parlour.review.damenrennen.races import REPEATED, Passes, cards_in, deals, in_order, middle_worth, sampling_error
from tests.damenrennen.positions import table_at

MIND = champion_mind()
RACE = "rows Kh | Ks; reserve Ad Jd | 9d; market 9s Jc Kd Kh; hands 9s 10h Ah | Jc Jd 9h 9c"
DRAFT = "rows Kh | Ks; phase draft; market 9s Jc Kd Kh; won 0 simple"


def race_of(text: str) -> Game:
    return table_at(text).state.game


def shuffled_stack(game: Game, seed: int) -> list[int]:
    cards = cards_in(game.slots()[SLOTS["stack"]])
    Random(seed).shuffle(cards)
    return cards


def test_a_pass_brings_every_card_of_the_stack_once() -> None:
    game = Game()
    order = shuffled_stack(game, 1)

    markets = [race.slots()[SLOTS["market"]] for race in deals(game, order)]

    assert len(markets) == 10
    assert sum(markets) == sum(order[:40])


def test_a_stack_with_another_card_keeps_its_other_markets() -> None:
    order = shuffled_stack(Game(), 2)
    (queen,) = cards_in(pile("Qc"))

    found = in_order(sum(order) - order[9] + queen, order)

    assert queen in found
    assert sum(one != two for one, two in zip(found, order, strict=True)) == 1


def test_a_smaller_stack_is_dealt_without_the_card_that_it_lacks() -> None:
    order = shuffled_stack(Game(), 3)

    assert in_order(sum(order) - order[-1], order) == order[:-1]


@pytest.mark.parametrize("verdict", DECIDED)
def test_a_draft_by_the_net_ends_where_its_value_comes_from(verdict: int) -> None:
    race = race_of(RACE)

    assert MIND.win_chance(drafted(race, verdict, 0, 0, MIND)) == pytest.approx(worths_by_verdict(race, MIND)[verdict])


def test_exchanged_diamonds_are_in_the_stack_after_the_race() -> None:
    race = race_of(RACE)
    diamond = next(card for card in cards_in(race.slots()[SLOTS["reserves"]]))

    kept, spent = (drafted(race, 0, gone, 0, MIND).slots() for gone in (0, diamond))

    assert kept[SLOTS["reserves"]] - spent[SLOTS["reserves"]] == diamond
    assert spent[SLOTS["stack"]] - kept[SLOTS["stack"]] == diamond


def test_a_shift_of_all_verdicts_shifts_the_race() -> None:
    race, room = race_of(RACE), Preparation()
    worths = []
    for shift in (0.0, 0.03):
        take_shifted(race, room, MIND, 0, [[shift] * 5])
        improve_plays(room, 5)
        worths.append(middle_worth(room))

    assert worths[1] - worths[0] == pytest.approx(0.03, abs=1e-6)


def test_a_shift_of_one_set_of_diamonds_shifts_what_exchanges_it() -> None:
    table, room = table_at("reserve Ad Jd | ; market 9s Jc Kd Kh; hands 9s 10h Ah | Jc Js 9h"), Preparation()
    view, legal = table.view(Seat(0)), [move for move in table.legal_moves(Seat(0)) if isinstance(move, int)]
    race = table.state.game
    take_shifted(race, room, MIND, 0, [[0.0] * 5])
    improve_plays(room, 20)
    sets = sets_of(room, 0)
    before = prepared_moves(room, view, legal)[1]

    shift_payoffs(race, room, MIND, 0, [[0.0] * 5, [0.02] * 5])
    after = prepared_moves(room, view, legal)[1]

    gains = {diamonds_of(move): new - old for move, old, new in zip(legal, before, after, strict=True)}
    assert gains[sets[1]] == pytest.approx(0.02)
    assert all(gain == pytest.approx(0.0) for diamonds, gain in gains.items() if diamonds != sets[1])
    assert bounds(room)[0] <= bounds(room)[1]


def test_a_draft_is_worth_what_the_races_behind_it_bring_whatever_the_net_says() -> None:
    """An untrained net knows nothing; one race later, it matters less."""
    mind, room = Mind(seed=5, large=True), Preparation()
    table = table_at(DRAFT)
    legal = [move for move in table.legal_moves(Seat(1)) if isinstance(move, int)]
    trial = DraftTrial(table.state.game, 1, (legal[0], legal[1]), Passes(mind, room, 1))
    by_net = [leaf.worth for leaf in trial.ends]

    trial.extend(8)

    for leaf, net in zip(trial.ends, by_net, strict=True):
        assert len(leaf.passes) == 8
        values = [stage_ahead(leaf.game, room, mind, seed, 2) for seed in range(80)]
        expected = fmean(values) + REPEATED * (fmean(values) - leaf.net)
        assert leaf.worth == pytest.approx(expected, abs=(1 + REPEATED) * 4 * stdev(values) / 80**0.5)
        assert abs(leaf.worth - net) > 0.02
    assert fmean(trial.costs) == pytest.approx(100 * (trial.worths[0] - trial.worths[1]))


def test_the_error_of_few_passes_is_that_of_student() -> None:
    assert sampling_error([1.0, 2.0, 3.0, 4.0]) == pytest.approx(3.18 * 1.2909944 / 2)
