"""Prints what the kernels of the judges make of some positions: `python -m tests.review.kernel_twin`.

Run once compiled and once with PARLOUR_INTERPRETED=1, the two outputs must be equal.
"""

from __future__ import annotations

import sys
from array import array
from random import Random

from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.kernel.prepared_play import bounds
from parlour.bots.damenrennen.weights import fitted_mind
from parlour.core.game import CHANCE
from parlour.games.damenrennen import Damenrennen
from parlour.review.damenrennen.kernel.open_race import drafted, hand_worths, market_worth, sets_of, take_shifted
from parlour.review.haggis.kernel.luck import play_often
from tests.bots.nets import random_net
from tests.haggis.positions import table_at

POSITIONS = (
    (2, "hands 2r 3r 4r 7y 9o J K | 3g 5g 6o 9g 10g Q"),
    (3, "hands J Q 2r 3r 5r | 5g 6g 9g K | 4b 5b 8b"),
)
SHIFTS = (0.01, -0.02, 0.005, 0.03, -0.01)


def main() -> None:
    net = random_net()
    for players, position in POSITIONS:
        table = table_at(position, players=players)
        played = table.state.round
        assert played is not None
        often = array("i", bytes(4 * 3 * (players + 1)))
        play_often(net, played, 3, 7, 300, often)
        sys.stdout.write(f"{list(often)}\n")
    game = Damenrennen()
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), Random(3)))
    room = Preparation()
    dealt, usual = hand_worths(state.game, room, fitted_mind(), 1)
    sys.stdout.write(f"{market_worth(state.game, room, fitted_mind()):.9f} {dealt:.9f} {usual:.9f}\n")
    end = drafted(state.game, 1, 0, 0, fitted_mind())
    take_shifted(state.game, room, fitted_mind(), 0, [SHIFTS])
    low, high = bounds(room)
    sys.stdout.write(f"{end.slots()} {sets_of(room, 0)} {low:.9f} {high:.9f}\n")


if __name__ == "__main__":
    main()
