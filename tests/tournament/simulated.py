"""Simulated tournaments, and how good their pairings are.

Run `python -m tests.tournament.simulated --count 1000`. Every tournament has a seed of its own, so one that is told of
can be played again alone: `--first 17 --count 1`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from parlour.terminal.progress import show_progress
from parlour.tournament.events import Joined, Opened, Played, Withdrew
from parlour.tournament.pairing import next_round
from parlour.tournament.terms import Fill, Terms
from parlour.tournament.tournament import Tournament
from tests.tournament.dutch import Compared, compare
from tests.tournament.referee import Judged, judged_rounds, moments

SPREAD: Final = 100.0
"""The standard deviation of strengths, in points of a match."""
NOISE: Final = 60.0
"""The standard deviation of a result."""
LARGEST_ROBIN: Final = 64
"""Players; a round robin has as many rounds, and a server takes no more."""
KINDS: Final = ("two", "three", "robin")
LARGEST_DUTCH: Final = 100
"""Players of a tournament that is compared with the Dutch system; a round of 300 takes it two seconds."""
LARGE: Final = 200
"""Players from whom on the time of a pairing is told."""


class Seats(NamedTuple):
    """How evenly those who stayed to the end were seated."""

    uneven: int
    """How much oftener somebody sat in one seat than in another, at most."""
    beyond: int
    """Players of whom that is more than one."""
    players: int


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


def seats_of(tournament: Tournament) -> Seats:
    """How evenly seats were given."""
    seats = Counter(
        (name, seat)
        for played in tournament.rounds
        for table in played.tables
        for seat, name in enumerate(table.places)
    )
    stayed = [name for name, plays in tournament.players.items() if plays]
    counts = [[seats[name, seat] for seat in range(tournament.terms.seats)] for name in stayed]
    uneven = [max(count) - min(count) for count in counts]
    return Seats(max(uneven, default=0), sum(each > 1 for each in uneven), len(stayed))


def met_twice(tournament: Tournament) -> int:
    """Pairs of people who met oftener than once."""
    met = Counter(
        frozenset(pair)
        for played in tournament.rounds
        for table in played.tables
        for pair in combinations(table.players, 2)
    )
    return sum(count > 1 for count in met.values())


def pauses_twice(tournament: Tournament) -> int:
    """Players who paused again though somebody who was there all the time had not paused."""
    pauses = Counter(name for played in tournament.rounds for name in played.pauses)
    fewest = min((pauses[name] for name, plays in tournament.players.items() if plays), default=0)
    return sum(count > fewest + 1 for count in pauses.values())


def random_terms(kind: str, most: int, rng: Random) -> tuple[Terms, int]:
    """A tournament of a kind, and its players: from 4 up, as many of 4 to 8 as of 8 to 16 and so on."""
    players = round(4 * (min(most, LARGEST_ROBIN if kind == "robin" else most) / 4) ** rng.random())
    fill: Fill = rng.choice(("pause", "bot"))
    if kind == "robin":
        return Terms(name="simulated", game="any", format="robin", rounds=0), players
    return Terms(
        name="simulated", game="any", seats=KINDS.index(kind) + 2, rounds=rng.randint(3, 9), fill=fill
    ), players


def counted(judged: Iterable[Judged]) -> dict[str, int]:
    """The rounds of a tournament in figures."""
    total: Counter[str] = Counter()
    for each in judged:
        total.update(
            {
                "rounds": 1,
                "repeats": each.repeats,
                "of them avoidable": each.avoidable or 0,
                "of them undecided": each.repeats if each.avoidable is None else 0,
                "rounds without a repeat": not each.repeats,
                "of them of least spread": not each.repeats and each.spread == each.least_spread,
                "of them of more": not each.repeats and each.least_spread not in {None, each.spread},
                "of them unknown": not each.repeats and each.least_spread is None,
                "unfair pauses": each.unfair_pauses,
            }
        )
    return total


def robin_counts(tournament: Tournament) -> dict[str, int]:
    """A round robin in figures: there is nothing to choose in it."""
    return {"rounds": len(tournament.rounds), "pairs that met twice": met_twice(tournament)}


def refereed(compared: Iterable[Compared]) -> dict[str, int]:
    """The rounds of a tournament beside those of the Dutch system."""
    total: Counter[str] = Counter()
    for each in compared:
        both = each.dutch_floats is not None
        same_bye = both and each.paused_points == each.dutch_paused_points
        total.update(
            {
                "rounds": 1,
                "forbidden by C1": each.met_again,
                "forbidden by C2": each.paused_again,
                "forbidden by C3": each.same_colour,
                "rounds that Dutch rules cannot pair": not both,
                "byes with more points than the Dutch one": both
                and (each.paused_points or 0) > (each.dutch_paused_points or 0),
                "byes with fewer": both and (each.paused_points or 0) < (each.dutch_paused_points or 0),
                "rounds of less spread": same_bye and each.spread < each.dutch_spread,
                "of more": same_bye and each.spread > each.dutch_spread,
                "of the same": same_bye and each.spread == each.dutch_spread,
                "floats": each.floats if both else 0,
                "Dutch floats": each.dutch_floats or 0,
            }
        )
    return total


def say(name: str, counts: Counter[str]) -> None:
    sys.stdout.write(f"{name}: " + ", ".join(f"{key} {count:,}" for key, count in counts.items()) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    options = parser.parse_args()
    totals: dict[str, Counter[str]] = {kind: Counter() for kind in (*KINDS, "beside the Dutch system")}
    slowest = 0.0
    for done in range(options.count):
        number = options.first + done
        kind = options.kinds[number % len(options.kinds)]
        rng = Random(f"{options.seed} {kind} {number}")
        terms, players = random_terms(kind, options.most, rng)
        began = time.process_time()
        tournament = simulate(terms, players, rng, leaving=rng.choice((0.0, 0.03)))
        if players >= LARGE:
            slowest = max(slowest, (time.process_time() - began) / len(tournament.rounds))
        seats = seats_of(tournament)
        counts = robin_counts(tournament) if kind == "robin" else counted(judged_rounds(tournament))
        if counts.get("of them avoidable"):
            sys.stdout.write(f"tournament {number} ({players} players): {counts['of them avoidable']} avoidable\n")
        totals[kind].update(
            {
                "tournaments": 1,
                "players": players,
                **counts,
                "stayed": seats.players,
                "seats uneven by more than one": seats.beyond,
                "seats uneven by more than two": seats.uneven > 2,
                "paused too often": pauses_twice(tournament),
            }
        )
        if kind == "two" and terms.fill == "pause" and players <= LARGEST_DUTCH:
            totals["beside the Dutch system"].update(refereed(compare(*moment) for moment in moments(tournament)))
        show_progress(done + 1, options.count, "tournaments")
    for name, counts in totals.items():
        say(name, counts)
    sys.stdout.write(f"seconds for a round of {LARGE} players or more, at most: {slowest:.2f}\n")


if __name__ == "__main__":
    main()
