"""H4: sets, sequences, wilds, readings, bombs."""

from __future__ import annotations

import pytest

from parlour.core.errors import NotationError
from parlour.games.haggis.cards import parse_cards
from parlour.games.haggis.kernel.combos import beats, leads, readings
from parlour.games.haggis.notation import combo_of, parse_combo
from tests.rules import rule

Shape = tuple[str, int, int, int]


def shapes(text: str) -> list[Shape]:
    """Every reading of cards, as kind, width, length, top."""
    found = [combo_of(move) for move in readings(parse_cards(text))]
    return sorted((combo.kind, combo.width, combo.length, combo.top) for combo in found)


@rule("H4.1")
@pytest.mark.parametrize(
    ("cards", "size"),
    [
        ("5r", 1),
        ("5r 5g", 2),
        ("5r 5o 5y", 3),
        ("5r 5o 5y 5g", 4),
        ("5r 5o 5y 5g 5b", 5),
        ("5r 5o 5y 5g 5b J", 6),
        ("5r 5o 5y 5g J Q K", 7),
        ("5r 5o 5y 5g 5b J Q K", 8),
        ("5r K", 2),
    ],
)
def test_cards_of_one_rank_and_wilds_are_a_set(cards: str, size: int) -> None:
    assert ("set", size, 1, 5) in shapes(cards)


@rule("H4.1")
def test_eight_is_the_largest_set_and_seven_with_two_players() -> None:
    sizes = {combo_of(move).width for move in leads(parse_cards("2r 2o 2y 2g 2b 9r 9o 9y J Q K"))}
    two = {combo_of(move).width for move in leads(parse_cards("2r 2o 2y 2g J Q K")) if combo_of(move).kind == "set"}

    assert max(sizes) == 8
    assert max(two) == 7


@rule("H4.2")
@pytest.mark.parametrize(("card", "rank"), [("J", 11), ("Q", 12), ("K", 13)])
def test_a_single_face_card_is_a_set_of_one_at_its_own_rank(card: str, rank: int) -> None:
    assert shapes(card) == [("set", 1, 1, rank)]


@rule("H4.3")
@pytest.mark.parametrize(
    ("cards", "shape"),
    [
        ("5r 6r 7r", ("sequence", 1, 3, 7)),
        ("2g 3g 4g 5g 6g 7g 8g 9g 10g", ("sequence", 1, 9, 10)),
        ("5r 6r 5g 6g", ("sequence", 2, 2, 6)),
        ("5r 6r 7r 5g 6g 7g", ("sequence", 2, 3, 7)),
        ("5r 6r 5g 6g 5b 6b", ("sequence", 3, 2, 6)),
        ("3r 4r 3o 4o 3y 4y 3g 4g", ("sequence", 4, 2, 4)),
        ("3r 4r 3o 4o 3y 4y 3g 4g 3b 4b", ("sequence", 5, 2, 4)),
    ],
)
def test_the_same_suits_over_consecutive_ranks_are_a_sequence(cards: str, shape: Shape) -> None:
    assert shapes(cards) == [shape]


@rule("H4.3")
@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        ("5r 6r", "H4.3"),
        ("5r 6g 7r", "H4.3"),
        ("5r 6r 8r", "H4.3"),
        ("5r 6r 5g 6y", "H4.3"),
        ("5r 6r 7r 5g 6g", "H4.3"),
        ("2r 10r", "H4.3"),
        ("2r 3r 9r J", "H4.3"),
    ],
)
def test_what_leaves_a_place_empty_is_no_sequence(cards: str, clause: str) -> None:
    assert shapes(cards) == []
    with pytest.raises(NotationError) as error:
        parse_combo(cards)
    assert error.value.clause == clause
    assert cards.split(maxsplit=1)[0] in error.value.reason


@rule("H4.4")
@pytest.mark.parametrize(
    ("cards", "shape"),
    [
        ("9r 10r J", ("sequence", 1, 3, 11)),
        ("9r 10r K", ("sequence", 1, 3, 11)),
        ("10b J Q K", ("sequence", 1, 4, 13)),
        ("10r 10g J Q", ("sequence", 2, 2, 11)),
        ("5r 7r J", ("sequence", 1, 3, 7)),
        ("8r K 10r", ("sequence", 1, 3, 10)),
        ("5r 6r 5g Q", ("sequence", 2, 2, 6)),
        ("2r 5r J Q", ("sequence", 1, 4, 5)),
        ("8r 9r 10r J Q K", ("sequence", 1, 6, 13)),
    ],
)
def test_a_face_card_is_wild_for_lower_ranks_or_stands_for_its_own(cards: str, shape: Shape) -> None:
    assert shape in shapes(cards)


