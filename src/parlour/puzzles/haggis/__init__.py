"""Puzzles of Haggis."""

from parlour.puzzles.haggis.maker import HaggisPuzzles

__all__ = ["HaggisPuzzles"]
