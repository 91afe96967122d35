"""Statistics of random matches."""

from __future__ import annotations

from random import Random

from parlour.core.statistics import random_statistics
from parlour.games.catalogue import make_game


def test_every_match_has_a_winner_and_every_trick_a_round() -> None:
    heard: list[tuple[int, int]] = []
    game = make_game("haggis", {"players": 3, "target": 50})

    counts = random_statistics(game, 12, Random(1), lambda *now: heard.append(now))

    assert sum(counts[f"won by seat {seat}"] for seat in range(3)) == 12
    assert counts["round"] == counts["deal"] >= 12
    assert counts["trick"] > counts["round"]
    moves = sum(counts[kind] for kind in ("pass", "set", "sequence", "bomb", "bet", "give"))
    assert counts["decisions"] == moves
    assert heard[-1] == (12, 12)
    assert counts == random_statistics(game, 12, Random(1), lambda *_: None)