@rule("H4.5")
@pytest.mark.parametrize("cards", ["J Q", "J K", "Q K", "J Q K"])
def test_face_cards_alone_are_a_bomb(cards: str) -> None:
    assert [shape[0] for shape in shapes(cards)] == ["bomb"]


@rule("H4.6")
@pytest.mark.parametrize(
    ("cards", "shape"),
    [
        ("5r 6r J Q", ("sequence", 2, 2, 6)),
        ("5r 6r 7r J Q K", ("sequence", 2, 3, 7)),
        ("5r 5g J Q", ("sequence", 2, 2, 6)),
        ("5r J Q K", ("sequence", 2, 2, 6)),
        ("5r 6r 5o 6o 5y 6y 5g 6g 5b 6b J K", ("sequence", 6, 2, 6)),
        ("5r 6r 5o 6o 5y 6y 5g 6g J K", ("sequence", 5, 2, 6)),
    ],
)
def test_wilds_may_fill_one_rank_or_make_up_a_suit_of_their_own(cards: str, shape: Shape) -> None:
    assert shape in shapes(cards)


@rule("H4.7")
def test_five_jack_queen_is_three_fives_or_a_run_to_seven() -> None:
    assert shapes("5r J Q") == [("sequence", 1, 3, 7), ("set", 3, 1, 5)]


@rule("H4.7")
def test_the_player_says_which_reading() -> None:
    with pytest.raises(NotationError, match=r"several readings: say '5r J Q as set', '5r J Q as run' \[H4.7\]"):
        parse_combo("5r J Q")

    assert combo_of(parse_combo("5r J Q as set")).kind == "set"
    assert combo_of(parse_combo("5r J Q as run")).top == 7
    assert combo_of(parse_combo("5r J Q as sequence")).top == 7
    assert combo_of(parse_combo("5r 6r J Q AS Run x 2")).width == 2
    assert combo_of(parse_combo("5r 6r J Q as run x1")).width == 1


@rule("H4.7")
@pytest.mark.parametrize("words", ["5r J Q as pair", "5r J Q as run x2", "5r J Q as bomb", "5r as run"])
def test_a_reading_that_the_cards_do_not_have_is_refused(words: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_combo(words)
    assert error.value.clause == "H4.7"


@rule("H4.8")
@pytest.mark.parametrize(
    ("cards", "top"),
    [("3r 5o 7y 9g", 1), ("3b 5o 7y 9g", 1), ("J Q", 2), ("J K", 3), ("Q K", 4), ("J Q K", 5), ("3y 5y 7y 9y", 6)],
)
def test_there_are_six_bombs(cards: str, top: int) -> None:
    assert shapes(cards) == [("bomb", 0, 0, top)]


@rule("H4.8")
@pytest.mark.parametrize("cards", ["3r 5r 7y 9g", "3r 5r 7r 9g", "3r 5r 7y 9y", "3r 5o 3y 9g"])
def test_two_or_three_suits_make_no_bomb(cards: str) -> None:
    assert shapes(cards) == []
    if cards.split()[2][0] == "7":
        with pytest.raises(NotationError, match=r"3-5-7-9 is a bomb in four suits or in one.* \[H4.8\]"):
            parse_combo(cards)


@rule("H4.8")
def test_wilds_make_no_3579_bomb() -> None:
    assert all(shape[0] != "bomb" for shape in shapes("3r 5o 7y J") + shapes("3r 5r 7r J"))


@rule("H4.8", "H5.3")
def test_the_order_of_bombs() -> None:
    ladder = [parse_combo(each) for each in ("3r 5o 7y 9g", "J Q", "J K", "Q K", "J Q K", "3r 5r 7r 9r")]

    for low, weaker in enumerate(ladder):
        for high, stronger in enumerate(ladder):
            assert beats(stronger, weaker) == (high > low)


@rule("H4.4", "H5.2")
def test_nine_ten_jack_beats_eight_nine_ten() -> None:
    assert beats(parse_combo("9r 10r J"), parse_combo("8g 9g 10g"))


@rule("H4.4", "H5.2")
def test_ten_ten_jack_queen_beats_nine_nine_ten_ten() -> None:
    assert beats(parse_combo("10r 10o J Q as run x2"), parse_combo("9y 10y 9g 10g"))


@rule("H4.5")
def test_no_cards_are_no_combo() -> None:
    assert readings(0) == []
    with pytest.raises(NotationError) as error:
        parse_combo("  ")
    assert error.value.clause == "H4.5"
