"""Twins: the compiled kernel and the interpreted one are the same."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import parlour
from parlour.core.kernel_loader import KERNELS, SourceFinder, choose_kernel, is_compiled

ROOT = Path(__file__).parents[2]
ENUM = re.compile(r"^    ([A-Z_]+) = (\d+)$", re.MULTILINE)


def run_twin(deals: int, *, interpreted: bool) -> tuple[str, str]:
    environment = dict(os.environ)
    environment.pop("PARLOUR_INTERPRETED", None)
    if interpreted:
        environment["PARLOUR_INTERPRETED"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.twin", str(deals)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not parlour.compiled, reason="there is no compiled kernel to compare with")
def test_compiled_and_interpreted_agree_on_a_thousand_deals() -> None:
    compiled, said = run_twin(1000, interpreted=False)
    interpreted, said_too = run_twin(1000, interpreted=True)

    assert said == "compiled True\n"
    assert said_too == "compiled False\n"
    assert interpreted == compiled
    assert compiled.count("\n") > 500


def test_the_constants_of_every_pxd_stand_in_its_kernel() -> None:
    said = {
        name: dict(ENUM.findall(source.with_suffix(".pxd").read_text(encoding="utf-8")))
        for name, source in KERNELS.items()
    }
    code = (
        "import importlib, json, sys; wanted = json.load(sys.stdin);"
        "print(json.dumps({name: {key: str(getattr(importlib.import_module(name), key)) for key in keys}"
        " for name, keys in wanted.items()}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=dict(os.environ, PARLOUR_INTERPRETED="1"),
        input=json.dumps(said),
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(done.stdout) == said
    assert sum(map(len, said.values())) > 100


def test_without_compiled_kernels_there_is_one_clear_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("parlour.core.kernel_loader.KERNELS", {"none": tmp_path / "none.py"})
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))

    with pytest.warns(RuntimeWarning, match="not compiled and run about a hundred times slower"):
        assert choose_kernel(interpret=False) is False
    assert isinstance(sys.meta_path[0], SourceFinder)


def test_a_compiled_kernel_beside_its_source_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    suffix = EXTENSION_SUFFIXES[0]
    (tmp_path / f"some{suffix}").touch()
    monkeypatch.setattr("parlour.core.kernel_loader.KERNELS", {"some": tmp_path / "some.py"})

    assert is_compiled(tmp_path / "some.py")
    assert choose_kernel(interpret=False) is True


def test_on_request_the_source_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))

    assert choose_kernel(interpret=True) is False
    finder = sys.meta_path[0]
    assert isinstance(finder, SourceFinder)
    spec = finder.find_spec("parlour.games.haggis.kernel.round", None)
    assert spec is not None
    assert spec.origin is not None
    assert spec.origin.endswith("round.py")
    assert finder.find_spec("json", None) is None
