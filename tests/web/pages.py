"""The texts that the web client shows: where they are and what can be counted in them."""

from __future__ import annotations

import re
from typing import Final

from tests.rules import ROOT

RULES: Final = ROOT / "web" / "src" / "rules"
GAMES: Final = ("haggis", "damenrennen")
LANGUAGES: Final = ("en", "de", "hu")

ANCHOR: Final = re.compile(r"^(?:- )?\[([HD]\d+\.\d+)\] ", re.MULTILINE)
CLAUSE: Final = re.compile(r"\[([HD]\d+\.\d+)\]")
CARDS: Final = re.compile(r"\{([^{}]*)\}")
SKELETON: Final = re.compile(r"^(?:# |## |- )|\[[HD]\d+\.\d+\]|\{[^{}]*\}|\n", re.MULTILINE)
"""All that must be the same in every language, in its order."""


def page(game: str, language: str, kind: str = "") -> str:
    """Give the rules page of a game, or with `.summary` its summary."""
    return (RULES / f"{game}.{language}{kind}.md").read_text(encoding="utf-8")
