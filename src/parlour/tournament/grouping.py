"""Groups of least cost: pairs by a matching, triples by a local search."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeVar

from parlour.extras import load_extra

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

Member = TypeVar("Member")

TRIPLE: Final = 3
KICKS: Final = 200
"""How often the local search starts again from its best triples, a few of them shuffled."""
LOOKS_PER_KICK: Final = 5_000
"""How long the exact search goes on, beside the local one: 2,000 seatings of 21 players for 200 kicks."""
KICKED: Final = 4
"""How many triples are shuffled."""


class Costs:
    """What it costs to have two in one group: a symmetric matrix with zeros in its diagonal."""

    def __init__(self, matrix: list[list[int]]) -> None:
        self.matrix = matrix

    @classmethod
    def between(cls, members: Sequence[Member], cost: Callable[[Member, Member], int]) -> Costs:
        """The costs of members, each pair of whom is asked for once."""
        matrix = [[0] * len(members) for _ in members]
        for one, other in combinations(range(len(members)), 2):
            matrix[one][other] = matrix[other][one] = cost(members[one], members[other])
        return cls(matrix)

    def __len__(self) -> int:
        return len(self.matrix)

    def of(self, group: list[int]) -> int:
        """The cost of a group."""
        return sum(self.matrix[one][other] for one, other in combinations(group, 2))


def pairs_of_least_cost(costs: Costs) -> list[list[int]]:
    """A perfect matching of least cost, by Edmonds' blossom algorithm."""
    rustworkx = load_extra("rustworkx", "club")
    highest = 1 + max((max(row) for row in costs.matrix), default=0)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(costs)))
    graph.add_edges_from(
        [(one, other, highest - costs.matrix[one][other]) for one, other in combinations(range(len(costs)), 2)]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted(sorted(pair) for pair in matched)


def triples_of_low_cost(costs: Costs, rng: Random, dear: int, kicks: int = KICKS) -> list[list[int]]:
    """Triples that no exchange of two members makes cheaper, the best of several descents.

    Where pairs among them cost `dear` or more each, an exact search looks for triples with fewer of those, as far as it
    comes, and the descents begin again from what it finds.
    """
    order = chain_of_neighbours(costs)
    start = [order[place : place + TRIPLE] for place in range(0, len(order), TRIPLE)]
    best = improved(start, costs, rng, kicks)
    known = sum(map(costs.of, best)) // dear
    fewer = FewestDear(costs, dear, LOOKS_PER_KICK * kicks).fewer_than(known) if known else None
    return best if fewer is None else improved(fewer, costs, rng, kicks)


def improved(start: list[list[int]], costs: Costs, rng: Random, kicks: int) -> list[list[int]]:
    """The cheapest triples of several descents from a start."""
    best = descend(start, costs, set(range(len(start))))
    least = sum(map(costs.of, best))
    for _ in range(kicks if len(best) > 1 else 0):
        if not least:
            break
        groups, shuffled = kicked(best, costs, rng)
        found = descend(groups, costs, shuffled)
        cost = sum(map(costs.of, found))
        if cost <= least:
            best, least = found, cost
    return best


class FewestDear:
    """A depth-first search for triples with few dear pairs, which gives up after so many looks at pairs."""

    def __init__(self, costs: Costs, dear: int, looks: int) -> None:
        self.dear = [[cost // dear for cost in row] for row in costs.matrix]
        self.looks = looks

    def fewer_than(self, known: int) -> list[list[int]] | None:
        """Triples with the fewest dear pairs; None where there are no fewer than known, or none are found in time."""
        for budget in range(known):
            found = self.within(frozenset(range(len(self.dear))), budget)
            if found is not None or self.looks <= 0:
                return found
        return None

    def within(self, left: frozenset[int], budget: int) -> list[list[int]] | None:
        """Triples of those who are left, with no more dear pairs than that."""
        if not left:
            return []
        self.looks -= len(left) ** 2
        if self.looks <= 0:
            return None
        cheap = {member: sum(not self.dear[member][other] for other in left) - 1 for member in left}
        if sum(max(0, TRIPLE - 1 - count) for count in cheap.values()) > 2 * budget:
            return None  # a dear pair helps two members
        first = min(left, key=lambda member: (cheap[member], member))
        row = self.dear[first]
        for one, other in combinations(sorted(left - {first}, key=row.__getitem__), TRIPLE - 1):
            cost = row[one] + row[other] + self.dear[one][other]
            rest = self.within(left - {first, one, other}, budget - cost) if cost <= budget else None
            if rest is not None:
                return [[first, one, other], *rest]
        return None


def chain_of_neighbours(costs: Costs) -> list[int]:
    """Everybody once, each behind the cheapest neighbour that is left: a start for the search."""
    left = set(range(1, len(costs)))
    chain = [0] if len(costs) else []
    while left:
        row = costs.matrix[chain[-1]]
        chain.append(min(left, key=row.__getitem__))
        left.remove(chain[-1])
    return chain


def kicked(groups: list[list[int]], costs: Costs, rng: Random) -> tuple[list[list[int]], set[int]]:
    """The groups with a few shuffled among each other, the dearest and others by chance; which ones."""
    dear = max(range(len(groups)), key=lambda number: (costs.of(groups[number]), rng.random()))
    others = [number for number in range(len(groups)) if number != dear]
    chosen = [dear, *rng.sample(others, min(KICKED - 1, len(others)))]
    members = [member for number in chosen for member in groups[number]]
    rng.shuffle(members)
    result = [list(group) for group in groups]
    for place, number in enumerate(chosen):
        result[number] = members[TRIPLE * place : TRIPLE * (place + 1)]
    return result, set(chosen)


def descend(groups: list[list[int]], costs: Costs, changed: set[int]) -> list[list[int]]:
    """Exchange members of two groups as long as that makes them cheaper; only some have changed since it did not."""
    while changed:
        one = changed.pop()
        for other in range(len(groups)):
            if other != one and exchange(groups[one], groups[other], costs):
                changed |= {one, other}
    return groups


def exchange(one: list[int], other: list[int], costs: Costs) -> bool:
    """Make the best exchange between two groups; False where none makes them cheaper."""
    rows = costs.matrix
    if not (costs.of(one) or costs.of(other)):
        return False
    home = [sum(rows[member][each] for each in one) for member in one]
    away = [sum(rows[member][each] for each in other) for member in one]
    theirs = [
        (partner, sum(rows[partner][each] for each in one), sum(rows[partner][each] for each in other))
        for partner in other
    ]
    best, places = 0, (0, 0)
    for place, member in enumerate(one):
        row, saved = rows[member], home[place] - away[place]
        for target, (partner, there, here) in enumerate(theirs):
            gain = saved + here - there + 2 * row[partner]
            if gain > best:
                best, places = gain, (place, target)
    if not best:
        return False
    mine, target = places
    one[mine], other[target] = other[target], one[mine]
    return True
