"""H6: going out, the end of the round, the haggis."""

from __future__ import annotations

import pytest

from parlour.core.game import CHANCE
from parlour.games.haggis.cards import parse_cards
from tests.haggis.positions import captured, names, points, position, refused, say, table_at
from tests.rules import rule


@rule("H6.1")
def test_the_last_combo_of_one_who_goes_out_can_be_beaten() -> None:
    table = table_at("hands 5r | 6g 7g 10g | 8b 2b 3b", players=3)
    say(table, "0: 5r", "1: 6g", "2: pass")

    assert position(table).outs == (0,)
    assert captured(table, 1) == names("5r 6g")
    assert table.to_act() == (1,)


@rule("H6.1")
def test_who_is_out_has_no_turn() -> None:
    table = table_at("hands 5r | 6g 7g 10g | 8b 2b 3b", players=3)
    say(table, "0: 5r", "1: 6g", "2: 8b", "1: 10g", "2: pass")

    assert table.to_act() == (1,)
    assert refused(table, "0: pass") == ("move/turn", "H5.1")


@rule("H6.2")
def test_the_round_ends_at_once_when_one_player_holds_cards() -> None:
    table = table_at("hands 5r 6r | 7g 8g 9g")
    say(table, "0: 5r", "1: pass", "0: 6r")

    assert position(table).phase == "over"
    assert captured(table, 0) == names("5r 6r")
    assert table.to_act() == (CHANCE,)
    assert refused(table, "1: 7g") == ("move/early", "H2.2")


@rule("H6.2")
def test_with_three_players_it_ends_when_the_second_goes_out() -> None:
    table = table_at("hands | 6g | 8b 2b 3b; out 0; act 1", players=3)
    say(table, "1: 6g")

    assert position(table).outs == (0, 1)
    assert captured(table, 1) == ["6g"]
    assert position(table).phase == "over"


@rule("H6.2", "H5.7")
def test_a_last_bomb_of_two_players_goes_to_the_other() -> None:
    table = table_at("hands J Q | 7g 8g 9g; trick 5g by 1; act 0")
    say(table, "0: J Q")

    assert position(table).phase == "over"
    assert captured(table, 1) == names("5g J Q")


@rule("H6.2", "H5.7")
@pytest.mark.parametrize("chosen", [0, 2])
def test_a_last_bomb_of_three_players_is_given_before_the_round_is_scored(chosen: int) -> None:
    table = table_at("hands | J Q | 8b 2b 3b; out 0; act 1", players=3)
    say(table, "1: J Q")

    assert position(table).phase == "giving"
    assert table.state.standing.scores == (0, 0, 0)
    say(table, f"1: give {chosen}")
    assert position(table).phase == "over"
    assert captured(table, chosen) == names("J Q")


@rule("H6.2", "H5.8")
def test_in_tournaments_a_last_bomb_is_not_given_but_falls_to_its_seat() -> None:
    table = table_at("hands | J Q | 8b 2b 3b; out 0; act 1; trick 7b by 2", players=3, tournament=True)
    say(table, "1: J Q")

    assert position(table).phase == "over"
    assert captured(table, 2) == names("7b J Q")


@rule("H6.3")
def test_the_last_hand_and_the_haggis_go_to_who_went_out_first() -> None:
    table = table_at("hands | 6g | 9b 2b K; out 0; act 1; haggis 3r 5r 4r", players=3)
    say(table, "1: 6g")

    assert [points(table, seat)[2] for seat in range(3)] == [1 + 5 + 1 + 1, 0, 0]
    view = table.view(None).round
    assert view is not None
    assert view.haggis == parse_cards("3r 4r 5r")
    assert view.shown is not None
    assert view.shown[2] == parse_cards("2b 9b K")
