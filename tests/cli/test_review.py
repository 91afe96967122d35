"""`parlour review`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.bots.catalogue import make_bot
from parlour.core.log import write_log
from parlour.core.table import Table
from parlour.review.haggis import judge, luck, trials
from parlour.review.reviewing import AnyTable
from tests.cli.runner import Runner
from tests.review.matches import played


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "BATCHES", (24, 24))
    monkeypatch.setattr(judge, "SELECTION", (6, 6))
    monkeypatch.setattr(luck, "ROUNDS", {2: 2, 3: 1})


def saved(path: Path, table: AnyTable) -> Path:
    with path.open("w", encoding="utf-8") as file:
        write_log(table, file)
    return path


@pytest.fixture(scope="module")
def haggis() -> AnyTable:
    return played("haggis", {"target": 60}, [make_bot("uniform", "haggis")] * 2, 7)


def test_the_data_have_the_form_that_is_documented(run: Runner, haggis: AnyTable, tmp_path: Path) -> None:
    path = saved(tmp_path / "match.jsonl", haggis)
    said = run("review", str(path), "--seat", "1", "--json")

    found = json.loads(said.out)
    assert said.code == 0
    assert found["judge"].keys() == {"name", "version"}
    assert {"seat", "decisions", "lost_per_decision", "result", "luck", "adjusted"} <= found.keys()
    assert found["seat"] == 1
    fields = {"round", "number", "move", "best", "cost", "low", "high", "class", "reasons"}
    assert all(fields <= decision.keys() for decision in found["decisions"])
    assert all("key" in reason for decision in found["decisions"] for reason in decision["reasons"])
    assert (tmp_path / "match.jsonl.seat1.review").exists()
    assert run("review", str(path), "--seat", "1", "--json").out == said.out


def test_in_plain_lines_it_tells_cards_from_play_and_shows_the_dearest_mistakes(
    run: Runner, haggis: AnyTable, tmp_path: Path
) -> None:
    said = run("review", str(saved(tmp_path / "match.jsonl", haggis)), "--output", str(tmp_path / "own"))

    assert said.code == 0
    assert said.out.startswith("You ")
    assert "cards" in said.out.splitlines()[0]
    assert "play" in said.out.splitlines()[0]
    assert "given away per decision" in said.out
    assert "Better: " in said.out
    assert "Your hand" in said.out
    assert (tmp_path / "own").exists()


@pytest.mark.slow
def test_damenrennen_is_told_in_percent(run: Runner, tmp_path: Path) -> None:
    table = played("damenrennen", {}, [make_bot("beginner", "damenrennen")] * 2, 7)
    said = run("review", str(saved(tmp_path / "match.jsonl", table)))

    assert said.code == 0
    assert "from even chances" in said.out
    assert "% of the chance to win the game given away per decision" in said.out


def test_a_judge_of_another_version_is_named_and_judged_anew(run: Runner, haggis: AnyTable, tmp_path: Path) -> None:
    path = saved(tmp_path / "match.jsonl", haggis)
    first = run("review", str(path), "--json")
    kept = tmp_path / "match.jsonl.seat0.review"
    now = json.loads(first.out)["judge"]["version"]
    kept.write_text(kept.read_text("utf-8").replace(f'"version":{now}', '"version":1', 1), encoding="utf-8")
    said = run("review", str(path), "--json")

    assert f"champion 1; judged anew by champion {now}" in said.err
    assert said.out == first.out


def test_bad_input_ends_with_one_line_and_code_two(run: Runner, haggis: AnyTable, tmp_path: Path) -> None:
    running = saved(tmp_path / "running.jsonl", Table(haggis.game, haggis.events[:-1]))
    whole = saved(tmp_path / "whole.jsonl", haggis)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(whole.read_bytes()[:-9])
    foreign = tmp_path / "foreign.txt"
    foreign.write_text("1. e4 e5\n", encoding="utf-8")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    for arguments, part in (
        ([str(running)], "not finished"),
        ([str(cut)], "cut off"),
        ([str(foreign)], "foreign.txt: line 1"),
        ([str(binary)], "not a text file"),
        ([str(whole), "--seat", "2"], "got 2"),
        ([str(tmp_path / "none.jsonl")], "No such file"),
        ([str(whole), "--output", str(foreign)], "not the review of a match"),
    ):
        said = run("review", *arguments)
        assert said.code == 2, arguments
        assert part in said.err, arguments
        assert said.err.count("\n") == 1, arguments
    assert foreign.read_text("utf-8") == "1. e4 e5\n"
    assert not list(tmp_path.glob("*.review"))
