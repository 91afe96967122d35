"""The judge of Haggis on positions whose answer is known."""

from __future__ import annotations

from array import array
from itertools import permutations
from random import Random

import msgspec
import pytest

from parlour.bots.haggis.bots import Situation, situation_of
from parlour.bots.haggis.champion import NetPlayer
from parlour.bots.haggis.habits import believed
from parlour.bots.haggis.kernel.net_search import try_each
from parlour.bots.haggis.weights import shipped_net
from parlour.core.game import CHANCE, Reason, Seat
from parlour.games.haggis import Haggis
from parlour.games.haggis.notation import PASS, Deal, bet, parse_move
from parlour.games.haggis.state import Standing
from parlour.review.haggis import HaggisJudge
from parlour.review.haggis.luck import luck_of
from parlour.review.haggis.reasons import REASONS, is_unbeatable
from parlour.review.haggis.trials import BetTrial, Trial
from parlour.review.judging import Chance, Judgement, Question
from parlour.scenes.haggis.reasons import PHRASES
from parlour.scenes.reasons import reason_text
from tests.review.positions import with_captured

pytestmark = pytest.mark.usefixtures("few_worlds")
JUDGE = HaggisJudge()
ENDGAME = with_captured("hands 9r K | 2g 3g 5o 6o 7y J; haggis 2r 3r 4r 5r 6r 7r 8r 10r; trick 8g 8y by 1; act 0")
LEAD = with_captured("hands 2g 8o 9o 10o K | 4r 4g K; haggis 5r 5o 5y 6y 8r 8y 9y 10y; act 0")


def judged(position: str, text: str) -> Judgement | None:
    """What a move of seat 0 in a position costs."""
    game = Haggis()
    state = game.parse_position(position)
    move = parse_move(text)
    assert isinstance(move, int)
    (question,) = JUDGE.questions(game.view(state, Seat(0)), game.legal_moves(state, Seat(0)), move)
    return JUDGE.judged(game.view(state, Seat(0)), question, 1)


def test_not_going_out_is_a_blunder() -> None:
    found = judged(ENDGAME, "pass")

    assert found is not None
    assert parse_move("9r K") == found.best
    assert found.low > 15
    assert found.chance > 0
    assert found.reasons[0].key == "goes_out"


def test_a_way_out_that_was_missed_is_named_where_it_is_proved() -> None:
    found = judged(LEAD, "2g")

    assert found is not None
    assert found.best == parse_move("8o 9o 10o K")
    assert [reason.key for reason in found.reasons][:2] == ["out_by_force", "unbeatable"]


def test_going_out_is_too_obvious_to_be_counted() -> None:
    assert judged(ENDGAME, "9r K") is None


def test_a_first_card_decides_about_the_bet_too() -> None:
    game = Haggis()
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(4)))
    seat = game.to_act(state)[0]
    assert seat is not None
    view, legal = game.view(state, seat), game.legal_moves(state, seat)
    card = next(move for move in legal if move not in {bet(0), bet(15), bet(30)})

    kinds = [question.kind for question in JUDGE.questions(view, legal, card)]
    (declared,) = JUDGE.questions(view, legal, bet(30))
    after = game.apply(state, seat, bet(15))

    assert kinds == ["bet", "lead"]
    assert declared.kind == "bet"
    assert set(declared.options) == {bet(0), bet(15), bet(30)}
    assert [each.kind for each in JUDGE.questions(game.view(after, seat), game.legal_moves(after, seat), card)] == [
        "lead"
    ]


def test_a_forced_pass_is_no_question() -> None:
    game = Haggis()
    state = game.parse_position(
        with_captured("hands 2r | 3g 4g; haggis 5r 6r 7r 8r 9r 10r 2o 3o; trick 10o by 1; act 0")
    )

    assert JUDGE.questions(game.view(state, Seat(0)), game.legal_moves(state, Seat(0)), PASS) == ()


def test_two_moves_meet_in_the_same_worlds() -> None:
    """A move has no advantage over itself, in any world."""
    game = Haggis()
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(5)))
    seat = game.to_act(state)[0]
    assert seat is not None
    situation = situation_of(game.view(state, seat), Random(1))
    move = int(next(each for each in state.round.legal(seat) if each not in {bet(0), bet(15), bet(30)}))  # type: ignore[union-attr]
    trial = Trial(situation, shipped_net(2), (move, move))
    trial.extend(8, 1)

    assert trial.cost == 0
    assert trial.interval == (0, 0)


