"""Views of Haggis as pictures."""

from __future__ import annotations

import re
from random import Random

from parlour.core.figure import WIDTH, Bar
from parlour.core.game import Seat
from parlour.core.table import Table
from parlour.games.haggis import AnyMove, Haggis, Options, State, View
from tests.haggis.positions import say, table_at
from tests.rules import rule


def texts(svg: str) -> list[str]:
    return re.findall(r">([^<]+)</text>", svg)


def test_the_trick_is_drawn_with_who_played_and_what_is_to_beat() -> None:
    table = table_at("hands 2b 3r J | 8g 8b Q | 4o 5o; act 0; fresh 0 1 2", players=3)
    say(table, "1: bet 30", "0: 3r", "1: 8g")

    svg = table.view(Seat(2)).figure().svg

    said = texts(svg)
    assert {"seat 0", "seat 1", "seat 2 to act", "bet 30, 0 captured"} <= set(said)
    assert "seat 1 holds it with 8g, 1 point" in said
    assert "seat 2 holds 4o 5o; 8g by seat 1 is to beat; seat 2 is to act" in svg


@rule("H9.1", "H9.2")
def test_hidden_cards_are_backs_until_the_round_has_ended() -> None:
    table: Table[State, AnyMove, View] = Table(Haggis(Options(players=3)))
    before = table.view(Seat(0))
    table.deal(Random(2))
    rng = Random(3)
    backs = []
    while table.round_result() is None:
        (seat,) = table.to_act()
        assert seat is not None
        backs.append(table.view(None).figure().svg.count('fill="#3d666b"'))
        table.play(seat, rng.choice(table.legal_moves(seat)))

    ended = table.view(Seat(0)).figure(bars=(Bar("pass", "+1", 1.0),)).svg
    assert min(backs) > 0
    assert 'fill="#3d666b"' not in ended
    assert any("out first" in said for said in texts(ended))
    assert {"no card lies in the trick", "pass", "+1"} <= set(texts(ended))
    assert "before the first deal" in texts(before._repr_svg_())


def test_a_seat_without_cards_says_so() -> None:
    table = table_at("hands 2b | 8g 8b Q | 4o 5o; act 0", players=3)
    say(table, "0: 2b")

    assert "no cards left" in texts(table.view(Seat(0)).figure(theme="dark").svg)
    assert "holds nothing" in table.view(Seat(0))._repr_svg_()


def test_a_long_trick_stays_inside_the_picture() -> None:
    table = table_at("hands 2r 4r 6r 8r 10r Q 2o | 3g 5g 7g 9g J K 2g 2y; act 0")
    for place, card in enumerate(["2r", "3g", "4r", "5g", "6r", "7g", "8r", "9g", "10r", "J", "Q", "K"]):
        say(table, f"{place % 2}: {card}")

    svg = table.view(Seat(1)).figure().svg

    places = [float(x) for x in re.findall(r'<text x="([\d.]+)"[^>]*>seat [01]</text>', svg)]
    assert len(places) >= 12
    assert max(places) + 34 <= WIDTH
