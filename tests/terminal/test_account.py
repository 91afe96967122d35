"""Addresses, and servers that are not there."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from parlour.core.errors import OptionError
from parlour.terminal.account import Address, parse_address
from tests.cli.runner import Runner
from tests.serving import reserve_port

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runner:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    return Runner(monkeypatch, capsys)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://localhost:8250", Address("http://localhost:8250", None)),
        ("http://localhost:8250/", Address("http://localhost:8250", None)),
        ("https://cards.example/t/abc123", Address("https://cards.example", "abc123")),
        ("http://[::1]:8250/t/abc", Address("http://[::1]:8250", "abc")),
    ],
)
def test_a_server_is_named_by_its_address_or_by_a_tables_link(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    ["localhost:8250", "ftp://localhost", "http://", "http://localhost:99999", "http://localhost/rules/haggis", ""],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="--server"):
        parse_address(text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("haggis", "--seed", "1"), "--server and --seed do not go together, got 1"),
        (("haggis", "--bot", "sense"), "--server and --bot do not go together, got sense"),
        (("--resume", "log"), "--server and --resume do not go together, got log"),
        ((), "which table? --table ID, or the name of a game to open one"),
        (("haggis", "--table", "abc"), "--table has its game already, got 'haggis' too"),
        (("haggis", "--invite", "--level", "casual"), "--invite or --level, not both, got 'casual'"),
    ],
)
def test_options_that_contradict_each_other_are_named(run: Runner, arguments: tuple[str, ...], message: str) -> None:
    said = run("play", *arguments, "--server", "http://localhost:1")

    assert said.code == 2
    assert message in said.err


def test_a_server_that_does_not_answer_is_named(run: Runner) -> None:
    with reserve_port() as silent:
        site = f"http://127.0.0.1:{silent.getsockname()[1]}"
        said = run("play", "haggis", "--server", site)

    assert said.code == 2
    assert f"{site} does not answer:" in said.err


@pytest.mark.parametrize("text", ["", "two words", "ü", "a\nb"])
def test_a_file_that_is_no_key_is_named_and_left_as_it_is(run: Runner, tmp_path: Path, text: str) -> None:
    key = tmp_path / "key"
    key.write_text(text, encoding="utf-8")

    said = run("play", "haggis", "--server", "http://localhost:1", "--token", str(key))

    assert said.code == 2
    assert f"{key} does not hold a guest's token" in said.err
    assert key.read_text(encoding="utf-8") == text


def test_without_the_extra_it_is_named() -> None:
    code = (
        "import sys; sys.modules['websockets'] = None; from parlour.cli import main;"
        "raise SystemExit(main(['play', 'haggis', '--server', 'http://localhost:1']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert "this needs websockets" in done.stderr
    assert "pip install 'parlour[server]'" in done.stderr
