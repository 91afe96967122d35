"""Which names are welcome: of one script, no operator's, and none of a short list of insults.

A word of the list is compared with the words of a name, after look-alikes of its letters were replaced; `*` before or
behind it lets anything stand there. Operators add lists of their own: `parlour serve --name-words FILE`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from parlour.core.errors import OptionError
from parlour.server.errors import RefusalError
from parlour.server.people import checked_name

if TYPE_CHECKING:
    from collections.abc import Iterable

WORDS: Final = Path(__file__).parent / "words"
LONGEST_LIST: Final = 10_000
RESERVED: Final = frozenset(
    {
        *("parlour", "admin", "administrator", "moderator", "operator", "server", "system", "root", "support"),
        *("betreiber", "uzemelteto", "rendszer"),
    }
)
TOGETHER: Final = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)
"""Scripts that are written together."""
ALIKE: Final = str.maketrans(
    {
        **dict(zip("аеорсухіјѕһԁԛԝьвкмнтгзб", "aeopcyxijshdqwbbkmhtr36", strict=True)),
        **dict(zip("αβγεηικμνορτυχω", "abyenikuvoptuxw", strict=True)),
        **dict(zip("0134578@$!|", "oleastbasil", strict=True)),
        "i": "l",
    }
)
"""Letters and digits, in lower case, that look like another one."""
READ: Final = str.maketrans("0134578@$!|", "oieastbasii")
"""Digits and signs that are read as letters."""


def script_of(letter: str) -> str:
    """The script of a letter, which its name begins with; empty for what all scripts share."""
    if unicodedata.category(letter)[0] != "L":
        return ""
    first = unicodedata.name(letter, "").split(" ")[0]
    return "" if first == "MODIFIER" else first


def check_script(name: str) -> None:
    """RefusalError where a name mixes scripts: its letters could pretend to be others."""
    scripts = {script_of(letter) for letter in name} - {""}
    if len(scripts) > 1 and not any(scripts <= group for group in TOGETHER):
        listed = ", ".join(sorted(scripts))
        raise RefusalError(
            "person/script", f"a name is written in one script, got {listed}", parameters={"scripts": listed}
        )


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What a name looks like at a glance: two names with one skeleton cannot be told apart."""
    plain = unicodedata.normalize("NFKC", name).casefold().translate(ALIKE)
    return plain.replace("rn", "m").replace("vv", "w").replace(" ", "")


@lru_cache(maxsize=4096)
def told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names as they are shown beside each other: the second of two that look alike gets a number."""
    seen: dict[str, int] = {}
    shown = []
    for name in names:
        look = skeleton(name)
        seen[look] = seen.get(look, 0) + bool(name)
        shown.append(f"{name} ({seen[look]})" if seen[look] > 1 else name)
    return tuple(shown)


class NamePolicy:
    """The lists that a name is compared with."""

    def __init__(self, more: Path | None = None) -> None:
        """Take an operator's own list; OptionError where it cannot be read."""
        texts = [path.read_text(encoding="utf-8") for path in sorted(WORDS.glob("*.txt"))]
        if more is not None:
            texts.append(read_list(more))
        self.pattern = pattern_of(word for text in texts for word in words_in(text))

    def checked(self, name: str) -> str:
        """A name that may be used, or RefusalError."""
        plain = checked_name(name)
        check_script(plain)
        words = words_of(plain)
        if RESERVED & set(words) or self.pattern.search(f" {' '.join(words)} "):
            raise RefusalError("person/word", f"this name is not possible here: {plain!r}", parameters={"name": plain})
        return plain


def read_list(path: Path) -> str:
    """An operator's list; OptionError where it is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise OptionError(f"{path} is no list of words: {error}") from error
    if len(words_in(text)) > LONGEST_LIST:
        raise OptionError(f"{path} has more than {LONGEST_LIST} words")
    return text


def words_in(text: str) -> list[str]:
    """The words of a list: one on a line, `#` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line.strip("*")]


def plain_letters(text: str) -> str:
    """A text in lower case, without marks on letters, digits read as letters."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(READ))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def words_of(name: str) -> list[str]:
    """The words of a name, and the name written as one word where its letters stand apart."""
    words = re.findall(r"\w+", plain_letters(name).replace("_", " "))
    return [*words, "".join(words)] if len(words) > 1 and all(len(word) == 1 for word in words) else words


def pattern_of(words: Iterable[str]) -> re.Pattern[str]:
    """What finds a word of a list among words with spaces around them."""
    parts = []
    for word in words:
        first = "" if word.startswith("*") else " "
        last = "" if word.endswith("*") else " "
        parts.append(first + re.escape(plain_letters(word.strip("*"))) + last)
    return re.compile("|".join(parts) or r"(?!)")
