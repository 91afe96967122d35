"""Bets of the Haggis bots: by the chance of going out first and by the score of the match."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.bots.catalogue import make_bot
from parlour.bots.haggis.bets import best_bet, corrected_chance, match_chances, settled_bets
from parlour.core.game import CHANCE, Seat
from parlour.games.haggis import Haggis, Options, View
from parlour.games.haggis.notation import BET, bet, kind_of
from parlour.games.haggis.position import decode_round
from tests.haggis.positions import table_at
from tests.rules import rule

PARTS_BETS = 3


def view_at(scores: tuple[int, ...], bets: str) -> View:
    """The view of seat 0, who has not played yet, at a score."""
    hands = " | ".join(["5r 6r", "7g 8g", "9b 10b"][: len(scores)])
    view = table_at(f"hands {hands}; bets {bets}; fresh 0", players=len(scores)).view(Seat(0))
    return msgspec.structs.replace(view, standing=msgspec.structs.replace(view.standing, scores=scores))


def best_at(scores: tuple[int, ...], chance: float, bets: str = "- | -", betting: float | None = None) -> int:
    view = view_at(scores, bets)
    assert view.round is not None
    return best_bet(view, view.round, chance, chance if betting is None else betting)


def test_a_bet_that_costs_the_chance_is_not_made_and_one_that_raises_it_is() -> None:
    assert best_at((0, 0), 0.55) == 30
    assert best_at((0, 0), 0.55, betting=0.45) == 0
    assert best_at((0, 0), 0.45, betting=0.55) == 30


@rule("H7.3")
@pytest.mark.parametrize("players", [2, 3])
def test_bets_are_settled_as_the_round_scores_them(players: int) -> None:
    game = Haggis(Options(players=players))
    rng = Random(players)
    told = 0
    for _ in range(60):
        state = game.apply(game.start(), CHANCE, game.deal(game.start(), rng))
        while state.round is not None and not state.round.over:
            (seat,) = game.to_act(state)
            assert seat is not None
            legal = game.legal_moves(state, seat)
            declared = [move for move in legal if kind_of(move) == BET]
            state = game.apply(state, seat, rng.choice(declared or legal))
        assert state.round is not None
        position = decode_round(state.round)
        bets = [declared or 0 for declared in position.bets]

        scored = [state.round.score(seat)[PARTS_BETS] for seat in range(players)]

        assert settled_bets(bets, position.outs[0]) == scored
        told += any(scored)
    assert told > 30


@given(st.lists(st.integers(0, 400), min_size=2, max_size=3), st.integers(1, 400))
def test_chances_of_a_match_add_up_and_grow_with_points(scores: list[int], target: int) -> None:
    chances = match_chances(scores, target)

    assert sum(chances) == pytest.approx(1)
    assert chances[0] <= match_chances([scores[0] + 1, *scores[1:]], target)[0]


@rule("H8.1")
def test_a_match_is_decided_when_one_alone_has_the_most_at_the_target() -> None:
    assert match_chances([250, 249], 250) == [1, 0]
    assert match_chances([260, 260], 250) == [0.5, 0.5]
    assert match_chances([249, 240], 250)[0] < 1


def test_a_lead_is_worth_more_the_nearer_the_end() -> None:
    leads = [match_chances([start + 40, start], 250)[0] for start in (0, 100, 200)]

    assert leads == sorted(leads)
    assert 0.5 < leads[0] < 0.6 < leads[-1] < 0.8


@pytest.mark.parametrize("bets", ["- | -", "- | 0", "- | 15", "- | 30"])
@pytest.mark.parametrize("scores", [(0, 0), (100, 100)])
def test_at_equal_scores_two_players_bet_where_it_earns_points(scores: tuple[int, int], bets: str) -> None:
    assert best_at(scores, 0.49, bets) == 0
    assert best_at(scores, 0.51, bets) == 30


def test_of_three_the_first_wins_the_match_so_that_a_bet_pays_a_little_below_one_half() -> None:
    assert best_at((0, 0, 0), 0.38, "- | - | -") == 0
    assert best_at((0, 0, 0), 0.46, "- | - | -") == 30


def test_who_bets_collects_no_lost_bets_of_others_so_that_two_of_them_keep_her_from_it() -> None:
    assert best_at((0, 0, 0), 0.46, "- | 15 | 30") == 0
    assert best_at((0, 0, 0), 0.56, "- | 15 | 30") == 30


def test_who_is_behind_dares_more_and_who_is_ahead_less() -> None:
    assert best_at((100, 200), 0.48) == 30
    assert best_at((200, 100), 0.48) == 0
    assert best_at((200, 100), 0.55) == 15
    assert best_at((100, 100), 0.55) == 30


def test_who_can_only_win_with_a_bet_makes_it_whatever_the_chance() -> None:
    assert best_at((180, 245), 0.1) == 30
    assert best_at((245, 180), 0.9) == 0


def test_who_is_lost_either_way_or_wins_either_way_does_not_bet() -> None:
    assert best_at((0, 249), 0.9) == 0
    assert best_at((249, 0), 1.0) == 0


def test_a_bet_of_an_opponent_counts() -> None:
    assert best_at((220, 240), 0.3, "- | -") == 30
    assert best_at((220, 240), 0.3, "- | 30") == 0  # who goes out first wins, with the other's bet or without one's own


@pytest.mark.parametrize("spec", ["sense", "search:nodes=100"])
def test_bots_see_the_score(spec: str) -> None:
    table = table_at("hands K Q 2r | 3g 4g 5g 6g 8g 9g; fresh 0")
    view, legal = table.view(Seat(0)), table.legal_moves(Seat(0))
    ahead = msgspec.structs.replace(view, standing=msgspec.structs.replace(view.standing, scores=(249, 0)))
    bot = make_bot(spec, "haggis")

    assert bot.choose(view, legal, Random(1)) == bet(30)
    assert kind_of(bot.choose(ahead, legal, Random(1))) != BET
    (reason,) = bot.advise(view, legal, Random(1)).reasons
    assert (reason.key, reason.parameters["amount"]) == ("bet", 30)
    assert reason.parameters["percent"] in range(50, 101)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(2, 3))
def test_a_corrected_chance_grows_with_the_share_and_falls_with_bets_against_it(
    one: float, two: float, players: int
) -> None:
    low, high = sorted((one, two))

    assert 0 < corrected_chance(low, 0, players) <= corrected_chance(high, 0, players) < 1
    assert corrected_chance(low, 1, players) < corrected_chance(low, 0, players)


def test_who_goes_out_is_sure_of_it_and_who_comes_too_late_too() -> None:
    table = table_at("hands 5r 6r 7r | 2g 3g 9g 10g Q; trick 2o 3o 4o by 1")
    advice = make_bot("search:nodes=50", "haggis").advise(table.view(Seat(0)), table.legal_moves(Seat(0)), Random(1))
    assert advice.candidates[0].wins == 1

    late = table_at("hands 5r 6r 8r | | 2b 4b; trick 3o by 2; out 1", players=3)
    advice = make_bot("search:nodes=50", "haggis").advise(late.view(Seat(0)), late.legal_moves(Seat(0)), Random(1))
    assert [candidate.wins for candidate in advice.candidates] == [0] * len(advice.candidates)
