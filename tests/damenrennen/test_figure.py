"""Views of Damenrennen as pictures."""

from __future__ import annotations

import re
from random import Random

from parlour.core.figure import Bar
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.damenrennen import AnyMove, Damenrennen, State, View


def texts(svg: str) -> list[str]:
    return re.findall(r">([^<]+)</text>", svg)


def test_every_moment_of_a_game_can_be_drawn_for_everybody() -> None:
    table: Table[State, AnyMove, View] = Table(Damenrennen())
    rng = Random(4)
    said: set[str] = set()
    titles = []
    while actors := table.to_act():
        actor = actors[0]
        for viewer in (None, Seat(0), Seat(1)):
            svg = table.view(viewer)._repr_svg_()
            said |= set(texts(svg))
            titles.append(svg.partition("<title")[2].partition("</title>")[0])
        if actor is CHANCE:
            table.play(CHANCE, table.game.deal(table.state, rng))
        else:
            table.play(actor, rng.choice(table.legal_moves(actor)))

    assert {"market", "empty", "reserve", "hand", "seat 0 laid", "seat 1 laid", "no strike"} <= said
    assert {f"seat {seat} to act" for seat in (0, 1)} <= said
    assert any(line.startswith("strikes ") for line in said)
    assert any("advantage of " in line for line in said)
    assert any(title.endswith("seat 0 and 1 to act") for title in titles)
    assert any("holds nothing" in title for title in titles)


def test_another_hand_is_drawn_as_backs() -> None:
    table: Table[State, AnyMove, View] = Table(Damenrennen(), seed=1)
    view = table.view(Seat(0))

    svg = view.figure(theme="dark", bars=(Bar("take 10c", "58 %", 0.58),)).svg

    assert svg.count('fill="#47757a"') == view.game.sizes[1]
    assert "58 %" in texts(svg)
