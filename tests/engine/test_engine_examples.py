"""The engines of examples/engines: short, and without a fault."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from parlour.engine.check import check_engine
from parlour.engine.command import Command
from tests.engine.engines import PATIENT_LIMITS, PYTHON

FOLDER = Path(__file__).parents[2] / "examples" / "engines"
MOST_LINES = 60


def example(name: str, tmp_path: Path) -> Command:
    """The command of an example, built where it must be."""
    path = FOLDER / name
    match path.suffix:
        case ".py":
            return Command((*PYTHON, str(path)))
        case ".mjs":
            node = shutil.which("node")
            return Command((node, str(path))) if node else pytest.skip("no Node.js here")
        case _:
            compiler = shutil.which("cc")
            if compiler is None:
                pytest.skip("no C compiler here")
            binary = tmp_path / path.stem
            subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", binary, path], check=True)
            return Command((str(binary),))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["uniform.py", "uniform.mjs", "uniform.c"])
def test_an_example_is_short_and_without_a_fault(name: str, tmp_path: Path) -> None:
    report = check_engine(example(name, tmp_path), 3, 1, lambda _done, _total: None, PATIENT_LIMITS)

    assert len((FOLDER / name).read_text().splitlines()) <= MOST_LINES
    assert (report.ok, report.faults, report.warnings) == (True, (), ())
    assert report.games == ("haggis", "damenrennen")


def test_every_example_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "engine-protocol.md").read_text()

    for path in FOLDER.iterdir():
        assert f"../examples/engines/{path.name}" in page
