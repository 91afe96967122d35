"""docs/engine-protocol.md and its schema say what the code says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from parlour.engine import describe, examples
from parlour.engine.messages import FromEngine, FromParlour
from tests.engine.test_faults import CARELESS, FORFEITS, WARNINGS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "engine-protocol.md"
MESSAGES = list(dict.fromkeys([*get_args(FromParlour), *get_args(FromEngine)]))


def test_the_page_and_the_schema_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    for wanted, path in (("page", PAGE), ("schema", DOCS / "engine-protocol.json")):
        describe.main(wanted)
        command = f"python -m parlour.engine.describe {wanted} > docs/{path.name}"
        assert path.read_text(encoding="utf-8") == capsys.readouterr().out, f"write it again: {command}"


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: str(kind.__name__))
def test_every_message_has_an_example_that_can_be_read(kind: Any) -> None:
    side = FromParlour if kind in get_args(FromParlour) else FromEngine
    found = examples.of(kind)

    assert found
    for example in found:
        text = msgspec.json.encode(example)
        assert msgspec.json.decode(text, type=side) == example
        assert text.decode() in PAGE.read_text(encoding="utf-8")


def test_the_schema_names_every_message() -> None:
    defined = describe.schema()["$defs"]

    assert {kind.__name__ for kind in MESSAGES} <= defined.keys()
    text = msgspec.json.encode(describe.schema()).decode()
    assert set(re.findall(r'"#/\$defs/(\w+)"', text)) <= defined.keys()


def test_the_codes_of_all_faults_are_listed() -> None:
    codes = {row[0].strip("`") for row in describe.code_rows()}

    assert set((FORFEITS | CARELESS | WARNINGS).values()) <= codes
