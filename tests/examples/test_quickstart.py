"""The quick start notebook shows what it would show now."""

from __future__ import annotations

import json

from tests.examples.notebook import run_notebook
from tests.rules import ROOT

QUICKSTART = ROOT / "examples" / "quickstart.ipynb"


def test_every_cell_of_the_quick_start_shows_what_is_stored() -> None:
    notebook = json.loads(QUICKSTART.read_text(encoding="utf-8"))
    stored = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]

    shown = run_notebook(notebook)

    assert shown == stored, "run: python -m tests.examples.notebook examples/quickstart.ipynb"
    assert sum("image/svg+xml" in output.get("data", {}) for cell in shown for output in cell) >= 3
