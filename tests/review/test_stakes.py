"""What is at stake in a round of Haggis, with bets and without."""

from __future__ import annotations

import msgspec
import pytest

from parlour.core.game import Seat
from parlour.games.haggis import Haggis, View
from parlour.review.haggis.stakes import USUAL, stake_of, swing
from tests.review.positions import with_captured
from tests.rules import rule

LEAD = with_captured("hands 2g 8o 9o 10o K | 4r 4g K; haggis 5r 5o 5y 6y 8r 8y 9y 10y; act 0")


def seen_with(*bets: int | None, outs: tuple[Seat, ...] = ()) -> View:
    game = Haggis()
    view = game.view(game.parse_position(LEAD), Seat(0))
    assert view.round is not None
    return msgspec.structs.replace(view, round=msgspec.structs.replace(view.round, bets=bets, outs=outs))


@rule("H7.3")
def test_a_bet_is_won_or_lost_by_going_out_first() -> None:
    assert swing([0, 0], 0) == 0
    assert swing([30, 0], 0) == swing([30, 0], 1) == 60
    assert swing([30, 15], 0) == 90
    assert swing([30, 0, 0], 0) == 60
    assert swing([30, 0, 0], 1) == 15, "who has no bet gets the lost one too, whoever of the others is first"


def test_the_usual_stake_is_that_of_a_round_without_bets() -> None:
    assert stake_of(seen_with(None, None)) == 1
    assert stake_of(seen_with(0, 0)) == 1


def test_bets_raise_the_stake() -> None:
    assert stake_of(seen_with(30, None)) == pytest.approx(1 + 60 / (2 * USUAL[2]))
    assert stake_of(seen_with(30, 30)) == pytest.approx(1 + 120 / (2 * USUAL[2]))


def test_bets_are_settled_once_somebody_is_out() -> None:
    assert stake_of(seen_with(30, 30, outs=(Seat(1),))) == 1
