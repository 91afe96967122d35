"""Every move that is not allowed is refused, with its clause."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.core.game import CHANCE, Seat
from parlour.games.damenrennen import Damenrennen, Deal, Draw
from parlour.games.damenrennen.cards import parse_cards
from parlour.games.damenrennen.notation import LAY, SHOW, SWAP, TAKE, exchange, plain
from tests.damenrennen.positions import drained, lay, refused, say, table_at

HANDS = "market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd"
SHOWING = f"rows Kh |; {HANDS}"
SWAPPING = f"rows Kh |; phase swap; shown 10h Ah; {HANDS}"
DISCARDING = "rows | Ks; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd Qd"
EXCHANGING = f"reserve Ad Kd | 9d; {HANDS}"
DRAFTING = "phase draft; won 0 simple; market 9c 9c Jc Jc"
TIE = f"{drained('Js Jc', 'Jh')}; phase draw; tricks Kc Ks; market Kc Ks Kh Kh"


@pytest.mark.parametrize(
    ("position", "line", "refusal"),
    [
        ("", "0: lay 9c", ("move/early", "D2.2")),
        (TIE, "0: lay 9c", ("move/early", "D3.4")),
        (HANDS, "2: lay 9s", ("seat/unknown", "D10.2")),
        (HANDS, "-: lay 9s", ("seat/unknown", "D10.2")),
        (HANDS, "0: take 9c", ("move/phase", "D3.1")),
        (HANDS, "0: decline", ("move/phase", "D3.1")),
        (HANDS, "0: lay Ah", ("cards/hand", "D3.1")),
        (SHOWING, "0: show 9s Js", ("show/seat", "D5.2")),
        (SHOWING, "1: show 10h", ("show/count", "D5.2")),
        (SHOWING, "1: show 10h Ah Kd", ("show/count", "D5.2")),
        (SHOWING, "1: show 10h 9s", ("cards/hand", "D5.2")),
        (SHOWING, "1: show Ah Ah", ("cards/hand", "D5.2")),
        (SHOWING, "1: lay Ah", ("move/phase", "D5.2")),
        (SWAPPING, "1: swap 9s for Ah", ("swap/advantage", "D5.2")),
        (SWAPPING, "1: decline", ("swap/advantage", "D5.2")),
        (SWAPPING, "0: swap Kd for 9s", ("swap/shown", "D5.2")),
        (SWAPPING, "0: swap Ah for Kd", ("cards/hand", "D5.2")),
        (SWAPPING, "0: lay 9s", ("move/phase", "D5.2")),
        (DISCARDING, "0: discard 9s", ("discard/advantage", "D5.1")),
        (DISCARDING, "1: discard 9s", ("cards/hand", "D5.1")),
        (EXCHANGING, "0: exchange Qd for 9s", ("exchange/reserve", "D2.6")),
        (EXCHANGING, "0: exchange Ad Ad for 9s Js", ("exchange/reserve", "D2.6")),
        (EXCHANGING, "0: exchange Ad Kd for 9s", ("exchange/unequal", "D2.6")),
        (EXCHANGING, "0: exchange Ad for 9s Js", ("exchange/unequal", "D2.6")),
        (EXCHANGING, "0: exchange Ad for Ah", ("cards/hand", "D2.6")),
        (f"reserve Ad |; {HANDS}", "1: exchange nothing", ("exchange/diamonds", "D2.6")),
        (DRAFTING, "0: take 9c", ("take/turn", "D6.1")),
        (DRAFTING, "1: take Kc", ("take/market", "D6.1")),
        (DRAFTING, "1: lay Kc", ("move/phase", "D6.1")),
        ("", "0: market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd", ("deal/seat", "D2.1")),
        (HANDS, "-: market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd", ("deal/early", "D2.5")),
        ("", "-: market 9c 9c Jc; hands 9s Js Qd | 10h Ah Kd", ("deal/market", "D2.1")),
        ("", "-: market 9c 9c Jc Jc; hands 9s Js Qd Ad | 10h Ah Kd", ("deal/size", "D2.2")),
        ("", "-: market 9c 9c Jc Jc; hands 9s Js Qd", ("deal/hands", "D2.2")),
        ("rows | Ks", "-: market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd", ("deal/size", "D2.2")),
        ("", "-: market 9c 9c Jc Jc; hands 9c Js Qd | 10h Ah Kd", ("deal/cards", "D2.5")),
        ("", "-: market 9c Qc Jc Jc; hands 9c Js Qd | 10h Ah Kd", ("deal/cards", "D2.5")),
        (drained("Js", "Jh"), "-: market Jc Jc Kc Kc; hands Ks Ks | Kh Kh", ("deal/size", "D8.1")),
        (HANDS, "-: draw Kc | Ks", ("draw/early", "D3.4")),
        (TIE, "0: draw Js | Jh", ("draw/seat", "D3.4")),
        (TIE, "-: draw Js | Js", ("draw/cards", "D3.4")),
        (TIE, "-: draw Kh | Kc", ("draw/cards", "D3.4")),
        (TIE, "-: draw Js", ("draw/malformed", "D3.4")),
    ],
)
def test_a_bad_move_is_refused_with_code_and_clause(position: str, line: str, refusal: tuple[str, str]) -> None:
    assert refused(table_at(position), line) == refusal


def test_a_second_choice_is_refused_once_the_first_is_sealed() -> None:
    table = table_at(EXCHANGING)
    say(table, "0: exchange nothing")
    assert refused(table, "0: exchange Ad for 9s") == ("move/sealed", "D2.6")
    say(table, "1: exchange nothing", "1: lay Ah")

    assert refused(table, "1: lay 10h") == ("move/sealed", "D3.1")


def test_after_the_end_every_move_is_refused() -> None:
    table = table_at("rows Jc Kc 10c Ac |; phase draft; market 9c Ad Ad; won 0 ultimate")
    say(table, "1: take Ad", "0: take 9c")

    assert refused(table, "1: take Ad") == ("match/over", "D10.1")
    assert refused(table, "-: market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd") == ("match/over", "D10.1")
    assert refused(table, "-: draw Kc | Ks") == ("match/over", "D10.1")


MALFORMED = [
    -1,
    0,
    1,
    1 << 63,
    1 << 70,
    1.5,
    "lay 9s",
    None,
    True,
    (1,),
    plain(LAY, 3),
    plain(LAY, 0b11 << 20),
    plain(3, 1),
    plain(LAY, 1) | 1 << 48,
    SWAP << 60 | 24 << 48 | 1,
    exchange(0, 0) | 3 << 48,
]


@pytest.mark.parametrize("move", MALFORMED, ids=repr)
@pytest.mark.parametrize("position", [HANDS, SWAPPING, EXCHANGING, DRAFTING, ""])
def test_what_is_no_move_at_all_is_refused(position: str, move: Any) -> None:
    game = Damenrennen()

    refusal = game.refusal(game.parse_position(position), Seat(0), move)

    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("move/malformed", "D2.3")


@pytest.mark.parametrize(
    ("position", "move", "refusal"),
    [
        (HANDS, plain(LAY, 0), ("lay/count", "D3.1")),
        (HANDS, plain(LAY, parse_cards("9s Js")), ("lay/count", "D3.1")),
        (DRAFTING, plain(TAKE, parse_cards("9c 9c")), ("take/count", "D6.1")),
        (SHOWING, plain(SHOW, 0), ("show/count", "D5.2")),
        (SWAPPING, SWAP << 60 | 22 << 48 | parse_cards("9s Js"), ("swap/count", "D5.2")),
        (EXCHANGING, exchange(0, parse_cards("9s")), ("exchange/unequal", "D2.6")),
    ],
)
def test_a_move_with_a_wrong_number_of_cards_is_refused(position: str, move: int, refusal: tuple[str, str]) -> None:
    game = Damenrennen()
    state = game.parse_position(position)
    seat = game.to_act(state)[0]

    refused_with = game.refusal(state, seat, move)

    assert refused_with is not None
    assert (refused_with.code, refused_with.clause) == refusal


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("", Deal(-1, (1, 1))),
        ("", Deal(3, (1, 1))),
        ("", Deal(1 << 60, (1, 1))),
        ("", Deal(0.5, (1, 1))),  # type: ignore[arg-type] # on purpose
        (TIE, Draw((-1, 1))),
        (TIE, Draw((1, 1, 1))),
        (TIE, Draw((3, 1))),
    ],
)
def test_chance_cannot_deal_what_are_no_cards(position: str, move: Deal | Draw) -> None:
    game = Damenrennen()

    refusal = game.refusal(game.parse_position(position), CHANCE, move)

    assert refusal is not None
    assert refusal.code in ("deal/malformed", "draw/malformed")


def test_a_tie_break_of_no_or_two_cards_is_refused() -> None:
    game = Damenrennen()

    refusal = game.refusal(game.parse_position(TIE), CHANCE, Draw((5, 1)))

    assert refusal is not None
    assert refusal.code == "draw/size"


def test_a_finished_game_refuses_moves_until_the_next_is_dealt() -> None:
    table = table_at("rows Jc Kc 10c Ac |; phase draft; market 9c Ad Kd Qd; won 1 simple", best_of=3)
    say(table, "0: take 9c")

    assert refused(table, "1: take Ad") == ("move/early", "D2.2")
    assert refused(table, "-: draw Kc | Ks") == ("draw/early", "D3.4")
    say(table, "-: market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd")
    lay(table, "9s Ah")

    assert table.to_act() == (0, 1)
