"""The five levels of Haggis: the same net, which sees less the lower the level is; the highest looks ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.champion import Champion, NetPlayer
from parlour.bots.haggis.weights import overlooking_net

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from parlour.bots.haggis.bots import Evaluated, Situation
    from parlour.bots.haggis.kernel.net import Net
    from parlour.games.haggis import View

    Overlooked = Mapping[int, tuple[str, ...]]
    """What is out of sight, by number of players."""

GONE: Final = ("unseen cards", "beatable plays", "wilds to beat it")
OTHERS: Final = ("others' sizes", "others' wilds")
PLAN: Final = ("plays left", "ranks left")
STRONG: Final[Overlooked] = {2: (*OTHERS, "wilds to beat it"), 3: (*GONE, *OTHERS)}
REGULAR: Final[Overlooked] = {
    2: (*GONE, *OTHERS, "plays left"),
    3: (*GONE, *OTHERS, "plays left", "cards played"),
}
CASUAL: Final[Overlooked] = dict.fromkeys((2, 3), (*GONE, *OTHERS, *PLAN))
BEGINNER: Final[Overlooked] = dict.fromkeys((2, 3), (*GONE, *OTHERS, *PLAN, "cards played"))
MASTER_NODES: Final = 1000
WHOLE: Final = NetPlayer()


class Overlooker(NetPlayer):
    """Plays what the net values most, without some of what it could see; if it bets, then by the whole hand."""

    def __init__(self, overlooked: Overlooked, *, bets: bool = True) -> None:
        super().__init__(bets=bets)
        self.overlooked = overlooked

    def net_for(self, view: View) -> Net:
        return overlooking_net(view.options.players, self.overlooked[view.options.players])

    def bet_chances(self, situation: Situation, best: Evaluated, rng: Random) -> tuple[float, float]:
        """What the whole net says: chances of one that overlooks something are wrong, and bets by them are costly."""
        return WHOLE.bet_chances(situation, best, rng)


def beginner() -> Overlooker:
    """Sees little more than its own cards, and never bets."""
    return Overlooker(BEGINNER, bets=False)


def casual() -> Overlooker:
    """Plays from trick to trick, without counting or planning."""
    return Overlooker(CASUAL)


def regular() -> Overlooker:
    """Keeps its sets and runs together, but counts neither the cards that are gone nor the plays that it needs."""
    return Overlooker(REGULAR)


def strong() -> Overlooker:
    """Plans its hand, but does not look at what the others hold."""
    return Overlooker(STRONG)


def master() -> Champion:
    """The strongest player that answers within a tenth of a second."""
    return Champion(nodes=MASTER_NODES)
