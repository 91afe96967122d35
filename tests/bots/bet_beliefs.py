"""What net and playouts are worth at a bet: `python -m tests.bots.bet_beliefs ROUNDS SEED PLAYERS [FILE]`, Haggis.

One seat of every deal always bets before its first card. What it could know then is noted: the net's chance of going
out first, that of playouts, and what the others had declared; and, after the round, whether it went out first. The
others bet where it pays, never, or always. Logistic regressions over these notes give the constants of
`parlour.bots.haggis.habits`. With FILE the notes are kept, and read where the file is there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.bots.haggis.bots import Situation
from parlour.bots.haggis.champion import Champion, NetPlayer, Tried, after_bet
from parlour.core.game import CHANCE
from parlour.games.haggis import Haggis, Options
from parlour.games.haggis.position import decode_round

WORLDS = 300
LEAST = 0.004
"""Shares nearer to 0 or 1 are counted as this."""
Numbers = NDArray[np.float64]


class Note(NamedTuple):
    """What a seat knew before it bet, and what came of it."""

    net: float
    playouts: float
    silent: int
    """Opponents that had played a card without a bet."""
    betting: int
    """Opponents that had bet."""
    judicious: bool
    """Whether the opponents bet where it pays."""
    out_first: bool


class Eager(NetPlayer):
    """Always bets."""

    def bet_amount(self, situation: Situation, chance: float, betting: float) -> int:
        del situation, chance, betting
        return 30


class Noting(NetPlayer):
    """Always bets, and remembers what it knew."""

    known: tuple[float, float, int, int] | None = None

    def forget(self) -> None:
        self.known = None

    def bet_amount(self, situation: Situation, chance: float, betting: float) -> int:
        del chance, betting
        seen, searcher, after = situation.seen, Champion(), after_bet(situation)
        first = NetPlayer().evaluated(after, [], Random(1))[0]
        tried = Tried(first.move, 0, 0.0, 0.0, 0.0)
        searcher.try_moves(after, [tried], WORLDS, Random(repr(situation.view)))
        others = [seat for seat in range(situation.view.options.players) if seat != situation.view.seat]
        silent = sum(seen.played[seat] and not seen.bets[seat] for seat in others)
        self.known = first.chance, tried.outs / tried.worlds, silent, sum(bool(seen.bets[seat]) for seat in others)
        return 30


OPPONENTS = {"judicious": NetPlayer(), "silent": NetPlayer(bets=False), "eager": Eager()}


def noted(rounds: int, seed: int, players: int) -> list[Note]:
    """Play, and give the notes."""
    game, mine, found = Haggis(Options(players=players)), Noting(), []
    for name, other in OPPONENTS.items():
        for number in range(rounds):
            rng = Random(f"{seed}/{number}")
            dealt = game.apply(game.start(), CHANCE, game.deal(game.start(), rng))
            for me in range(players):
                mine.forget()
                state = dealt
                while state.round is not None and not state.round.over:
                    (seat,) = game.to_act(state)
                    assert seat is not None
                    bot = mine if seat == me else other
                    state = game.apply(
                        state, seat, bot.choose(game.view(state, seat), game.legal_moves(state, seat), rng)
                    )
                assert state.round is not None
                if mine.known is not None:
                    found.append(Note(*mine.known, name == "judicious", decode_round(state.round).outs[0] == me))
    return found


def log_odds(chances: Sequence[float]) -> Numbers:
    """Of chances that are neither 0 nor 1."""
    safe = np.clip(np.array(chances), LEAST, 1 - LEAST)
    return np.asarray(np.log(safe / (1 - safe)))


def fitted(facts: Numbers, outs: Numbers, base: Numbers | None = None) -> Numbers:
    """The weights of a logistic regression, by Newton's method; `base` has weight 1."""
    weights = np.zeros(facts.shape[1])
    for _ in range(40):
        expected = 1 / (1 + np.exp(-facts @ weights - (0 if base is None else base)))
        curvature = facts.T @ (facts * (expected * (1 - expected))[:, None]) + 1e-9 * np.eye(len(weights))
        weights += np.linalg.solve(curvature, facts.T @ (outs - expected))
    return weights


def facts_of(notes: list[Note]) -> Numbers:
    """How many opponents declared what: silent and trusted, silent and not, betting and trusted, betting and not."""
    rows = [
        (
            note.silent * note.judicious,
            note.silent * (not note.judicious),
            note.betting * note.judicious,
            note.betting * (not note.judicious),
        )
        for note in notes
    ]
    return np.array(rows, float)


def tell(notes: list[Note]) -> None:
    """Print the constants, and what they explain."""
    outs = np.array([note.out_first for note in notes], float)
    net, playouts = log_odds([note.net for note in notes]), log_odds([note.playouts for note in notes])
    facts = facts_of(notes)
    declared = facts.any(axis=1)
    offsets = fitted(facts, outs, net)
    say(f"net alone, {len(notes)} notes: silent and betting, trusted or not {np.round(offsets, 2)}")
    report(notes, outs, net + facts @ offsets)
    opening = fitted(np.stack([net, playouts], axis=1)[~declared], outs[~declared])
    later = fitted(np.hstack([np.stack([net, playouts], axis=1), facts])[declared], outs[declared])
    say(f"with playouts, nothing declared ({(~declared).sum()}): net, playouts {np.round(opening, 2)}")
    say(f"with playouts, something declared: net, playouts, then as above {np.round(later, 2)}")
    both = np.where(
        declared, later[0] * net + later[1] * playouts + facts @ later[2:], opening[0] * net + opening[1] * playouts
    )
    report(notes, outs, both)
    say("as it is: net, playouts")
    report(notes, outs, net)
    report(notes, outs, playouts)


def report(notes: list[Note], outs: Numbers, odds: Numbers) -> None:
    """Print log loss and what bets bring, by what was declared."""
    chance = 1 / (1 + np.exp(-odds))
    loss = -(outs * np.log(chance) + (1 - outs) * np.log(1 - chance))
    gain = 30 * np.where(chance > 0.5, 2 * outs - 1, 0)
    kinds: dict[tuple[int, int, bool], list[int]] = {}
    for number, note in enumerate(notes):
        kinds.setdefault((note.silent, note.betting, note.judicious), []).append(number)
    for kind, numbers in sorted(kinds.items()):
        if len(numbers) > 100:
            say(f"    {kind}: {len(numbers)}, log loss {loss[numbers].mean():.4f}, points {gain[numbers].mean():+.2f}")
    say(f"    all: log loss {loss.mean():.4f}, points {gain.mean():+.2f}")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(rounds: str, seed: str, players: str, *file: str) -> None:
    """Note, or read notes, and tell."""
    path = Path(file[0]) if file else None
    if path is not None and path.exists():
        notes = [Note(*row) for row in json.loads(path.read_text(encoding="utf-8"))]
    else:
        notes = noted(int(rounds), int(seed), int(players))
        if path is not None:
            path.write_text(json.dumps(notes), encoding="utf-8")
    tell(notes)


if __name__ == "__main__":
    main(*sys.argv[1:])
