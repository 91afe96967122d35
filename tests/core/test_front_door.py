"""What `import parlour` offers."""

from __future__ import annotations

import doctest
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core.table import Table


def test_every_name_is_there_and_listed() -> None:
    assert set(parlour.__all__) <= set(dir(parlour))
    for name in parlour.__all__:
        assert getattr(parlour, name) is getattr(parlour, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'parlour' has no attribute 'Chess'"):
        getattr(parlour, "Chess")  # noqa: B009 - unknown to type checkers too


def test_the_session_in_the_docstring_is_true() -> None:
    assert doctest.testmod(parlour).failed == 0


def test_importing_it_loads_no_game_and_no_numpy() -> None:
    code = "import json, sys, parlour; print(json.dumps([*sys.modules]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    loaded = json.loads(done.stdout)
    assert "parlour" in loaded
    assert not [name for name in loaded if name.startswith(("parlour.games", "parlour.bots", "numpy", "msgspec"))]


def test_a_log_is_written_and_read_back(tmp_path: Path) -> None:
    table: Table[Any, Any, Any] = parlour.Table(parlour.make_game("damenrennen", {}), seed=5)
    file = io.StringIO()
    parlour.write_log(table, file)
    path = tmp_path / "match.jsonl"
    path.write_text(file.getvalue(), encoding="utf-8")

    for source in (path, str(path), file.getvalue().splitlines(keepends=True)):
        assert parlour.read_log(source).state == table.state


def test_a_file_that_is_no_text_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"\xff\xfe")

    with pytest.raises(parlour.LogError, match=r"match\.jsonl is not a text in UTF-8"):
        parlour.read_log(path)
