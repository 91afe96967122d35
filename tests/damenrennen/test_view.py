"""D9: what everybody may see."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from parlour.core.game import Seat
from parlour.games.damenrennen import Damenrennen
from parlour.games.damenrennen.cards import parse_cards
from parlour.games.damenrennen.view import Swap, unseen_cards
from tests.damenrennen.law_support import shuffle_hidden
from tests.damenrennen.positions import DamenTable, lay, names, position, say, seen, table_at, take
from tests.rules import rule

SWAPPING = "rows Kh | Ks; reserve Ad | 9d; market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd Qd"


def assert_blind(table: DamenTable, viewer: int | None) -> None:
    """Shuffle all that a viewer may not see: the view must stay the same, and something must move."""
    seat = None if viewer is None else Seat(viewer)
    rng = Random(9)
    others = [shuffle_hidden(table.state, seat, rng) for _ in range(30)]

    assert {msgspec.json.encode(table.game.view(other, seat)) for other in others} == {
        msgspec.json.encode(table.view(seat))
    }
    assert len(set(others)) > 5


@rule("D9.1")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_everybody_sees_the_table_and_how_many_cards_lie_where(viewer: int | None) -> None:
    table = table_at("rows Kc | Js; reserve Ad | 9c; strikes | Js; market 9c Jh Jc Jc; hands 9s As Qd | 10h Ah Kd Qd")
    view = seen(table, viewer)

    assert view.rows == position(table).rows
    assert [names(pile) for pile in view.reserves] == [["Ad"], ["9c"]]
    assert [names(pile) for pile in view.strike_cards] == [[], ["Js"]]
    assert names(view.market) == ["9c", "Jc", "Jc", "Jh"]
    assert view.sizes == (3, 4)
    assert view.stack_size == 42 - 5 - 4 - 7
    assert view.advantages == (0, 1, None)


@rule("D9.1")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_everybody_sees_tricks_tie_break_cards_and_exchanged_diamonds(viewer: int | None) -> None:
    table = table_at("reserve Ad |; market 9c Jh Jc Jc; hands 9s As Qd | 10h Ah Kd")
    say(table, "0: exchange Ad for Qd")
    lay(table, "9s 10h", "As Ah", "Ad Kd")
    say(table, "-: draw 9h | 9d")
    view = seen(table, viewer)

    assert [[names(card)[0] for card in laid] for laid in view.laid] == [["9s", "As", "Ad"], ["10h", "Ah", "Kd"]]
    assert [names(pile) for pile in view.exchanged] == [["Ad"], []]
    assert view.drawn == (parse_cards("9h"), parse_cards("9d"))
    assert {"9h", "9d"} <= set(names(view.used))


@rule("D9.1")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_everybody_sees_a_bomb_but_not_the_unlaid_cards_of_its_victim(viewer: int | None) -> None:
    table = table_at("market 9c Jh Jc Jc; hands 9s 9h 9d | 10h Ah Kd")
    lay(table, "9s 10h")

    assert [names(bomb) for bomb in seen(table, viewer).bombs] == [["9s", "9h", "9d"], []]
    assert names(seen(table, 1).hand) == ["Kd", "Ah"]
    if viewer != 1:
        assert_blind(table, viewer)


@rule("D9.1")
def test_everybody_sees_that_a_choice_is_sealed_and_only_its_owner_which() -> None:
    table = table_at("market 9c Jh Jc Jc; hands 9s Js Ks | 10h Ah Kd")
    say(table, "1: lay Ah")

    assert [seen(table, viewer).has_sealed for viewer in (None, 0, 1)] == [(False, True)] * 3
    assert [seen(table, viewer).sealed for viewer in (None, 0)] == [None, None]
    assert table.game.format_move(seen(table, 1).sealed or 0) == "lay Ah"
    assert_blind(table, 0)
    assert_blind(table, None)


@rule("D9.1")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_between_races_nothing_is_hidden_but_the_order_of_the_stack(viewer: int | None) -> None:
    table = table_at("phase draft; market 9c Jh Jc Jc; won 0 simple; tricks 9s 10h / Js Ah / Ks Kd; spent Ad | Ac")
    assert unseen_cards(table.view(None)) != position(table).stack

    take(table, "9c Jh Jc")

    assert unseen_cards(table.view(None if viewer is None else Seat(viewer))) == position(table).stack
    assert shuffle_hidden(table.state, None, Random(1)) == table.state


@rule("D9.2")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_hands_are_hidden_from_all_others(viewer: int | None) -> None:
    table = table_at("market 9c Jh Jc Jc; hands 9s Js Ks | 10h Ah Kd")

    assert [names(seen(table, each).hand) for each in (None, 0, 1)] == [[], ["9s", "Js", "Ks"], ["Kd", "10h", "Ah"]]
    assert_blind(table, viewer)


@rule("D9.2")
@pytest.mark.parametrize("viewer", [None, 0])
def test_discards_and_cards_given_up_are_known_to_their_owner_alone(viewer: int | None) -> None:
    table = table_at("rows | Ks; reserve | 9d; market 9c Jh Jc Jc; hands 9s Js Qd | 10h Ah Kd Qd")

    say(table, "1: discard Qd", "1: exchange 9d for 10h")

    assert [names(seen(table, each).spent) for each in (None, 0, 1)] == [[], [], ["Qd", "10h"]]
    assert seen(table, viewer).spent_sizes == (0, 2)
    assert_blind(table, viewer)


@rule("D9.2")
@pytest.mark.parametrize("viewer", [None, 0])
def test_a_sealed_exchange_is_hidden(viewer: int | None) -> None:
    table = table_at("reserve Ad | 9d Kd; market 9c Jh Jc Jc; hands 9s Js Qd | 10h Ah Kd")

    say(table, "1: exchange 9d for 10h")

    assert seen(table, viewer).exchanged == (0, 0)
    assert_blind(table, viewer)


@rule("D9.3")
def test_the_shown_cards_are_seen_by_the_two_players_alone() -> None:
    table = table_at(SWAPPING)
    say(table, "1: show 10h Ah")

    assert seen(table, 0).swap == seen(table, 1).swap == Swap(parse_cards("10h Ah"), 0, 0)
    assert seen(table, None).swap is None
    for viewer in (None, 0, 1):
        assert_blind(table, viewer)


@rule("D9.3")
def test_both_players_know_what_was_taken_and_given_and_spectators_do_not() -> None:
    table = table_at(SWAPPING)
    say(table, "1: show 10h Ah", "0: swap Ah for 9s")

    swap = Swap(parse_cards("10h Ah"), parse_cards("Ah"), parse_cards("9s"))
    assert seen(table, 0).swap == seen(table, 1).swap == swap
    assert seen(table, None).swap is None
    assert seen(table, None).has_swapped
    for viewer in (None, 0, 1):
        assert_blind(table, viewer)


@rule("D9.2", "D9.3")
@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("show 9s Js", True),
        ("swap 9s for Js", True),
        ("discard 9s", True),
        ("exchange Ad for 9s", True),
        ("lay 9s", True),
        ("decline", False),
        ("take 9s", False),
    ],
)
def test_cards_that_go_to_one_seat_or_lie_face_down_are_secret(text: str, *, secret: bool) -> None:
    game = Damenrennen()

    assert game.is_secret(game.parse_move(text)) == secret
