"""D1, D2: the cards, the set-up, and how a race runs."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.damenrennen import Damenrennen, Deal
from parlour.games.damenrennen.cards import DECK, NAMES, card_names
from tests.damenrennen.positions import (
    legal,
    names,
    position,
    refused,
    row_names,
    say,
    table_at,
    take,
)
from tests.rules import rule

PLAIN = "market 9c 9c Jc Jc; hands 9s Js Ks | 10h Ah Qd"
PREPARED = "rows Kh | Ks; reserve Ad | 9d Kd; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd Qd"


@rule("D1.1")
def test_the_deck_has_24_cards_twice_in_the_order_9_j_q_k_10_a() -> None:
    assert Counter(card_names(DECK)) == dict.fromkeys(NAMES, 2)
    assert NAMES[::4] == ("9c", "Jc", "Qc", "Kc", "10c", "Ac")
    assert NAMES[:4] == ("9c", "9s", "9h", "9d")


@rule("D1.2", "D1.3")
def test_a_game_starts_with_three_queens_each_and_a_stack_of_42() -> None:
    table = Table(Damenrennen())

    assert row_names(table, 0) == row_names(table, 1) == ["Q", "Q", "Q"]
    assert position(table).reserves == position(table).strike_cards == (0, 0)
    assert len(names(position(table).stack)) == 42
    assert names(position(table).stack).count("Qd") == 2
    assert not {"Qc", "Qs", "Qh"} & set(names(position(table).stack))
    assert table.to_act() == (CHANCE,)


@rule("D2.1", "D2.2")
def test_four_cards_are_opened_and_three_are_dealt_to_each() -> None:
    table = Table(Damenrennen())
    deal = table.game.deal(table.state, Random(1))
    assert isinstance(deal, Deal)

    table.play(CHANCE, deal)

    assert names(position(table).market) == names(deal.market)
    assert len(names(deal.market)) == 4
    assert [len(names(hand)) for hand in position(table).hands] == [3, 3]
    assert len(names(position(table).stack)) == 32


@rule("D2.3")
def test_hearts_come_before_the_spade_discard_and_the_exchange_comes_last() -> None:
    table = table_at(PREPARED)
    phases = []
    for line in ("1: show 10h Ah", "0: swap Ah for 9s", "1: discard 9s", "0: exchange nothing"):
        phases.append((position(table).phase, table.to_act()))
        say(table, line)
    phases.append((position(table).phase, table.to_act()))
    say(table, "1: exchange Kd for Qd")

    assert phases == [
        ("show", (1,)),
        ("swap", (0,)),
        ("discard", (1,)),
        ("exchange", (0, 1)),
        ("exchange", (1,)),
    ]
    assert position(table).phase == "lay"


@rule("D2.4")
def test_without_a_bomb_tricks_are_laid_until_the_hands_are_empty() -> None:
    table = table_at(PLAIN)

    for trick in ("9s 10h", "Js Ah", "Ks Qd"):
        assert position(table).phase == "lay"
        say(table, f"0: lay {trick.split()[0]}", f"1: lay {trick.split()[1]}")

    assert position(table).hands == (0, 0)
    assert position(table).phase == "draft"


@rule("D2.5")
def test_after_the_draft_all_else_is_shuffled_back_and_the_next_race_is_awaited() -> None:
    table = table_at(PREPARED)
    say(table, "1: show 10h Ah", "0: decline", "1: discard Qd")
    say(table, "0: exchange Ad for 9s", "1: exchange nothing")
    say(table, "0: lay Ad", "1: lay 10h", "0: lay Js", "1: lay Ah", "0: lay Qd", "1: lay Kd")
    taken = Counter(take(table, "9c Jc 9c"))
    now = position(table)

    assert taken == {1: 2, 0: 1}
    assert table.to_act() == (CHANCE,)
    assert now.market == now.used == now.shown == 0
    assert now.hands == now.spent == now.exchanged == (0, 0)
    assert now.laid == ((), ())
    assert {"Ad", "9s", "Jc"} <= set(names(now.stack))
    assert len(names(now.stack)) == 42 - 2 - 3 + 1 - 3


@rule("D2.6")
def test_diamonds_of_the_reserve_are_swapped_one_for_one_for_any_hand_cards() -> None:
    table = table_at("reserve Ad Kd 9c |; market 9c 9s Jc Jc; hands 9s Js Qd | 10h Ah Kd")

    assert table.to_act() == (Seat(0),)
    assert legal(table, 0) == {
        "exchange nothing",
        *(f"exchange {diamond} for {card}" for diamond in ("Ad", "Kd") for card in ("9s", "Js", "Qd")),
        *(f"exchange Kd Ad for {pair}" for pair in ("9s Js", "9s Qd", "Js Qd")),
    }


@rule("D2.6")
def test_a_hand_never_grows_and_at_most_one_swap_is_made_for_a_hand_card() -> None:
    table = table_at("reserve 9d Jd Kd Ad |; market 9c 9s Jc Jc; hands 9s Js Qd | 10h Ah Kd")
    exchanges = [move.split(" for ") for move in legal(table, 0) if move != "exchange nothing"]

    assert max(len(cards.split()) for _, cards in exchanges) == 3
    say(table, "0: exchange 9d Kd Ad for 9s Js Qd")

    assert names(position(table).hands[0]) == ["9d", "Kd", "Ad"]
    assert names(position(table).reserves[0]) == ["Jd"]


@rule("D2.6")
def test_a_dealt_diamond_may_be_given_up_and_one_taken_in_stays() -> None:
    table = table_at("reserve Ad |; market 9c 9s Jc Jc; hands 9s Js Qd | 10h Ah Kd")

    say(table, "0: exchange Ad for Qd")

    assert names(position(table).hands[0]) == ["9s", "Js", "Ad"]
    assert names(position(table).spent[0]) == ["Qd"]
    assert refused(table, "0: exchange Qd for Ad") == ("move/phase", "D3.1")


@rule("D2.6")
def test_exchanges_are_sealed_and_carried_out_together() -> None:
    table = table_at("reserve Ad | Kd; market 9c 9s Jc Jc; hands 9s Js Qd | 10h Ah Kd")

    say(table, "1: exchange Kd for 10h")
    assert table.to_act() == (0,)
    assert names(position(table).reserves[1]) == ["Kd"]
    assert refused(table, "1: exchange nothing") == ("move/sealed", "D2.6")
    say(table, "0: exchange Ad for 9s")

    assert names(position(table).hands[0]) == ["Js", "Qd", "Ad"]
    assert names(position(table).hands[1]) == ["Kd", "Kd", "Ah"]
    assert [names(pile) for pile in position(table).exchanged] == [["Ad"], ["Kd"]]


@rule("D2.6")
@pytest.mark.parametrize("reserve", ["| ", "9c As | 10h"])
def test_nobody_without_diamonds_in_reserve_is_asked_to_exchange(reserve: str) -> None:
    table = table_at(f"reserve {reserve}; market 9h 9s Jc Jc; hands 9s Js Qd | 10h Ah Kd")

    assert position(table).phase == "lay"
    assert table.to_act() == (0, 1)


@rule("D2.6")
def test_with_all_diamonds_there_are_132_exchanges_and_never_more() -> None:
    reserve = "9d 9d Jd Jd Qd Qd Kd Kd 10d 10d Ad Ad"
    table = table_at(f"reserve {reserve} |; market 9c 9c Jc Jc; hands 9s Js Ks | 10h Ah As")

    assert len(table.legal_moves(Seat(0))) == len(legal(table, 0)) == 132
