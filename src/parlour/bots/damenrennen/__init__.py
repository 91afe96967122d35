"""Bots for Damenrennen."""

from typing import Final

from parlour.bots.damenrennen.champion import champion
from parlour.bots.damenrennen.levels import beginner, casual, master, regular, search, strong
from parlour.bots.damenrennen.sense import Sense

__all__ = ["BOTS"]

BOTS: Final = {
    "sense": Sense,
    "search": search,
    "champion": champion,
    "beginner": beginner,
    "casual": casual,
    "regular": regular,
    "strong": strong,
    "master": master,
}
