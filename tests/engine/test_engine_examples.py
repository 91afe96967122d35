"""The page on engines is enough to write one: its examples, saved and tried as the page says, play without a fault."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from parlour.engine.check import check_engine
from parlour.engine.command import parse_command
from parlour.engine.sessions import SESSIONS
from tests.cli.runner import Runner
from tests.engine.engines import PATIENT_LIMITS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "engine-protocol.md").read_text(encoding="utf-8")
MOST_LINES = 60
EXAMPLE = re.compile(r"```\{literalinclude\} (\S+)\n:language: \w+\n:caption: (\S+)\n```")
TRIED = re.compile(r"Save one of them.*?```sh\n(.*?)```", re.DOTALL)
CHECK = "parlour engine check "
ARENA = "parlour arena "


def examples() -> dict[str, str]:
    """The examples as the page shows them, by the name under which they are to be saved."""
    return {name: (DOCS / source).read_text(encoding="utf-8") for source, name in EXAMPLE.findall(PAGE)}


def commands() -> list[str]:
    """What the page tells to do with them, line by line."""
    tried = TRIED.search(PAGE)
    assert tried is not None
    return tried[1].splitlines()


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with nothing but the examples of the page, and the current one."""
    for name, source in examples().items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_shows_short_engines_in_three_languages() -> None:
    assert {Path(name).suffix for name in examples()} == {".py", ".mjs", ".c"}
    assert len(commands()) == 4
    for source in examples().values():
        assert len(source.splitlines()) <= MOST_LINES
        assert not re.search(r"\b(import|from|require).*parlour", source)


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for line in commands() if CHECK in line])
def test_an_engine_of_the_page_has_no_fault(line: str, saved: Path) -> None:
    before, _, check = line.partition(CHECK)
    (spec,) = shlex.split(check)
    for tool in (*shlex.split(before)[:1], *shlex.split(spec)[:1]):
        if not tool.startswith(".") and shutil.which(tool) is None:
            pytest.skip(f"no {tool} here")
    if before:
        build = [*shlex.split(before.removesuffix("&& ")), "-Wall", "-Wextra", "-Werror"]
        subprocess.run(build, check=True, cwd=saved)

    report = check_engine(parse_command(spec), 3, 1, lambda _done, _total: None, PATIENT_LIMITS)

    assert (report.ok, report.faults, report.warnings) == (True, (), ())
    assert report.games == ("haggis", "damenrennen")


@pytest.mark.slow
@pytest.mark.usefixtures("saved")
def test_an_engine_of_the_page_enters_the_arena(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(SESSIONS, "limits", PATIENT_LIMITS)
    (line,) = [line for line in commands() if line.startswith(ARENA)]

    said = Runner(monkeypatch, capsys)(*shlex.split(line)[1:], "--json")

    bots = json.loads(said.out)["bots"]
    assert len(bots) == 2
    assert all(bot["forfeits"] == 0 for bot in bots.values())


def test_every_example_is_on_the_page() -> None:
    folder = DOCS.parent / "examples" / "engines"

    assert {path.name for path in folder.iterdir()} == examples().keys()
