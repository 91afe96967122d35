"""Cards, moves and positions as text."""

from __future__ import annotations

import pytest

from parlour.core.errors import NotationError
from parlour.core.game import CHANCE, Seat
from parlour.games.damenrennen import Damenrennen, Deal, Draw, Move
from parlour.games.damenrennen.cards import NAMES, format_cards, parse_card, parse_cards
from parlour.games.damenrennen.notation import format_move, parse_move
from tests.damenrennen.positions import ALL_DIAMONDS, legal, names, position, row_names, table_at
from tests.rules import rule

GAME = Damenrennen()


@pytest.mark.parametrize(
    "text",
    [
        "show 9c Ah",
        "show Kd Kd",
        "swap Ah for 9c",
        "swap 9c for 9c",
        "decline",
        "discard 10d",
        "exchange nothing",
        "exchange Ad for 9c",
        "exchange Kd Ad for 9c Jc",
        "exchange Kd Kd Ad for 9c 9c Jc",
        "lay Kh",
        "take Qd",
        "market 9c Jc Qd Kh; hands 9s 10h Ad | 9h Jc Jd",
        "draw Kc | 9s",
    ],
)
def test_what_is_written_is_read_and_written_the_same(text: str) -> None:
    assert GAME.format_move(GAME.parse_move(text)) == text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("LAY kH", "lay Kh"),
        ("lay K♥", "lay Kh"),
        ("  take   D♦ ", "take Qd"),
        ("lay Bc", "lay Jc"),
        ("lay dd", "lay Qd"),
        ("show Ah 9c", "show 9c Ah"),
        ("Exchange ad KD FOR jc 9c", "exchange Kd Ad for 9c Jc"),
        ("Market 9c jc Qd Kh; HANDS 9s 10h ad|Jc Jd 9h", "market 9c Jc Qd Kh; hands 9s 10h Ad | 9h Jc Jd"),
        ("DRAW a♣ | 9♠", "draw Ac | 9s"),
        ("Decline", "decline"),
    ],
)
def test_people_may_type_any_case_order_symbols_and_german_ranks(typed: str, meant: str) -> None:
    assert parse_move(typed) == parse_move(meant)
    assert format_move(parse_move(typed)) == meant


def test_a_deal_and_a_draw_are_values_with_piles() -> None:
    assert parse_move("market 9c 9c Jc Kh; hands 9s | Jd") == Deal(
        parse_cards("9c 9c Jc Kh"), (parse_cards("9s"), parse_cards("Jd"))
    )
    assert parse_move("draw Kc | 9s") == Draw((parse_cards("Kc"), parse_cards("9s")))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"no such move: ''"),
        ("pass", r"no such move: 'pass'; moves are show, swap"),
        ("decline 9c", r"no such move: 'decline 9c'"),
        ("lay", r"lay names one card, got '' \[D3.1\]"),
        ("lay 9c Jc", r"lay names one card, got '9c jc' \[D3.1\]"),
        ("discard 1c", r"no such card: '1c'; cards are 9 J Q K 10 A .* \[D1.1\]"),
        ("take c9", r"no such card: 'c9'.* \[D1.1\]"),
        ("take 9", r"no such card: '9'.* \[D1.1\]"),
        ("show 9c 9c 9c", r"'9c' stands there three times.* \[D1.1\]"),
        ("swap Ah", r"a swap is one card for another, got 'ah' \[D5.2\]"),
        ("swap Ah Kh for 9c", r"swap names one card, got 'ah kh' \[D5.2\]"),
        ("exchange Ad", r"an exchange is diamonds for hand cards, got 'ad' \[D2.6\]"),
        ("exchange Ks for 9c", r"only diamonds can be exchanged, got 'Ks' \[D2.6\]"),
        ("market 9c Jc", r"a deal is 'market …; hands … | …', got '9c jc' \[D2.2\]"),
        ("draw Kc 9s", r"draw names one card, got 'kc 9s' \[D3.4\]"),
    ],
)
def test_what_is_no_move_is_refused_with_value_and_clause(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_move(text)


def test_every_card_has_one_name() -> None:
    assert [format_cards(parse_card(name)) for name in NAMES] == list(NAMES)
    assert format_cards(parse_cards("Ad 9c 9c Kh")) == "9c 9c Kh Ad"


def test_a_position_says_what_lies_where() -> None:
    table = table_at(
        "Rows Jc Kc | Kh; reserve Ad 9s | 9c; strikes 9s |; phase draft; market Js Jd; won 1 ultimate;"
        " tricks 9h Jh / Kd Ad; spent As | Ac; drawn 10c | 10s; exchanged | Kd"
    )
    now = position(table)

    assert row_names(table, 0) == ["JQK", "Q", "Q"]
    assert [names(pile) for pile in now.reserves] == [["9s", "Ad"], ["9c"]]
    assert now.strikes == (0b010, 0)
    assert names(now.used) == ["9h", "Jh", "Kd", "10c", "10s", "Ad"]
    assert [names(pile) for pile in now.spent] == [["As"], ["Ac"]]
    assert now.picks == 2
    assert table.to_act() == (1,)
    assert len(names(now.stack)) == 42 - 7 - 2 - 6 - 2


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("", (None,)),
        ("rows Kh |; phase show; hands 9c Jc Kc | Ac As Ad; market 9s 9s Js Js", (1,)),
        ("rows Kh |; phase swap; shown Ac As; hands 9c Jc Kc | Ac As Ad; market 9s 9s Js Js", (0,)),
        ("rows | Ks; phase discard; hands 9c Jc Kc | Ac As Ad 9d; market 9s 9s Js Js", (1,)),
        ("reserve | Kd; phase exchange; hands 9c Jc Kc | Ac As Ad; market 9s 9s Js Js", (1,)),
        ("reserve Ad | Kd; phase exchange; sealed exchange nothing | -; hands 9c | Ac; market 9s 9s Js Js", (1,)),
        ("phase lay; sealed - | lay As; hands 9c Jc Kc | Ac As Ad; market 9s 9s Js Js", (0,)),
        ("phase draft; won 0 simple; market 9s 9s Js Js", (1,)),
        ("phase draft; won 0 simple; market 9s 9s Js", (0,)),
        ("phase draw; tricks 9c 9s; market 9s 9c Js Js", (None,)),
        ("rows Kh |; swapped Ac for 9c; shown Ac As; phase lay; hands Ac | 9c; market 9s 9s Js Js", (0, 1)),
    ],
)
def test_a_position_can_be_in_any_phase(text: str, asked: tuple[int | None, ...]) -> None:
    assert table_at(text).to_act() == asked


