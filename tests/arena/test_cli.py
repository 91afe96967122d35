"""`parlour arena` and `parlour bots`, as people and scripts use them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from parlour import extras
from parlour.cli import main
from tests.arena.bots import DRAFTER, FIRST, GREEDY, HERE, LAST
from tests.serving import PATIENCE, wait_until

pytestmark = pytest.mark.slow

pytest.importorskip("numpy", reason="the extra arena is not installed")
pytest.importorskip("openskill", reason="the extra arena is not installed")

ROOT = Path(__file__).parents[2]
Capture = pytest.CaptureFixture[str]


def arena(capsys: Capture, *arguments: str) -> dict[str, Any]:
    assert main(["arena", *arguments, "--json"]) == 0
    said = capsys.readouterr()
    assert not said.err
    result: dict[str, Any] = json.loads(said.out)
    return result


def refused(capsys: Capture, *arguments: str) -> str:
    assert main(["arena", *arguments]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.startswith("parlour: ")
    assert said.err.count("\n") == 1
    return said.err


def test_json_has_what_programs_ask_for(capsys: Capture) -> None:
    result = arena(capsys, GREEDY, "uniform", "--players", "2", "--deals", "60", "--seed", "7")

    (pair,) = result["pairs"]
    assert (pair["a"], pair["b"], pair["rounds"], pair["deals"]) == (GREEDY, "uniform", 120, 60)
    low, high = pair["points_ci"]
    assert 0 < low < pair["points_per_round"] < high
    assert 0.8 < pair["out_first"] <= 1
    assert pair["match_wins"] is None
    assert result["bots"].keys() == {GREEDY, "uniform"}
    assert result["bots"][GREEDY]["elo"] == -result["bots"]["uniform"]["elo"] > 50
    assert result["bots"]["uniform"]["ms_per_move"] > 0
    assert result["payoffs"] == [[0, pair["points_per_round"]], [-pair["points_per_round"], 0]]
    assert result["forfeits"] == []
    assert result["sprt"] is None


def test_matches_are_counted(capsys: Capture) -> None:
    result = arena(capsys, GREEDY, "uniform", "--deals", "6", "--match", "150")

    (pair,) = result["pairs"]
    assert pair["matches"] == 12
    assert pair["rounds"] > 24
    assert pair["match_wins"] > 0.8
    assert result["options"]["target"] == 150


def test_three_bots_of_a_game_for_two_meet_in_pairs(capsys: Capture) -> None:
    result = arena(capsys, GREEDY, FIRST, "uniform", "--deals", "5")

    assert [(pair["a"], pair["b"]) for pair in result["pairs"]] == [
        (GREEDY, FIRST),
        (GREEDY, "uniform"),
        (FIRST, "uniform"),
    ]
    assert all(pair["rounds"] == 10 for pair in result["pairs"])


@pytest.mark.parametrize(
    ("bots", "rounds"),
    [([GREEDY, "uniform"], 30), ([GREEDY, "uniform", "uniform"], 15), ([GREEDY, "uniform", FIRST], 30)],
)
def test_three_seats_are_filled_in_every_order(capsys: Capture, bots: list[str], rounds: int) -> None:
    result = arena(capsys, *bots, "--players", "3", "--deals", "5")

    assert {pair["rounds"] for pair in result["pairs"]} == {rounds}
    assert result["bots"][GREEDY]["skill"]["mu"] > result["bots"]["uniform"]["skill"]["mu"]


def test_a_bot_against_itself_is_exactly_even(capsys: Capture) -> None:
    result = arena(capsys, "uniform", "uniform", "--deals", "20")

    (pair,) = result["pairs"]
    assert (pair["a"], pair["b"]) == ("uniform", "uniform (2)")
    assert pair["points_per_round"] == 0
    assert pair["points_ci"] == [0, 0]
    assert pair["out_first"] == 0.5


def test_damenrennen_counts_games_that_were_won(capsys: Capture) -> None:
    result = arena(capsys, DRAFTER, "uniform", "--game", "damenrennen", "--players", "2", "--deals", "10")

    (pair,) = result["pairs"]
    assert pair["out_first"] > 0.7
    assert pair["points_per_round"] == pytest.approx(2 * pair["out_first"] - 1)


def test_forfeits_are_named_and_the_run_goes_on(capsys: Capture) -> None:
    broken = f"{HERE}:make_broken"
    assert main(["arena", broken, FIRST, "uniform", "--deals", "3"]) == 0
    said = capsys.readouterr().out
    assert f"forfeit: {broken} raised ZeroDivisionError: the bot is broken (first on deal 0), 12 times" in said

    result = arena(capsys, broken, FIRST, "--deals", "3")
    assert result["forfeits"] == [
        {"bot": broken, "reason": "raised ZeroDivisionError: the bot is broken", "count": 6, "first_deal": 0}
    ]
    assert result["bots"][broken]["forfeits"] == 6
    assert result["pairs"][0]["points_per_round"] == -60
    assert result["pairs"][0]["out_first"] == 0


def test_a_bot_that_cannot_be_made_forfeits_and_the_run_goes_on(capsys: Capture) -> None:
    unmade = f"{HERE}:make_none"
    result = arena(capsys, unmade, FIRST, "uniform", "--deals", "3", "--runner", "pool", "--workers", "1")

    reason = f"could not be made: '{unmade}': RuntimeError: no weights"
    assert result["forfeits"] == [{"bot": unmade, "reason": reason, "count": 12, "first_deal": 0}]
    assert [pair["rounds"] for pair in result["pairs"]] == [6, 6, 6]
    assert result["bots"]["uniform"]["forfeits"] == 0


def test_a_limit_is_kept(capsys: Capture) -> None:
    slow = f"{HERE}:make_slow"
    result = arena(capsys, slow, FIRST, "--deals", "2", "--limit-ms", "20")

    assert [fault["reason"] for fault in result["forfeits"]] == ["exceeded its time of 20 ms"]


def test_a_table_for_people(capsys: Capture) -> None:
    assert main(["arena", GREEDY, "uniform", "--deals", "100", "--sprt", "0,10"]) == 0

    said = capsys.readouterr().out
    assert "deals of haggis, one round in every seating." in said
    assert re.search(r"tests.bots.greedy:make_greedy +uniform +\d+ +\+\d+\.\d\d", said)
    assert "SPRT 0, 10: accepted: the first bot is stronger by 10 Elo or more" in said


def test_bots_are_listed(capsys: Capture) -> None:
    assert main(["bots"]) == 0
    assert "uniform  every legal move as likely as the next (haggis, damenrennen)" in re.sub(
        " +", "  ", capsys.readouterr().out, count=1
    )

    assert main(["bots", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["uniform"]["games"] == ["haggis", "damenrennen"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["uniform"], "a contest needs two bots or more, got 1"),
        (["uniform", FIRST, "--deals", "0"], "--deals is 1 or more, got 0"),
        (["uniform", FIRST, "--deals", "-3"], "--deals is 1 or more, got -3"),
        (["uniform", "genius"], "no bot is called 'genius'"),
        (["uniform", "no.such:bot"], "No module named 'no'"),
        (["uniform", "tests.arena.bots:make_nothing"], "has no attribute 'make_nothing'"),
        (["uniform", "search:depth=3"], "unexpected keyword argument 'depth'"),
        (["uniform", "tests.arena.unusable:make"], "'tests.arena.unusable:make': RuntimeError: no weights here"),
        (["uniform", FIRST, "--game", "skat"], "no game is called 'skat'"),
        (["uniform", FIRST, "--players", "4"], "2 or 3 players, got 4 [H2.1]"),
        (["uniform", FIRST, "--game", "damenrennen", "--players", "3"], "damenrennen is for 2 players, got 3"),
        (["uniform", FIRST, "--game", "damenrennen", "--match", "4"], "odd number of games, got 4 [D10.1]"),
        (["uniform", FIRST, "--match", "0"], "the target must be 1 or more, got 0"),
        (["uniform", FIRST, "--match", "250", "--target", "300"], "--match 250 is not --target 300"),
        (["uniform", FIRST, "--limit-ms", "0"], "--limit-ms is above 0, got 0"),
        (["uniform", FIRST, "--workers", "0"], "--workers is 1 or more, got 0"),
        (["uniform", FIRST, "--runner", "process", "--workers", "2"], "one process"),
        (["uniform", FIRST, "--sprt", "ten"], "--sprt is two numbers"),
        (["uniform", FIRST, LAST, "--sprt", "0,10"], "--sprt compares two bots, got 3"),
        (["uniform", FIRST, "--report", "/no/such/folder/arena.html"], "no such folder: /no/such/folder"),
        (["uniform", FIRST, "--out", "/no/such/folder/run.jsonl"], "/no/such/folder/run.jsonl: No such file"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is(capsys: Capture, arguments: list[str], message: str) -> None:
    assert message in refused(capsys, *arguments)


def test_a_missing_extra_says_how_to_install_it(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "parlour.arena.ray_runner", raising=False)

    assert "pip install 'parlour[ray]'" in refused(capsys, "uniform", FIRST, "--runner", "ray")
    assert extras.load_extra("json", "nothing") is json


def test_results_are_kept_and_another_run_is_refused(capsys: Capture, tmp_path: Path) -> None:
    path = str(tmp_path / "run.jsonl")
    once = arena(capsys, FIRST, LAST, "--deals", "5", "--out", path)
    again = arena(capsys, FIRST, LAST, "--deals", "5", "--resume", path)

    assert once == again
    assert "results of another run: its seed is 1, here 2" in refused(capsys, FIRST, LAST, "--seed", "2", "--out", path)

    with Path(path).open("a", encoding="utf-8") as file:
        file.write('{"board":')
    assert main(["arena", FIRST, LAST, "--deals", "5", "--out", path]) == 0
    assert "the last line was cut off" in capsys.readouterr().err


class Tags(HTMLParser):
    """Checks that what is opened is closed, and collects what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("extra", [[], ["--players", "3"], ["--match", "100"], ["--sprt", "0,5"]])
