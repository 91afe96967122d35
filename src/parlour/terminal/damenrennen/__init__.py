"""Damenrennen in the terminal."""

from parlour.terminal.damenrennen.words import DamenrennenWords

__all__ = ["DamenrennenWords"]
