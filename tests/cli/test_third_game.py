"""A game from outside on the command line, though parlour knows nothing about it but its rules."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING

import pytest

from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.runner import Runner

pytestmark = pytest.mark.usefixtures("third_game")
CARDS = [f"{rank}{suit}" for rank in ("9", "J", "Q", "K", "10", "A") for suit in "cshd"]


@pytest.fixture
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game as an installed package would."""
    point = EntryPoint("sealed", "tests.cli.third_game:KIND", KINDS.group)
    monkeypatch.setitem(KINDS._points, "sealed", point)
    monkeypatch.delitem(KINDS._loaded, "sealed", raising=False)


def every_answer() -> str:
    """Answers that fit every question sooner or later."""
    moves = [f"{verb} {card}" for verb in ("lay", "take", "discard") for card in CARDS]
    shows = [f"show {first} {second}" for first in CARDS for second in CARDS]
    return "\n".join([*[*moves, "decline", "exchange nothing"] * 40, *shows] * 3) + "\n"


def test_a_whole_match_can_be_played_left_resumed_and_replayed(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"

    begun = run("play", "sealed", "--seed", "1", "--log", str(log), typed="?\nscore\nhelp\nlay 9x\nquit\n")
    played = run("play", "--resume", str(log), "--seed", "2", typed=every_answer())
    replayed = run("replay", str(log))

    assert begun.code == played.code == replayed.code == 0
    for words in (
        "The cards are dealt.",
        "moves (3): lay ",
        "Score: you 0, seat 1 0.",
        "as '?' lists them",
        "Refused: ",
    ):
        assert words in begun.out
    for words in ("Seat 1 has chosen.", "You: lay ", "Seat 1: take ", "The round is over: ", " the match."):
        assert words in played.out
    assert "Winner: seat" in replayed.out


def test_a_hint_has_a_move_and_words(run: Runner, tmp_path: Path) -> None:
    said = run("play", "sealed", "--seed", "1", "--log", str(tmp_path / "log.jsonl"), typed="h\nquit\n")

    assert "Hint: lay " in said.out
    assert " sampled deal" in said.out


def test_a_replay_shows_a_seat_what_it_saw(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    run("play", "sealed", "--seed", "1", "--log", str(log), typed=every_answer())

    told = {seat: run("replay", str(log), "--seat", seat).out for seat in ("0", "1")}

    assert "Seat 0 has chosen." in told["1"] or "Seat 1 has chosen." in told["0"]
    assert "You has" not in told["0"] + told["1"]


def test_moves_are_explained_counted_and_sampled(run: Runner) -> None:
    explained = run("explain", "sealed", "LAY 9C", "--json")
    counted = run("perft", "sealed", "market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd", "--depth", "1", "--json")
    sampled = run("stats", "sealed", "--matches", "2", "--json")

    assert json.loads(explained.out) == {"move": "lay 9c"}
    assert json.loads(counted.out)["lay"] == 3
    assert json.loads(sampled.out)["take"] > 2
    assert run("explain", "sealed", "hello").code == 2


def test_options_are_offered_and_read(run: Runner, tmp_path: Path) -> None:
    played = run("play", "sealed", "--best-of", "2", "--log", str(tmp_path / "log.jsonl"))

    assert "damenrennen: how many games the match is best of: 1, 3, 5 … (1); sealed: " in " ".join(
        run("play", "--help").out.split()
    )
    assert played.code == 2
    assert "a match is best of an odd number of games, got 2" in played.err
