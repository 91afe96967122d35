"""Runs a notebook in this process and stores what it shows: python -m tests.examples.notebook FILE.

A kernel of Jupyter would bring thirty packages; the cells of ours are plain Python.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

Notebook = dict[str, Any]
Output = dict[str, Any]


def run_notebook(notebook: Notebook) -> list[list[Output]]:
    """The outputs of every code cell, in order, as the file format has them."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [run_cell("".join(cell["source"]), number, namespace) for number, cell in enumerate(cells, 1)]


def run_cell(source: str, number: int, namespace: dict[str, Any]) -> list[Output]:
    """What a cell prints, and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    value, printed = None, io.StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), namespace)  # noqa: S102 - our own notebook
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)  # noqa: S307
    outputs: list[Output] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = lines(value._repr_svg_())
        outputs.append({"output_type": "execute_result", "execution_count": number, "data": data, "metadata": {}})
    return outputs


def lines(text: str) -> list[str]:
    """A text as the file format keeps it."""
    return text.splitlines(keepends=True)


def store(path: Path) -> None:
    """Run a notebook and write its outputs into it."""
    notebook: Notebook = json.loads(path.read_text(encoding="utf-8"))
    outputs = run_notebook(notebook)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, shown) in enumerate(zip(cells, outputs, strict=True), 1):
        cell["outputs"], cell["execution_count"] = shown, number
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    store(Path(sys.argv[1]))
