"""The five levels of Haggis: the same net, which sees less the lower the level is; the highest looks ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.champion import Champion, NetPlayer
from parlour.bots.haggis.weights import overlooking_net

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.bots.haggis.kernel.net import Net
    from parlour.games.haggis import View

    Overlooked = Mapping[int, tuple[str, ...]]
    """What is out of sight, by number of players."""

GONE: Final = ("unseen cards", "beatable plays", "wilds to beat it")
OTHERS: Final = ("others' sizes", "others' wilds")
PLAN: Final = ("plays left", "runs left")
BEGINNER: Final[Overlooked] = {
    2: (*GONE, *OTHERS, *PLAN, "wilds left", "cards played"),
    3: (*GONE, *OTHERS, *PLAN, "wilds left", "ranks left"),
}
CASUAL: Final[Overlooked] = {2: (*GONE, *OTHERS, *PLAN, "wilds left"), 3: (*GONE, *OTHERS, "ranks left")}
REGULAR: Final[Overlooked] = dict.fromkeys((2, 3), (*GONE, "others' sizes"))
MASTER_NODES: Final = 1000


class Overlooker(NetPlayer):
    """Plays what the net values most, without some of what it could see."""

    def __init__(self, overlooked: Overlooked, *, bets: bool) -> None:
        super().__init__(bets=bets)
        self.overlooked = overlooked

    def net_for(self, view: View) -> Net:
        return overlooking_net(view.options.players, self.overlooked[view.options.players])


def beginner() -> Overlooker:
    """Sees little more than its own cards, and never bets."""
    return Overlooker(BEGINNER, bets=False)


def casual() -> Overlooker:
    """Watches nobody, and never bets."""
    return Overlooker(CASUAL, bets=False)


def regular() -> Overlooker:
    """Plans its hand, but does not count the cards that are gone."""
    return Overlooker(REGULAR, bets=True)


def strong() -> NetPlayer:
    """Sees everything that can be seen, and plays at once."""
    return NetPlayer()


def master() -> Champion:
    """The strongest player that answers within a tenth of a second."""
    return Champion(nodes=MASTER_NODES)
