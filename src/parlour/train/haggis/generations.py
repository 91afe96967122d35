"""Generations of a net: each is compared with the last one that was promoted, on the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from parlour.arena.sprt import Hypotheses, Sprt
from parlour.bots.haggis.kernel.net_duel import net_duel

if TYPE_CHECKING:
    from parlour.bots.haggis.kernel.net import Net
    from parlour.games.haggis.kernel.round import Round

HYPOTHESES: Final = Hypotheses(0, 10)
BLOCK: Final = 250
"""Deals between two looks at the test."""
MOST_DEALS: Final = 4_000
"""Where the test has no verdict after so many, the generation is not promoted."""


class Comparison(NamedTuple):
    """How a net did against another one."""

    points: float
    """A round, over the mean of the others; nobody bets."""
    margin: float
    """Half the 95 % interval, over deals."""
    deals: int
    stronger: bool
    """Whether the test was accepted."""


def compare(net: Net, rival: Net, opening: Round, seed: int, most: int = MOST_DEALS) -> Comparison:
    """Play until a sequential test tells that a net is stronger than another one or not, or for `most` deals.

    A deal is won by the net that scores more over all seatings.
    """
    test, found, verdict = Sprt(HYPOTHESES), np.zeros(0, np.float32), None
    while verdict is None and len(found) < most:
        block = played(net, rival, opening, min(BLOCK, most - len(found)), seed + len(found))
        for score in (np.sign(block) + 1) / 2:
            verdict = test.add(float(score)) or verdict
        found = np.concatenate([found, block])
    return Comparison(float(found.mean()), margin(found), len(found), verdict == "accept")


def gain(net: Net, rival: Net, opening: Round, seed: int, deals: int) -> tuple[float, float]:
    """Points a round of a net in one seat over rivals in the others, and half the 95 % interval."""
    found = played(net, rival, opening, deals, seed)
    return float(found.mean()), margin(found)


def played(net: Net, rival: Net, opening: Round, deals: int, seed: int) -> np.typing.NDArray[np.float32]:
    """The points of a net on some deals."""
    points, firsts = np.zeros(deals, np.float32), np.zeros(deals, np.float32)
    net_duel(net, rival, opening, seed, points, firsts)
    return points


def margin(points: np.typing.NDArray[np.float32]) -> float:
    """Half the 95 % interval of a mean."""
    return float(1.96 * points.std(ddof=1) / np.sqrt(len(points))) if len(points) > 1 else 0.0
