"""A ladder: bots join, play, retire, and a night that was killed is resumed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.arena.ladder import Ladder, spans
from parlour.arena.ranking import course_of, ladder_page, summary_of
from tests.arena.bots import FIRST, LAST
from tests.cli.runner import Runner
from tests.serving import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ladder.jsonl"


def test_bots_join_play_and_retire_over_nights(run: Runner, path: Path) -> None:
    first = json.loads(run("ladder", str(path), "uniform", f"low={FIRST}", "--deals", "2", "--seed", "5", "--json").out)
    before = path.read_bytes()
    second = json.loads(run("ladder", str(path), f"high={LAST}", "--deals", "3", "--json").out)
    third = json.loads(run("ladder", str(path), "--retire", "high", "--deals", "4", "--json").out)

    assert path.read_bytes().startswith(before), "the file only grows"
    assert (first["boards"], second["boards"], third["boards"]) == (2, 9, 10)
    assert list(third["bots"]) == ["uniform", "low", "high"]
    assert third["bots"]["high"]["retired"]
    assert third["bots"]["low"]["spec"] == FIRST
    assert [night["night"] for night in third["nights"]] == [1, 2, 3]
    assert third["seed"] == 5
    assert third["bots"]["high"]["elo_by_night"][0] is None
    assert sum(bot["elo"] for bot in third["bots"].values()) == pytest.approx(0, abs=1e-6)
    again = run("ladder", str(path), "--deals", "4", "--json")
    assert json.loads(again.out) == third, "there was nothing to play"


def test_a_ladder_is_the_same_in_one_night_as_in_two(run: Runner, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    run("ladder", str(one), "uniform", FIRST, "--deals", "3")
    run("ladder", str(two), "uniform", FIRST, "--deals", "1")
    run("ladder", str(two), "--deals", "3")

    assert summary_of(Ladder(one, None)).bots[0].elo == summary_of(Ladder(two, None)).bots[0].elo


def test_three_seats_are_filled_both_ways(run: Runner, path: Path) -> None:
    said = json.loads(run("ladder", str(path), "uniform", FIRST, "--players", "3", "--deals", "2", "--json").out)

    assert said["boards"] == 4


def test_the_page_has_the_nights_and_the_entrants(run: Runner, path: Path, tmp_path: Path) -> None:
    report = tmp_path / "ladder.html"
    run("ladder", str(path), "uniform", f"low={FIRST}", "--deals", "2")
    said = run("ladder", str(path), "--deals", "3", "--report", str(report))
    text = report.read_text()

    assert said.code == 0
    assert "3 boards in 2 nights." in said.out
    for part in ("Ladder: Haggis", "Elo by night", "<polyline", "Entrants", FIRST, "Nights", "Pay-off matrix"):
        assert part in text
    assert text.index("<h2>Elo") < text.index("Elo by night") < text.index("<h2>Pairs")
    ladder = Ladder(path, None)
    assert ladder_page(ladder, summary_of(ladder), course_of(ladder)) == text


def test_a_line_that_was_cut_off_is_dropped_and_played_again(run: Runner, path: Path) -> None:
    whole = json.loads(run("ladder", str(path), "uniform", FIRST, "--deals", "2", "--json").out)
    path.write_bytes(path.read_bytes()[:-20])
    said = run("ladder", str(path), "--deals", "2", "--json")
    again = json.loads(said.out)

    assert "the last line was cut off" in said.err
    assert again["boards"] == whole["boards"] == 2
    assert again["bots"]["uniform"]["elo"] == whole["bots"]["uniform"]["elo"]


@pytest.mark.skipif(sys.platform == "win32", reason="no kill -9")
def test_a_ladder_that_was_killed_is_resumed(run: Runner, path: Path) -> None:
    command = [sys.executable, "-m", "parlour", "ladder", str(path), "uniform", "sense", "--deals", "100000"]
    with subprocess.Popen(command) as night:
        wait_until(lambda: path.exists() and path.read_bytes().count(b'"pair"') > 3, lambda: path)
        night.send_signal(signal.SIGKILL)
    kept = path.read_bytes()
    done = kept.count(b'"deal"')
    said = json.loads(run("ladder", str(path), "--deals", str(done + 1), "--json").out)

    assert path.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
    assert said["boards"] in (done, done + 1)
    assert len(said["nights"]) == 2


def test_a_night_ends_in_time(run: Runner, path: Path) -> None:
    said = run("ladder", str(path), "uniform", FIRST, "--deals", "1000", "--minutes", "0.000001")

    assert said.code == 0
    assert 0 < len(Ladder(path, None).boards) < 1000


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["uniform"], "a ladder needs two bots or more, got 1"),
        ([], "a ladder needs two bots or more, got 0"),
        (["uniform", "fox"], "no bot is called 'fox'"),
        (["uniform", "sense", "--deals", "0"], "--deals is 1 or more, got 0"),
        (["uniform", "sense", "--minutes", "0"], "--minutes is above 0, got 0"),
        (["uniform", "sense", "--retire", "fox"], "nobody on this ladder is called 'fox'"),
        (["uniform", "sense", "--report", "/no/such/folder/x"], "--report: no such folder"),
        (["a=uniform", "a=sense"], "'a' is 'uniform' on this ladder; another bot needs another name"),
    ],
)
def test_bad_input_is_named(run: Runner, path: Path, words: list[str], why: str) -> None:
    said = run("ladder", str(path), *words)

    assert said.code == 2
    assert why in said.err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello\n", "line 1: not a ladder"),
        (
            '{"ladder":9,"contest":{"game":"g","version":1,"options":{},"bots":[],"seed":1,"span":"round"}}\n',
            "format 9",
        ),
    ],
)
def test_a_file_that_is_no_ladder_is_refused_and_kept(run: Runner, path: Path, text: str, why: str) -> None:
    path.write_text(text)
    said = run("ladder", str(path), "uniform", "sense")

    assert (said.code, why in said.err, path.read_text()) == (2, True, text)


def test_another_ladder_and_a_strange_line_are_named(run: Runner, path: Path) -> None:
    run("ladder", str(path), "uniform", FIRST, "--deals", "1")

    assert "its seed is 1, here 7" in run("ladder", str(path), "--seed", "7").err
    assert "its game is 'haggis', here 'damenrennen'" in run("ladder", str(path), "--game", "damenrennen").err
    path.write_text(path.read_text() + '{"weather":1}\n')
    assert "line 6: not a line of a ladder" in run("ladder", str(path)).err


def test_deals_are_grouped_into_jobs() -> None:
    assert list(spans([0, 1, 2, 3, 4, 7, 9, 10])) == [(0, 4), (4, 5), (7, 8), (9, 11)]
    assert list(spans([])) == []
