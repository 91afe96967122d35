"""Bots for Damenrennen."""

from typing import Final

from parlour.bots.damenrennen.champion import champion
from parlour.bots.damenrennen.greedy_drafter import GreedyDrafter
from parlour.bots.damenrennen.levels import casual, master, search, strong
from parlour.bots.damenrennen.sense import Sense

__all__ = ["BOTS"]

BOTS: Final = {
    "sense": Sense,
    "search": search,
    "champion": champion,
    "beginner": GreedyDrafter,
    "casual": casual,
    "regular": Sense,
    "strong": strong,
    "master": master,
}
