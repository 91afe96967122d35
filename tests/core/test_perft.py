"""Perft reproduces committed counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.core.perft import perft
from parlour.games.catalogue import make_game

GOLDEN = Path(__file__).parents[1] / "golden"
KNOWN = [json.loads(line) for path in sorted(GOLDEN.glob("perft-*.jsonl")) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: f"{known['game']}-{known['position'][:24]}")
def test_perft_reproduces_committed_counts(known: dict[str, Any]) -> None:
    game = make_game(known["game"], known["options"])

    assert dict(perft(game, game.parse_position(known["position"]), known["depth"])) == known["counts"]


def test_there_are_at_least_ten_positions_of_haggis_with_both_player_counts() -> None:
    players = [known["options"].get("players", 2) for known in KNOWN if known["game"] == "haggis"]

    assert len(players) >= 10
    assert min(players.count(2), players.count(3)) >= 4


def test_an_endgame_of_two_is_the_same_with_a_third_who_is_out() -> None:
    two, three = make_game("haggis", {}), make_game("haggis", {"players": 3})
    alone = perft(two, two.parse_position("hands 5g 6g J | 8y 9y K"), 9)
    watched = perft(three, three.parse_position("hands 5g 6g J | 8y 9y K | ; out 2"), 9)

    assert alone == watched


def test_root_moves_are_reported() -> None:
    game = make_game("haggis", {})
    heard: list[tuple[int, int]] = []

    perft(game, game.parse_position("hands 5g | 8y"), 1, on_root_move=lambda *now: heard.append(now))

    assert heard == [(1, 1)]
    assert perft(game, game.start(), 3) == {"nodes": 1}
