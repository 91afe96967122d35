"""Prints what a net makes of some positions: `python -m tests.bots.net_twin`.

Run once compiled and once with PARLOUR_INTERPRETED=1, the two outputs must be equal.
"""

from __future__ import annotations

import sys
from array import array

import numpy as np

from parlour.bots.haggis.kernel.net import valued_moves
from parlour.bots.haggis.kernel.net_candidates import brief_candidates, candidates
from parlour.bots.haggis.kernel.net_play import SAMPLES, self_play
from parlour.bots.haggis.kernel.net_search import try_each
from parlour.bots.haggis.kernel.net_study import STUDY
from parlour.games.haggis.cards import SPOTS
from tests.bots.nets import random_net
from tests.haggis.positions import table_at

POSITIONS = (
    (2, "hands 2r 3r 4r 7y 9o J K | 3g 5g 6o 9g 10g Q"),
    (2, "hands 2r 9r 10r 4y 4o 6g Q | 8g 8r J; captured 3r 3y | 5r 5o; trick 7y 7o by 1"),
    (3, "hands J Q 2r 3r 5r | 5g 6g 9g K | 4b 5b 8b"),
)


def main() -> None:
    net = random_net()
    for players, position in POSITIONS:
        table = table_at(position, players=players)
        (seat,) = table.to_act()
        played = table.state.round
        assert played is not None
        assert seat is not None
        found = valued_moves(net, played, seat)
        sys.stdout.write(f"{found}\n{candidates(played, seat)}\n{brief_candidates(played, seat)}\n")
        slots = played.slots()
        hidden = SPOTS[players] & sum(slot for number, slot in enumerate(slots[14:17]) if number != seat)
        moves = [move for move, _, _ in found[:2]]
        tried = array("i", bytes(4 * 2 * len(moves) * (players + 1)))
        try_each(net, played, hidden, seat, moves, 2, 7, 6, tried)
        sys.stdout.write(f"{list(tried)}\n")
        features = np.zeros((SAMPLES["longest"] + 1, SAMPLES["width"]), np.uint16)
        points, firsts = np.zeros(len(features), np.float32), np.zeros(len(features), np.int8)
        rows = np.zeros((1, STUDY["moves"], STUDY["width"]), np.uint16)
        gains = np.zeros(rows.shape[:2], np.float32)
        counts = self_play(net, None, played, 1, 7, 30, features, points, firsts, 1000, 1, rows, gains)
        sys.stdout.write(f"{counts}\n{features.tolist()}\n{points.tolist()}\n{rows.tolist()}\n{gains.tolist()}\n")


if __name__ == "__main__":
    main()
