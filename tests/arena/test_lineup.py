"""Who meets whom."""

from __future__ import annotations

import pytest

from parlour.arena.errors import ArenaError
from parlour.arena.job import Lineup
from parlour.arena.lineup import entrants, lineups


@pytest.mark.parametrize(
    ("bots", "seats", "expected"),
    [
        ("ab", 2, [(0, 1)]),
        ("abc", 2, [(0, 1), (0, 2), (1, 2)]),
        ("aa", 2, [(0, 1)]),
        ("aab", 2, [(0, 1)]),
        ("ab", 3, [(0, 0, 1), (0, 1, 1)]),
        ("abb", 3, [(0, 1, 1)]),
        ("bab", 3, [(0, 0, 1)]),
        ("abc", 3, [(0, 1, 2)]),
        ("aaa", 3, [(0, 1, 2)]),
        ("abcd", 3, [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]),
    ],
)
def test_bots_meet_as_the_seats_allow(bots: str, seats: int, expected: list[Lineup]) -> None:
    assert lineups(bots, seats) == expected


def test_a_bot_alone_meets_itself() -> None:
    assert entrants("aa") == ("a", "a")
    assert entrants("aba") == ("a", "b")


def test_one_bot_is_no_contest() -> None:
    with pytest.raises(ArenaError, match="needs two bots or more, got 1"):
        lineups("a", 2)
