"""Bots for Haggis."""

from typing import Final

from parlour.bots.haggis.bots import beginner, casual, regular, search, sense, strong
from parlour.bots.haggis.champion import champion, master, net

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
