"""The texts that the web client shows: where they are and what can be counted in them."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from parlour.core.game import Seat
from parlour.core.log import read_log
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from tests.rules import ROOT

RULES: Final = ROOT / "web" / "src" / "rules"
MESSAGES: Final = ROOT / "web" / "messages"
GAMES: Final = ("haggis", "damenrennen")
LANGUAGES: Final = ("en", "de", "hu")
LEARNER: Final = Seat(0)

ANCHOR: Final = re.compile(r"^(?:- )?\[([HD]\d+\.\d+)\] ", re.MULTILINE)
CLAUSE: Final = re.compile(r"\[([HD]\d+\.\d+)\]")
CARDS: Final = re.compile(r"\{([^{}]*)\}")
SKELETON: Final = re.compile(r"^(?:# |## |- )|\[[HD]\d+\.\d+\]|\{[^{}]*\}|\n", re.MULTILINE)
"""All that must be the same in every language, in its order."""


def page(game: str, language: str, kind: str = "") -> str:
    """The rules page of a game, or with `.summary` its summary."""
    return (RULES / f"{game}.{language}{kind}.md").read_text(encoding="utf-8")


def guided(game: str) -> Table[Any, Any, Any]:
    """The guided round of a game."""
    with (RULES / "guided" / f"{game}.jsonl").open(encoding="utf-8") as lines:
        return read_log(lines, make_game).table


def said(key: str, language: str = "en", **holes: object) -> str:
    """What the page says: to the person herself, or with `name=` of somebody else."""
    files = (MESSAGES / language).rglob(f"{key.partition('.')[0]}.json")
    message = {name: text for file in files for name, text in json.loads(file.read_text(encoding="utf-8")).items()}[key]
    if isinstance(message, dict) and "you" in message:
        message = message["name" if "name" in holes else "you"]
    if isinstance(message, dict):
        message = message["one" if holes.get("count", 1) == 1 else "other"]
    return str(message).format(**holes)
