"""The page speaks English, German and Hungarian, and says the same in all three."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.bots import reasons as common
from parlour.bots.damenrennen import reasons as damenrennen
from parlour.bots.haggis import reasons as haggis
from tests.web.test_people import forms

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "de", "hu")
AREAS = sorted(path.stem for path in (WEB / "messages" / "en").glob("*.json"))
PLACEHOLDER = re.compile(r"\{(?:az:|Az:)?(\w+)\}")
REFUSAL = re.compile(r"(?:Refusal|RefusalError|StoreError)\(\s*\"([a-z]+/[a-z_]+)\"")
CHANCE = ("deal/", "draw/")
NEVER_ASKED = ("page/method", "page/unknown")
"""Answers to requests that the page does not make."""


def catalogue(language: str, area: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((WEB / "messages" / language / f"{area}.json").read_text(encoding="utf-8"))
    return content


def placeholders(message: Any) -> set[str]:
    return {name for _, form in forms(message) for name in PLACEHOLDER.findall(form)}


def every_key() -> set[str]:
    return {key for area in AREAS for key in catalogue("en", area)}


def sources() -> str:
    files = sorted(path for path in (WEB / "src").rglob("*") if path.suffix in {".ts", ".svelte"})
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_there_and_says_something(language: str, area: str) -> None:
    messages = catalogue(language, area)

    assert messages.keys() == catalogue("en", area).keys()
    assert all(key.startswith(f"{area}.") for key in messages)
    assert all(form.strip() for message in messages.values() for _, form in forms(message))


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_the_same_holes_to_fill(language: str, area: str) -> None:
    english = catalogue("en", area)

    differing = {
        key: (placeholders(english[key]), placeholders(message))
        for key, message in catalogue(language, area).items()
        if placeholders(message) != placeholders(english[key])
    }

    assert differing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_area_is_loaded(language: str) -> None:
    module = (WEB / "src" / "messages" / f"{language}.ts").read_text(encoding="utf-8")

    assert f"../../messages/{language}/*.json" in module


def test_no_message_is_left_unused() -> None:
    text = sources()
    written = set(re.findall(r"[\"'`]([a-z]+\.[\w./]+)[\"'`]", text))
    begun = tuple(re.findall(r"`([a-z]+\.[\w./]*)\$\{", text))

    unused = {key for key in every_key() if key not in written and not key.startswith(begun)}

    assert unused == set()


def test_no_message_is_asked_for_that_is_not_there() -> None:
    asked = set(re.findall(r"\bt\(\s*\"([^\"]+)\"", sources()))

    assert asked - every_key() == set()


def test_the_page_has_words_for_every_refusal() -> None:
    package = WEB.parent / "src" / "parlour"
    python = [path for room in ("games", "scenes", "server") for path in (package / room).rglob("*.py")]
    codes = {code for path in python for code in REFUSAL.findall(path.read_text(encoding="utf-8"))}

    assert {code for code in codes if not code.startswith((*CHANCE, *NEVER_ASKED))} <= {
        key.removeprefix("trouble.") for key in catalogue("en", "trouble")
    }


def refusals() -> Iterator[tuple[str, set[str] | None]]:
    """Every refusal in the sources: a pattern of its code, and its parameters where they are spelled out."""
    package = WEB.parent / "src" / "parlour"
    for path in (path for room in ("games", "server") for path in (package / room).rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in {"Refusal", "RefusalError", "StoreError"}:
                code = ast.unparse(call.args[0]).removeprefix("f").strip("\"'")
                given = [*call.args, *(keyword.value for keyword in call.keywords)]
                written = [each.keys for each in given if isinstance(each, ast.Dict)]
                named = {ast.literal_eval(key) for keys in written for key in keys if key}
                yield re.sub(r"\{.*?\}", "[a-z]+", code), named if written else None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_refusal_have_no_hole_that_nothing_fills(language: str) -> None:
    known = list(refusals())
    for key, message in catalogue(language, "trouble").items():
        code, holes = key.removeprefix("trouble."), placeholders(message)
        if "/" in code and holes:
            given = [parameters for pattern, parameters in known if re.fullmatch(pattern, code)]
            assert given, code
            assert all(parameters is not None and holes <= parameters for parameters in given), code


def reasons() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every reason that a bot can give: the area of its words, its key, and the names of its parameters."""
    for area, table in (("match", common.REASONS), ("haggis", haggis.REASONS), ("damenrennen", damenrennen.REASONS)):
        for key, parameters in table.items():
            yield area, key, tuple(parameters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_words_for_every_reason_of_a_hint(language: str) -> None:
    missing = [
        f"{area}.reason.{key}" for area, key, _ in reasons() if f"{area}.reason.{key}" not in catalogue(language, area)
    ]

    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_reason_have_no_hole_that_nothing_fills(language: str) -> None:
    unfilled = {
        f"{area}.reason.{key}": holes
        for area, key, parameters in reasons()
        if (holes := placeholders(catalogue(language, area)[f"{area}.reason.{key}"]) - named(parameters))
    }

    assert unfilled == {}


def named(parameters: tuple[str, ...]) -> set[str]:
    """What the page fills holes with: a seat also by its name."""
    return {*parameters, "other"} if "seat" in parameters else set(parameters)


def test_no_reason_has_words_that_no_bot_gives() -> None:
    given = {f"{area}.reason.{key}" for area, key, _ in reasons()}

    assert {key for key in every_key() if ".reason." in key} == given
