"""Bots for Haggis."""

from typing import Final

from parlour.bots.haggis.bots import search, sense
from parlour.bots.haggis.champion import champion, net
from parlour.bots.haggis.levels import beginner, casual, master, regular, strong

__all__ = ["BOTS"]

BOTS: Final = {
    "sense": sense,
    "search": search,
    "net": net,
    "champion": champion,
    "beginner": beginner,
    "casual": casual,
    "regular": regular,
    "strong": strong,
    "master": master,
}
