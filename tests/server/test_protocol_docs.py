"""docs/protocol.md and the schema say what the code says."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from parlour.server import connection, describe, dialogue, examples, protocol, transport

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
MESSAGES = [*get_args(protocol.FromClient), *get_args(protocol.FromServer)]


@pytest.fixture(scope="module")
def page() -> str:
    return describe.page()


def test_the_page_is_fresh(page: str) -> None:
    assert PAGE.read_text(encoding="utf-8") == page, (
        "write it again: python -m parlour.server.describe page > docs/protocol.md"
    )


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: str(kind.__name__))
def test_every_message_has_an_example_that_can_be_read_and_is_small(kind: Any, page: str) -> None:
    side = protocol.FromClient if kind in get_args(protocol.FromClient) else protocol.FromServer
    for example in examples.of(kind):
        text = msgspec.json.encode(example)

        assert msgspec.json.decode(text, type=side) == example
        assert len(text) < protocol.LARGEST
        assert text.decode() in page


def test_the_examples_of_the_page_are_messages() -> None:
    found = re.findall(r"```json\n(.*)\n```", PAGE.read_text(encoding="utf-8"))

    assert len(found) == len(MESSAGES) + 1  # a table of each game
    for text in found:
        msgspec.json.decode(text, type=dict[str, Any])


def test_every_way_to_close_a_connection_is_described() -> None:
    used = {connection.BINARY, dialogue.POLICY, connection.TOO_LARGE, connection.SLOW}
    used |= {transport.INVALID, transport.FLOOD}

    assert used <= protocol.CLOSE_CODES.keys()


def test_the_schema_names_every_message_and_all_that_it_refers_to() -> None:
    schema = describe.schema()
    defined = schema["$defs"]
    text = msgspec.json.encode(schema).decode()

    assert {kind.__name__ for kind in MESSAGES} <= defined.keys()
    assert set(re.findall(r'"#/\$defs/(\w+)"', text)) <= defined.keys()
    tags = {defined[kind.__name__]["properties"]["t"]["enum"][0] for kind in MESSAGES}
    assert len(tags) == len(MESSAGES)


def test_the_codes_of_refusals_are_listed() -> None:
    codes = {row[0].strip("`") for row in describe.code_rows()}

    assert {"move/stale", "play/low", "store/full", "table/unknown", "take/market", "message/malformed"} <= codes


def test_a_refusal_that_fills_in_a_value_carries_it_as_a_parameter() -> None:
    errors = ("RefusalError", "ServerError", "StoreError", "ConflictError", "Refused")
    bare = []
    filled = 0
    for path in sorted(Path(describe.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[_, ast.JoinedStr(), *more], keywords=keywords) if (
                    name in errors
                ):
                    filled += 1
                    if len(more) < 2 and "parameters" not in [word.arg for word in keywords]:
                        bare.append(f"{path.name}:{node.lineno}")

    assert filled > 10
    assert not bare


def test_the_command_prints_page_and_schema(capsys: pytest.CaptureFixture[str], page: str) -> None:
    describe.main("page")
    assert capsys.readouterr().out == page
    describe.main("schema")
    assert msgspec.json.decode(capsys.readouterr().out) == msgspec.json.decode(msgspec.json.encode(describe.schema()))
