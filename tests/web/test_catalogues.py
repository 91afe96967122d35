"""The page speaks English, German and Hungarian, and says the same in all three."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from parlour.bots import reasons as common
from parlour.bots.damenrennen import reasons as damenrennen
from parlour.bots.haggis import reasons as haggis
from parlour.review.haggis import reasons as judged_haggis
from tests.web.test_people import forms

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "de", "hu")
ENGLISH = WEB / "messages" / "en"
AREAS = sorted(path.relative_to(ENGLISH).with_suffix("").as_posix() for path in ENGLISH.rglob("*.json"))
"""Files of messages; those in `lazy` come with the screens that are loaded when they are opened."""
PLACEHOLDER = re.compile(r"\{(?:az:|Az:)?(\w+)\}")
REFUSAL = re.compile(r"(?:Refusal|RefusalError|StoreError)\(\s*\"([a-z]+/[a-z_]+)\"")
CHANCE = ("deal/", "draw/")
NEVER_ASKED = ("page/method", "page/unknown", "store/conflict")
"""Answers to requests that the page does not make."""


FOUND_WRONG: Final = {
    "en": (
        r"\d %",
        r"\} %",
        r", You:",
        r"^You (?:wins|was|has|is|gives|takes|deals|leads)\b",
        r"\b1 \w+s\b",
        r"(?:^| )-\d",
    ),
    "de": (
        r"Gewinnsätze",
        r"ist gedeckt",
        r"Deine Bombe gewinnt",
        r"^An \{suit\}",
        r"Deine Karo\b",
        r"Karo tauschen",
        r"als Erste aus\b",
        r"Hobby",
        r"Stichspiel",
        r"\bSie haben\b|\bIhnen\b",
        r"[^\u00a0]%",
    ),
    "hu": (
        r"^egyenlőség$",
        r"terítve",
        r"-szer\b",
        r"^Kitesz\b",
        r"Játék most",
        r"^Egyes$",
        r"^Rendez$",
        r"\bbot\w*\b(?!\})",
        r"\bparti",
        r"Sorba:",
        r"mondj be",
        r"vele:",
        r" %|%-[^áo]",
        r"\ba\(z\)",
    ),
}
"""What strangers found wrong, by language; German has one way of speaking to people, Hungarian one word for a bot."""
EXPECTED: Final = {
    "de": {
        "match.undo": "Rückgängig",
        "table.lobby": "Der Tisch steht bereit",
        "damenrennen.adv.c": "Gleichstand gewinnt",
        "damenrennen.best_of": "Best of {count}",
        "damenrennen.joins": "Passt an {suit}",
        "damenrennen.diamonds": "Deine Karos",
        "damenrennen.ask.exchange": "Karos tauschen?",
        "start.level.casual": "Locker",
    },
    "hu": {
        "match.undo": "Visszavonás",
        "table.lobby": "Az asztal készen áll",
        "damenrennen.adv.c": "döntetlennél nyer",
        "damenrennen.joins": "A {suit}sorba illik",
        "haggis.play_n": "Kiteszem ({count})",
        "haggis.group.1": "egy lap",
        "haggis.sort": "Rendezés",
        "learn.watch": "Figyeld a gépet.",
        "start.play_now": "Játék indítása",
        "start.with": "{names} ellen",
    },
}


def catalogue(language: str, area: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((WEB / "messages" / language / f"{area}.json").read_text(encoding="utf-8"))
    return content


def placeholders(message: Any) -> set[str]:
    return {name for _, form in forms(message) for name in PLACEHOLDER.findall(form)}


def every_message(language: str) -> dict[str, Any]:
    return {key: message for area in AREAS for key, message in catalogue(language, area).items()}


def every_key() -> set[str]:
    return set(every_message("en"))


def sources() -> str:
    files = sorted(path for path in (WEB / "src").rglob("*") if path.suffix in {".ts", ".svelte"})
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_there_and_says_something(language: str, area: str) -> None:
    messages = catalogue(language, area)

    assert messages.keys() == catalogue("en", area).keys()
    assert all(key.startswith(f"{Path(area).name}.") for key in messages)
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
def test_nothing_is_said_that_strangers_found_wrong(language: str) -> None:
    said = [(key, form) for key, message in every_message(language).items() for _, form in forms(message)]

    assert [(key, form) for key, form in said for wrong in FOUND_WRONG[language] if re.search(wrong, form)] == []


@pytest.mark.parametrize("language", EXPECTED)
def test_what_was_found_wrong_is_said_better(language: str) -> None:
    said = every_message(language)

    assert {key: said[key] for key in EXPECTED[language]} == EXPECTED[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_area_is_loaded(language: str) -> None:
    for module, folder in ((f"{language}.ts", language), (f"lazy.{language}.ts", f"{language}/lazy")):
        assert f"../../messages/{folder}/*.json" in (WEB / "src" / "messages" / module).read_text(encoding="utf-8")


def test_no_message_is_in_two_files() -> None:
    assert len(every_key()) == sum(len(catalogue("en", area)) for area in AREAS)


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
        key.removeprefix("trouble.") for key in every_key() if key.startswith("trouble.")
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
    for key, message in every_message(language).items():
        code, holes = key.removeprefix("trouble."), placeholders(message)
        if key.startswith("trouble.") and "/" in code and holes:
            given = [parameters for pattern, parameters in known if re.fullmatch(pattern, code)]
            assert given, code
            assert all(parameters is not None and holes <= parameters for parameters in given), code


def reasons() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every reason that a bot or a judge can give: the key of its words, and the names of its parameters."""
    for area, table in (
        ("match.reason", common.REASONS),
        ("haggis.reason", haggis.REASONS),
        ("damenrennen.reason", damenrennen.REASONS),
        ("review.reason.haggis", judged_haggis.REASONS),
    ):
        for key, parameters in table.items():
            yield f"{area}.{key}", tuple(parameters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_words_for_every_reason_of_a_hint_or_a_verdict(language: str) -> None:
    assert [key for key, _ in reasons() if key not in every_message(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_reason_have_no_hole_that_nothing_fills(language: str) -> None:
    said = every_message(language)
    unfilled = {key: holes for key, parameters in reasons() if (holes := placeholders(said[key]) - named(parameters))}

    assert unfilled == {}


def named(parameters: tuple[str, ...]) -> set[str]:
    """What the page fills holes with: a seat also by its name."""
    return {*parameters, "other"} if "seat" in parameters else set(parameters)


def test_no_reason_has_words_that_no_bot_gives() -> None:
    given = {key for key, _ in reasons()}

    assert {key for key in every_key() if ".reason." in key} == given
