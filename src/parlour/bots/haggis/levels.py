"""The five levels of Haggis: the same net, which sees less the lower the level is; the highest looks ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.bots.haggis.champion import Champion, NetPlayer
from parlour.bots.haggis.weights import dimmed_net

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from parlour.bots.haggis.bots import Evaluated, Situation
    from parlour.bots.haggis.kernel.net import Net
    from parlour.games.haggis import View


class Sight(NamedTuple):
    """How much a level sees of each subject, from 0 for nothing to 1 for all that the net knows."""

    counting: float
    """The cards that are gone, what others hold, and so what may still be beaten."""
    planning: float
    """The plays that the hand needs, and the ranks that stay together."""
    thrift: float
    """Which cards a move spends."""

    def by_subject(self) -> tuple[tuple[str, float], ...]:
        """The share of each subject of the net."""
        return tuple((subject, share) for name, share in self._asdict().items() for subject in ASPECTS[name])


ASPECTS: Final = {
    "counting": ("unseen cards", "beatable plays", "wilds to beat it", "others' sizes", "others' wilds"),
    "planning": ("plays left", "ranks left"),
    "thrift": ("cards played",),
}
STRONG: Final = {2: Sight(0.2, 1, 1), 3: Sight(0.3, 1, 1)}
REGULAR: Final = {2: Sight(0, 0.65, 0.65), 3: Sight(0, 0.5, 0.5)}
CASUAL: Final = {2: Sight(0, 0.3, 0.3), 3: Sight(0, 0.25, 0.25)}
BEGINNER: Final = {2: Sight(0, 0, 0), 3: Sight(0, 0, 0)}
MASTER_NODES: Final = 1000
WHOLE: Final = NetPlayer()


class DimPlayer(NetPlayer):
    """Plays what the net values most, with part of what it could see; if it bets, then by the whole hand."""

    def __init__(self, sights: Mapping[int, Sight], *, bets: bool = True) -> None:
        """What it sees, by number of players."""
        super().__init__(bets=bets)
        self.sights = sights

    def net_for(self, view: View) -> Net:
        players = view.options.players
        return dimmed_net(players, self.sights[players].by_subject())

    def bet_chances(self, situation: Situation, best: Evaluated, rng: Random) -> tuple[float, float]:
        """What the whole net says: chances of one that overlooks something are wrong, and bets by them are costly."""
        return WHOLE.bet_chances(situation, best, rng)


def beginner() -> DimPlayer:
    """Sees little more than its own cards, and never bets."""
    return DimPlayer(BEGINNER, bets=False)


def casual() -> DimPlayer:
    """Does not count, has a vague plan, and cares little which cards it spends."""
    return DimPlayer(CASUAL)


def regular() -> DimPlayer:
    """Plans its hand and wastes little, but counts neither the cards that are gone nor those that others hold."""
    return DimPlayer(REGULAR)


def strong() -> DimPlayer:
    """Plans its hand, but has only a rough idea of what is gone and what others hold."""
    return DimPlayer(STRONG)


def master() -> Champion:
    """The strongest player that answers within a tenth of a second."""
    return Champion(nodes=MASTER_NODES)
