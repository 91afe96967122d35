"""Bots for Haggis."""

from typing import Final

from parlour.bots.haggis.bots import beginner, casual, master, search, sense, strong
from parlour.bots.haggis.champion import champion, net

__all__ = ["BOTS"]

BOTS: Final = {
    "sense": sense,
    "search": search,
    "net": net,
    "champion": champion,
    "beginner": beginner,
    "casual": casual,
    "regular": sense,
    "strong": strong,
    "master": master,
}
