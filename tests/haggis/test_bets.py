"""H3: bets, at any moment before one's first card."""

from __future__ import annotations

import pytest

from tests.haggis.positions import legal, position, refused, say, table_at
from tests.rules import rule

OPENING = "hands 5r 6r 9r | 7g 8g 10g | 4b 5b 10b; fresh 0 1 2; act 0"
ALL_BETS = {"bet 0", "bet 15", "bet 30"}


@rule("H3.1")
@pytest.mark.parametrize("amount", [0, 15, 30])
def test_everybody_may_bet_in_turn_and_out_of_turn(amount: int) -> None:
    table = table_at(OPENING, players=3)

    say(table, f"2: bet {amount}", f"0: bet {amount}", f"1: bet {amount}")

    assert position(table).bets == (amount,) * 3
    assert table.to_act() == (0,)


@rule("H3.1")
def test_a_player_may_bet_after_seeing_others_play_and_after_passing() -> None:
    table = table_at(OPENING, players=3)
    say(table, "0: 5r", "1: pass", "1: bet 30", "2: bet 15")

    assert position(table).bets == (None, 30, 15)
    assert table.to_act() == (2,)


@rule("H3.1")
def test_a_first_card_ends_the_right_to_bet() -> None:
    table = table_at(OPENING, players=3)
    say(table, "0: 5r")

    assert refused(table, "0: bet 15") == ("bet/late", "H3.1")
    assert not ALL_BETS & legal(table, 0)
    assert legal(table, 2) == ALL_BETS


@rule("H3.1")
@pytest.mark.parametrize("amount", [20, 1, 16, 29, 31, 45, 9999])
def test_other_amounts_are_refused(amount: int) -> None:
    table = table_at(OPENING, players=3)

    assert refused(table, f"1: bet {amount}") == ("bet/amount", "H3.1")


@rule("H3.1")
def test_a_bet_may_be_made_while_a_bombed_trick_waits_to_be_given() -> None:
    table = table_at("hands J Q 2r 3r | 5g 6g 9g | 4b 5b; fresh 1 2; act 0", players=3)
    say(table, "0: J Q", "1: pass", "2: pass")
    assert legal(table, 0) == {"give 1", "give 2"}

    say(table, "2: bet 30", "1: bet 0")

    assert position(table).bets == (None, 0, 30)
    assert table.to_act() == (0,)


@rule("H3.2")
@pytest.mark.parametrize("first", [0, 15, 30])
def test_a_declaration_is_never_changed(first: int) -> None:
    table = table_at(OPENING, players=3)
    say(table, f"1: bet {first}")

    for second in (0, 15, 30):
        assert refused(table, f"1: bet {second}") == ("bet/twice", "H3.2")
    assert not ALL_BETS & legal(table, 1)


@rule("H3.2")
def test_saying_nothing_is_no_bet() -> None:
    table = table_at(OPENING, players=3)

    assert position(table).bets == (None, None, None)


@rule("H3.3")
def test_nobody_bets_once_somebody_has_gone_out() -> None:
    table = table_at("hands 5r | 7g 8g 10g | 4b 5b 10b; fresh 0 1 2; act 0", players=3)
    say(table, "0: 5r")

    assert refused(table, "2: bet 0") == ("bet/out", "H3.3")
    assert refused(table, "1: bet 30") == ("bet/out", "H3.3")
    assert legal(table, 2) == set()
