"""How much is at stake in a round of Haggis: bets make the same mistake dearer (H7.3)."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.bets import TYPICAL_ROUNDS, settled_bets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.haggis import View

USUAL: Final = {
    players: fmean(first - fmean(others) for first, *others in rounds) for players, rounds in TYPICAL_ROUNDS.items()
}
"""Points of the first out less the mean of the others', without bets, by number of players."""


def stake_of(view: View) -> float:
    """What going out first is worth to a seat, in rounds without bets: 1 where nobody has bet or somebody is out."""
    seen, players = view.round, view.options.players
    assert seen is not None
    if seen.outs:
        return 1.0
    usual = (USUAL[players] + view.options.bonus) * players / (players - 1)
    return 1 + swing([bet or 0 for bet in seen.bets], view.seat or 0) / usual


def swing(bets: Sequence[int], seat: int) -> float:
    """By how much better a seat does with the bets where it goes out first than where another does."""
    gained = []
    for first in range(len(bets)):
        settled = settled_bets(bets, first)
        gained.append(settled[seat] - (sum(settled) - settled[seat]) / (len(bets) - 1))
    return gained[seat] - (sum(gained) - gained[seat]) / (len(bets) - 1)
