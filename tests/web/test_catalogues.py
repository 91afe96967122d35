"""The page speaks English, German and Hungarian, and says the same in all three."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "de", "hu")
AREAS = sorted(path.stem for path in (WEB / "messages" / "en").glob("*.json"))
PLACEHOLDER = re.compile(r"\{(?:az:|Az:)?(\w+)\}")
REFUSAL = re.compile(r"(?:Refusal|RefusalError|StoreError)\(\s*\"([a-z]+/[a-z_]+)\"")
CHANCE = ("deal/", "draw/")


def catalogue(language: str, area: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((WEB / "messages" / language / f"{area}.json").read_text(encoding="utf-8"))
    return content


def forms(message: Any) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def placeholders(message: Any) -> set[str]:
    return {name for form in forms(message) for name in PLACEHOLDER.findall(form)}


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
    assert all(form.strip() for message in messages.values() for form in forms(message))


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


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_that_counts_has_one_form_for_one_and_one_for_others(language: str, area: str) -> None:
    counted = [message for message in catalogue(language, area).values() if not isinstance(message, str)]

    assert all(message.keys() == {"one", "other"} for message in counted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_area_is_loaded(language: str) -> None:
    module = (WEB / "src" / "messages" / f"{language}.ts").read_text(encoding="utf-8")

    assert [area for area in AREAS if f"messages/{language}/{area}.json" not in module] == []


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

    assert {code for code in codes if not code.startswith(CHANCE)} <= {
        key.removeprefix("trouble.") for key in catalogue("en", "trouble")
    }
