"""Text in, text out, and errors that name what was typed."""

from __future__ import annotations

from contextlib import suppress
from copy import copy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.errors import GameError, NotationError
from parlour.core.game import Seat
from parlour.games.haggis import Deal, Haggis, Move, Options
from parlour.games.haggis.cards import format_cards, parse_cards
from parlour.games.haggis.kernel.combos import leads
from parlour.games.haggis.notation import format_move, parse_deal, parse_move
from parlour.games.haggis.position import EarlierRound
from parlour.games.haggis.position_notation import parse_position
from tests.haggis.positions import table_at
from tests.rules import rule

MASKS = st.integers(0, (1 << 48) - 1)
DEAL = "dealer 1; hands 2r 3r | 4g 5g; haggis 2y"


@given(MASKS)
def test_cards_invert(mask: int) -> None:
    assert parse_cards(format_cards(mask)) == mask


@given(st.lists(st.integers(0, 47), min_size=1, max_size=9, unique=True), st.randoms(use_true_random=False))
def test_moves_invert_and_case_and_order_do_not_matter(bits: list[int], rng: object) -> None:
    for move in leads(sum(1 << bit for bit in bits))[:40]:
        text = format_move(move)
        cards, _, reading = text.partition(" as ")
        words = cards.split()
        rng.shuffle(words)  # type: ignore[attr-defined] # hypothesis gives a random.Random
        shuffled = " ".join(words).upper() + (f" as {reading}" if reading else "")

        assert parse_move(text) == move
        assert parse_move(shuffled) == move


@given(st.text(alphabet="0123456789rxJQK asetrunbomb;|-", max_size=40))
def test_no_text_breaks_the_parsers(text: str) -> None:
    game = Haggis()
    for parse in (parse_move, parse_deal, game.parse_position, lambda text: parse_position(text, Options())):
        with suppress(GameError):
            parse(text)


