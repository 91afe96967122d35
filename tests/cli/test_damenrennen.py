"""Damenrennen on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.runner import Runner


def test_damenrennen_is_played_explained_and_replayed(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    cards = [rank + suit for rank in ("9", "J", "Q", "K", "10", "A") for suit in "cshd"]
    pairs = [f"show {a} {b}" for a in cards for b in cards]
    typed = "\n".join(
        (
            [
                "decline",
                "exchange nothing",
                *(f"{verb} {card}" for verb in ("lay", "take", "discard") for card in cards),
            ]
            * 12
            + pairs
        )
        * 12
    )
    said = run("play", "damenrennen", "--bot", "uniform", "--seed", "3", "--log", str(log), typed=typed + "\n")

    assert said.code == 0
    for words in (
        "clubs ♣        spades ♠",
        "Turned over: you",
        "the race, a",
        "Seat 1 has laid a card.",
        "the match.",
    ):
        assert words in said.out
    assert "Winner: seat" in run("replay", str(log)).out
    assert "Winner: " in run("replay", str(log), "--seat", "1").out


def test_damenrennen_odds_are_exact(run: Runner) -> None:
    said = run("explain", "damenrennen", "Ah Kc 9s | 10h 10c Qd", "--json")
    plain = run("explain", "damenrennen", "Ah Kc 9s | 10h 10c Qd")

    assert json.loads(said.out)[0] == {
        "clubs": None,
        "ultimate_win": 0.0,
        "simple_win": pytest.approx(1 / 3),
        "tie": 0.0,
        "simple_loss": pytest.approx(2 / 3),
        "ultimate_loss": 0.0,
    }
    assert "nobody has clubs: simple win 2/6, simple loss 4/6" in plain.out


@pytest.mark.parametrize(
    ("hands", "clause"), [("Ah Kc", "D3.3"), ("Ah | Kc 9s", "D2.2"), ("Ah | Zc", "D1.1"), ("Ah Ah | Ah 9c", "D1.1")]
)
def test_hands_that_cannot_race_are_refused(run: Runner, hands: str, clause: str) -> None:
    said = run("explain", "damenrennen", hands)

    assert said.code == 2
    assert f"[{clause}]" in said.err
