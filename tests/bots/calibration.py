"""How well `search` knows its chance of going out first: `python -m tests.bots.calibration ROUNDS SEED [PLAYERS]`.

Plays rounds with itself. Whenever a seat is about to play its first card and may still bet, the chance that it sees is
noted; afterwards the notes are compared with what happened, in ten bins.
"""

from __future__ import annotations

import sys
from random import Random

from parlour.bots.haggis.bots import Search
from parlour.core.game import CHANCE
from parlour.games.haggis import Haggis, Options
from parlour.games.haggis.notation import BET, PASS, kind_of
from parlour.games.haggis.position import decode_round

Note = tuple[float, bool]
"""What was expected, and whether it happened."""
ENOUGH = 50


def play(game: Haggis, bot: Search, rng: Random) -> list[Note]:
    """Play a round, and give a note for every seat that could have bet."""
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), rng))
    seen: dict[int, float] = {}
    while state.round is not None and not state.round.over:
        seat = game.to_act(state)[0]
        assert seat is not None
        legal = game.legal_moves(state, seat)
        advice = bot.advise(game.view(state, seat), legal, rng)
        chance = advice.candidates[0].wins
        if chance is not None and any(kind_of(move) == BET for move in legal) and advice.move != PASS:
            seen[seat] = chance
        state = game.apply(state, seat, advice.move)
    assert state.round is not None
    out = decode_round(state.round).outs[0]
    return [(chance, seat == out) for seat, chance in seen.items()]


def tell(notes: list[Note]) -> None:
    """Print the table."""
    worst = 0.0
    sys.stdout.write("predicted   observed  notes  gap\n")
    for low in range(10):
        inside = [note for note in notes if low / 10 <= note[0] < (low + 1) / 10 + (low == 9)]
        if not inside:
            continue
        predicted, observed = (sum(values) / len(inside) for values in zip(*inside, strict=True))
        sys.stdout.write(f"{predicted:9.3f} {observed:10.3f} {len(inside):6} {observed - predicted:+.3f}\n")
        if len(inside) >= ENOUGH:
            worst = max(worst, abs(observed - predicted))
    sys.stdout.write(f"largest gap where there are {ENOUGH} or more: {worst:.3f}\n")


def main(rounds: int, seed: int, players: int = 2, nodes: int = 1000) -> None:
    """Play, and tell."""
    game, bot, rng = Haggis(Options(players=players)), Search(nodes=nodes), Random(seed)
    tell([note for _ in range(rounds) for note in play(game, bot, rng)])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