def test_deals_invert() -> None:
    deal = parse_deal(DEAL)

    assert deal == Deal(deal.dealer, (parse_cards("2r 3r"), parse_cards("4g 5g")), parse_cards("2y"))
    assert format_move(deal) == DEAL
    assert parse_move(DEAL.upper().replace("HANDS", "hands")) == deal


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("", "H5.1"),
        ("   ", "H5.1"),
        ("bet", "H1.1"),
        ("bet x", "H3.1"),
        ("bet -15", "H3.1"),
        ("bet 15.0", "H3.1"),
        ("bet ²", "H3.1"),
        ("give me", "H5.7"),
        ("pass pass", "H1.1"),
        (" ".join(f"{rank}{suit}" for rank in range(2, 8) for suit in "roy"), "H2.2"),
        ("dealer 1", "H2.2"),
        ("dealer 1; hands 2r | 3r; haggis 4r; stock 5r", "H2.2"),
        ("dealer one; hands 2r | 3r; haggis 4r", "H2.4"),
        ("dealer 1; hands 2r 2r | 3r; haggis 4r", "H1.1"),
    ],
)
def test_what_is_no_move_names_its_clause(text: str, clause: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_move(text)
    assert error.value.clause == clause


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hands 2r | 3r; hands 4r | 5r", "'hands' stands there twice"),
        ("hands 2r | 3r; stock 4r", "no field 'stock'"),
        ("hands 2r | 3r | 4r", "hands for 2 players, got 3"),
        ("hands 2r | 3r; act 2", "seat 2 is not at a table of 2"),
        ("hands 2r | 2r", "'2r' lies in two places"),
        ("hands 2r | 3b", "not in this deck"),
        ("hands 2r | ", "the seats that are out are those that hold no cards"),
        ("hands 2r | 3r; act", "whose turn it is"),
        ("hands 2r | 3r; trick 4r", "who played"),
        ("hands 2r | 3r; trick 4r by 0 1", "who played"),
        ("hands 2r | 3r; passes no", "passes is a number"),
        ("hands 2r | 3r; bets 15 | x", "a bet is a number"),
        ("hands 2r | 3r; round 2; earlier 15 | x out 0", "a bet is a number"),
        ("hands 2r | 3r; round 2; earlier 15 | -", "who went out first"),
        ("dealer 0; hands 2r | 3r; haggis 4r", "was dealt 1 cards, not 14"),
    ],
)
def test_what_is_no_position_is_named(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Haggis().parse_position(text)


def test_a_position_without_a_deal_looks_empty_to_everybody() -> None:
    game = Haggis()

    view = game.view(game.start(), None)

    assert view.round is None
    assert game.determinize(view, Random(1)) == game.start()
    assert game.legal_moves(game.start(), view.standing.dealer or 0) == []  # type: ignore[arg-type] # seat 0


@rule("H1.1", "H2.1", "H2.2", "H2.3", "H3.1", "H5.1", "H5.5", "H5.7", "H6.1", "H6.2", "H7.1", "H9.1")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("hands 2r | 3r; haggis 2r", "H1.1"),
        ("hands 2r | 3b", "H2.1"),
        ("hands 2r | 3r; captured 4r J2 |", "H2.1"),
        ("hands 2r J | 3r; trick J by 0; act 1", "H2.2"),
        ("hands 2r J | 3r; captured J0 |", "H2.2"),
        ("hands 2r | 3r; captured J0 | J0", "H2.2"),
        ("hands 2r 3r 4r 5r 6r 7r 8r 9r 10r 2o 3o 4o 5o 6o 7o | 8o", "H2.2"),
        ("hands 2r | 3r; haggis 2o 3o 4o 5o 6o 7o 8o 9o 10o", "H2.3"),
        ("hands 2r | 3r; round 0", "H2.4"),
        ("hands 2r | 3r; round x", "H2.4"),
        ("hands 2r | 3r; bets 20 | -", "H3.1"),
        ("hands 2r | 3r; round 2; earlier 20 | - out 0", "H3.1"),
        ("hands 2r | 3r; round 2; earlier 15 | - out 2", "H2.1"),
        ("hands 2r | 3r; round 2; earlier 15 out 0", "H2.1"),
        ("hands 2r | 3r; round 2; earlier 15 | - out 0 / - | - out 1", "H8.1"),
        ("hands 2r | 3r; captured | K0; fresh 0", "H3.1"),
        ("hands 2r | 3r; trick 5r by 0; fresh 0", "H3.1"),
        ("hands 2r | 3r; bets 15 | -; history bet 30 by 0", "H3.2"),
        ("hands 2r | 3r; passes 1", "H5.1"),
        ("hands 2r | 3r; trick 5r by 0; act 0", "H5.1"),
        ("hands 2r | 3r | 4r; trick 5r by 0; passes 1; act 1", "H5.1"),
        ("hands 2r | 3r; trick 5r by 0 / 6r by 0", "H5.1"),
        ("hands 2r | 3r; trick 6r by 0; under 5r by 0", "H5.1"),
        ("hands 2r | 3r; under 5r by 0", "H5.1"),
        ("hands 2r | 3r; phase asleep", "H5.1"),
        ("hands 2r | 3r; trick 5r by 0 / 4r by 1", "H5.2"),
        ("hands 2r | 3r; trick J Q by 0 / 4r by 1", "H5.3"),
        ("hands 2r | 3r; trick 5r by 0 / J Q by 1 / J Q by 0 / J K by 1", "H5.3"),
        ("hands 2r | 3r; trick J by 0 / Q by 1 / Q by 0", "H5.2"),
        ("hands 2r | 3r; trick 5r by 1; under 5r by 0", "H1.1"),
        ("hands 2r | 3r; trick 5r by 0; passes 3; act 1", "H5.5"),
        ("hands 2r | 3r; trick J Q by 0; phase giving", "H5.7"),
        ("hands 2r | 3r | 4r; trick 5r by 0; phase giving", "H5.7"),
        ("hands 2r | 3r | 4r; trick J Q by 0; phase giving; act 1", "H5.7"),
        ("hands 2r | 3r | 4r; trick J Q by 0; phase giving; passes 1", "H5.5"),
        ("hands 2r | | 4r; out 0", "H6.1"),
        ("hands | 3r | 4r; out 0; act 0", "H6.1"),
        ("hands | 3r | 4r; out 0 0", "H2.1"),
        ("hands 2r | 3r; fresh 1 1", "H2.1"),
        ("hands 2r |; out 1", "H6.2"),
        ("hands 2r | 3r; phase over", "H6.2"),
        ("hands 2r |; out 1; phase over; act 0", "H6.2"),
        ("hands 2r | 3r; left 3 | 0", "H7.1"),
        ("hands 2r |; out 1; phase over; left 0 | 18", "H7.1"),
        ("hands 2r | 3r; history 4r by 0", "H9.1"),
        ("hands 2r | 3r; history dealer 0; haggis", "H2.2"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_clause(text: str, clause: str) -> None:
    with pytest.raises(NotationError) as error:
        Haggis(players=1 + text.partition(";")[0].count("|")).parse_position(text)
    assert error.value.clause == clause


def test_a_position_says_all_of_a_match() -> None:
    game = Haggis(players=3)
    text = (
        "hands 2r K | | 4r; haggis 9b; phase giving; trick J Q by 0; under 5r J1 by 2; passes 1;"
        " captured 7r | 3o K2 | 4o; bets 15 | - | 0; out 1; left 0 | 9 | 0; scores 10 | 0 | 7; dealer 2; round 3;"
        " earlier 30 | - | 0 out 0 / - | 15 | - out 2; history pass by 2"
    )

    state = game.parse_position(text)

    assert game.format_position(state) == text
    assert state.standing.scores == (10, 0, 7)
    assert state.standing.dealer == 2
    assert state.standing.earlier[1] == EarlierRound((None, 15, None), Seat(2))
    assert {game.format_move(move) for move in game.legal_moves(state, Seat(0))} == {"give 1", "give 2"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hands 2r | ?1", "who looks, or -"),
        ("seat 2; hands 2r | ?1", "seat 2 is not at a table"),
        ("seat 0; hands ?1 | ?1", r"a hand is seen by its owner.* \[H9.3\]"),
        ("seat 0; hands 2r | 3r", r"a hand is seen by its owner.* \[H9.3\]"),
        ("seat 0; hands 2r | ?1 3r", r"the spot cards of seat 1 are hidden: '\?1 3r' \[H9.3\]"),
        ("seat -; hands ?20 | ?20", r"\?20 cards are hidden, and 16 are unseen \[H9.3\]"),
        ("seat -; hands ?1 |; phase over; out 1", r"a hand is seen by its owner.* \[H9.3\]"),
        ("seat 0; hands 2r | ?15", r"more than 14 spot cards \[H2.2\]"),
    ],
)
def test_what_is_no_view_is_named(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Haggis().parse_view(text)


def test_a_view_is_read_with_hidden_cards_as_numbers() -> None:
    game = Haggis()

    view = game.parse_view("seat 0; hands 5g 6g J | ?3 K; trick 8y by 1; act 0")

    assert view.round is not None
    assert view.round.hand == parse_cards("5g 6g J")
    assert view.round.sizes == (3, 4)
    assert format_cards(view.round.wilds[1]) == "K"
    assert repr(view) == "Haggis().parse_view('seat 0; hands 5g 6g J | ?3 K; trick 8y by 1; act 0')"
    assert game.parse_view("seat -; round 0") == game.view(game.start(), None)
    assert repr(game.view(game.start(), None)) == "Haggis().parse_view('seat -; round 0')"
    assert repr(Haggis(players=3).start()) == "Haggis(players=3).parse_position('round 0')"


def test_moves_read_as_text_and_are_ints() -> None:
    assert repr(Move("5R j q AS set")) == "Move('5r J Q as set')"
    assert Move("5r J Q as set") == parse_move("5r J Q as set")
    assert str(Move("bet 15")) == f"{Move('bet 15')}" == "bet 15"
    assert Move(int(Move("give 2"))) == Move("give 2")
    assert repr(copy(Move("pass"))) == "Move('pass')"
    for nonsense in (1, 7 << 60, 1 << 60 | 3, -1, 1 << 60 | (1 << 48) - 1, 5 << 60 | 1 << 50):
        assert eval(repr(Move(nonsense)), {"Move": Move}) == nonsense  # noqa: S307 - a repr of our own
        assert str(Move(nonsense)) == hex(nonsense)
    with pytest.raises(NotationError, match=r"a deal is no move of a seat.* \[H2.2\]"):
        Move(DEAL)
    assert repr(Deal.parse(DEAL)) == f"Deal.parse({DEAL!r})"


def test_a_table_takes_a_readable_move_and_keeps_a_plain_one() -> None:
    table = table_at("hands 5g 6g | 8y 9y")

    table.play(Seat(0), Move("5g"))

    assert [type(move) for _, move in table.state.history] == [int]
    assert table.game.refusal(table.state, Seat(1), False) is not None  # noqa: FBT003 - no move
