"""Groups of least cost: pairs by a matching, triples by a local search."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from parlour.extras import load_extra

if TYPE_CHECKING:
    from random import Random

TRIPLE: Final = 3
KICKS: Final = 30
"""How often the local search starts again from its best triples, a few of them shuffled."""
KICKED: Final = 4
"""How many triples are shuffled."""


class Costs:
    """What it costs to have two in one group: a symmetric matrix."""

    def __init__(self, matrix: list[list[int]]) -> None:
        self.matrix = matrix

    def __len__(self) -> int:
        return len(self.matrix)

    def of(self, group: list[int]) -> int:
        """The cost of a group."""
        return sum(self.matrix[one][other] for one, other in combinations(group, 2))

    def within(self, member: int, group: list[int], without: int) -> int:
        """What a member costs in a group without another one."""
        row = self.matrix[member]
        return sum(row[other] for other in group if other not in {member, without})


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


def triples_of_low_cost(costs: Costs, rng: Random) -> list[list[int]]:
    """Triples that no exchange of two members makes cheaper, the best of several descents."""
    order = chain_of_neighbours(costs)
    start = [order[place : place + TRIPLE] for place in range(0, len(order), TRIPLE)]
    best = descend(start, costs, set(range(len(start))))
    least = sum(map(costs.of, best))
    for _ in range(KICKS):
        if len(best) == 1:
            break
        groups, shuffled = kicked(best, costs, rng)
        found = descend(groups, costs, shuffled)
        cost = sum(map(costs.of, found))
        if cost <= least:
            best, least = found, cost
    return best


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
    best, place = 0, None
    for mine, member in enumerate(one):
        for theirs, partner in enumerate(other):
            gain = (
                costs.within(member, one, member)
                + costs.within(partner, other, partner)
                - costs.within(member, other, partner)
                - costs.within(partner, one, member)
            )
            if gain > best:
                best, place = gain, (mine, theirs)
    if place is None:
        return False
    mine, theirs = place
    one[mine], other[theirs] = other[theirs], one[mine]
    return True
