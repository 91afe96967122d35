"""H7: scoring a round to the last point."""

from __future__ import annotations

import pytest

from tests.haggis.positions import points, say, table_at
from tests.rules import rule


@rule("H7.1")
def test_going_out_scores_five_for_every_card_of_the_opponent() -> None:
    table = table_at("hands 6r | 2g 4g 6g 8g J Q K")
    say(table, "0: 6r")

    assert points(table, 0)[0] == 35
    assert points(table, 1)[0] == 0


@rule("H7.1")
def test_with_three_players_the_fullest_hand_counts_and_the_second_out_scores_too() -> None:
    table = table_at("hands 6r | 2g 4g 6g | 2b 4b 8b 10b", players=3)
    say(table, "0: 6r", "1: pass", "2: 8b", "1: pass", "2: 2b", "1: 4g", "2: pass", "1: 2g", "2: 4b", "1: 6g")

    assert [points(table, seat)[0] for seat in range(3)] == [4 * 5, 1 * 5, 0]


@rule("H7.1")
def test_the_fullest_hand_is_counted_at_the_moment_of_going_out() -> None:
    table = table_at("hands 6r | 2g 4g 6g J | 2b 4b 8b; act 0", players=3)
    say(table, "0: 6r")

    assert table.state.round is not None
    view = table.view(None).round
    assert view is not None
    assert view.left_over == (4, 0, 0)


@rule("H7.2")
def test_captured_cards_score_their_points() -> None:
    table = table_at("hands 9r 3r K 2r | 7g 4g 10g; haggis 5o 5y 5g; act 1")
    say(table, "1: 7g", "0: 9r", "1: pass", "0: 3r", "1: 4g", "0: K", "1: pass", "0: 2r")

    assert points(table, 0) == (5, 1 + 1 + 1 + 5, 3, 0, 0)
    assert points(table, 1) == (0, 0, 0, 0, 0)
    assert table.state.standing.scores == (16, 0)


def bets_after(bets: str, first: int, *, players: int) -> list[int]:
    """The bet points of every seat when `first` goes out first."""
    order = {0: "0: 5r", 1: "1: 6g", 2: "2: 7b"}
    hands = ["5r 4r", "6g 4g", "7b 4b"][:players]
    hands[first] = hands[first].split()[0]
    table = table_at(f"hands {' | '.join(hands)}; bets {bets}; act {first}", players=players)
    say(table, order[first])
    if players == 3:
        left, right = (first + 1) % 3, (first + 2) % 3
        say(table, f"{left}: pass", f"{right}: pass")
        for card in hands[left].split():
            (actor,) = table.to_act()
            assert actor == left
            say(table, f"{left}: {card}")
            if table.to_act() == (right,):
                say(table, f"{right}: pass")
    return [points(table, seat)[3] for seat in range(players)]


@rule("H7.3")
def test_the_example_of_the_sheets_when_the_first_bettor_goes_out_first() -> None:
    assert bets_after("15 | 15 | -", 0, players=3) == [30, 0, 15]


@rule("H7.3")
def test_the_example_of_the_sheets_when_the_one_without_a_bet_goes_out_first() -> None:
    assert bets_after("15 | 15 | -", 2, players=3) == [0, 0, 30]


@rule("H7.3")
@pytest.mark.parametrize(
    ("bets", "first", "expected"),
    [
        ("30 | 15", 0, [45, 0]),
        ("30 | 15", 1, [0, 45]),
        ("30 | -", 1, [0, 30]),
        ("30 | 0", 1, [0, 30]),
        ("- | -", 0, [0, 0]),
        ("0 | 0", 1, [0, 0]),
    ],
)
def test_bets_of_two_players(bets: str, first: int, expected: list[int]) -> None:
    assert bets_after(bets, first, players=2) == expected


@rule("H7.3")
@pytest.mark.parametrize(
    ("bets", "first", "expected"),
    [
        ("30 | 15 | 15", 0, [60, 0, 0]),
        ("30 | 15 | 15", 1, [0, 60, 0]),
        ("30 | 0 | -", 0, [30, 0, 0]),
        ("30 | 0 | -", 1, [0, 30, 30]),
        ("- | 30 | 0", 0, [30, 0, 30]),
        ("- | - | -", 2, [0, 0, 0]),
    ],
)
def test_a_lost_bet_goes_to_the_first_out_and_to_every_other_without_a_bet(
    bets: str, first: int, expected: list[int]
) -> None:
    assert bets_after(bets, first, players=3) == expected


@rule("H7.4")
@pytest.mark.parametrize(("edition", "bonus"), [("english", 0), ("german", 5), ("hungarian", 5)])
def test_the_first_out_of_three_gets_the_bonus_of_the_edition(edition: str, bonus: int) -> None:
    table = table_at("hands 6r | 2g | 2b 4b", players=3, edition=edition)
    say(table, "0: 6r", "1: pass", "2: pass", "1: 2g")

    assert [points(table, seat)[4] for seat in range(3)] == [bonus, 0, 0]


@rule("H7.4")
def test_two_players_know_no_bonus() -> None:
    table = table_at("hands 6r | 2g", edition="german")
    say(table, "0: 6r")

    assert points(table, 0)[4] == 0
