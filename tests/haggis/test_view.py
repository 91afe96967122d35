"""H9: what everybody may see, and the worlds that it allows."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.haggis import Haggis, Options
from parlour.games.haggis.cards import card_names, format_cards, parse_cards
from parlour.games.haggis.position import decode_round
from parlour.games.haggis.text import describe_private
from parlour.games.haggis.view import RoundView
from tests.haggis.positions import HaggisTable, say, table_at
from tests.rules import rule


def seen(table: HaggisTable, seat: int | None) -> RoundView:
    view = table.view(None if seat is None else Seat(seat)).round
    assert view is not None
    return view


@rule("H9.1")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_everybody_sees_sizes_wilds_bets_plays_scores_and_passes(viewer: int | None) -> None:
    table = table_at("hands 5r 6r K | 7g 8g J | 9b 10b Q; fresh 0 1 2", players=3)
    say(table, "1: bet 15", "0: 5r", "1: pass", "2: 9b")
    view = seen(table, viewer)

    assert view.sizes == (2, 3, 2)
    assert [card_names(mask) for mask in view.wilds] == [("K",), ("J",), ("Q",)]
    assert view.bets == (None, 15, None)
    assert [(seat, table.game.format_move(move)) for seat, move in view.history] == [
        (1, "bet 15"),
        (0, "5r"),
        (1, "pass"),
        (2, "9b"),
    ]
    assert table.view(None).standing.scores == (0, 0, 0)
    assert view.trick == parse_cards("5r 9b")


@rule("H9.2")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_captured_cards_are_public(viewer: int | None) -> None:
    table = table_at("hands 5r 6r 9r | 7g 8g 3g")
    say(table, "0: 5r", "1: 7g", "0: 9r", "1: pass")

    assert seen(table, viewer).captured == (parse_cards("5r 7g 9r"), 0)


@rule("H9.2")
def test_a_finished_round_shows_the_last_hand_the_haggis_and_the_points() -> None:
    table = table_at("hands 6r | 2g 4g; haggis 3r")
    say(table, "0: 6r")
    view = seen(table, None)

    assert view.shown == (0, parse_cards("2g 4g"))
    assert view.haggis == parse_cards("3r")
    assert view.points == ((10, 0, 1, 0, 0), (0, 0, 0, 0, 0))


@rule("H9.3")
def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    table = table_at("hands 5r 6r | 7g 8g")

    assert seen(table, 0).hand == parse_cards("5r 6r")
    assert seen(table, 1).hand == parse_cards("7g 8g")
    assert seen(table, None).hand == 0


@rule("H9.3")
def test_worlds_are_uniform_and_wilds_stay_where_they_are() -> None:
    table = table_at("hands 5r K | 7g 8g J; haggis 2o; act 0; captured 2r 3r 4r 6r 7r 8r 9r 10r | " + REST)
    view = table.view(Seat(0))
    rng = Random(11)
    worlds = Counter(decode_of(table, rng) for _ in range(6000))

    assert view.round is not None
    assert set(worlds) == {
        (f"{a} {b} J", c) for a, b, c in [("2o", "7g", "8g"), ("2o", "8g", "7g"), ("7g", "8g", "2o")]
    }
    chi_square = sum((count - 2000) ** 2 / 2000 for count in worlds.values())
    assert chi_square < 13.8  # two degrees of freedom, one in a thousand


REST = " ".join(f"{rank}{suit}" for rank in range(2, 11) for suit in "oyg" if f"{rank}{suit}" not in ("2o", "7g", "8g"))


def decode_of(table: HaggisTable, rng: Random) -> tuple[str, str]:
    world = table.game.determinize(table.view(Seat(0)), rng)
    assert world.round is not None
    position = decode_round(world.round)
    assert position.hands[0] == parse_cards("5r K")
    return " ".join(card_names(position.hands[1])), " ".join(card_names(position.haggis))


@rule("H9.3")
def test_opening_worlds_give_every_hidden_card_the_same_chance() -> None:
    table: HaggisTable = Table(Haggis(Options(players=3)))
    table.deal(Random(5))
    view = table.view(Seat(1))
    rng = Random(6)
    places: Counter[tuple[str, int]] = Counter()
    for _ in range(1550):
        world = table.game.determinize(view, rng)
        assert world.round is not None
        position = decode_round(world.round)
        for place, mask in enumerate((position.hands[0], position.hands[2], position.haggis)):
            places.update((name, place) for name in card_names(mask) if name not in "JQK")

    expected = {0: 1550 * 14 / 31, 1: 1550 * 14 / 31, 2: 1550 * 3 / 31}
    chi_square = sum((count - expected[place]) ** 2 / expected[place] for (_, place), count in places.items())
    assert len(places) == 93
    assert chi_square < 112  # sixty degrees of freedom, less than one in ten thousand


@rule("H9.1")
@pytest.mark.parametrize("text", ["pass", "5r", "bet 30", "give 1", "dealer 0; hands 2r | 3r; haggis 4r"])
def test_no_decision_is_secret(text: str) -> None:
    game = Haggis()

    assert not game.is_secret(game.parse_move(text))


def test_a_view_is_described_before_the_first_deal_and_after_it() -> None:
    table: HaggisTable = Table(Haggis())
    before = table.view(Seat(0))
    table.deal(Random(5))
    after = table.view(Seat(0))
    hand = f"hand {format_cards(seen(table, 0).hand)}"

    assert table.game.describe(before) == "seat 0; round 0; points 0 0"
    assert hand in table.game.describe(after).splitlines()
    assert (describe_private(before), describe_private(after)) == ("hand ", hand)


def test_worlds_are_drawn_after_a_move_that_was_typed() -> None:
    table: HaggisTable = Table(Haggis())
    table.deal(Random(5))
    leader = table.game.to_act(table.state)[0]
    assert leader is not CHANCE
    table.say(leader, table.game.format_move(table.legal_moves(Seat(leader))[-1]))

    for seat in range(2):
        view = table.view(Seat(seat))
        assert table.game.view(table.game.determinize(view, Random(1)), Seat(seat)) == view
