"""How soon ordinary and duplicate tournaments recover the true order: bots of known strength on real deals.

Run `python -m tests.tournament.duplicated --count 200`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

import msgspec

from parlour.bots.catalogue import make_bot
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.catalogue import KINDS, AnyGame, make_game
from parlour.terminal.progress import show_progress
from parlour.tournament.events import Joined, Opened, Played
from parlour.tournament.pairing import next_round
from parlour.tournament.standings import Standing, standings
from parlour.tournament.terms import Terms
from parlour.tournament.tournament import Tournament

GAME: Final = next(name for name, kind in KINDS.items() if kind.independent_deals)
GOOD, BAD = "regular", "uniform"
FEWEST: Final = 0.6
"""How often the weakest player makes a good move; the strongest always does, the others lie between."""


Rank = Callable[[Standing], tuple[Fraction, ...]]


class Player(NamedTuple):
    """Somebody who makes a good move with some probability, and else a random one."""

    name: str
    strength: float


def long_game(seats: int) -> AnyGame:
    """A match that no score ends."""
    kind = KINDS[GAME]
    assert kind.length is not None
    return make_game(GAME, {**kind.tournament, "players": seats, kind.length: 5_000})


def play(game: AnyGame, players: Sequence[Player], deals: int, deal: Callable[[int], Random], rng: Random) -> list[int]:
    """The scores of a match of so many deals; `deal` has the generator of each of them."""
    good, bad = make_bot(GOOD, GAME), make_bot(BAD, GAME)
    table = Table(game)
    dealt = 0
    while True:
        actors = table.to_act()
        if actors == (CHANCE,):
            if dealt == deals:
                return list(table.scores())
            table.play(CHANCE, game.deal(table.state, deal(dealt)))
            dealt += 1
            continue
        seat = Seat(actors[0] or 0)
        bot = good if rng.random() < players[seat].strength else bad
        table.play(seat, bot.choose(table.view(seat), table.legal_moves(seat), rng))


def tau(lines: Sequence[Standing], strengths: dict[str, float], rank: Rank) -> float:
    """Kendall's tau of the standings; pairs that share a place count as half right."""
    agreed = []
    for one, other in combinations(lines, 2):
        first, second = rank(one), rank(other)
        higher = (first > second) - (first < second)
        agreed.append(higher * (1 if strengths[one.player] > strengths[other.player] else -1))
    return fmean(agreed)


def tournament_taus(players: Sequence[Player], terms: Terms, seed: int) -> list[tuple[float, float]]:
    """After every round, the tau of the standings, and of the order by difference alone."""
    rng = Random(seed)
    game = long_game(terms.seats)
    strengths = {player.name: player.strength for player in players}
    by_name = {player.name: player for player in players}
    tournament = Tournament(Opened(terms))
    for player in rng.sample(players, len(players)):
        tournament.fold(Joined(player.name))
    found = []
    while not tournament.is_over:
        paired = next_round(tournament, rng)
        tournament.fold(paired)
        for number, places in enumerate(paired.tables, start=1):
            shared = f"{seed}:{paired.round}" if terms.duplicate else f"{seed}:{paired.round}:{number}"
            seated = [by_name[name or ""] for name in places]
            scores = play(game, seated, terms.deals, lambda deal, key=shared: Random(f"{key}:{deal}"), rng)  # type: ignore[misc]
            tournament.fold(Played(paired.round, number, tuple(scores)))
        lines = standings(tournament)
        found.append(
            (
                tau(lines, strengths, lambda line: (line.points, line.opponents, line.difference)),
                tau(lines, strengths, lambda line: (line.difference,)),
            )
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--deals", type=int, default=4)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    span = options.players - 1
    players = [Player(f"player {n}", FEWEST + (1 - FEWEST) * n / span) for n in range(options.players)]
    terms = Terms(name="simulated", game=GAME, seats=options.seats, rounds=options.rounds, deals=options.deals)
    kinds = {"ordinary": terms, "duplicate": msgspec.structs.replace(terms, duplicate=True)}
    curves: dict[str, list[list[float]]] = {}
    for done in range(options.count):
        for name, kind in kinds.items():
            taus = tournament_taus(players, kind, options.seed + done)
            curves.setdefault(name, []).append([by_points for by_points, _ in taus])
            curves.setdefault(f"{name}, by difference alone", []).append([by for _, by in taus])
        show_progress(done + 1, options.count, "pairs of tournaments")
    for name, runs in curves.items():
        rounds = [list(column) for column in zip(*runs, strict=True)]
        shown = ", ".join(f"{fmean(column):.3f}" for column in rounds)
        error = max(stdev(column) / len(column) ** 0.5 for column in rounds) if len(runs) > 1 else 0.0
        sys.stdout.write(f"{name}: {shown} (± {1.96 * error:.3f})\n")


if __name__ == "__main__":
    main()
