"""The puzzle maker of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.core.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.puzzles.making import PuzzleMaker

MAKERS: Final[Registry[Callable[[], PuzzleMaker]]] = Registry(
    "parlour.puzzles",
    {
        "haggis": "parlour.puzzles.haggis:HaggisPuzzles",
        "damenrennen": "parlour.puzzles.damenrennen:DamenrennenPuzzles",
    },
)
