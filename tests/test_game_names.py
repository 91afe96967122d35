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
    "web/src/protocol.ts",  # generated
}
KNOWN: Final = {
    "src/parlour/bench/crowd.py",
    "src/parlour/cli/__init__.py",
    "src/parlour/cli/read.py",
    "src/parlour/core/log.py",
    "src/parlour/envs/batch.py",
    "src/parlour/envs/encoding.py",
    "src/parlour/envs/gymnasium.py",
    "src/parlour/envs/kernel/batch.py",
    "src/parlour/envs/kernel/observe.pxd",
    "src/parlour/envs/kernel/observe.py",
    "src/parlour/envs/pettingzoo/__init__.py",
    "src/parlour/envs/render.py",
    "src/parlour/envs/spiel/__init__.py",
    "src/parlour/envs/spiel/dealing.py",
    "src/parlour/envs/spiel/game.py",
    "src/parlour/envs/spiel/history_node.py",
    "src/parlour/envs/spiel/observer.py",
    "src/parlour/envs/text.py",
    "src/parlour/envs/turns.py",
    "src/parlour/scenes/scene.py",
    "src/parlour/server/describe.py",
    "src/parlour/server/examples.py",
    "src/parlour/server/protocol.py",
    "src/parlour/terminal/words.py",
    "web/src/cards/Card.svelte",
    "web/src/cards/draw.ts",
    "web/src/lib/choice.svelte.ts",
    "web/src/lib/router.svelte.ts",
    "web/src/lib/settings.svelte.ts",
    "web/src/messages/de.ts",
    "web/src/messages/en.ts",
    "web/src/messages/hu.ts",
    "web/src/rules/parse.ts",
    "web/src/screens/Start.svelte",
    "web/src/screens/start/MyTables.svelte",
    "web/src/screens/start/NewTable.svelte",
    "web/src/screens/start/PlayNow.svelte",
    "web/src/screens/start/Tiles.svelte",
    "web/src/screens/table/Advice.svelte",
    "web/src/screens/table/GameTable.svelte",
    "web/src/screens/table/Lobby.svelte",
    "web/src/screens/table/Table.svelte",
}
"""Files that still name a game. This list only shrinks: who removes the last name from a file removes its line too."""


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
    assert sorted(naming - KNOWN) == [], "these files name a game: move that to the game's own folder or to a catalogue"
    assert sorted(KNOWN - naming) == [], "these files name no game any more: remove them from KNOWN"
