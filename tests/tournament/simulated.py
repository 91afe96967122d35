"""Simulated tournaments, and how good their pairings are.

Run `python -m tests.tournament.simulated --count 1000`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import combinations
from random import Random
from typing import NamedTuple

from parlour.terminal.progress import show_progress
from parlour.tournament.events import Joined, Opened, Played, Withdrew
from parlour.tournament.pairing import History, next_round
from parlour.tournament.terms import Fill, Terms
from parlour.tournament.tournament import Tournament

SPREAD = 100.0
"""The standard deviation of strengths, in points of a match."""
NOISE = 60.0
"""The standard deviation of a result."""


class Faults(NamedTuple):
    """What went less than ideally in a tournament."""

    repeats: int
    """Meetings of two who had met, and could not be kept apart by this round's pairing."""
    pauses: int
    """How much oftener one player paused than another who was there all the time."""
    seats: int
    """How much oftener somebody sat in one seat than in another, at most."""
    floats: int
    """Meetings of two with unequal points, at tables of two."""


def simulate(terms: Terms, players: int, rng: Random, leaving: float = 0.0) -> Tournament:
    """Play a tournament of people with random strengths, some of whom leave between rounds."""
    tournament = Tournament(Opened(terms))
    strengths = {f"player {number}": rng.gauss(0, SPREAD) for number in range(players)}
    for name in strengths:
        tournament.fold(Joined(name))
    while not tournament.is_over and len(tournament.active) >= terms.seats:
        paired = next_round(tournament, rng)
        tournament.fold(paired)
        for number, places in enumerate(paired.tables, start=1):
            scores = [round(strengths.get(name or "", 0.0) + rng.gauss(200, NOISE)) for name in places]
            tournament.fold(Played(paired.round, number, tuple(scores)))
        for name in tournament.active:
            if rng.random() < leaving:
                tournament.fold(Withdrew(name))
    return tournament


def faults_of(tournament: Tournament) -> Faults:
    """Count what went less than ideally."""
    met: Counter[frozenset[str | None]] = Counter()
    floats = 0
    partial = Tournament(Opened(tournament.terms))
    partial.players = dict(tournament.players)
    for played in tournament.rounds:
        points = History(partial).points
        for table in played.tables:
            met.update(frozenset(pair) for pair in combinations(table.places, 2) if None not in pair)
            here = {points[name] for name in table.players}
            floats += len(here) > 1
        partial.rounds.append(played)
    stayed = [name for name, plays in tournament.players.items() if plays]
    pauses = Counter(name for played in tournament.rounds for name in played.pauses)
    seats = Counter(
        (name, seat)
        for played in tournament.rounds
        for table in played.tables
        for seat, name in enumerate(table.places)
        if name is not None
    )
    paused = [pauses[name] for name in stayed] or [0]
    uneven = [
        max(seats[name, seat] for seat in range(tournament.terms.seats))
        - min(seats[name, seat] for seat in range(tournament.terms.seats))
        for name in stayed
    ] or [0]
    return Faults(sum(count - 1 for count in met.values()), max(paused) - min(paused), max(uneven), floats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = Random(options.seed)
    totals: dict[int, Counter[str]] = {2: Counter(), 3: Counter()}
    for done in range(options.count):
        seats = rng.choice((2, 3))
        players = round(4 * (options.most / 4) ** rng.random())
        rounds = rng.randint(3, 7)
        fill: Fill = rng.choice(("pause", "bot"))
        terms = Terms(name="simulated", game="any", seats=seats, rounds=rounds, fill=fill)
        tournament = simulate(terms, players, rng, leaving=rng.choice((0.0, 0.03)))
        faults = faults_of(tournament)
        small = players <= (rounds + 1) * (seats - 1) + 1
        totals[seats].update(
            {
                "tournaments": 1,
                "rounds": len(tournament.rounds),
                "tables": sum(len(played.tables) for played in tournament.rounds),
                "repeats": faults.repeats,
                "repeats in fields that must repeat or nearly": faults.repeats if small else 0,
                "pauses uneven by more than one": faults.pauses > 1,
                "seats uneven by more than one": faults.seats > 1,
                "seats uneven by more than two": faults.seats > 2,
                "floats": faults.floats,
            }
        )
        show_progress(done + 1, options.count, "tournaments")
    for seats, counted in totals.items():
        found = ", ".join(f"{name} {count}" for name, count in counted.items())
        sys.stdout.write(f"tables of {seats}: {found}\n")


if __name__ == "__main__":
    main()
