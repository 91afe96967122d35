"""What comes into the kernel from outside is checked."""

from __future__ import annotations

import pickle
import threading
from random import Random
from typing import Any

import pytest

import parlour
from parlour.core.game import CHANCE
from parlour.games.haggis import Haggis, Options
from parlour.games.haggis.cards import SPOTS, parse_cards
from parlour.games.haggis.kernel import round as kernel
from parlour.games.haggis.kernel.combos import answers, leads, readings
from parlour.games.haggis.kernel.round import SLOTS, Round, dealt, random_rounds


def opening(players: int = 2) -> Round:
    game = Haggis(Options(players=players))
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(1)))
    assert state.round is not None
    return state.round


@pytest.mark.parametrize("mask", [1.0, 1.5, "5r", None, True])
def test_a_mask_that_is_no_int_is_refused(mask: Any) -> None:
    for function in (leads, readings):
        with pytest.raises(TypeError, match=r"a card mask is an int, got .* \[H1.1\]"):
            function(mask)


@pytest.mark.parametrize("mask", [-1, 1 << 48, 1 << 63, 1 << 80, -(1 << 70)])
def test_a_mask_with_unknown_bits_is_refused(mask: int) -> None:
    for function in (leads, readings):
        with pytest.raises(ValueError, match=r"a card mask has bits 0 to 47 only, got .* \[H1.1\]"):
            function(mask)


@pytest.mark.parametrize("move", [0, -1, 1 << 62, 4 << 60, 1 << 90])
def test_what_is_no_combo_cannot_be_answered(move: int) -> None:
    with pytest.raises(ValueError, match="no set, sequence or bomb"):
        answers(parse_cards("5r"), move)


def test_a_move_that_is_no_int_cannot_be_answered() -> None:
    with pytest.raises(TypeError, match=r"a move is an int, got 1\.5"):
        answers(parse_cards("5r"), 1.5)  # type: ignore[arg-type] # on purpose


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    for call in (
        lambda: opening().legal(seat),
        lambda: opening().allows(seat, 0),
        lambda: opening().play(seat, 0),
        lambda: opening().after(seat, 0),
    ):
        with pytest.raises(ValueError, match=f"seat {seat} is not at a table of 2"):
            call()
    with pytest.raises(ValueError, match=f"seat {seat} is not at a table of 2"):
        dealt((SPOTS[2] >> 1, 1), 0, seat, tournament=False, bonus=0)
    with pytest.raises(ValueError, match=f"seat {seat} is not at a table of 2"):
        opening().played_out(1).score(seat)


@pytest.mark.parametrize("move", [-1, 1 << 63, 1 << 70, 1.0, "1", None, True])
def test_a_move_that_is_no_number_of_63_bits_is_refused(move: Any) -> None:
    for call in (opening().allows, opening().play):
        with pytest.raises(ValueError, match="a move is a whole number of 63 bits"):
            call(0, move)


@pytest.mark.parametrize("move", [0, 1, 7 << 60, (1 << 63) - 1])
def test_a_move_that_is_not_legal_is_not_made(move: int) -> None:
    one = opening()

    assert not one.allows(one.actor, move)
    with pytest.raises(ValueError, match=f"not a legal move of seat {one.actor}: {move:#x}"):
        one.play(one.actor, move)


def test_a_judged_move_leads_to_the_same_round_as_one_that_is_judged_again() -> None:
    one = opening()

    for move in one.legal(one.actor):
        assert one.play(one.actor, move) == one.after(one.actor, move) != one


def test_an_unfinished_round_has_no_score() -> None:
    with pytest.raises(ValueError, match="the round is not over"):
        opening().score(0)


@pytest.mark.parametrize(
    ("slot", "value"),
    [
        ("players", 1),
        ("players", 4),
        ("phase", 3),
        ("actor", 2),
        ("holder", 2),
        ("out_order", 2),
        ("runner_up", 4),
        ("hands", 1 << 48),
        ("hands", 0),
        ("trick", 1 << 54),
        ("captured", 1 << 60),
        ("haggis", 1 << 54),
        ("outs", 2),
        ("passes", -1),
        ("bets", 1.5),
        ("players", True),
    ],
)
def test_a_vector_that_is_no_round_is_refused(slot: str, value: Any) -> None:
    slots = list(opening().slots())
    slots[SLOTS[slot]] = value

    with pytest.raises(ValueError, match="a round"):
        Round(slots)


def test_a_vector_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="a round is 29 whole numbers"):
        Round(opening().slots()[:-1])


@pytest.mark.parametrize("hidden", [-1, 1 << 45, 1.5, None])
def test_hidden_cards_lie_in_hands_and_haggis(hidden: Any) -> None:
    with pytest.raises(ValueError, match="not cards of the hands and the haggis"):
        opening().shuffled(hidden, 1)


def test_rounds_are_values() -> None:
    one = opening()
    two = pickle.loads(pickle.dumps(one))  # noqa: S301 - our own

    assert one == two == one.copy()
    assert hash(one) == hash(two)
    assert one != one.after(one.actor, one.legal(one.actor)[0])
    assert one != "round"
    assert eval(repr(one), {"Round": Round}) == one  # noqa: S307 - our own


def test_random_rounds_repeat_themselves_and_use_other_seeds() -> None:
    one = random_rounds(opening(), 20, 1)

    assert one == random_rounds(opening(), 20, 1)
    assert one != random_rounds(opening(), 20, 2)
    assert one[0] > 20 * 10
    assert sum(random_rounds(opening(3), 20, 1)[2]) > 20 * 50


def test_two_threads_can_play_at_once() -> None:
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda seed=seed: found.append(random_rounds(opening(), 30, seed))) for seed in (1, 1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found[0] == found[1]


@pytest.mark.skipif(parlour.compiled, reason="the compiled kernel's capacity is a constant")
def test_a_list_that_outgrows_its_buffer_is_an_error_and_no_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "CAPACITY", 20)
    monkeypatch.setattr("parlour.games.haggis.kernel.playout.CAPACITY", 20)

    with pytest.raises(OverflowError, match="legal moves, room for 20"):
        opening().legal(opening().actor)
    with pytest.raises(OverflowError, match="more than 20 legal moves"):
        opening().played_out(1)
    with pytest.raises(OverflowError, match="more than 20 legal moves"):
        random_rounds(opening(), 1, 1)


def test_the_worst_hands_known_fit_into_the_buffer() -> None:
    worst = "6r 6o 6y 7r 7o 7y 7g 8r 8o 8y 8g 9r 9o 9y J Q K"

    assert 1000 < len(leads(parse_cards(worst))) < 8192