def test_a_report_is_one_sound_page(capsys: Capture, tmp_path: Path, extra: list[str]) -> None:
    path = tmp_path / "arena.html"
    arena(capsys, GREEDY, f"{HERE}:make_broken", "--deals", "3", "--report", str(path), *extra)

    page = path.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.fetched == []
    assert tags.seen.count("svg") == 4
    assert "script" not in tags.seen
    assert "ZeroDivisionError" in page
    assert "nan" not in re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL).lower()
    assert [*tmp_path.iterdir()] == [path]


def test_a_report_of_one_deal_between_equals_can_be_drawn(capsys: Capture, tmp_path: Path) -> None:
    arena(capsys, "uniform", "uniform", "--deals", "1", "--report", str(tmp_path / "arena.html"))

    assert (tmp_path / "arena.html").stat().st_size > 2000


def test_an_interrupted_report_leaves_the_old_one(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "arena.html"
    path.write_text("the old one", encoding="utf-8")

    def interrupted(*_: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "replace", interrupted)

    assert main(["arena", FIRST, LAST, "--deals", "2", "--report", str(path)]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "the old one"
    assert [*tmp_path.iterdir()] == [path]


def started(path: Path, runner: str) -> subprocess.Popen[str]:
    """A long run of its own, with its first results in a file."""
    command = [sys.executable, "-m", "parlour", "arena", FIRST, LAST, "--deals", "100000", "--runner", runner]
    process = subprocess.Popen(
        [*command, "--out", str(path)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 3, process.poll)
    return process


@pytest.mark.parametrize("runner", ["process", "pool"])
def test_ctrl_c_keeps_what_was_played(tmp_path: Path, runner: str) -> None:
    path = tmp_path / "run.jsonl"
    with started(path, runner) as process:
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)

    assert process.returncode == 130
    assert "the same command resumes from" in said
    assert "Traceback" not in said
    assert path.read_bytes().endswith(b"\n")


def test_a_run_that_is_killed_leaves_no_workers_behind_and_can_be_gone_on_with(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with started(path, "pool") as process:
        process.kill()
        process.communicate(timeout=PATIENCE)  # which waits for all who hold the pipe: the workers too

    wait_for_the_end_of(process.pid)
    assert arena(capsys, FIRST, LAST, "--deals", "5")["pairs"] == resumed(capsys, path)


@pytest.mark.parametrize("runner", ["process", "pool"])
def test_a_run_that_is_told_to_end_keeps_what_was_played_and_leaves_nobody_behind(tmp_path: Path, runner: str) -> None:
    path = tmp_path / "run.jsonl"
    with started(path, runner) as process:
        process.terminate()
        _, said = process.communicate(timeout=PATIENCE)

    assert process.returncode == 143
    assert "the same command resumes from" in said
    assert "Traceback" not in said
    assert path.read_bytes().endswith(b"\n")
    wait_for_the_end_of(process.pid)


def wait_for_the_end_of(group: int) -> None:
    """Wait until every process of a group has ended."""
    wait_until(lambda: not is_alive(group), lambda: f"a process of group {group} is left")


def is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def resumed(capsys: Capture, path: Path) -> object:
    assert main(["arena", FIRST, LAST, "--deals", "5", "--out", str(path), "--json"]) == 0
    return json.loads(capsys.readouterr().out)["pairs"]
