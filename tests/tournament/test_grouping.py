"""Pairs of exactly the least cost; triples as cheap as trying all of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from parlour.tournament.grouping import Costs, FewestDear, pairs_of_least_cost, triples_of_low_cost

DEAR = 10**9


def partitions(members: tuple[int, ...], size: int) -> Iterator[list[list[int]]]:
    """All ways to split members into groups."""
    if not members:
        yield []
        return
    first, *others = members
    for chosen in combinations(others, size - 1):
        left = tuple(member for member in others if member not in chosen)
        for rest in partitions(left, size):
            yield [[first, *chosen], *rest]


def random_costs(members: int, rng: Random) -> Costs:
    matrix = [[0] * members for _ in range(members)]
    for one, other in combinations(range(members), 2):
        matrix[one][other] = matrix[other][one] = rng.choice((0, 1, 4, 9, 36, DEAR))
    return Costs(matrix)


def total(groups: list[list[int]], costs: Costs) -> int:
    return sum(map(costs.of, groups))


@pytest.mark.parametrize("members", [2, 4, 8])
def test_pairs_cost_as_little_as_possible(members: int) -> None:
    rng = Random(members)
    for _ in range(20):
        costs = random_costs(members, rng)

        found = pairs_of_least_cost(costs)

        assert sorted(member for pair in found for member in pair) == list(range(members))
        assert total(found, costs) == min(total(way, costs) for way in partitions(tuple(range(members)), 2))


@pytest.mark.parametrize("members", [3, 6, 9, 12])
def test_triples_cost_as_little_as_trying_all_of_them_shows(members: int) -> None:
    rng = Random(members)
    for _ in range(20 if members < 12 else 3):
        costs = random_costs(members, rng)

        found = triples_of_low_cost(costs, rng, DEAR)

        assert sorted(member for triple in found for member in triple) == list(range(members))
        assert total(found, costs) == min(total(way, costs) for way in partitions(tuple(range(members)), 3))


@pytest.mark.parametrize("members", [6, 9])
def test_triples_with_fewer_dear_pairs_are_found_if_there_are_any(members: int) -> None:
    rng = Random(members)
    for _ in range(20):
        costs = random_costs(members, rng)
        least = min(total(way, costs) // DEAR for way in partitions(tuple(range(members)), 3))

        found = FewestDear(costs, DEAR, looks=10**6).fewer_than(least + 1)
        assert found is not None
        assert sorted(member for triple in found for member in triple) == list(range(members))
        assert total(found, costs) // DEAR == least
        assert FewestDear(costs, DEAR, looks=10**6).fewer_than(least) is None, "there are no fewer"


def test_the_search_for_fewer_dear_pairs_gives_up_in_time() -> None:
    costs = random_costs(12, Random(1))
    search = FewestDear(costs, DEAR, looks=100)

    assert search.fewer_than(99) is None
    assert search.looks > -(12**2), "it stops at once"