def test_a_position_with_hands_but_no_phase_is_at_the_beginning_of_its_race() -> None:
    table = table_at("rows Kh |; market 9s 9s Js Js; hands 9c Jc Kc | Ac As Ad")

    assert legal(table, 1) == {"show Ac As", "show Ac Ad", "show As Ad"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hearts 9c", r"a position has no field 'hearts'; it has rows, reserve"),
        ("rows Kc |; rows |", r"'rows' stands there twice"),
        ("rows Kc", r"rows for 2 seats, got 1: 'Kc' \[D1.3\]"),
        ("rows Kd |", r"diamonds have no row, got 'Kd |' \[D7.2\]"),
        ("rows Kc Kc |", r"a row has no card twice, and its queen is not said \[D7.3\]"),
        ("rows Qc |", r"a row has no card twice, and its queen is not said \[D7.3\]"),
        ("rows 10c |", r"a row grows from its queen, without gaps \[D7.1\]"),
        ("rows 9c Jc Kc 10c Ac |", r"a complete row has won already \[D7.4\]"),
        ("reserve Kc |", r"a reserve card fits its row and is not attached \[D7.2\]"),
        ("reserve 9c 9c |", r"a second copy is a strike, and nothing else is \[D7.3\]"),
        ("strikes 9c |", r"a second copy is a strike, and nothing else is \[D7.3\]"),
        ("reserve 9c 9s 9h |; strikes 9c 9s 9h |", r"strikes in all three suits have won already \[D7.4\]"),
        ("reserve 9c | 9c; hands 9c 9s 9h | Ac As Ah; market Jc Jc Js Js", "can be drawn.*D2.2"),
        ("reserve 9c | 9c; hands 9c | 9s; phase lay", r"a card lies there three times.* \[D1.1\]"),
        ("hands 9c Jc | 9s Js; market Kc Kc Ks Ks", r"not the one that is due: '9c Jc \| 9s Js' \[D2.2\]"),
        ("phase sleep", r"no such phase: 'sleep'; phases are race, show.* \[D2.3\]"),
        ("phase show; hands 9c Jc Kc | Ac As Ad", r"nobody has hearts \[D5.2\]"),
        ("rows Kh |; phase show; hands 9c | Ac", r"hearts are used on full hands \[D8.1\]"),
        (
            "rows Kh |; phase show; shown Ac As; hands 9c Jc Kc | Ac As Ad",
            r"two cards are to be shown, and are \[D5.2\]",
        ),
        (
            "rows Kh |; phase swap; shown Ac; hands 9c Jc Kc | Ac As Ad",
            r"two cards are shown, one of them is .* \[D5.2\]",
        ),
        ("rows Kh |; phase swap; shown 9c Jc; hands 9c Jc Kc | Ac As Ad", r"two cards of the hand are shown \[D5.2\]"),
        ("phase discard; hands 9c Jc Kc | Ac As Ad", r"nobody has spades \[D5.1\]"),
        ("rows Ks |; phase discard; hands 9c Jc Kc | Ac As Ad", r"discards one of four cards.* \[D5.1\]"),
        ("phase exchange; hands 9c Jc Kc | Ac As Ad", r"somebody has still to choose \[D3.1\]"),
        ("phase lay; hands 9c Jc Kc | Ac As", r"hands are equal and last for three tricks at most \[D3.3\]"),
        ("phase lay; hands 9c Jc Kc | Ac As Ad; tricks 9s 9h", r"hands are equal and last for.* \[D3.3\]"),
        ("phase lay; sealed lay 9c | -; hands Jc | Ac", r"seat 0 has sealed what she may not \[D3.1\]"),
        ("phase lay; sealed discard Jc | -; hands Jc | Ac", r"seat 0 has sealed what she may not \[D3.1\]"),
        ("phase lay; sealed market 9c | -; hands Jc | Ac", r"a deal is .* \[D2.2\]"),
        ("phase lay; sealed - | draw 9c; hands Jc | Ac", r"only choices are sealed, got 'draw 9c' \[D3.1\]"),
        (
            "reserve Ad | Kd; phase exchange; sealed exchange Kd for Jc | -; hands Jc | Ac",
            r"seat 0 has sealed what she may not \[D2.6\]",
        ),
        ("phase lay; shown 9c Jc; hands Jc | Ac", r"cards were shown, and nobody has hearts \[D5.2\]"),
        ("rows Kh |; phase lay; shown 9c Jc; swapped 9s for Jc; hands Jc | Ac", r"one of them is swapped.* \[D5.2\]"),
        ("phase draft; won 0 simple; sealed lay 9c | -; market 9s 9s Js Js", r"only exchanges and cards .* \[D3.1\]"),
        ("phase draft; market 9s 9s Js Js", r"nobody has won the race \[D6.1\]"),
        ("phase draft; won 0 simple; market 9s", r"three of four cards are drafted \[D6.3\]"),
        ("phase draft; won 2 simple; market 9s 9s Js Js", r"a race is won like '0 simple', got '2 simple' \[D6.1\]"),
        ("phase lay; tricks 9c; hands Jc | Ac", r"a trick is one card of each seat, got '9c' \[D3.1\]"),
        ("deal short", r"a deal is a full one exactly when the stack can supply it \[D8.1\]"),
        ("deal long", r"a deal is full or short, got 'long' \[D8.1\]"),
        ("race first", r"the race: a number, got 'first' \[D10.1\]"),
        ("games 1 | x", r"games: a number, got 'x' \[D10.1\]"),
        ("advantages 0 1", r"advantages are three of 0, 1 and -, got '0 1' \[D5.0\]"),
        ("advantages 0 1 2", r"advantages are three of 0, 1 and -, got '0 1 2' \[D5.0\]"),
        ("advantages 0 - -", r"advantages are measured at the start of the race \[D5.0\]"),
        ("phase over", r"a game that is over says how it ended, and no other does \[D7.4\]"),
        ("ended tie", r"a game that is over says how it ended, and no other does \[D7.4\]"),
        ("phase over; ended tie by 0", r"a game ends like 'row by 0'.*got 'tie by 0' \[D7.4\]"),
        ("phase over; ended row", r"a game ends like 'row by 0'.*got 'row' \[D7.4\]"),
        ("phase over; ended row by 0", r"a complete row wins, and nothing else is one: 'row by 0' \[D7.4\]"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_clause(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        GAME.parse_position(text)


@rule("D8.2")
def test_a_race_that_cannot_begin_is_a_drawn_game_not_a_short_deal() -> None:
    five_left = (
        "rows 9c Jc 9s Js 9h Jh | Kc 10c Ac Ks 10s As; strikes Jc Js |;"
        f" reserve 10c Ac 10s As 10h Ah {ALL_DIAMONDS} | 9c 9s 9h 10h Ah {ALL_DIAMONDS}"
    )

    with pytest.raises(NotationError, match=r"fewer than 6 cards in the stack the game is drawn, got 5 \[D8.2\]"):
        GAME.parse_position(five_left)
    assert GAME.to_act(GAME.parse_position(five_left.replace("Jc Js |", "Jc |"))) == (CHANCE,)


@pytest.mark.parametrize("used", ["-", "9d Jd Kd Ad"])
def test_a_position_tells_cards_drawn_earlier_from_the_last_ones(used: str) -> None:
    text = f"phase draw; market 9s 9s Js Js; tricks 9d Jd; drawn 10c | 10s; used {used}"

    state = GAME.parse_position(text)

    assert names(position(table_at(text)).used) == used.replace("-", "").split()
    assert GAME.parse_position(GAME.format_position(state)) == state
    assert f"used {used}" in GAME.format_position(state)


def test_a_finished_game_is_a_position() -> None:
    text = "rows 9c Jc Kc 10c Ac |; phase over; market 9s 9s; won 0 simple; ended row by 0; race 4; games 1 |; draws 2"

    state = GAME.parse_position(text)

    assert GAME.format_position(state) == text.replace("games 1 |", "games 1 | 0")
    assert GAME.to_act(state) == ()
    assert state.standing.drawn == 2
    assert Damenrennen(best_of=3).to_act(state) == (CHANCE,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"say who looks, 0, 1 or -, got '' \[D10.2\]"),
        ("seat 2", r"say who looks, 0, 1 or -, got '2' \[D10.2\]"),
        ("seat 0; phase lay; hands ?3 | ?3", r"hands are seen by their owner alone: '\?3 \| \?3' \[D9.2\]"),
        ("seat -; phase lay; hands 9c | ?1", r"hands are seen by their owner alone.* \[D9.2\]"),
        ("seat -; phase lay; hands ?3 | ?3; sealed lay 9c | -", r"a sealed choice is seen by its owner.* \[D9.2\]"),
        ("seat 0; phase lay; hands 9c | ?1; sealed ? | -", r"a sealed choice is seen by its owner.* \[D9.2\]"),
        ("seat -; rows Kh |; phase lay; hands ?3 | ?3; shown 9c Jc", r"a swap is seen by the two.* \[D9.3\]"),
        ("seat 0; rows Kh |; phase lay; hands 9c | ?1; shown ?2; swapped ? for ?", r"a swap is seen by.* \[D9.3\]"),
        ("seat -; phase lay; hands ?30 | ?30", r"60 cards are hidden, and 42 are unseen \[D9.2\]"),
        ("seat -; phase lay; hands ?3 | ?2", r"hands are equal and last for three tricks at most \[D3.3\]"),
    ],
)
def test_what_is_no_view_is_named(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        GAME.parse_view(text)


def test_a_view_is_read_with_hidden_cards_as_numbers() -> None:
    text = "seat 0; rows Kh |; phase lay; market 9s 9s Js Js; hands 9c Jc Kc | ?3; sealed - | ?; shown Ac As"

    view = GAME.parse_view(text)

    assert view.to_act == (Seat(0),)
    assert names(view.game.hand) == ["9c", "Jc", "Kc"]
    assert view.game.sizes == (3, 3)
    assert view.game.has_sealed == (False, True)
    assert view.game.sealed is None
    assert view.game.stack_size == 42 - 1 - 4 - 6
    assert repr(view).startswith("Damenrennen().parse_view('seat 0; rows Kh |; phase lay;")
    assert GAME.parse_view(GAME.format_view(view)) == view


def test_moves_read_as_text_and_are_ints() -> None:
    assert repr(Move("SWAP ah for 9C")) == "Move('swap Ah for 9c')"
    assert Move("lay Kh") == parse_move("lay Kh")
    assert str(Move("exchange nothing")) == "exchange nothing"
    for nonsense in (0, -1, 5, 2 << 60 | 30 << 48, 5 << 60 | 1, 6 << 60 | 5, 1 << 63):
        assert eval(repr(Move(nonsense)), {"Move": Move}) == nonsense  # noqa: S307 - a repr of our own
        assert str(Move(nonsense)) == hex(nonsense)
    with pytest.raises(NotationError, match=r"chance's move is no move of a seat, got 'draw Kc | 9s' \[D2.1\]"):
        Move("draw Kc | 9s")


def test_a_table_takes_a_readable_move() -> None:
    table = table_at("market 9s 9s Js Js; hands 9c Jc Kc | Ac As Ad")

    table.play(Seat(0), Move("lay Kc"))

    assert position(table).sealed == (parse_move("lay Kc"), None)
    assert table.game.refusal(table.state, Seat(1), True) is not None  # noqa: FBT003 - no move


def test_deals_and_draws_read_as_text() -> None:
    for text in ("market 9c 9c Jc Kh; hands 9s | Jd", "draw Kc | 9s"):
        chance = parse_move(text)
        assert eval(repr(chance), {"Deal": Deal, "Draw": Draw}) == chance  # noqa: S307 - a repr of our own
        assert repr(chance).endswith(f".parse({text!r})")
