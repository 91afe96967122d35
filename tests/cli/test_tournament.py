"""A club night from the terminal: `parlour tournament`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.runner import Runner


@pytest.fixture
def night(run: Runner, tmp_path: Path) -> str:
    """A tournament of Haggis for three, with seven players."""
    path = str(tmp_path / "night.jsonl")
    terms = ("Saturday night", "haggis", "--players", "3", "--swiss-rounds", "2")
    assert run("tournament", path, "open", *terms).code == 0
    assert run("tournament", path, "join", "Ada", "Bela", "Cleo", "Dora", "Emil", "Fay", "Gus").code == 0
    return path


def test_a_night_is_paired_played_corrected_and_won(run: Runner, night: str) -> None:
    said = run("tournament", night, "pair", "--seed", "1")
    assert "Round 1: tables 1, 2 still play" in said.out
    assert "pause: " in said.out
    for number in ("1", "2"):
        for table in ("1", "2"):
            assert run("tournament", night, "result", table, "250", "100", "-").code == 0
        said = run("tournament", night, "correct", number, "1", "250", "100", "40", "--why", "she did play")
        assert f"Corrected: round {number}, table 1: 250 : 100 : 40 (she did play)" in said.out
        if number == "1":
            assert run("tournament", night, "pair").code == 0

    assert "The tournament is over. First: " in said.out
    data = json.loads(run("tournament", night, "--json").out)
    assert data["over"]
    assert data["terms"]["seats"] == 3
    assert len(data["standings"]) == 7
    assert sum(line["points"] for line in data["standings"]) == 2 * (4 + 4) + 2 * 1


def test_three_players_of_haggis_play_by_the_tournament_rule(run: Runner, night: str) -> None:
    assert json.loads(run("tournament", night, "--json").out)["terms"]["options"]["tournament"] is True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pair", "--seed", "x"), "invalid int value"),
        (("result", "1", "250", "100", "50"), "no round is paired yet"),
        (("result", "1", "many", "100", "50"), "a score is a whole number or - (did not play), got 'many 100 50'"),
        (("correct", "1", "1", "1", "2", "3", "--why", "so"), "no round is paired yet"),
        (("join", "Ada"), "'Ada' plays already"),
        (("withdraw", "Zoe"), "'Zoe' does not play here"),
        (("open", "again", "haggis"), "this file is there already"),
    ],
)
def test_bad_input_is_answered_in_a_line(run: Runner, night: str, arguments: tuple[str, ...], message: str) -> None:
    before = Path(night).read_bytes()

    said = run("tournament", night, *arguments)

    assert said.code == 2
    assert message in said.err
    assert Path(night).read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("open", "night", "chess"), "no game is called 'chess'"),
        (("open", "night", "haggis", "--players", "4"), "haggis is for 2 or 3 players, got 4 [H2.1]"),
        (("open", "night", "haggis", "--players", "3", "--format", "robin"), "tables of 2, got 3"),
        (("open", "night", "haggis", "--swiss-rounds", "1000"), "these terms cannot be"),
        (("open", "", "haggis"), "these terms cannot be"),
        (("pair",), "there is no such tournament"),
    ],
)
def test_what_cannot_be_opened_leaves_no_file(
    run: Runner, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    path = tmp_path / "night.jsonl"

    said = run("tournament", str(path), *arguments)

    assert said.code == 2
    assert message in said.err
    assert not path.exists()
