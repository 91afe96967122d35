"""How well a bot knows its chance of going out first: `python -m tests.bots.calibration ROUNDS SEED [PLAYERS] [SPEC]`.

Plays rounds with itself, `search:nodes=1000` if no other is named. Whenever a seat is about to play its first card and
may still bet, the chance that it sees is noted; afterwards the notes are compared with what happened, in ten bins. Last
it says which correction of a search would fit these very rounds best: one that is taken over must then be checked on
others.
"""

from __future__ import annotations

import sys
from random import Random
from typing import NamedTuple

import numpy as np

from parlour.bots.bot import AnyBot
from parlour.bots.catalogue import make_bot
from parlour.bots.haggis.bets import CORRECTIONS, Correction
from parlour.core.game import CHANCE
from parlour.games.haggis import Haggis, Options
from parlour.games.haggis.notation import BET, PASS, kind_of
from parlour.games.haggis.position import decode_round

ENOUGH = 50


class Note(NamedTuple):
    """What was expected before a first card, after how many bets of others, and whether it happened."""

    chance: float
    against: int
    out_first: bool


def play(game: Haggis, bot: AnyBot, rng: Random) -> list[Note]:
    """Play a round, and give a note for every seat that could have bet."""
    state = game.apply(game.start(), CHANCE, game.deal(game.start(), rng))
    seen: dict[int, tuple[float, int]] = {}
    while state.round is not None and not state.round.over:
        seat = game.to_act(state)[0]
        assert seat is not None
        legal = game.legal_moves(state, seat)
        advice = bot.advise(game.view(state, seat), legal, rng)
        chance = advice.candidates[0].wins
        if chance is not None and any(kind_of(move) == BET for move in legal) and advice.move != PASS:
            bets = decode_round(state.round).bets
            seen[seat] = chance, sum(bool(declared) for other, declared in enumerate(bets) if other != seat)
        state = game.apply(state, seat, advice.move)
    assert state.round is not None
    out = decode_round(state.round).outs[0]
    return [Note(chance, against, seat == out) for seat, (chance, against) in seen.items()]


def tell(notes: list[Note]) -> None:
    """Print the table."""
    worst = 0.0
    sys.stdout.write("predicted   observed  notes  gap\n")
    for low in range(10):
        inside = [note for note in notes if low / 10 <= note.chance < (low + 1) / 10 + (low == 9)]
        if not inside:
            continue
        predicted = sum(note.chance for note in inside) / len(inside)
        observed = sum(note.out_first for note in inside) / len(inside)
        sys.stdout.write(f"{predicted:9.3f} {observed:10.3f} {len(inside):6} {observed - predicted:+.4f}\n")
        if len(inside) >= ENOUGH:
            worst = max(worst, abs(observed - predicted))
    sys.stdout.write(f"largest gap where there are {ENOUGH} or more: {worst:.4f}\n")


def fit(notes: list[Note], used: Correction) -> Correction:
    """Find the correction under which what happened is likeliest, by Newton's method; sure chances need none."""
    open_notes = [note for note in notes if note.chance < 1]
    chance, against, out_first = np.array(open_notes).T
    shares = (np.log(chance / (1 - chance)) + used.offset + used.per_bet * against) / used.slope
    facts = np.stack([shares, -np.ones_like(shares), -against], axis=1)
    found = np.array(used)
    for _ in range(20):
        expected = 1 / (1 + np.exp(-facts @ found))
        curvature = facts.T @ (facts * (expected * (1 - expected))[:, None])
        found += np.linalg.solve(curvature, facts.T @ (out_first - expected))
    return Correction(*map(float, found))


def main(rounds: str, seed: str, players: str = "2", spec: str = "search:nodes=1000") -> None:
    """Play, and tell."""
    game, bot, rng = Haggis(Options(players=int(players))), make_bot(spec, "haggis"), Random(int(seed))
    notes = [note for _ in range(int(rounds)) for note in play(game, bot, rng)]
    tell(notes)
    if spec.startswith("search"):
        slope, offset, per_bet = fit(notes, CORRECTIONS[int(players)])
        sys.stdout.write(f"fitted on these: slope {slope:.2f}, offset {offset:.2f}, per bet {per_bet:.2f}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
