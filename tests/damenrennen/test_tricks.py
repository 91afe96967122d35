"""D3, D4: tricks, ties and bombs."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour.core.game import CHANCE
from tests.damenrennen.positions import (
    ALL_DIAMONDS,
    DRAINED,
    DamenTable,
    exchange_nothing,
    lay,
    names,
    position,
    refused,
    say,
    table_at,
    take,
)
from tests.rules import rule

MARKET = "market 9c 9c Jc Jc"


def result(table: DamenTable) -> tuple[int | None, str]:
    """Who won the race, and how."""
    now = position(table)
    return now.race_winner, "ultimate" if now.ultimate else "simple"


@rule("D3.1")
def test_both_lay_face_down_and_nothing_happens_before_both_have() -> None:
    table = table_at(f"{MARKET}; hands 9s Js Ks | 10h Ah Qd")

    say(table, "1: lay Ah")
    assert table.to_act() == (0,)
    assert names(position(table).hands[1]) == ["Qd", "10h", "Ah"]
    assert position(table).laid == ((), ())
    assert refused(table, "1: lay 10h") == ("move/sealed", "D3.1")
    say(table, "0: lay 9s")

    assert [names(sum(laid)) for laid in position(table).laid] == [["9s"], ["Ah"]]
    assert table.to_act() == (0, 1)


@rule("D3.1")
@pytest.mark.parametrize(
    "low_and_high", ["9s Jh", "Js Qd", "Qd Kh", "Ks 10h", "10s Ah", "9s Ah"], ids=lambda pair: pair.replace(" ", "<")
)
def test_the_higher_rank_wins_a_trick_whatever_the_suits(low_and_high: str) -> None:
    low, high = low_and_high.split()
    table = table_at(f"phase lay; {MARKET}; tricks Ac As / Kc Kd; hands {low} | {high}")

    lay(table, low_and_high)

    assert result(table) == (1, "simple")


@rule("D3.2")
def test_equal_ranks_count_for_nobody() -> None:
    table = table_at(f"{MARKET}; hands 9s 10s As | 9h Kh Jd")

    lay(table, "9s 9h", "10s Kh", "As Jd")

    assert result(table) == (0, "ultimate")


@rule("D3.3")
def test_the_margin_of_tricks_decides_how_a_race_is_won() -> None:
    ahead_by_one = table_at(f"{MARKET}; hands 9s 10s As | Jh Kh Jd")
    ahead_by_three = table_at(f"{MARKET}; hands Js 10s As | 9h Kh Jd")

    lay(ahead_by_one, "9s Jh", "10s Kh", "As Jd")
    lay(ahead_by_three, "Js 9h", "10s Kh", "As Jd")

    assert result(ahead_by_one) == (0, "simple")
    assert result(ahead_by_three) == (0, "ultimate")


@rule("D3.4")
def test_equal_tricks_are_decided_by_one_card_each_and_that_is_a_margin_of_one() -> None:
    table = table_at(f"{MARKET}; hands 9s 10s Ks | 9h Ah Jd")
    lay(table, "9s 9h", "10s Ah", "Ks Jd")
    assert table.to_act() == (CHANCE,)
    assert position(table).phase == "draw"

    say(table, "-: draw Ac | As")
    assert table.to_act() == (CHANCE,)
    say(table, "-: draw Qd | Kc")

    assert result(table) == (1, "simple")
    assert position(table).drawn is not None
    assert Counter(names(position(table).used)) == Counter(
        ["9s", "9h", "10s", "Ah", "Ks", "Jd", "Ac", "As", "Qd", "Kc"]
    )
    assert take(table, "9c 9c Jc") == [0, 1, 1]


@rule("D3.4")
def test_with_fewer_than_two_cards_in_the_stack_the_used_ones_are_shuffled_in() -> None:
    table = table_at(f"{DRAINED}; market Jh Jh Ks Ks; hands Jc Js Kc | Jc Js Kc")
    exchange_nothing(table)
    lay(table, "Jc Jc", "Js Js", "Kc Kc")
    assert names(position(table).stack) == ["Kh", "Kh"]

    say(table, "-: draw Kh | Kh")
    assert table.to_act() == (CHANCE,)
    assert refused(table, "-: draw Jh | Ks") == ("draw/cards", "D3.4")
    say(table, "-: draw Kh | Js")

    assert result(table) == (0, "simple")
    assert names(position(table).used) == ["Js", "Kh"]
    assert names(position(table).stack) == ["Jc", "Jc", "Js", "Kc", "Kc", "Kh"]


@rule("D3.4")
def test_where_all_cards_have_one_rank_the_tie_cannot_be_broken_and_the_game_is_drawn() -> None:
    rows = "rows 9c Jc 9s Js 9h Jh | 9c Jc 9s Js 9h Jh"
    rest = f"10c Ac 10s As 10h Ah {ALL_DIAMONDS}"
    table = table_at(f"{rows}; reserve {rest} | {rest}; market Kc Ks Kh Kh; hands Kc | Ks")
    exchange_nothing(table)

    lay(table, "Kc Ks")

    assert position(table).ending == "tie"
    assert position(table).winner is None
    assert table.state.standing.drawn == 1


@rule("D4.1")
def test_three_of_a_rank_win_ultimately_as_soon_as_the_first_cards_are_laid() -> None:
    table = table_at(f"{MARKET}; hands 9s 9h 9d | Ah As Ad")
    bombed = table_at(f"{MARKET}; hands 9s 9h 9d | Ah As 10d")

    lay(table, "9s Ah")
    lay(bombed, "9h As")

    assert result(table) == (1, "ultimate")
    assert result(bombed) == (0, "ultimate")
    assert [len(names(bomb)) for bomb in position(bombed).bombs] == [3, 0]


@rule("D4.1")
def test_a_hand_that_becomes_three_of_a_rank_by_exchange_is_a_bomb() -> None:
    table = table_at(f"reserve 9d |; {MARKET}; hands 9s 9h As | Ah Ks 10d")

    say(table, "0: exchange 9d for As")
    lay(table, "9s Ah")

    assert result(table) == (0, "ultimate")


@rule("D4.2")
@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ("9s 9h 9d | Js Jh Jd", 1),
        ("As Ah Ad | 10s 10h 10d", 0),
        ("Jd Jd Js | Kd Kd Kc", 1),
        ("Kd Kd Kc | 10c 10s 10h", 1),
        ("Ad Ad Ah | Kc Kd Kd", 0),
    ],
)
def test_of_two_bombs_the_higher_rank_wins_ultimately(hands: str, winner: int) -> None:
    table = table_at(f"market 9c Jc Ac Ac; hands {hands}")
    first, second = (hand.split()[0] for hand in hands.split(" | "))

    lay(table, f"{first} {second}")

    assert result(table) == (winner, "ultimate")


@rule("D4.3")
def test_equal_bombs_are_decided_by_one_card_each_and_that_is_a_simple_win() -> None:
    table = table_at("market 10c 10c Jc Js; hands 9s 9s 9h | 9d 9d 9h")
    lay(table, "9s 9d")
    assert table.to_act() == (CHANCE,)

    say(table, "-: draw Ac | Ks")

    assert result(table) == (0, "simple")


@rule("D4.3", "D5.3")
def test_equal_bombs_go_ultimately_to_the_holder_of_clubs() -> None:
    table = table_at("rows | Jc; market 10c 10c Jc Js; hands 9s 9s 9h | 9d 9d 9h")

    lay(table, "9s 9d")

    assert result(table) == (1, "ultimate")
