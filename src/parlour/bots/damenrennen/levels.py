"""The bots of Damenrennen that are put together from others, or take settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.blunders import Blunders
from parlour.bots.damenrennen.champion import Champion
from parlour.bots.damenrennen.greedy_drafter import GreedyDrafter
from parlour.bots.damenrennen.search import NODES, Search
from parlour.bots.damenrennen.sense import Sense
from parlour.bots.uniform import Uniform

if TYPE_CHECKING:
    from parlour.games.damenrennen.view import View

MASTER_MS: Final = 80


def search(*, nodes: int = NODES, ms: float | None = None) -> Search:
    """Looks ahead over drafts and matchings: nodes=N races tried in a draft, or ms=N."""
    return Search(nodes, ms)


def beginner() -> Blunders[View, int]:
    """Takes what attaches now, if it sees it."""
    return Blunders(GreedyDrafter(), Uniform(), 0.1)


def casual() -> Blunders[View, int]:
    """Has judgement, and mostly forgets it."""
    return Blunders(Sense(), GreedyDrafter(), 0.7)


def regular() -> Blunders[View, int]:
    """Has judgement, and forgets it now and then."""
    return Blunders(Sense(), GreedyDrafter(), 0.3)


def strong() -> Blunders[View, int]:
    """Looks ahead every fourth time."""
    return Blunders(Search(), Sense(), 0.75)


def master() -> Champion:
    """The strongest player that answers within a tenth of a second."""
    return Champion(ms=MASTER_MS)
