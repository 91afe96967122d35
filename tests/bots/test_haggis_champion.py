"""The Haggis players that have learnt."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import pstdev

import pytest

from parlour.bots.bot import AnyBot
from parlour.bots.catalogue import BotError, make_bot
from parlour.bots.haggis.bots import Situation, situation_of
from parlour.bots.haggis.champion import Champion, NetPlayer
from parlour.bots.haggis.kernel.net import head_values
from parlour.bots.haggis.kernel.net_features import SUBJECTS
from parlour.bots.haggis.levels import ASPECTS, BEGINNER, CASUAL, REGULAR, STRONG, Sight, strong
from parlour.bots.haggis.playouts import Result
from parlour.bots.haggis.weights import dimmed_net, shipped_net
from parlour.core.game import CHANCE, Seat
from parlour.games.haggis import Haggis
from parlour.games.haggis.cards import parse_cards
from parlour.games.haggis.notation import BET, PASS, bet, cards_of, kind_of
from tests.haggis.positions import table_at


def choice(bot: AnyBot, text: str) -> int:
    """The move of seat 0."""
    table = table_at(text)
    move: int = bot.choose(table.view(Seat(0)), table.legal_moves(Seat(0)), Random(1))
    return move


@pytest.mark.parametrize("bot", [Champion(nodes=400), Champion(ms=2)])
def test_a_move_that_goes_out_is_played(bot: AnyBot) -> None:
    assert cards_of(choice(bot, "hands 5r 6r 7r K | 2g 3g 9g 10g Q")) == parse_cards("5r 6r 7r K")


def test_a_sure_winner_bets_before_her_first_card_and_not_before_a_pass() -> None:
    winning = "hands K Q 2r | 3g 4g 5g 6g 8g 9g; fresh 0"
    losing = "hands 2r 4r 6r 8r 3o 5y | 7g; fresh 0; trick 10g by 1"

    assert choice(Champion(nodes=100), winning) == bet(30)
    assert choice(Champion(nodes=100), losing) == PASS
    assert kind_of(choice(Champion(nodes=100, bets=False), winning)) != BET


class Foreseeing(Champion):
    """Knows what each bet brings."""

    def __init__(self, *brought: Result) -> None:
        super().__init__()
        self.brought = brought

    def tried_bets(self, situation: Situation, rng: Random) -> list[tuple[Result, ...]]:
        del situation, rng
        return [(each,) for each in self.brought]


def test_a_bet_that_costs_more_in_cards_than_it_brings_is_not_made() -> None:
    won = [Result((40, 10), 0), Result((45, 30), 0), Result((60, 45), 0)]
    view = table_at("hands K Q 2r | 3g 4g 5g 6g 8g 9g; fresh 0").view(Seat(0))
    situation = situation_of(view, Random(1))
    best = NetPlayer().evaluated(situation, [], Random(1))[0]

    assert Foreseeing(*won).chosen_bet(situation, best, Random(1)) == (0, 1.0)
    assert Foreseeing(*won[:2], Result((90, 45), 0)).chosen_bet(situation, best, Random(1)) == (30, 1.0)


@pytest.mark.parametrize("spec", ["champion:nodes=0", "champion:ms=-1", "champion:most=0", "champion:most=65"])
def test_a_budget_that_cannot_be_is_refused(spec: str) -> None:
    with pytest.raises(BotError, match="nodes from 1, ms from 0, most from 1 to 64"):
        make_bot(spec, "haggis")


@pytest.mark.parametrize("players", [2, 3])
def test_weights_are_shipped_for_every_number_of_players(players: int) -> None:
    assert shipped_net(players) is shipped_net(players)


def test_results_are_compared_by_the_match_and_not_by_points() -> None:
    view = table_at("hands 5r 6r 7r K | 2g 3g 9g 10g Q; scores 245 | 200").view(Seat(0))
    worth = Champion().worth_in(view)
    modest, high, low = Result((10, 20), 1), Result((60, 0), 0), Result((0, 60), 1)

    assert modest.gained(0) < (high.gained(0) + low.gained(0)) / 2
    assert worth(modest) == worth(high) > (worth(high) + worth(low)) / 2


def test_far_from_the_target_a_point_is_worth_a_point() -> None:
    view = table_at("hands 5r 6r 7r K | 2g 3g 9g 10g Q").view(Seat(0))
    worth = Champion().worth_in(view)

    for points in (5, 10):
        assert worth(Result((points, 0), 0)) - worth(Result((0, 0), 0)) == pytest.approx(points, rel=0.1)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_is_out_of_sight_changes_nothing(players: int, subject: str) -> None:
    """A net that does not see a subject gives the same value whichever of its features holds."""
    net = dimmed_net(players, ((subject, 0),))

    for first, end in SUBJECTS[subject]:
        assert len({head_values(net, [0, feature]) for feature in range(first, end)}) == 1
        assert len({head_values(shipped_net(players), [0, feature]) for feature in range(first, end)}) > 1


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_is_dimmed_tells_less(players: int, subject: str) -> None:
    """The values of a subject's features spread less the less of it is seen, and in full where all of it is seen."""
    features = [feature for first, end in SUBJECTS[subject] for feature in range(first, end)]
    spreads = [
        pstdev(head_values(net, [0, feature])[0] for feature in features)
        for net in (*(dimmed_net(players, ((subject, sight),)) for sight in (0.2, 0.6, 1)), shipped_net(players))
    ]

    assert spreads[0] < spreads[1] < spreads[2] == spreads[3]


def test_every_subject_of_a_level_is_one_that_the_net_has() -> None:
    subjects = [subject for aspect in ASPECTS.values() for subject in aspect]

    assert len(set(subjects)) == len(subjects)
    assert set(subjects) < SUBJECTS.keys()
    assert tuple(ASPECTS) == Sight._fields


@pytest.mark.parametrize("players", [2, 3])
def test_a_level_sees_no_less_than_the_one_below(players: int) -> None:
    sights = [level[players] for level in (BEGINNER, CASUAL, REGULAR, STRONG)]

    for below, above in pairwise(sights):
        assert below != above
        assert all(less <= more for less, more in zip(below, above, strict=True))


def test_a_level_that_overlooks_something_bets_by_the_whole_hand() -> None:
    game = Haggis()
    dealt = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(5)))
    situation = situation_of(game.view(dealt, game.to_act(dealt)[0]), Random(1))
    blind, whole = strong(), NetPlayer()
    best = blind.evaluated(situation, [], Random(1))[0]

    assert best.chance != whole.evaluated(situation, [], Random(1))[0].chance
    assert blind.bet_chances(situation, best, Random(1)) == whole.bet_chances(situation, best, Random(1))


def test_candidates_are_listed_in_the_order_of_their_worth() -> None:
    for seed in range(4):
        game = Haggis()
        dealt = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(seed)))
        (seat,) = game.to_act(dealt)
        assert seat is not None
        view, legal = game.view(dealt, seat), game.legal_moves(dealt, seat)

        first, *others = Champion(nodes=60, bets=False).advise(view, legal, Random(1)).candidates

        assert first.behind is None
        behind = [each.behind for each in others if each.behind is not None]
        assert len(behind) == len(others) > 1
        assert behind == sorted(behind)
