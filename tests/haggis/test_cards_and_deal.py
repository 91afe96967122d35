"""H1 and H2: the deck and the deal."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from parlour.core.errors import IllegalMove, NotationError, OptionError
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.haggis import Deal, Haggis, Options
from parlour.games.haggis.cards import card_names, format_cards, parse_cards, pile_names, pile_points
from tests.haggis.law_support import count_cards
from tests.haggis.positions import HaggisTable, position, say
from tests.rules import rule


def dealt(players: int, seed: int = 1, **options: object) -> HaggisTable:
    table: HaggisTable = Table(Haggis(Options(players=players, **options)))  # type: ignore[arg-type] # any option
    table.deal(Random(seed))
    return table


@rule("H1.1")
@pytest.mark.parametrize(("players", "spots", "faces"), [(2, 36, 6), (3, 45, 9)])
def test_the_deck_has_nine_ranks_in_its_suits_and_three_faces_a_player(players: int, spots: int, faces: int) -> None:
    cards = count_cards(dealt(players).state)

    assert sum(count for name, count in cards.items() if name not in "JQK") == spots
    assert sum(cards[name] for name in "JQK") == faces
    assert set(cards.values()) == {1, players}


@rule("H1.1")
@pytest.mark.parametrize("text", ["1r", "11r", "5x", "5", "r", "A", "JQ", "5r,6r", "5r J x9"])
def test_an_unknown_card_is_named(text: str) -> None:
    with pytest.raises(NotationError, match=r"no such card: '.+' ?; cards are 2r to 10b, J, Q, K \[H1.1\]"):
        parse_cards(text)


@rule("H1.1")
def test_a_card_said_twice_is_named() -> None:
    with pytest.raises(NotationError, match=r"'5r' stands there twice.* \[H1.1\]"):
        parse_cards("5r 6r 5r")


@rule("H1.2")
def test_cards_are_written_from_two_to_king() -> None:
    assert format_cards(parse_cards("K Q J 10r 9r 8r 7r 6r 5r 4r 3r 2r")) == "2r 3r 4r 5r 6r 7r 8r 9r 10r J Q K"


@rule("H1.2")
@pytest.mark.parametrize("higher", ["J", "Q", "K", "10r", "4o"])
def test_higher_ranks_beat_lower_ones(higher: str) -> None:
    ladder = ["3r", "4o", "10r", "J", "Q", "K"]
    below = ladder[ladder.index(higher) - 1]
    table = dealt(2)
    table.state = table.game.parse_position(f"hands 2r {below} | 2o {higher}")

    say(table, f"0: {below}", f"1: {higher}")


@rule("H1.3")
def test_points_are_one_for_odd_spots_and_two_three_five_for_faces() -> None:
    worth = {name: pile_points(parse_cards(name)) for name in (*(f"{rank}g" for rank in range(2, 11)), *"JQK")}

    assert worth == {
        "2g": 0, "3g": 1, "4g": 0, "5g": 1, "6g": 0, "7g": 1, "8g": 0, "9g": 1, "10g": 0, "J": 2, "Q": 3, "K": 5,
    }  # fmt: skip


@rule("H1.3")
@pytest.mark.parametrize(("players", "total"), [(2, 36), (3, 50)])
def test_all_points_are_36_with_two_players_and_50_with_three(players: int, total: int) -> None:
    cards = count_cards(dealt(players).state)

    assert sum(pile_points(parse_cards(name)) * count for name, count in cards.items()) == total


@rule("H1.4", "H2.1")
def test_two_players_leave_blue_out() -> None:
    assert {name[-1] for name in count_cards(dealt(2).state) if name not in "JQK"} == set("royg")
    assert {name[-1] for name in count_cards(dealt(3).state) if name not in "JQK"} == set("roygb")


@rule("H2.1")
@pytest.mark.parametrize("players", [0, 1, 4, -2])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(OptionError, match=rf"2 or 3 players, got {players} \[H2.1\]"):
        Options(players=players)


@rule("H2.2", "H2.3")
@pytest.mark.parametrize(("players", "left"), [(2, 8), (3, 3)])
def test_everybody_gets_a_jack_a_queen_a_king_and_fourteen_spot_cards(players: int, left: int) -> None:
    now = position(dealt(players))

    for hand in now.hands:
        assert len(card_names(hand)) == 17
        assert card_names(hand)[-3:] == ("J", "Q", "K")
    assert len(card_names(now.haggis)) == left


@rule("H2.3")
def test_the_haggis_is_shown_only_when_the_round_has_ended() -> None:
    table = dealt(2)
    rng = Random(3)
    while table.to_act() != (CHANCE,):
        for seat in (None, Seat(0), Seat(1)):
            view = table.view(seat).round
            assert view is not None
            assert view.haggis is None
            assert view.shown is None
        (actor,) = table.to_act()
        assert actor is not None
        table.play(actor, rng.choice(list(table.legal_moves(actor))))

    view = table.view(None).round
    assert view is not None
    assert view.haggis == position(table).haggis
    assert view.shown == position(table).hands


@rule("H2.4")
def test_the_first_dealer_is_drawn_and_her_left_leads() -> None:
    dealers: Counter[int] = Counter()
    for seed in range(90):
        table = dealt(3, seed)
        dealer = table.state.standing.dealer
        assert dealer is not None
        dealers[dealer] += 1
        assert table.to_act() == ((dealer + 1) % 3,)

    assert set(dealers) == {0, 1, 2}


def deal_of(table: HaggisTable) -> Deal:
    deal = table.events[0].move
    assert isinstance(deal, Deal)
    return deal


BLUE = parse_cards("2b")


@rule("H2.1", "H2.2", "H2.3", "H2.4")
def test_a_deal_that_is_none_is_refused_with_its_clause() -> None:
    good = deal_of(dealt(2))
    low = good.hands[0] & -good.hands[0]
    spare = good.haggis & -good.haggis
    wrong = {
        "H2.1": [
            msgspec.structs.replace(good, hands=good.hands[:1]),
            msgspec.structs.replace(good, hands=(good.hands[0] ^ low | BLUE, good.hands[1])),
        ],
        "H2.2": [msgspec.structs.replace(good, hands=(good.hands[0] ^ low, good.hands[1]))],
        "H2.3": [
            msgspec.structs.replace(good, hands=(good.hands[0] ^ low | spare, good.hands[1])),
            msgspec.structs.replace(good, haggis=good.haggis ^ spare),
        ],
        "H2.4": [msgspec.structs.replace(good, dealer=Seat(2))],
    }
    for clause, deals in wrong.items():
        for deal in deals:
            table: HaggisTable = Table(Haggis())
            with pytest.raises(IllegalMove) as error:
                table.play(CHANCE, deal)
            assert error.value.clause == clause


@rule("H2.1", "H2.2", "H2.3")
def test_a_deal_is_judged_card_by_card_not_by_the_sum_of_its_masks() -> None:
    good = deal_of(dealt(2))
    deck = [parse_cards(f"{rank}{suit}") for rank in range(2, 11) for suit in "royg"]
    red, orange, *rest = deck
    first, second, left = sum([red, *rest[:13]]), sum([red, *rest[13:26]]), sum(rest[26:])
    mask = first + second + left + orange - red
    assert mask == sum(deck)
    sums_up = Deal(good.dealer, (first, second), left + orange - red)

    for deal, code in [
        (sums_up, "deal/twice"),
        (Deal(good.dealer, (first, second), left), "deal/twice"),
        (Deal(good.dealer, (good.hands[0], good.hands[0]), good.haggis), "deal/twice"),
        (Deal(good.dealer, good.hands, -1), "deal/malformed"),
        (Deal(good.dealer, (good.hands[0], 1.5), good.haggis), "deal/malformed"),  # type: ignore[arg-type] # on purpose
    ]:
        refusal = Haggis().refusal(Haggis().start(), CHANCE, deal)
        assert refusal is not None
        assert refusal.code == code


@rule("H2.4")
@pytest.mark.parametrize("dealer", [-1, 2, 9])
def test_a_stranger_cannot_be_the_first_dealer(dealer: int) -> None:
    deal = msgspec.structs.replace(deal_of(dealt(2)), dealer=Seat(dealer))

    with pytest.raises(IllegalMove, match=rf"seat {dealer} is not at this table \[H2.4\]"):
        Table(Haggis()).play(CHANCE, deal)


@rule("H2.2")
def test_a_seat_cannot_deal_and_nobody_deals_twice() -> None:
    table: HaggisTable = Table(Haggis())
    deal = deal_of(dealt(2))

    with pytest.raises(IllegalMove, match=r"seat 0 cannot deal: chance does \[H2.2\]"):
        table.play(Seat(0), deal)
    with pytest.raises(IllegalMove, match=r"the cards are not dealt yet \[H2.2\]"):
        say(table, "0: pass")
    table.play(CHANCE, deal)
    with pytest.raises(IllegalMove, match=r"the round is still being played \[H6.2\]"):
        table.play(CHANCE, deal)


def test_piles_name_faces_once_for_every_owner() -> None:
    table = dealt(3)
    table.state = table.game.parse_position("hands 2r J | 3r Q | 4r J; trick 5r by 0 / J by 1")

    assert pile_names(position(table).trick) == ("5r", "J")
