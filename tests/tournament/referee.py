"""What a round could have been at best: proofs that are independent of how rounds are paired.

A repeated meeting is avoidable if any seating of the same people has fewer, whoever of those who have paused least
pauses: an exhaustive search decides it. Floats are judged by the sum of squared differences in points at tables. Its
first bound ignores who has met whom: on a line, groups of given sizes have the least sum if each is made of neighbours.
Where a round is above that bound, an integer program finds the least sum for pairs, and all partitions of a small field
are tried for triples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from parlour.tournament.events import Opened
from parlour.tournament.pairing import History
from parlour.tournament.tournament import Round, Tournament

MOST_NODES: Final = 2_000_000
"""Of the exhaustive search; a question that needs more of them stays open."""
MOST_TRIPLED: Final = 12
"""Players of whom all partitions into triples are tried."""
MOST_SECONDS: Final = 60.0
"""For one integer program."""
Player = str | None
Met = Counter[frozenset[Player]]


class Judged(NamedTuple):
    """A round, beside what was possible."""

    repeats: int
    """Meetings of two who had met; a bot counts as one person."""
    avoidable: int | None
    """How many of them another seating avoids; None where the search did not come to an end."""
    floats: int
    """Tables at which people have unequal points."""
    spread: int
    """The sum of squared differences in points, in sixtieths."""
    least_spread: int | None
    """The least of it without a meeting again, for the same people at tables; None where that is not known."""
    unfair_pauses: int
    """Who pauses though somebody else who plays has paused less often."""


class TooManyNodesError(Exception):
    """The search was given up."""


def judged_rounds(tournament: Tournament) -> Iterator[Judged]:
    """Every round of a tournament, judged by what was known when it was paired."""
    for earlier, played in moments(tournament):
        yield judge(History(earlier), played)


def moments(tournament: Tournament) -> Iterator[tuple[Tournament, Round]]:
    """Every round, and the tournament as it was before it."""
    for number, played in enumerate(tournament.rounds):
        earlier = Tournament(Opened(tournament.terms))
        here = {*played.pauses, *(name for table in played.tables for name in table.players)}
        earlier.players = {name: name in here for name in tournament.players}
        earlier.rounds = tournament.rounds[:number]
        yield earlier, played


def judge(history: History, played: Round) -> Judged:
    """A round, beside what was possible."""
    met = history.met
    assert all(table.places.count(None) <= 1 for table in played.tables), "bots sit one at a table"
    people = [name for table in played.tables for name in table.players]
    repeats = sum(met[frozenset(pair)] for table in played.tables for pair in combinations(table.places, 2))
    groups = [[history.points[name] for name in table.players] for table in played.tables]
    bots = sum(table.places.count(None) for table in played.tables)
    spread = sum(map(spread_of, groups))
    bound = neighbours_spread([points for group in groups for points in group], history.places, bots)
    least = spread if spread == bound or repeats else least_spread(history, [*people, *[None] * bots])
    return Judged(
        repeats,
        avoidable(history, people, played.pauses, repeats, bots),
        sum(len(set(group)) > 1 for group in groups),
        spread,
        least,
        unfair_pauses(history, [*people, *played.pauses], played.pauses),
    )


def spread_of(points: Sequence[int]) -> int:
    return sum((one - other) ** 2 for one, other in combinations(points, 2))


def neighbours_spread(points: Sequence[int], size: int, smaller: int) -> int:
    """The least sum of squared differences within groups of a size, so many of which have one member less."""
    line = sorted(points)
    best: dict[tuple[int, int], int] = {(0, 0): 0}
    for place, used in ((place, used) for place in range(len(line)) for used in range(smaller + 1)):
        cost = best.get((place, used))
        if cost is None:
            continue
        for members, short in ((size, used), (size - 1, used + 1)):
            key = place + members, short
            if key[0] <= len(line) and short <= smaller:
                total = cost + spread_of(line[place : key[0]])
                best[key] = min(best.get(key, total), total)
    return best[len(line), smaller]


def least_spread(history: History, members: Sequence[Player]) -> int | None:
    """The least sum of squared differences if nobody meets again; None where it cannot be found out."""
    costs = {
        (one, other): 0 if None in pair else (history.points[pair[0] or ""] - history.points[pair[1] or ""]) ** 2
        for (one, other), pair in zip(combinations(range(len(members)), 2), combinations(members, 2), strict=True)
        if not history.met[frozenset(pair)] and set(pair) != {None}
    }
    if history.places == 2:
        return least_matching(len(members), costs)
    return least_triples(len(members), costs) if len(members) <= MOST_TRIPLED else None


def least_matching(members: int, costs: dict[tuple[int, int], int]) -> int | None:
    """The cost of the cheapest perfect matching, by an integer program; None where that takes too long."""
    pairs = np.array(list(costs))
    columns = np.arange(len(pairs))
    ones = np.ones(2 * len(pairs))
    each = csr_array((ones, (pairs.T.ravel(), np.concatenate((columns, columns)))), shape=(members, len(pairs)))
    found = milp(
        np.array(list(costs.values()), dtype=float),
        constraints=LinearConstraint(each, 1, 1),
        integrality=np.ones(len(pairs)),
        bounds=Bounds(0, 1),
        options={"time_limit": MOST_SECONDS, "mip_rel_gap": 0.0},
    )
    return round(found.fun) if found.status == 0 else None


def least_triples(members: int, costs: dict[tuple[int, int], int]) -> int:
    """The cost of the cheapest triples of all."""
    never = 10**12

    @cache
    def least(left: int) -> int:
        if not left:
            return 0
        first, *others = (member for member in range(members) if left >> member & 1)
        return min(
            sum(costs.get(pair, never) for pair in combinations((first, one, other), 2))
            + least(left & ~(1 << first | 1 << one | 1 << other))
            for one, other in combinations(others, 2)
        )

    return least((1 << members) - 1)


def unfair_pauses(history: History, everybody: Sequence[str], pauses: Sequence[str]) -> int:
    """How many pause though somebody who plays has paused less often."""
    playing = [history.pauses[name] for name in everybody if name not in pauses]
    return sum(history.pauses[name] > min(playing) for name in pauses)


def avoidable(history: History, people: Sequence[str], pauses: Sequence[str], repeats: int, bots: int) -> int | None:
    """How many repeats of a round some other seating avoids, whoever may pause; None where that stays open."""
    if not repeats:
        return 0
    least = repeats
    for chosen in fair_choices(history, [*people, *pauses], len(pauses)):
        seated: list[Player] = [name for name in (*people, *pauses) if name not in chosen]
        try:
            least = min(least, least_repeats([*seated, *[None] * bots], history.met, history.places, least))
        except TooManyNodesError:
            return None
        if not least:
            break
    return repeats - least


def fair_choices(history: History, everybody: Sequence[str], free: int) -> Iterator[tuple[str, ...]]:
    """Who may pause: nobody who has paused oftener than somebody who then plays."""
    order = sorted(everybody, key=history.pauses.__getitem__)
    last = history.pauses[order[free - 1]] if free else 0
    sure = [name for name in order[:free] if history.pauses[name] < last]
    others = [name for name in everybody if history.pauses[name] == last]
    for chosen in combinations(others, free - len(sure)):
        yield (*sure, *chosen)


def least_repeats(members: Sequence[Player], met: Met, size: int, known: int) -> int:
    """The fewest repeated meetings of all ways to seat people at tables of a size, of which one has `known`."""
    again = [[0 if one is other else met[frozenset((one, other))] for other in members] for one in members]
    for one, other in combinations(range(len(members)), 2):
        if members[one] is members[other] is None:
            again[one][other] = again[other][one] = known + 1  # two bots do not sit together
    nodes = 0

    def possible(left: frozenset[int], budget: int) -> bool:
        """Whether those who are left can be seated with so few repeats."""
        nonlocal nodes
        if not left:
            return True
        nodes += 1
        if nodes > MOST_NODES:
            raise TooManyNodesError
        fresh = {member: sum(not again[member][other] for other in left) - 1 for member in left}
        if sum(max(0, size - 1 - count) for count in fresh.values()) > 2 * budget:
            return False
        first = min(left, key=lambda member: (fresh[member], member))
        for others in combinations(sorted(left - {first}, key=again[first].__getitem__), size - 1):
            cost = sum(again[one][other] for one, other in combinations((first, *others), 2))
            if cost <= budget and possible(left - {first, *others}, budget - cost):
                return True
        return False

    return next(
        fewer for fewer in range(known + 1) if fewer == known or possible(frozenset(range(len(members))), fewer)
    )