def test_results_need_as_many_places_as_there_are() -> None:
    game = Haggis()
    state = game.parse_position(ENDGAME)
    situation = situation_of(game.view(state, Seat(0)), Random(1))

    with pytest.raises(ValueError, match="do not fit into 5 places"):
        try_each(shipped_net(2), situation.world, situation.hidden, 0, [PASS], 2, 1, 6, array("i", bytes(20)))
    with pytest.raises(ValueError, match="1 to 64 moves"):
        try_each(shipped_net(2), situation.world, situation.hidden, 0, [], 2, 1, 6, array("i"))


@pytest.mark.parametrize(
    ("position", "move", "unbeatable"),
    [
        (LEAD, "8o 9o 10o K", True),
        (LEAD, "8o 9o 10o", False),
        (LEAD, "10o", False),
        (LEAD, "K", True),
    ],
)
def test_unbeatable_means_by_any_hand_that_the_view_allows(position: str, move: str, *, unbeatable: bool) -> None:
    game = Haggis()
    situation = situation_of(game.view(game.parse_position(position), Seat(0)), Random(1))
    played = parse_move(move)
    assert isinstance(played, int)

    assert is_unbeatable(situation, played) == unbeatable


@pytest.mark.parametrize("players", [2, 3])
def test_the_luck_of_a_deal_adds_up_to_nothing_over_all_orders_of_its_hands(players: int) -> None:
    game = Haggis(players=players)
    deal = game.deal(game.start(), Random(6))
    lucks = []
    for hands in permutations(deal.hands):
        turned = Deal(deal.dealer, hands, deal.haggis)
        event = Chance(game.start(), turned, [game.apply(game.start(), CHANCE, turned)])
        lucks.append([luck_of(event, Seat(seat), 9) for seat in range(players)])

    assert sum(luck[0] for luck in lucks) == pytest.approx(0, abs=1e-9)
    assert any(abs(luck[0]) > 1 for luck in lucks)
    for luck in lucks:
        assert sum(luck) == pytest.approx(0, abs=1e-9)


def test_a_bet_that_cannot_change_the_match_costs_nothing() -> None:
    game = Haggis(target=5000)
    dealt = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(4)))
    state = msgspec.structs.replace(dealt, standing=Standing((0, 4990), Seat(0), 1))
    seat = game.to_act(state)[0]
    assert seat is not None
    question = Question("bet", [bet(0), bet(15), bet(30)], bet(30))
    found = JUDGE.judged(game.view(state, seat), question, 1)

    assert found is not None
    assert abs(found.chance) < 0.2


def test_every_reason_of_a_review_has_words() -> None:
    for key, names in REASONS.items():
        text = reason_text(Reason(key, dict.fromkeys(names, 37)), PHRASES)
        assert text != key.replace("_", " ")
        assert text.count("37") == len(names)


def answering_a_bet() -> Situation:
    """Somebody has led after a bet, and it is the last moment for another one."""
    game = Haggis()
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(5)))
    (leader,) = game.to_act(state)
    assert leader is not None
    state = game.apply(state, leader, bet(30))
    lead = NetPlayer(bets=False).choose(game.view(state, leader), game.legal_moves(state, leader), Random(1))
    state = game.apply(state, leader, lead)
    return situation_of(game.view(state, Seat(1 - leader)), Random(1))


def test_bets_are_judged_by_the_chance_that_declarations_leave() -> None:
    situation = answering_a_bet()
    trial = BetTrial(situation, shipped_net(2), (bet(0), bet(30)))
    trial.extend(60, 1)
    trial.extend(40, 2)

    for k in range(2):
        share = sum(each[k].first for each in trial.found) / 100
        assert trial.firsts[k] / trial.worlds == pytest.approx(believed(situation, trial.says[k], share))
        assert trial.firsts[k] / trial.worlds < share
    low, high = trial.interval
    assert low < trial.cost < high
    assert trial.chance == pytest.approx(100 * trial.cost * trial.slope)
    assert trial.chance_interval == pytest.approx((100 * low * trial.slope, 100 * high * trial.slope))


def test_bets_and_cards_are_valued_on_one_scale() -> None:
    situation = answering_a_bet()
    bets = BetTrial(situation, shipped_net(2), (bet(0),))
    cards = Trial(situation, shipped_net(2), (bet(0),))
    bets.extend(200, 1)
    cards.extend(200, 1)

    assert bets.firsts[0] < cards.firsts[0], "the same worlds, in which less is expected after the other's bet"
    assert bets.values[0] / 200 == pytest.approx(cards.values[0] / 200, abs=30), "both in points from now on"


def test_a_bet_has_no_advantage_over_itself() -> None:
    trial = BetTrial(answering_a_bet(), shipped_net(2), (bet(15), bet(15)))
    trial.extend(20, 1)

    assert trial.cost == 0
    assert trial.interval == (0, 0)
