"""What comes into the kernel from outside is checked, and what goes out is a value."""

from __future__ import annotations

import pickle
import threading
from typing import TYPE_CHECKING, Any

import pytest

from parlour.games.damenrennen.cards import parse_cards
from parlour.games.damenrennen.kernel.game import Game, random_games, settled
from parlour.games.damenrennen.kernel.slots import SLOTS
from parlour.games.damenrennen.notation import plain
from tests.damenrennen.positions import drained, table_at

if TYPE_CHECKING:
    from collections.abc import Callable

NO_WHOLE_NUMBERS = [1.0, 1.5, "1", None, True]
TIE = f"{drained('Js Jc', 'Jh')}; phase draw; tricks Kc Ks; market Kc Ks Kh Kh"
LAYING = "market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd"


def game_at(position: str) -> Game:
    return table_at(position).state.game


@pytest.mark.parametrize("seat", [-1, 2, 99, 1 << 70, *NO_WHOLE_NUMBERS])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: Any) -> None:
    game = game_at(LAYING)
    calls: list[Callable[[], object]] = [
        lambda: game.legal(seat),
        lambda: game.allows(seat, 1),
        lambda: game.play(seat, 1),
    ]
    if seat is not None:
        calls.append(lambda: game.world(seat, 1))
    for call in calls:
        with pytest.raises(ValueError, match="is not at a table of 2"):
            call()


@pytest.mark.parametrize("move", [-1, 1 << 63, 1 << 70, *NO_WHOLE_NUMBERS])
def test_a_move_that_is_no_number_of_63_bits_is_refused(move: Any) -> None:
    for call in (game_at(LAYING).allows, game_at(LAYING).play):
        with pytest.raises(ValueError, match="a move is a whole number of 63 bits"):
            call(0, move)


@pytest.mark.parametrize("move", [0, 1, (1 << 63) - 1, plain(6, 1), plain(5, 0)])
def test_a_move_that_is_not_legal_is_not_made(move: int) -> None:
    assert not game_at(LAYING).allows(0, move)
    with pytest.raises(ValueError, match="not a legal move of seat 0"):
        game_at(LAYING).play(0, move)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_also_a_move_that_is_not_judged_needs_a_seat_at_the_table(seat: int) -> None:
    with pytest.raises(ValueError, match="is not at a table of 2"):
        game_at(LAYING).after(seat, game_at(LAYING).legal(0)[0])


def test_a_judged_move_leads_to_the_same_game_as_one_that_is_judged_again() -> None:
    game = game_at(LAYING)

    for move in game.legal(0):
        assert game.play(0, move) == game.after(0, move) != game


@pytest.mark.parametrize("seed", [-1, 1 << 64, *NO_WHOLE_NUMBERS])
def test_a_seed_that_is_no_number_of_64_bits_is_refused(seed: Any) -> None:
    game = Game()
    calls: list[Callable[[], object]] = [
        lambda: game.random_deal(seed),
        lambda: game_at(TIE).random_tie_break(seed),
        lambda: game.world(None, seed),
        lambda: game.played_out(seed),
        lambda: random_games(1, seed),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="a seed is a whole number of 64 bits"):
            call()


@pytest.mark.parametrize("count", [-1, 1 << 70, *NO_WHOLE_NUMBERS])
def test_a_number_of_games_that_is_none_is_refused(count: Any) -> None:
    with pytest.raises(ValueError, match="a number of games"):
        random_games(count, 1)


@pytest.mark.parametrize("pile", [-1, 3, 1 << 48, 1 << 70, *NO_WHOLE_NUMBERS])
def test_what_is_no_pile_cannot_be_dealt_or_drawn(pile: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: Game().dealt(pile, 1, 1),
        lambda: Game().dealt(0, pile, 1),
        lambda: game_at(TIE).drawn(1, pile),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="not a pile of cards"):
            call()


def test_deals_and_draws_that_are_not_due_are_refused() -> None:
    opening = Game()
    market, hand0, hand1 = opening.random_deal(1)

    with pytest.raises(ValueError, match="not the one that is due"):
        opening.dealt(hand0, market, hand1)
    with pytest.raises(ValueError, match="not all of these cards can be drawn"):
        opening.dealt(parse_cards("9c 9c Jc Jc"), parse_cards("9c 9s 9h"), hand1)
    for call in (
        game_at(LAYING).deal_sizes,
        lambda: game_at(LAYING).dealt(market, hand0, hand1),
        lambda: game_at(LAYING).random_deal(1),
    ):
        with pytest.raises(ValueError, match="no race is due"):
            call()
    for each in (opening.tie_break_pool, lambda: opening.drawn(1, 4), lambda: opening.random_tie_break(1)):
        with pytest.raises(ValueError, match="no tie-break is due"):
            each()
    with pytest.raises(ValueError, match="one card each"):
        game_at(TIE).drawn(5, 1)
    with pytest.raises(ValueError, match="not all of these cards"):
        game_at(TIE).drawn(1, 1)


