"""Moves tried in sampled worlds, which a net plays to the end of the round."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.bots.haggis.kernel.net_search import try_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.haggis.bots import Situation
    from parlour.bots.haggis.kernel.net import Net

SOLVE_FROM: Final = 6
"""From how few cards of two players on alpha-beta ends a playout."""


class Result(NamedTuple):
    """How a playout ended."""

    points: tuple[int, ...]
    """Of the round, by seat."""
    first: int
    """The seat that went out first."""

    def gained(self, seat: int) -> float:
        """A seat's points less the mean of the others'."""
        own = self.points[seat]
        return own - (sum(self.points) - own) / (len(self.points) - 1)


def tried_in_worlds(
    net: Net, situation: Situation, moves: Sequence[int], worlds: int, seed: int
) -> list[tuple[Result, ...]]:
    """What every move brings in so many worlds, the same for all: for every world a result by move."""
    seat, stride = situation.view.seat, situation.view.options.players + 1
    assert seat is not None
    out = array("i", bytes(4 * worlds * len(moves) * stride))
    try_each(net, situation.world, situation.hidden, seat, moves, worlds, seed, SOLVE_FROM, out)
    found = [Result(tuple(out[at : at + stride - 1]), out[at + stride - 1]) for at in range(0, len(out), stride)]
    return [tuple(found[at : at + len(moves)]) for at in range(0, len(found), len(moves))]
