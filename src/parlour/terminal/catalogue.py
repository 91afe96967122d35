"""The words of each game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.registry import Registry
from parlour.scenes.plain import PlainScene
from parlour.terminal.plain import PlainWords

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.scenes.catalogue import Scene
    from parlour.terminal.words import Words

WORDS: Final[Registry[Callable[[], Words]]] = Registry(
    "parlour.terminal",
    {
        "haggis": "parlour.terminal.haggis:HaggisWords",
        "damenrennen": "parlour.terminal.damenrennen:DamenrennenWords",
    },
    default=lambda _: PlainWords,
)


def make_words(game: str) -> Words:
    """The words of a game; a game without words of its own is told in plain lines."""
    return WORDS[game]()


def words_for(scene: Scene) -> Words:
    """The words for a scene that came over the wire, whose tag is the name of its game."""
    if isinstance(scene, PlainScene):
        return PlainWords()
    return make_words(str(scene.__struct_config__.tag))