@pytest.mark.parametrize(
    ("slot", "value"),
    [
        ("phase", 9),
        ("asked", 1),
        ("tricks", 4),
        ("picks", 4),
        ("full", 0),
        ("race_winner", 3),
        ("advantages", 3),
        ("advantages", 0),
        ("ending_suit", 1),
        ("laid", 1),
        ("drawn", 1),
        ("advantages", 1.0),
        ("stack", -1),
        ("stack", 1 << 48),
        ("stack", 0),
        ("market", 1),
        ("shown", 3),
        ("shown", 5),
        ("sealed", 5 << 60),
        ("exchanged", 1 << 6),
        ("bombs", 0x15),
        ("laid", 1 << 60),
        ("strikes", 1),
        ("rows", 0),
        ("rows", 6),
    ],
)
def test_a_vector_that_is_no_game_is_refused(slot: str, value: Any) -> None:
    slots = list(Game().slots())
    slots[SLOTS[slot]] = value

    with pytest.raises(ValueError, match="not a game of Damenrennen: "):
        Game(slots)


def test_the_end_of_a_game_and_a_tie_need_their_reasons() -> None:
    over = list(Game().slots())
    over[SLOTS["phase"]] = 8
    tie = list(game_at(TIE).slots())
    spent = SLOTS["spent"]
    tie[spent], tie[SLOTS["stack"]], tie[SLOTS["used"]] = tie[SLOTS["stack"]], 0, 0
    tie[spent + 1] = game_at(TIE).slots()[SLOTS["used"]]

    with pytest.raises(ValueError, match="a game ends in some way"):
        Game(over)
    with pytest.raises(ValueError, match="a tie is broken with two cards"):
        Game(tie)


def test_too_few_or_too_many_numbers_are_no_game() -> None:
    for slots in ((), (0,) * 49, (0,) * 51):
        with pytest.raises(ValueError, match="a game is 50 whole numbers"):
            Game(slots)


def test_games_are_values() -> None:
    game = game_at(LAYING)
    move = game.legal(0)[0]

    assert game == game.copy() == pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
    assert eval(repr(game), {"Game": Game}) == game  # noqa: S307 - our own
    assert hash(game) == hash(game.copy())
    assert game != game.after(0, move)
    assert game != game.slots()
    assert game == Game(game.slots())
    assert Game().winner is None
    assert Game().phase == 0


def test_a_playout_ends_the_game_and_leaves_the_old_one() -> None:
    game = game_at(LAYING)
    before = game.slots()

    ends = [game.played_out(seed) for seed in range(20)]

    assert all(end.over for end in ends)
    assert {end.winner for end in ends} >= {0, 1}
    assert game.slots() == before
    assert game.played_out(3) == game.played_out(3)


def test_random_games_add_up() -> None:
    counts = random_games(20, 1)

    assert counts["games"] == 20
    won = counts["won by seat 0"] + counts["won by seat 1"]
    assert won == counts["won by a row"] + counts["won by strikes"]
    assert won + counts["drawn out of cards"] + counts["drawn by a tie"] == 20
    assert counts["moves"] > counts["decisions"] > 6 * counts["races"] > 20
    assert random_games(20, 1) == counts
    assert random_games(0, 1)["decisions"] == 0


@pytest.mark.slow
def test_random_games_run_side_by_side_without_the_lock() -> None:
    results: list[dict[str, int]] = []
    threads = [threading.Thread(target=lambda: results.append(random_games(2000, 7))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert results[0] == results[1] == random_games(2000, 7)


QUEENS = (4, 4, 4)


@pytest.mark.parametrize("rows", [(4, 4), (4, 4, 4, 4), [4, 4, 4], 4, None])
def test_a_player_has_three_rows(rows: Any) -> None:
    with pytest.raises(ValueError, match="a player has three rows"):
        settled(rows, 0, 0, 1)


@pytest.mark.parametrize("mask", [-1, 64, 1 << 70, *NO_WHOLE_NUMBERS])
def test_a_row_is_a_mask_of_ranks(mask: Any) -> None:
    with pytest.raises(ValueError, match="not a mask of 6 bits"):
        settled((4, mask, 4), 0, 0, 1)


@pytest.mark.parametrize("strikes", [-1, 8, 1 << 70, *NO_WHOLE_NUMBERS])
def test_strikes_are_a_mask_of_suits(strikes: Any) -> None:
    with pytest.raises(ValueError, match="not a mask of 3 bits"):
        settled(QUEENS, 0, strikes, 1)


@pytest.mark.parametrize("pile", [-1, 3, 1 << 48, 1 << 70, *NO_WHOLE_NUMBERS])
def test_what_is_no_pile_cannot_be_settled(pile: Any) -> None:
    with pytest.raises(ValueError, match="not a pile of cards"):
        settled(QUEENS, pile, 0, 1)
    with pytest.raises(ValueError, match="not a pile of cards"):
        settled(QUEENS, 0, 0, pile)


@pytest.mark.parametrize(("reserve", "card"), [("", ""), ("", "9c Jc"), ("", "9d 9d"), ("9d 9d", "9d")])
def test_one_card_is_settled_and_never_a_third_copy(reserve: str, card: str) -> None:
    with pytest.raises(ValueError, match="not a card that can be taken"):
        settled(QUEENS, parse_cards(reserve), 0, parse_cards(card))
