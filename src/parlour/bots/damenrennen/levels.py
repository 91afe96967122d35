"""The five levels of Damenrennen."""

from __future__ import annotations

from parlour.bots.blunders import Slips
from parlour.bots.damenrennen.greedy_drafter import Drafter
from parlour.bots.damenrennen.search import Search
from parlour.bots.damenrennen.sense import Sense


def casual() -> Slips:
    """Make a player who has judgement, and forgets it every other time."""
    return Slips(Sense(), Drafter(), 0.5)


def strong() -> Slips:
    """Make a player who looks ahead every other time."""
    return Slips(Search(), Sense(), 0.5)


__all__ = ["Drafter", "Search", "Sense", "casual", "strong"]
