"""H5: leading, beating, passing, winning, and bombed tricks."""

from __future__ import annotations

import pytest

from tests.haggis.positions import captured, legal, names, position, refused, say, table_at
from tests.rules import rule


@rule("H5.1")
def test_the_leader_must_play_and_cannot_pass() -> None:
    table = table_at("hands 5r 6r | 7g 8g")

    assert "pass" not in legal(table, 0)
    assert refused(table, "0: pass") == ("pass/lead", "H5.1")


@rule("H5.1")
def test_the_others_follow_clockwise_and_may_always_pass() -> None:
    table = table_at("hands 5r 6r | 7g 8g | 9b 10b", players=3)
    say(table, "0: 5r")

    assert table.to_act() == (1,)
    assert "pass" in legal(table, 1)
    say(table, "1: 8g")
    assert table.to_act() == (2,)
    say(table, "2: pass")
    assert table.to_act() == (0,)


@rule("H5.1")
@pytest.mark.parametrize("line", ["1: 7g", "1: pass", "1: give 0"])
def test_a_move_out_of_turn_is_refused(line: str) -> None:
    table = table_at("hands 5r 6r | 7g 8g")

    assert refused(table, line) == ("move/turn", "H5.1")


@rule("H5.1")
def test_only_cards_in_hand_can_be_played() -> None:
    table = table_at("hands 5r 6r | 7g 8g")

    assert refused(table, "0: 7g") == ("play/cards", "H2.2")


@rule("H5.2")
def test_a_set_is_beaten_by_a_higher_set_of_the_same_size() -> None:
    table = table_at("hands 5r 5o 6r | 4r 4o 6g 6y 7g 7y 7r J")
    say(table, "0: 5r 5o")

    assert legal(table, 1) == {
        "pass", "6y 6g", "6g J", "6y J", "7r 7g", "7y 7g", "7r 7y", "7r J", "7y J", "7g J",
    }  # fmt: skip
    assert refused(table, "1: 4r 4o") == ("play/low", "H5.2")
    assert refused(table, "1: 7r") == ("play/low", "H5.2")
    assert refused(table, "1: 7r 7y 7g") == ("play/low", "H5.2")


@rule("H5.2")
def test_an_equal_combo_does_not_beat() -> None:
    table = table_at("hands 5r 6r 7r 2r | 5g 6g 7g 8g 9g")
    say(table, "0: 5r 6r 7r")

    assert legal(table, 1) == {"pass", "6g 7g 8g", "7g 8g 9g"}
    assert refused(table, "1: 5g 6g 7g") == ("play/low", "H5.2")


@rule("H5.2")
def test_a_run_of_six_does_not_beat_three_pairs_in_a_row() -> None:
    table = table_at("hands 2r 3r 4r 2o 3o 4o 9r | 4g 5g 6g 7g 8g 9g 4y 5y 6y 2g")
    say(table, "0: 2r 3r 4r 2o 3o 4o")

    assert legal(table, 1) == {"pass", "4y 4g 5y 5g 6y 6g"}
    assert refused(table, "1: 4g 5g 6g 7g 8g 9g") == ("play/low", "H5.2")


@rule("H5.3")
def test_a_bomb_beats_everything_but_an_equal_or_higher_bomb() -> None:
    table = table_at("hands 5r J Q 2r | 3r 5o 7y 9g J Q K 2g")
    say(table, "0: 5r", "1: 3r 5o 7y 9g", "0: J Q")

    assert legal(table, 1) == {"pass", "J K", "Q K", "J Q K"}
    assert refused(table, "1: J Q") == ("play/low", "H5.3")


@rule("H5.3")
def test_a_bomb_waits_for_its_turn() -> None:
    table = table_at("hands 5r 2r | 6g 7g | J Q K 2b", players=3)
    say(table, "0: 5r")

    assert refused(table, "2: J Q") == ("move/turn", "H5.1")


@rule("H5.4")
def test_a_player_who_passed_may_come_back_in() -> None:
    table = table_at("hands 5r 2r 9r | 6g 7g 10g | 8b 2b 3b", players=3)
    say(table, "0: 5r", "1: pass", "2: 8b", "0: 9r", "1: 10g", "2: pass", "0: pass")

    assert captured(table, 1) == names("5r 8b 9r 10g")
    assert table.to_act() == (1,)


@rule("H5.5")
def test_with_two_players_one_pass_ends_the_trick() -> None:
    table = table_at("hands 5r 2r | 6g 7g")
    say(table, "0: 5r", "1: pass")

    assert captured(table, 0) == ["5r"]
    assert table.to_act() == (0,)


@rule("H5.5")
def test_with_three_players_two_passes_in_succession_end_the_trick() -> None:
    table = table_at("hands 5r 2r | 6g 7g 10g | 8b 2b 3b", players=3)
    say(table, "0: 5r", "1: pass")
    assert table.to_act() == (2,)
    say(table, "2: pass")

    assert captured(table, 0) == ["5r"]


@rule("H5.5")
def test_with_one_player_out_one_pass_ends_a_trick_of_the_other_two() -> None:
    table = table_at("hands | 6g 7g 10g | 8b 2b 3b; out 0; act 1", players=3)
    say(table, "1: 6g", "2: pass")

    assert captured(table, 1) == ["6g"]
    assert table.to_act() == (1,)


