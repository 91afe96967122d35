"""Bots for Haggis."""

from typing import Final

from parlour.bots.haggis.bots import beginner, casual, master, search, sense, strong

__all__ = ["BOTS"]

BOTS: Final = {
    "sense": sense,
    "search": search,
    "beginner": beginner,
    "casual": casual,
    "regular": sense,
    "strong": strong,
    "master": master,
}
