"""Haggis in the terminal."""

from parlour.terminal.haggis.words import HaggisWords

__all__ = ["HaggisWords"]
