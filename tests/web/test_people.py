"""Messages about people, in every form: `python -m tests.web.test_people` prints them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any, Final

from tests.web.pages import LANGUAGES, MESSAGES

PERSON: Final = re.compile(r"\{(?:az:|Az:)?name\}")
"""Somebody who may be who looks at the page. `{other}` and `{names}` never are, and `{me}` always is."""
OTHERS: Final = {"club.found", "match.waiting", "review.about", "start.with"}
"""What is said of several people, all of them others."""


def messages(language: str) -> dict[str, Any]:
    files = sorted((MESSAGES / language).rglob("*.json"))
    return {key: text for file in files for key, text in json.loads(file.read_text(encoding="utf-8")).items()}


def forms(message: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a message and the name of its form: `you.one`."""
    if isinstance(message, str):
        yield name, message
    else:
        for form, inner in message.items():
            yield from forms(inner, f"{name}.{form}" if name else form)


def about_people(language: str) -> dict[str, Any]:
    """Messages with a person in them, or with forms for one."""
    return {
        key: message
        for key, message in messages(language).items()
        if any(PERSON.search(text) or form.startswith(("you", "name")) for form, text in forms(message))
    }


def listing() -> Iterator[str]:
    """Every form of every message with a person in it, in three languages."""
    said = {language: about_people(language) for language in LANGUAGES}
    for key in said["en"]:
        yield key
        for language in LANGUAGES:
            yield from (f"  {language} {form:10} {text}" for form, text in forms(said[language][key]))


def test_every_message_with_a_person_in_it_has_a_form_for_you_and_one_for_a_name() -> None:
    for language in LANGUAGES:
        wrong = {
            key: message
            for key, message in about_people(language).items()
            if not isinstance(message, dict)
            or message.keys() != {"you", "name"}
            or not all(PERSON.search(text) for form, text in forms(message) if form.startswith("name"))
        }

        assert wrong == {}


def test_a_message_is_about_a_person_in_all_languages_or_in_none() -> None:
    english = about_people("en").keys()

    assert len(english) > 40
    assert all(about_people(language).keys() == english for language in LANGUAGES)


def test_a_plural_form_has_its_counterpart() -> None:
    halved = [
        (language, key)
        for language in LANGUAGES
        for key, message in messages(language).items()
        for form in ("", "you.", "name.")
        if (f"{form}one" in dict(forms(message))) != (f"{form}other" in dict(forms(message)))
    ]

    assert halved == []


def test_lists_of_names_are_only_said_of_others() -> None:
    listed = {key for key, message in messages("en").items() for _, text in forms(message) if "{names}" in text}

    assert listed == OTHERS


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in listing())
