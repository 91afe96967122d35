"""Puzzles of Damenrennen."""

from parlour.puzzles.damenrennen.maker import DamenrennenPuzzles

__all__ = ["DamenrennenPuzzles"]
