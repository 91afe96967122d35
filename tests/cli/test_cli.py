"""The command line, as people and scripts use it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from tests.cli.runner import Runner, Said
from tests.serving import PATIENCE

ROOT = Path(__file__).parents[2]
PERFT_FILES = sorted((ROOT / "tests" / "golden").glob("perft-*.jsonl"))


def test_help_teaches_every_command(run: Runner) -> None:
    said = run("--help")

    assert said.code == 0
    for command in ("play", "replay", "explain", "perft", "stats", "bots", "arena", "bench"):
        assert f"parlour {command}" in said.out
        assert run(command, "--help").code == 0


def test_the_version_names_the_kernel(run: Runner) -> None:
    said = run("--version")

    assert parlour.__version__ in said.out
    assert ("compiled" if parlour.compiled else "interpreted") in said.out


def test_explain_prints_readings_for_programs(run: Runner) -> None:
    said = run("explain", "haggis", "5r J Q", "--players", "3", "--json")

    assert said == Said(
        0,
        '[{"kind": "set", "width": 3, "length": 1, "top": 5},'
        ' {"kind": "sequence", "width": 1, "length": 3, "top": 7}]\n',
        "",
    )


@pytest.mark.parametrize(
    ("cards", "data"),
    [
        ("5r 6r", []),
        ("J Q K", [{"kind": "bomb", "width": 0, "length": 0, "top": 5}]),
        ("K", [{"kind": "set", "width": 1, "length": 1, "top": 13}]),
        ("3r 5o 7y 9g", [{"kind": "bomb", "width": 0, "length": 0, "top": 1}]),
    ],
)
def test_explain_prints_what_there_is(run: Runner, cards: str, data: list[object]) -> None:
    assert json.loads(run("explain", "haggis", cards, "--json").out) == data


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("5r J Q", ["three 5s", "run of 3, 5 to 7", "threes with top 6 to 10 [H5.2]", "every bomb [H5.3]"]),
        ("5r 6r", ["a run needs three cards or more, got '5r 6r' [H4.3]"]),
        ("3r 5r 7r 9r", ["bomb 6 of 6", "nothing [H5.3]"]),
        ("Q K", ["these bombs only: J-Q-K, 3-5-7-9 in one suit"]),
        ("10r 10o", ["pair of 10s", "bombs only: nothing of its shape is higher"]),
        ("9r 10r J Q", ["run of 4, 9 to Q", "runs of 4 with top K [H5.2]"]),
        ("5r 6r 5o 6o", ["run of 2 pairs, 5 to 6", "runs of 2 pairs with top 7 to J"]),
        ("K", ["single K", "bombs only"]),
    ],
)
def test_explain_says_what_beats_each_reading(run: Runner, cards: str, words: list[str]) -> None:
    said = run("explain", "haggis", cards)

    for each in words:
        assert each in said.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("explain", "haggis", "5x"), "no such card: '5x'; cards are 2r to 10b, J, Q, K [H1.1]"),
        (("explain", "haggis", "5r 5r"), "'5r' stands there twice"),
        (("explain", "haggis", "5b"), "'5b' is not in the deck of 2 players [H1.4]"),
        (("explain", "haggis", ""), "say some cards"),
        (("explain", "skat", "5r"), "no game is called 'skat'"),
        (("play", "haggis", "--players", "4"), "haggis is for 2 or 3 players, got 4 [H2.1]"),
        (("play", "haggis", "--target", "0"), "the target must be 1 or more, got 0 [H8.1]"),
        (("play", "haggis", "--target", "5001"), "the target must be 5000 or less, got 5001 [H8.1]"),
        (("play", "haggis", "--target", "many"), "invalid int value: 'many'"),
        (("play", "haggis", "--edition", "french"), "invalid choice: 'french'"),
        (("play",), "which game?"),
        (("play", "haggis", "--resume", "x"), "--resume takes its game from the log"),
        (("play", "--resume", "no-such-file"), "no-such-file: No such file or directory"),
        (("replay", "no-such-file"), "no-such-file: No such file or directory"),
        (("perft",), "perft needs a game and a position"),
        (("perft", "haggis", "hands 2r | 3r", "--depth", "-1"), "--depth is 0 or more, got -1"),
        (("perft", "haggis", "hands 2r | 2r"), "'2r' lies in two places [H1.1]"),
        (("bench", "rules", "--seconds", "0"), "--seconds is above 0, got 0"),
        (("bench", "walls"), "invalid choice: 'walls'"),
        (("dance",), "invalid choice: 'dance'"),
    ],
)
def test_bad_input_ends_with_code_2_and_says_what_is_wrong(
    run: Runner, arguments: tuple[str, ...], message: str
) -> None:
    said = run(*arguments)

    assert said.code == 2
    assert message in said.err


def test_a_seat_that_is_not_there_is_refused(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"

    assert "--seat is 0 to 1, got 2" in run("play", "haggis", "--seat", "2", "--log", str(log)).err
    run("play", "haggis", "--seed", "1", "--log", str(tmp_path / "other.jsonl"))
    assert "--seat is 0 to 1, got 5" in run("replay", str(tmp_path / "other.jsonl"), "--seat", "5").err


@pytest.mark.parametrize(
    "options", [("haggis",), ("haggis", "--players", "3", "--edition", "german"), ("haggis", "--seat", "1")]
)
def test_a_whole_match_can_be_played_saved_and_replayed(run: Runner, tmp_path: Path, options: tuple[str, ...]) -> None:
    log = tmp_path / "match.jsonl"
    target = ("--target", "40")
    said = run("play", *options, *target, "--seed", "4", "--log", str(log), typed=every_answer())

    assert said.code == 0
    assert "the match." in said.out
    assert "The round is over. The haggis was" in said.out
    assert "this round," in said.out
    replayed = run("replay", str(log))
    assert replayed.code == 0
    assert "Winner: seat" in replayed.out
    assert run("replay", str(log), "--seat", "0").code == 0
    resumed = run("play", "--resume", str(log))
    assert resumed.code == 0
    assert "the match." in resumed.out


def every_answer() -> str:
    """Answers that fit every question sooner or later: pass, gifts, and every card alone, over and over."""
    singles = [f"{rank}{suit}" for rank in range(2, 11) for suit in "roygb"] + ["J", "Q", "K"]
    return "\n".join(["give 0", "give 1", "pass", *singles] * 400) + "\n"


def test_a_hint_says_what_the_strongest_would_do(run: Runner, tmp_path: Path) -> None:
    said = run("play", "haggis", "--seed", "3", "--log", str(tmp_path / "log.jsonl"), typed="h\nquit\n")

    assert "Hint: " in said.out
    assert "points, chance" in said.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bot", "genius"), "no bot is called 'genius'"),
        (("--bot", "search:nodes=0"), "'search:nodes=0': nodes from 1"),
        (("--bot", "sense", "--level", "casual"), "--bot or --level, not both"),
        (("--level", "godlike"), "invalid choice: 'godlike'"),
    ],
)
def test_an_opponent_who_is_not_there_is_named(
    run: Runner, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    said = run("play", "haggis", "--log", str(tmp_path / "log.jsonl"), *arguments)

    assert said.code == 2
    assert message in said.err


def test_what_a_person_can_ask_at_the_prompt(run: Runner, tmp_path: Path) -> None:
    typed = "?\n? pairs\n? 9y\nhelp\nscore\ntable\n\nbet 20\nbet 15\nbet 30\npass\n2x\n10b\nquit\n"
    log = tmp_path / "log.jsonl"
    said = run("play", "haggis", "--seed", "5", "--log", str(log), typed=typed)

    assert said.code == 0
    for words in (
        "legal moves.",
        "pairs (",
        "Type a move: cards like",
        "the match goes to 250",
        "Refused: an empty play is no move [H5.1]",
        "Refused: a bet is 0, 15 or 30, got 20 [H3.1]",
        "You bet 15.",
        "Refused: seat 0 has declared 15 already [H3.2]",
        "Refused: the leader must play a combination [H5.1]",
        "Refused: no such card: '2x'",
        "Refused: '10b' not in hand [H2.2]",
        f"Resume with: parlour play --resume {log}",
    ):
        assert words in said.out
    assert len(log.read_text().splitlines()) == 3


def test_a_new_match_never_overwrites_a_log(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text("precious")

    said = run("play", "haggis", "--log", str(log))

    assert said.code == 2
    assert "File exists" in said.err
    assert log.read_text() == "precious"


def test_logs_go_to_the_data_folder(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    run("play", "haggis")

    assert len(list((tmp_path / "data" / "logs").glob("haggis-*.jsonl"))) == 1
    monkeypatch.delenv("PARLOUR_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    run("play", "haggis")
    if sys.platform == "linux":
        assert len(list((tmp_path / "xdg" / "parlour" / "logs").glob("haggis-*.jsonl"))) == 1


def test_a_resumed_match_goes_on_where_it_was_left(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    run("play", "haggis", "--seed", "5", "--log", str(log), typed="bet 30\n")
    before = log.read_text()

    said = run("play", "--resume", str(log), typed="4o\n")

    assert said.code == 0
    assert log.read_text().startswith(before)
    assert '"move":"4o"' in log.read_text()
    assert run("replay", str(log)).out.endswith("The match is not finished.\n")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[:-10], "is cut off"),
        (lambda text: text.replace("bet 30", "bet 15"), "the log was edited"),
        (lambda text: text.replace('"parlour":1', '"parlour":7'), "a log of format 7"),
        (lambda text: text.replace('"haggis"', '"tichu"'), "no game is called 'tichu'"),
        (lambda _: "", "an empty file is no log"),
        (lambda _: "\x00\x01\n", "line 1"),
    ],
)
def test_a_broken_log_is_refused_and_left_as_it_is(run: Runner, tmp_path: Path, change: object, message: str) -> None:
    log = tmp_path / "log.jsonl"
    run("play", "haggis", "--seed", "5", "--log", str(log), typed="bet 30\n")
    assert callable(change)
    log.write_text(change(log.read_text()))
    kept = log.read_bytes()

    for said in (run("replay", str(log)), run("play", "--resume", str(log))):
        assert said.code == 2
        assert message in said.err
        assert str(log) in said.err
    assert log.read_bytes() == kept


def test_a_file_that_is_no_text_is_refused(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"\xff\xfe\x00")

    assert "not a text file" in run("replay", str(log)).err


@pytest.mark.parametrize("path", PERFT_FILES, ids=lambda path: path.stem)
def test_perft_checks_known_counts(run: Runner, path: Path, tmp_path: Path) -> None:
    some = path.read_text().splitlines()[4:7]
    good = tmp_path / "good.jsonl"
    good.write_text("\n".join(some) + "\n")
    bad = tmp_path / "bad.jsonl"
    bad.write_text(some[0].replace('"nodes": ', '"nodes": 1') + "\n")

    assert run("perft", "--check", str(good)).out.endswith("0 wrong\n")
    assert run("perft", "--check", str(bad)).code == 1
    bad.write_text("{}\n")
    assert "line 1" in run("perft", "--check", str(bad)).err


def test_perft_counts_a_position(run: Runner) -> None:
    said = run("perft", "haggis", "hands 2r J | 3g Q", "--depth", "4", "--json")
    plain = run("perft", "haggis", "hands 2r J | 3g Q", "--depth", "4")

    counts = json.loads(said.out)
    assert counts["nodes"] > 1
    assert counts["pass"] > 0
    assert f"nodes {counts['nodes']:>17,}" in plain.out


def test_stats_count_random_matches(run: Runner) -> None:
    said = run("stats", "haggis", "--matches", "5", "--target", "30", "--json")

    assert json.loads(said.out)["round"] >= 5
    assert "5 random matches of haggis" in run("stats", "haggis", "--matches", "5", "--target", "30").out
    assert "--matches is 1 or more, got 0" in run("stats", "haggis", "--matches", "0").err


def test_stats_of_a_bot_tell_about_the_game_and_are_drawn(run: Runner, tmp_path: Path) -> None:
    said = run("stats", "haggis", "--bot", "sense", "--rounds", "60", "--plots", str(tmp_path), "--json")

    figures = {figure["name"]: figure for figure in json.loads(said.out)}
    assert figures["lead-won"]["rows"][0]["cases"] >= 100
    assert (tmp_path / "haggis-2-lead-won.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "leads that nobody beats" in run("stats", "haggis", "--bot", "sense", "--rounds", "60").out
    assert "--plots draws what a --bot plays" in run("stats", "haggis", "--plots", str(tmp_path)).err


def test_bench_prints_what_was_measured(run: Runner) -> None:
    said = run("bench", "rules", "--seconds", "0.3", "--json")
    result = json.loads(said.out)

    assert result["compiled"] == parlour.compiled
    for name in ("haggis2", "haggis3"):
        assert set(result[name]) == {"rounds_per_cpu_s", "decisions_per_cpu_s", "legal_per_decision"}
        assert min(result[name].values()) > 0
    assert result["protocol"]["decisions_per_cpu_s"] > 0
    assert "in CPU time" in run("bench", "rules", "--seconds", "0.1").out


def test_bench_measures_every_level(run: Runner) -> None:
    result = json.loads(run("bench", "bots", "--seconds", "0.01", "--json").out)

    assert result["haggis_sense"]["rounds_per_cpu_s"] > 0
    for levels in result["levels"].values():
        assert list(levels) == ["beginner", "casual", "regular", "strong", "master"]
    assert "levels haggis master" in run("bench", "bots", "--seconds", "0.01").out


def test_ctrl_c_leaves_a_log_that_can_be_gone_on_with(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    command = [sys.executable, "-m", "parlour", "play", "haggis", "--seed", "5", "--log", str(log)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"bet 15\n")
        process.stdin.flush()
        assert any(b"You bet 15." in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)

    assert process.returncode == 130, err
    assert b"Saved. Resume with" in out
    assert b"Traceback" not in err
    assert run("replay", str(log)).code == 0
    assert run("play", "--resume", str(log)).code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_killed_match_can_be_gone_on_with(run: Runner, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    command = [sys.executable, "-m", "parlour", "play", "haggis", "--seed", "5", "--log", str(log)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"bet 15\n")
        process.stdin.flush()
        assert any(b"You bet 15." in line for line in process.stdout)
        process.kill()
        process.wait(timeout=PATIENCE)

    assert "You bet 15." in run("replay", str(log), "--seat", "0").out


def test_a_reader_who_leaves_early_gets_no_traceback(tmp_path: Path, run: Runner) -> None:
    log = tmp_path / "log.jsonl"
    run("play", "haggis", "--target", "500", "--seed", "4", "--log", str(log), typed=every_answer())
    with subprocess.Popen(
        [sys.executable, "-m", "parlour", "replay", str(log)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_importing_haggis_is_light() -> None:
    code = "import sys, parlour.games.haggis; print('numpy' in sys.modules, 'asyncio' in sys.modules)"
    environment = dict(os.environ)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout == "False False\n"
