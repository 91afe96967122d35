"""`parlour show`: positions and moments of saved matches as pictures."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.runner import Runner

POSITION = "hands 2r 3r 4r | 8g 8y Q; act 1"
DAMENRENNEN = "market 9c 9c Jc Jc; hands 9s Js Qd | 10h Ah Kd"


@pytest.fixture
def log(run: Runner, tmp_path: Path) -> Path:
    """A match of two events: a deal, and a bet of seat 0."""
    path = tmp_path / "log.jsonl"
    run("play", "haggis", "--seed", "5", "--log", str(path), typed="bet 30\n")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]))
    return path


def texts(svg: str) -> str:
    """All that a picture says, from its title to its last line."""
    return "\n".join(ET.fromstring(svg).itertext())  # noqa: S314 - parlour has just written it


def test_a_position_is_drawn_as_a_seat_and_as_a_spectator_see_it(run: Runner) -> None:
    mine, others = run("show", "haggis", POSITION, "--seat", "1"), run("show", "haggis", POSITION)

    assert (mine.code, mine.err) == (others.code, others.err) == (0, "")
    assert "seat 1 holds 8y 8g Q" in texts(mine.out)
    assert "holds 2r" not in texts(mine.out) + texts(others.out)
    assert "8g" not in texts(others.out)


def test_every_game_and_both_themes_are_drawn(run: Runner) -> None:
    light, dark = (run("show", "damenrennen", DAMENRENNEN, "--theme", theme) for theme in ("light", "dark"))

    assert texts(light.out) == texts(dark.out)
    assert light.out != dark.out


def test_a_moment_of_a_saved_match_is_drawn(run: Runner, log: Path) -> None:
    moments = [texts(run("show", "--log", str(log), "--at", str(at), "--seat", "0").out) for at in range(3)]

    assert ["bet 30" in moment for moment in moments] == [False, False, True]
    assert moments[0] != moments[1]
    assert texts(run("show", "--log", str(log), "--seat", "0").out) == moments[2]


def test_a_bot_adds_the_moves_that_it_considers(run: Runner) -> None:
    asked = ("show", "haggis", POSITION, "--seat", "1", "--bot", "search:nodes=40")
    said = run(*asked, "--seed", "3")

    assert said.code == 0
    assert set(texts(said.out).splitlines()) >= {"8g", "8y", "8y 8g"}
    assert re.search(r"[+\u2212]\d+\.\d", texts(said.out))
    assert run(*asked, "--seed", "3") == said
    assert "8y 8g\n" not in texts(run(*asked[:5]).out)


def test_a_picture_goes_to_a_file(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "position.svg"
    said = run("show", "haggis", POSITION, "-o", str(file))

    assert (said.code, said.out, said.err) == (0, "", "")
    assert file.read_text(encoding="utf-8") == run("show", "haggis", POSITION).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "show needs a game and a position, or --log LOG"),
        (["haggis"], "show needs a game and a position, or --log LOG"),
        (["haggis", POSITION, "--log", "LOG"], "show needs a game and a position, or --log LOG"),
        (["haggis", "--log", "LOG"], "a log says which game it is of, got 'haggis' beside --log"),
        (["--log", "LOG", "--players", "3"], "a log says how its game is set up, got players beside --log"),
        (["haggis", POSITION, "--at", "1"], "--at goes with --log, got --at 1"),
        (["--log", "LOG", "--at", "3"], "--at is 0 to 2 in this log, got 3"),
        (["--log", "LOG", "--at", "-1"], "--at is 0 to 2 in this log, got -1"),
        (["--log", "missing.jsonl"], "missing.jsonl: No such file"),
        (["haggis", POSITION, "--seat", "2"], "--seat is 0 to 1, got 2"),
        (["haggis", POSITION, "--seat", "-1"], "--seat is 0 to 1, got -1"),
        (["haggis", POSITION, "--bot", "sense"], "--bot needs --seat with a seat to act, here 1; got None"),
        (["haggis", POSITION, "--bot", "sense", "--seat", "0"], "a seat to act, here 1; got 0"),
        (["--log", "LOG", "--at", "0", "--bot", "sense", "--seat", "0"], "a seat to act, here nobody; got 0"),
        (["haggis", POSITION, "--bot", "nobody", "--seat", "1"], "nobody"),
        (["haggis", "hands 2x | 3r"], "2x"),
        (["tichu", POSITION], "tichu"),
        (["haggis", POSITION, "-o", "no/such/folder.svg"], "no/such/folder.svg: No such file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_ends_with_code_2_and_one_line(run: Runner, log: Path, arguments: list[str], message: str) -> None:
    said = run("show", *(str(log) if argument == "LOG" else argument for argument in arguments))

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("parlour: ")
    assert message in said.err
    assert said.err.count("\n") == 1