@rule("H5.5", "H6.1")
def test_after_the_last_combo_of_one_who_went_out_both_others_may_answer() -> None:
    table = table_at("hands 5r | 6g 7g 10g | 8b 2b 3b", players=3)
    say(table, "0: 5r", "1: pass")
    assert table.to_act() == (2,)
    say(table, "2: pass")

    assert captured(table, 0) == ["5r"]
    assert table.to_act() == (1,)


@rule("H5.6")
def test_the_last_combo_wins_all_cards_of_the_trick() -> None:
    table = table_at("hands 5r 9r 2r | 6g 7g J")
    say(table, "0: 5r", "1: 6g", "0: 9r", "1: J", "0: pass")

    assert captured(table, 1) == names("5r 6g 9r J")
    assert captured(table, 0) == []


@rule("H5.7")
def test_a_bomb_wins_the_lead_but_not_the_cards() -> None:
    table = table_at("hands 2g 3r 5r 7r 9r | 8g 8y; trick 6g 6y by 1; act 0")
    say(table, "0: 3r 5r 7r 9r", "1: pass")

    assert table.to_act() == (0,)
    assert captured(table, 1) == names("6g 6y 3r 5r 7r 9r")


@rule("H5.7")
@pytest.mark.parametrize("chosen", [1, 2])
def test_with_three_players_the_winner_chooses_who_gets_it(chosen: int) -> None:
    table = table_at("hands 5r 2r | J Q 7g | 8b 2b 3b", players=3)
    say(table, "0: 5r", "1: J Q", "2: pass", "0: pass")
    other = {1: 0, 2: 2}[chosen]

    assert table.to_act() == (1,)
    assert legal(table, 1) == {"give 0", "give 2"}
    say(table, f"1: give {other}")
    assert captured(table, other) == names("5r J Q")
    assert table.to_act() == (1,)


@rule("H5.7")
def test_before_anything_else_the_trick_is_given() -> None:
    table = table_at("hands 5r 2r | J Q 7g | 8b 2b 3b", players=3)
    say(table, "0: 5r", "1: J Q", "2: pass", "0: pass")

    assert refused(table, "1: 7g") == ("give/awaited", "H5.7")
    assert refused(table, "1: pass") == ("give/awaited", "H5.7")
    assert refused(table, "1: give 1") == ("give/seat", "H5.7")
    assert refused(table, "1: give 3") == ("give/seat", "H5.7")
    assert refused(table, "0: 2r") == ("move/turn", "H5.1")


@rule("H5.7")
def test_without_a_bombed_trick_there_is_nothing_to_give() -> None:
    table = table_at("hands 5r 2r | J Q 7g | 8b 2b 3b", players=3)

    assert refused(table, "0: give 1") == ("give/nothing", "H5.7")


@rule("H5.7")
def test_a_player_who_has_gone_out_may_be_given_the_trick() -> None:
    table = table_at("hands | J Q 7g | 8b 2b 3b; out 0; act 2", players=3)
    say(table, "2: 8b", "1: J Q", "2: pass", "1: give 0")

    assert captured(table, 0) == names("8b J Q")


@rule("H5.8")
def test_in_tournaments_a_bombed_trick_goes_to_the_next_highest_combo() -> None:
    table = table_at("hands 5r 2r | 7g 2g | J Q 2b 3b", players=3, tournament=True)
    say(table, "0: 5r", "1: 7g", "2: J Q", "0: pass", "1: pass")

    assert captured(table, 1) == names("5r 7g J Q")
    assert table.to_act() == (2,)


@rule("H5.8")
def test_in_tournaments_the_next_highest_may_be_a_bomb() -> None:
    table = table_at("hands 5r 2r | J Q 2g | Q K 2b 3b", players=3, tournament=True)
    say(table, "0: 5r", "1: J Q", "2: Q K", "0: pass", "1: pass")

    assert captured(table, 1) == names("5r J Q Q K")


@rule("H5.8")
@pytest.mark.parametrize(("bomber", "right"), [(0, 2), (1, 0), (2, 1)])
def test_in_tournaments_a_led_bomb_goes_to_the_right(bomber: int, right: int) -> None:
    hands = ["5r 2r", "7g 2g", "4b 2b"]
    hands[bomber] += " J Q"
    table = table_at(f"hands {' | '.join(hands)}; act {bomber}", players=3, tournament=True)
    say(table, f"{bomber}: J Q", f"{(bomber + 1) % 3}: pass", f"{(bomber + 2) % 3}: pass")

    assert captured(table, right) == names("J Q")


@rule("H5.8")
def test_the_tournament_rule_changes_nothing_for_two() -> None:
    table = table_at("hands 5r 2r | J Q 7g", tournament=True)
    say(table, "0: 5r", "1: J Q", "0: pass")

    assert captured(table, 0) == names("5r J Q")


@rule("H5.9")
def test_the_winner_leads_next() -> None:
    table = table_at("hands 5r 2r | 6g 7g 10g | 8b 2b 3b", players=3)
    say(table, "0: 5r", "1: pass", "2: 8b", "0: pass", "1: pass")

    assert table.to_act() == (2,)
    assert position(table).standing == 0


@rule("H5.9")
def test_if_the_winner_is_out_the_next_to_her_left_who_holds_cards_leads() -> None:
    table = table_at("hands 6g 7g 10g | 8b 2b 3b | K; act 2", players=3)
    say(table, "2: K", "0: pass", "1: pass")

    assert table.to_act() == (0,)
