"""D6, D7: the draft, and what becomes of a card."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour.core.game import Outcome, Seat
from parlour.games.damenrennen.cards import parse_cards
from parlour.games.damenrennen.kernel.game import settled
from parlour.games.damenrennen.position import Rows
from tests.damenrennen.positions import (
    legal,
    names,
    position,
    refused,
    row_names,
    table_at,
    take,
)
from tests.rules import rule


def drafting(market: str, won: str = "0 simple", table: str = "rows |") -> str:
    return f"{table}; phase draft; market {market}; won {won}"


@rule("D6.1")
def test_after_a_simple_win_the_loser_takes_one_then_the_winner_two() -> None:
    table = table_at(drafting("9c Js Kh Ad", "0 simple"))

    assert legal(table, 1) == {"take 9c", "take Js", "take Kh", "take Ad"}
    assert legal(table, 0) == set()
    assert refused(table, "0: take 9c") == ("take/turn", "D6.1")
    assert take(table, "9c Js Kh") == [1, 0, 0]


@rule("D6.2")
def test_after_an_ultimate_win_the_winner_takes_first_and_last() -> None:
    table = table_at(drafting("9c Js Kh Ad", "1 ultimate"))

    assert refused(table, "0: take 9c") == ("take/turn", "D6.2")
    assert take(table, "9c Js Kh") == [1, 0, 1]


@rule("D6.3")
def test_the_card_left_over_goes_back_into_the_stack() -> None:
    table = table_at(drafting("9c Js Kh Ad"))

    take(table, "9c Js Kh")

    assert position(table).market == 0
    assert names(position(table).stack).count("Ad") == 2
    assert names(position(table).stack).count("9c") == 1


@rule("D6.4")
def test_whoever_takes_her_deciding_card_first_has_won() -> None:
    rows = "rows Jc Kc 10c Ac | Jh Kh 10h Ah"
    table = table_at(drafting("9c 9h Kd Qd", "1 simple", rows))

    take(table, "9c")

    assert position(table).winner == 0
    assert names(position(table).market) == ["9h", "Qd", "Kd"]
    assert table.to_act() == ()
    assert table.outcome() == Outcome((1, 0), (Seat(0),))
    assert refused(table, "1: take 9h") == ("match/over", "D10.1")


@rule("D6.4")
def test_each_card_is_settled_before_the_next_is_taken() -> None:
    table = table_at(drafting("Kc 10c Ac 9d", "1 simple", "rows | Jc; reserve | 9s"))

    take(table, "Kc")
    assert row_names(table, 0)[0] == "QK"
    take(table, "10c")

    assert names(position(table).reserves[1]) == ["9s", "10c"]


@rule("D7.1")
@pytest.mark.parametrize(
    ("row", "card", "after"),
    [("", "Jc", "JQ"), ("", "Kc", "QK"), ("Jc", "9c", "9JQ"), ("Kc", "10c", "QKT"), ("Kc 10c", "Ac", "QKTA")],
)
def test_a_card_next_to_its_row_is_attached(row: str, card: str, after: str) -> None:
    table = table_at(drafting(f"{card} Kd Kd Ad", "1 simple", f"rows {row} |"))

    take(table, card)

    assert row_names(table, 0)[0] == after
    assert position(table).reserves[0] == 0


@rule("D7.1", "D7.2")
@pytest.mark.parametrize("card", ["9s", "10h", "Ac", "Kd", "Qd"])
def test_a_card_that_does_not_fit_and_every_diamond_goes_to_the_reserve(card: str) -> None:
    table = table_at(drafting(f"{card} 9d 9d Ad", "1 simple"))

    take(table, card)

    assert names(position(table).reserves[0]) == [card]
    assert row_names(table, 0) == ["Q", "Q", "Q"]


@rule("D7.2")
def test_reserve_cards_attach_in_chains_as_soon_as_they_fit() -> None:
    table = table_at(drafting("Kc 9d 9d Ad", "1 simple", "reserve 9c 10c Ac 10s Kd |"))

    take(table, "Kc")

    assert row_names(table, 0)[0] == "QKTA"
    assert names(position(table).reserves[0]) == ["9c", "Kd", "10s"]


@rule("D7.2")
def test_one_card_may_attach_a_chain_on_its_own_side_only() -> None:
    table = table_at(drafting("Jh 9d 9d Ad", "1 simple", "reserve 9h 10h |"))

    take(table, "Jh")

    assert row_names(table, 0)[2] == "9JQ"
    assert names(position(table).reserves[0]) == ["10h"]


@rule("D7.3")
@pytest.mark.parametrize("owned", ["rows Kc |", "rows |; reserve 10c |"])
def test_a_second_copy_is_a_strike_that_never_attaches(owned: str) -> None:
    card = "Kc" if "Kc" in owned else "10c"
    table = table_at(drafting(f"{card} 9d 9d Ad", "1 simple", owned))
    before = row_names(table, 0)

    take(table, card)

    assert row_names(table, 0) == before
    assert names(position(table).strike_cards[0]) == [card]
    assert position(table).strikes == (0b001, 0)


@rule("D7.3")
def test_the_first_copy_in_the_reserve_may_attach_after_the_strike() -> None:
    table = table_at(drafting("10c Kc 9d 9d", "1 ultimate", "rows |; reserve | 10c"))

    take(table, "10c 9d Kc")

    assert row_names(table, 1)[0] == "QKT"
    assert position(table).strikes[1] == 0b001


@rule("D7.3")
def test_the_second_copy_of_a_diamond_is_no_strike() -> None:
    table = table_at(drafting("Qd Kd Ad 9d", "0 ultimate", "reserve Qd Kd |"))

    take(table, "Qd Ad Kd")

    assert position(table).strikes == (0, 0)
    assert Counter(names(position(table).reserves[0])) == Counter(["Qd", "Qd", "Kd", "Kd"])


@rule("D7.3")
def test_further_strikes_in_a_suit_count_no_more() -> None:
    table = table_at(drafting("10c Ac 9d 9d", "1 ultimate", "reserve | 10c Ac 9s; strikes | 9s"))

    take(table, "10c 9d Ac")

    assert position(table).strikes[1] == 0b011
    assert names(position(table).strike_cards[1]) == ["9s", "10c", "Ac"]
    assert position(table).winner is None


@rule("D7.4")
@pytest.mark.parametrize(("suit", "index"), [("c", 0), ("s", 1), ("h", 2)])
def test_a_complete_row_wins(suit: str, index: int) -> None:
    row = " ".join(f"{rank}{suit}" for rank in ("J", "K", "10", "A"))
    table = table_at(drafting(f"9{suit} 9d 9d Ad", "1 simple", f"rows {row} |"))

    take(table, f"9{suit}")

    assert row_names(table, 0)[index] == "9JQKTA"
    assert (position(table).winner, position(table).ending, position(table).ending_suit) == (0, "row", index)


@rule("D7.4")
def test_strikes_in_all_three_suits_win() -> None:
    table = table_at(drafting("9h 9d 9d Ad", "1 simple", "reserve 9c 9s 9h |; strikes 9c 9s |"))

    take(table, "9h")

    assert (position(table).winner, position(table).ending) == (0, "strikes")


@rule("D7.2", "D7.3", "D7.4")
@pytest.mark.parametrize(
    ("rows", "reserve", "strikes", "card", "settlement"),
    [
        ((4, 4, 4), "10h Ad", 0, "Kh", ((4, 4, 28), "Ad", 0, False)),
        ((4, 4, 4), "10h", 0, "Ah", ((4, 4, 4), "10h Ah", 0, False)),
        ((4, 4, 4), "10h", 0, "10h", ((4, 4, 4), "10h", 4, False)),
        ((4, 4, 4), "10h", 3, "10h", ((4, 4, 4), "10h", 7, True)),
        ((62, 4, 4), "", 0, "9c", ((63, 4, 4), "", 0, True)),
        ((4, 4, 4), "9d", 0, "9d", ((4, 4, 4), "9d 9d", 0, False)),
    ],
)
def test_what_a_card_would_do_can_be_asked_without_a_draft(
    rows: Rows, reserve: str, strikes: int, card: str, settlement: tuple[Rows, str, int, bool]
) -> None:
    then, left, struck, wins = settled(rows, parse_cards(reserve), strikes, parse_cards(card))

    assert (then, " ".join(names(left)), struck, wins) == settlement
