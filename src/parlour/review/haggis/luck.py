"""What a deal of Haggis brings: how the net fares with it, less how it fares with the hands in other seats."""

from __future__ import annotations

from array import array
from itertools import permutations
from statistics import fmean
from typing import TYPE_CHECKING, Final

from parlour.bots.haggis.weights import shipped_net
from parlour.games.haggis.kernel.round import SLOTS, dealt
from parlour.review.haggis.kernel.luck import play_often

if TYPE_CHECKING:
    from parlour.core.game import Seat
    from parlour.games.haggis.kernel.round import Round
    from parlour.review.judging import Chance

ROUNDS: Final = {2: 60, 3: 24}
"""Rounds for each order of the hands, by number of players."""
EXPLORE: Final = 50
"""Of 1000 moves are made at random, since people do not all play the same."""
SHARE: Final = {2: 1.2, 3: 1.1}
"""How much of what the net makes of a deal counts as luck: fitted once, fixed with the version of the judge."""


def luck_of(event: Chance, seat: Seat, seed: int) -> float:
    """The luck of a deal, in points less the mean of the others'; its mean over all orders of the hands is 0."""
    opened: Round = event.states[0].round
    hands = event.move.hands
    slots = opened.slots()
    found = {}
    for order in permutations(range(len(hands))):
        turned = dealt(
            tuple(hands[place] for place in order),
            event.move.haggis,
            opened.actor,
            tournament=bool(slots[SLOTS["tournament"]]),
            bonus=slots[SLOTS["bonus"]],
        )
        found[order] = points_of(turned, seat, seed)
    return SHARE[len(hands)] * (found[tuple(range(len(hands)))] - fmean(found.values()))


def points_of(opened: Round, seat: Seat, seed: int) -> float:
    """What a seat scores on average with a deal, less the mean of the others, where the net plays all seats."""
    players = opened.slots()[SLOTS["players"]]
    rounds = ROUNDS[players]
    out = array("i", bytes(4 * rounds * (players + 1)))
    play_often(shipped_net(players), opened, rounds, seed, EXPLORE, out)
    total = [sum(out[other :: players + 1]) for other in range(players)]
    return (total[seat] - (sum(total) - total[seat]) / (players - 1)) / rounds
