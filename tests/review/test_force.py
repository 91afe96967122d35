"""Going out by force: the proof holds in every world, and finds what a person can see."""

from __future__ import annotations

import pytest

from parlour.core.game import Seat
from parlour.games.haggis import Haggis, View
from parlour.games.haggis.notation import format_move, parse_move
from parlour.review.haggis.force import Prover, TooHardError, forcing_moves, known_from
from tests.puzzles.oracle import goes_out_first, worlds
from tests.review.positions import with_captured

LEAD = "hands 2g 8o 9o 10o K | 4r 4g K; haggis 5r 5o 5y 6y 8r 8y 9y 10y; act 0"
"""Three cards of the opponent cannot answer four; then any single card goes out."""


def view_at(position: str) -> View:
    game = Haggis()
    return game.view(game.parse_position(with_captured(position)), Seat(0))


def test_a_combo_of_more_cards_than_the_other_holds_forces_the_way_out() -> None:
    prover = Prover()
    forcing = forcing_moves(view_at(LEAD), prover)

    assert "8o 9o 10o K" in map(format_move, forcing)
    assert "8o 9o 10o" not in map(format_move, forcing)
    assert "2g" not in map(format_move, forcing)
    first = forcing[0]
    line = prover.line(known_from(view_at(LEAD)), first)
    assert line[0] == first
    assert len(line) == 2


def test_a_wrong_move_has_a_reply_that_refutes_it() -> None:
    move = parse_move("8o 9o 10o")
    assert isinstance(move, int)
    reply = Prover().refuting_reply(known_from(view_at(LEAD)), move)

    assert reply is not None
    assert format_move(reply) == "9y 10y K"


def test_the_strategy_wins_in_every_world_and_other_moves_fail_in_some() -> None:
    view = view_at(LEAD)
    prover = Prover()
    forcing = forcing_moves(view, prover)
    every = list(worlds(view))

    assert len(every) == 45
    assert all(goes_out_first(world, Seat(0), move, prover) for world in every for move in forcing)


def test_where_the_other_can_always_answer_nothing_is_forced() -> None:
    assert forcing_moves(view_at("hands 2g 3o | 4r 4g K; haggis 5r 5o 5y 6y 8r 8y 9y 10y; act 0"), Prover()) == []


def test_a_proof_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(TooHardError):
        forcing_moves(view_at("hands 2g 3o 6o 7o 7y | 4r 4g 9g Q K; haggis 5r 5o 5y 6y 8r 8y 9y 10y; act 0"), Prover(1))
