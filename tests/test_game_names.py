"""A game is named in its own files and in one line per layer, so that another game needs no change elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.rules import ROOT

SOURCES: Final = ("src/parlour", "web/src")
SUFFIXES: Final = {".css", ".html", ".js", ".pxd", ".py", ".pyx", ".svelte", ".ts"}
BUILT: Final = ROOT / "src" / "parlour" / "server" / "web"
REGISTRIES: Final = {"catalogue"}
"""Modules with one line per game."""
EXEMPT: Final = {
    "src/parlour/__init__.py",  # offers the games
    "web/src/games.ts",  # the page's catalogue
    "web/src/protocol.ts",  # generated
}


def files() -> Iterator[Path]:
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and not path.is_relative_to(BUILT):
                yield path


def is_own(path: str, names: re.Pattern[str]) -> bool:
    """Whether a file belongs to a game or registers the games."""
    return bool(names.search(path)) or Path(path).name.partition(".")[0] in REGISTRIES or path in EXEMPT


def test_a_game_is_named_only_where_it_lives_and_where_it_is_registered() -> None:
    games = [path.parent.name for path in (ROOT / "src" / "parlour" / "games").glob("*/__init__.py")]
    names = re.compile("|".join(games), re.IGNORECASE)
    paths = {path.relative_to(ROOT).as_posix(): path for path in files()}

    naming = {
        name
        for name, path in paths.items()
        if not is_own(name, names) and names.search(path.read_text(encoding="utf-8"))
    }

    assert len(games) >= 2
    assert len(paths) > 200
    assert sorted(naming) == [], "these files name a game: move that to the game's own folder or to a catalogue"
