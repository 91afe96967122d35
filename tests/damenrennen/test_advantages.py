"""D5, D8: what the longer row gives, and what becomes of it when cards run short."""

from __future__ import annotations

import pytest

from parlour.core.game import CHANCE
from parlour.core.table import Table
from parlour.games.damenrennen import Damenrennen
from tests.damenrennen.positions import (
    drained,
    exchange_nothing,
    last_race,
    lay,
    legal,
    names,
    position,
    refused,
    say,
    table_at,
    take,
)
from tests.rules import rule

MARKET = "market 9c 9c Jc Jc"


@rule("D5.0")
def test_the_longer_row_gives_the_advantage_and_equal_rows_give_none() -> None:
    table = table_at("rows Kc 10c Js | Jc Kh")

    assert position(table).advantages == (0, 0, 1)
    assert position(Table(Damenrennen())).advantages == (None, None, None)


@rule("D5.0")
def test_reserve_and_strikes_do_not_count_for_an_advantage() -> None:
    table = table_at("reserve 9c Ac 9s 10h |; strikes 9c |")

    assert position(table).advantages == (None, None, None)


@rule("D5.0")
def test_an_advantage_is_measured_at_the_start_of_a_race() -> None:
    table = table_at("market Jc Kc Jh Kh; hands Ad Ad Kd | 9d 9d Qd")
    lay(table, "Ad 9d", "Ad 9d", "Kd Qd")

    take(table, "Jc Jh")
    assert position(table).advantages == (None, None, None)
    take(table, "Kc")

    assert position(table).advantages == (0, None, 1)


@rule("D5.1")
def test_spades_are_dealt_four_cards_and_discard_one() -> None:
    table = table_at("rows Ks |")
    assert table.state.game.deal_sizes() == (4, 3)

    say(table, "-: market 9c 9c Jc Jc; hands 9s Js Qd Ad | 10h Ah Kd")
    assert table.to_act() == (0,)
    assert legal(table, 0) == {"discard 9s", "discard Js", "discard Qd", "discard Ad"}
    say(table, "0: discard Js")

    assert names(position(table).hands[0]) == ["9s", "Qd", "Ad"]
    assert position(table).phase == "lay"


@rule("D5.1", "D5.2")
def test_the_discard_comes_after_the_swap_and_may_be_the_card_received() -> None:
    table = table_at(f"rows Kh | Ks; {MARKET}; hands 9s Js Qd | 10h Ah Kd Kd")
    assert table.to_act() == (1,)

    say(table, "1: show Ah 10h", "0: swap 10h for 9s", "1: discard 9s")

    assert names(position(table).hands[0]) == ["Js", "Qd", "10h"]
    assert names(position(table).hands[1]) == ["Kd", "Kd", "Ah"]


@rule("D5.2")
def test_the_opponent_of_hearts_chooses_two_of_all_her_cards_to_show() -> None:
    table = table_at(f"rows Kh | Ks; {MARKET}; hands 9s Js Qd | 10h Ah Kd Kd")

    assert legal(table, 1) == {"show Kd 10h", "show Kd Ah", "show Kd Kd", "show 10h Ah"}
    assert legal(table, 0) == set()


@rule("D5.2")
def test_the_holder_of_hearts_takes_a_shown_card_for_any_of_her_own_or_declines() -> None:
    table = table_at(f"rows Kh |; {MARKET}; hands 9s Js Js | 10h Ah Kd")
    say(table, "1: show 10h Ah")

    assert table.to_act() == (0,)
    assert legal(table, 0) == {
        "decline",
        "swap 10h for 9s",
        "swap 10h for Js",
        "swap Ah for 9s",
        "swap Ah for Js",
    }
    say(table, "0: decline")

    assert names(position(table).hands[0]) == ["9s", "Js", "Js"]
    assert position(table).phase == "lay"


@rule("D5.3")
def test_clubs_win_every_equal_trick() -> None:
    table = table_at(f"rows | Kc; {MARKET}; hands 9s 10s As | 9h 10h Kd")

    lay(table, "9s 9h", "10s 10h", "As Kd")

    assert (position(table).race_winner, position(table).ultimate) == (1, False)


@rule("D5.3")
def test_clubs_win_a_two_card_race_with_equal_tricks_simply() -> None:
    table = table_at("rows Jc |; phase lay; market Ks Ks Kh Kh; hands Kc 9c | Jh 10h")

    lay(table, "Kc 10h", "9c Jh")
    assert (position(table).race_winner, position(table).ultimate) == (1, True)
    table = table_at("rows Jc |; phase lay; market Ks Ks Kh Kh; hands Kc Qd | Jh 10h")
    lay(table, "Kc 10h", "Qd Jh")

    assert (position(table).race_winner, position(table).ultimate) == (0, False)


@rule("D8.1")
@pytest.mark.parametrize(
    ("owned0", "owned1", "stack", "sizes"),
    [
        ("", "", 12, (3, 3)),
        ("Js", "", 11, (4, 3)),
        ("Js", "Jh", 10, (3, 3)),
        ("Js Jc", "Jh", 9, (2, 2)),
        ("Js Jc Jc", "Jh", 8, (2, 2)),
        ("Js Jc Jc Js", "Jh", 7, (1, 1)),
        ("Js Jc Jc Js", "Jh Jh", 6, (1, 1)),
    ],
)
def test_a_stack_that_cannot_supply_the_deal_gives_three_two_or_one_each(
    owned0: str, owned1: str, stack: int, sizes: tuple[int, int]
) -> None:
    table = table_at(drained(owned0, owned1))

    assert len(names(position(table).stack)) == stack
    assert table.state.game.deal_sizes() == sizes
    assert position(table).full == (stack >= 11)


@rule("D8.1")
def test_a_short_race_knows_exchanges_clubs_and_bombs_but_neither_hearts_nor_spades() -> None:
    table = table_at(drained("Js Jc", "Jh").replace("Jc 9c", "Jc"))
    assert position(table).advantages == (0, 0, 1)
    assert refused(table, "-: market 9c Jc Js Jh; hands Kc Ks Kh Kc | Ks Kh") == ("deal/size", "D8.1")

    say(table, "-: market 9c Jc Js Jh; hands Kc Ks Kh | Kc Ks Kh")
    assert position(table).phase == "exchange"
    exchange_nothing(table)
    lay(table, "Kc Kh")

    assert (position(table).race_winner, position(table).ultimate) == (0, True)


@rule("D8.1")
@pytest.mark.parametrize("hands", ["Kc Ks | Jc Jh", "Kc | Jh"])
def test_one_or_two_cards_of_a_rank_are_no_bomb(hands: str) -> None:
    table = table_at(f"phase lay; market 9c 9s Js Jh; hands {hands}")

    lay(table, " ".join(hand.split()[0] for hand in hands.split(" | ")))

    assert position(table).bombs == (0, 0)
    assert position(table).phase == ("lay" if len(hands) > 7 else "draft")


@rule("D8.2")
def test_fewer_than_six_cards_before_a_race_are_a_draw_at_once() -> None:
    table = table_at(last_race())
    exchange_nothing(table)
    lay(table, "Kc Kc", "Jh Ks")

    take(table, "9d Kh Kh")

    assert (position(table).ending, position(table).winner) == ("stack", None)
    assert len(names(position(table).stack)) == 5
    assert table.state.standing.drawn == 1
    assert table.to_act() == (CHANCE,)
