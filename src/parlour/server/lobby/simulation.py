"""People who arrive at random and wait for each other: how long, and whether anybody is passed over.

Pure: the time is a number, and whoever is seated is gone.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.server.lobby.matching import Offer, Seeker, match

if TYPE_CHECKING:
    from random import Random

TICK_SECONDS: Final = 2.0
BOT_SECONDS: Final = 20.0
"""After so long a bot is offered, while the search goes on."""
GAMES: Final = ("one", "other")
SPREAD: Final = 200.0
WINDOWS: Final = (None, None, 200.0, 400.0)


class Arrival(msgspec.Struct, frozen=True):
    """Somebody who begins to wait."""

    at: float
    seeker: Seeker


class Waits(msgspec.Struct, frozen=True):
    """What came of a simulation."""

    arrived: int
    seated: int
    median: float
    """Seconds until somebody was seated, of those who were."""
    longest: float
    unseated: int
    """People whom nobody fitted until the end: they were offered a bot after 20 s."""
    outside: int
    """Groups outside somebody's window: none, ever."""


def arrivals(rng: Random, people: int, per_second: float) -> list[Arrival]:
    """People who come at random, with the terms that members of a club have."""
    pairs, threes, other = Offer(GAMES[0], "{}", 2), Offer(GAMES[0], "{}", 3), Offer(GAMES[1], "{}", 2)
    wishes = ((pairs,), (pairs,), (pairs, threes), (pairs, threes, other), (pairs, other), (other,), (threes, pairs))
    now, found = 0.0, []
    for person in range(people):
        now += rng.expovariate(per_second)
        strength = rng.gauss(1500.0, SPREAD)
        ratings = {game: strength + rng.gauss(0.0, SPREAD / 4) for game in GAMES}
        found.append(Arrival(now, Seeker(person, 0.0, rng.choice(wishes), ratings, rng.choice(WINDOWS))))
    return found


def simulate(rng: Random, people: int, per_second: float, patience: float = 120.0) -> Waits:
    """Let people arrive, and seat them every two seconds; the last ones wait a while longer."""
    coming = arrivals(rng, people, per_second)
    waiting: dict[int, Arrival] = {}
    waits: list[float] = []
    outside, now, end = 0, 0.0, coming[-1].at + patience
    while now < end:
        now += TICK_SECONDS
        while coming and coming[0].at <= now:
            arrival = coming.pop(0)
            waiting[arrival.seeker.person] = arrival
        seekers = [msgspec.structs.replace(each.seeker, waited=now - each.at) for each in waiting.values()]
        for group in match(seekers):
            members = [waiting.pop(person) for person in group.persons]
            ratings = [each.seeker.ratings[group.offer.game] for each in members]
            bound = min((each.seeker.window for each in members if each.seeker.window is not None), default=None)
            outside += bound is not None and max(ratings) - min(ratings) > bound
            waits += [now - each.at for each in members]
    return Waits(people, len(waits), median(waits), max(waits), len(waiting), outside)
