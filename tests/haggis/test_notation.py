"""Text in, text out, and errors that name what was typed."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.errors import GameError, NotationError
from parlour.games.haggis import Deal, Haggis, Options
from parlour.games.haggis.cards import format_cards, parse_cards
from parlour.games.haggis.kernel.combos import leads
from parlour.games.haggis.notation import format_move, parse_deal, parse_move
from parlour.games.haggis.position_notation import parse_position

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
