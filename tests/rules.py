"""Clauses and the tests that prove them: `python -m tests.rules` prints the table."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = re.compile(r"^\(([hd])(\d+)-(\d+)\)=$", re.MULTILINE)


def rule(*clauses: str) -> pytest.MarkDecorator:
    """Mark a test with the clauses that it proves."""
    return pytest.mark.rule(*clauses)


def clauses_of(page: Path) -> list[str]:
    """List the clauses of a rules page, in its order."""
    found = TARGET.findall(page.read_text(encoding="utf-8"))
    return [f"{letter.upper()}{part}.{number}" for letter, part, number in found]


def proofs() -> dict[str, list[str]]:
    """Find the tests of every clause, by reading the test files."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", None) == "rule":
                    for clause in map(ast.literal_eval, mark.args):
                        found.setdefault(clause, []).append(f"{path.parent.name}: {node.name}")
    return found


def main() -> int:
    """Print clause after clause with its tests; fail where one has none."""
    found = proofs()
    gaps = 0
    for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
        for clause in clauses_of(page):
            tests = found.get(clause, [])
            gaps += not tests
            first, *more = tests or ["NO TEST"]
            sys.stdout.write(f"{clause:6} {first}\n")
            sys.stdout.writelines(f"{'':6} {test}\n" for test in more)
    sys.stdout.write(f"{gaps} clauses without a test\n")
    return 1 if gaps else 0


if __name__ == "__main__":
    raise SystemExit(main())
