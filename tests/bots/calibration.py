"""How well `search` knows its chance of going out first: `python -m tests.bots.calibration ROUNDS`.

Plays rounds of two with itself. Whenever a seat is about to play its first card and may still bet, the chance that it
sees is noted; afterwards the notes are compared with what happened, in ten bins.
"""

from __future__ import annotations

import sys
from random import Random

from parlour.bots.haggis.bots import Search
from parlour.core.game import CHANCE
from parlour.games.haggis import Haggis
from parlour.games.haggis.notation import BET, PASS, kind_of
from parlour.games.haggis.position import decode_round


def main(rounds: int, nodes: int, seed: int) -> None:
    """Print the table."""
    game = Haggis()
    bot = Search(nodes=nodes)
    rng = Random(seed)
    noted: list[tuple[float, bool]] = []
    for _ in range(rounds):
        state = game.apply(game.start(), CHANCE, game.deal(game.start(), rng))
        seen: dict[int, float] = {}
        while state.round is not None and not state.round.over:
            seat = game.to_act(state)[0]
            assert seat is not None
            legal = game.legal_moves(state, seat)
            advice = bot.advise(game.view(state, seat), legal, rng)
            chance = advice.candidates[0].wins
            first = any(kind_of(move) == BET for move in legal) and advice.move != PASS
            if first and chance is not None:
                seen[seat] = chance
            state = game.apply(state, seat, advice.move)
        assert state.round is not None
        out = decode_round(state.round).outs[0]
        noted += [(chance, seat == out) for seat, chance in seen.items()]
    sys.stdout.write("predicted   observed  notes  gap\n")
    for low in range(10):
        inside = [(chance, won) for chance, won in noted if low / 10 <= chance < (low + 1) / 10 + (low == 9)]
        if inside:
            predicted = sum(chance for chance, _ in inside) / len(inside)
            observed = sum(won for _, won in inside) / len(inside)
            sys.stdout.write(f"{predicted:9.3f} {observed:10.3f} {len(inside):6} {observed - predicted:+.3f}\n")


if __name__ == "__main__":
    main(rounds=int(sys.argv[1]), nodes=1000, seed=1)
