"""Who plays with whom: windows are kept, waiting counts, and little is lost to the heaviest matching."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from parlour.server.lobby.matching import FIRST_REACH, Group, Offer, Seeker, group_of, match
from parlour.server.lobby.simulation import arrivals, simulate

PAIRS, THREES, OTHER = Offer("h", "{}", 2), Offer("h", "{}", 3), Offer("d", "{}", 2)


def seeker(
    person: int, rating: float = 1500.0, waited: float = 0.0, window: float | None = None, *offers: Offer
) -> Seeker:
    return Seeker(person, waited, offers or (PAIRS,), {"h": rating, "d": rating}, window)


def persons(groups: list[Group]) -> set[tuple[int, ...]]:
    return {group.persons for group in groups}


def test_the_nearest_are_brought_together() -> None:
    waiting = [seeker(1, 1500), seeker(2, 1590), seeker(3, 1510), seeker(4, 1600)]

    assert persons(match(waiting)) == {(1, 3), (2, 4)}


def test_people_are_seated_only_under_terms_that_all_accept() -> None:
    assert match([seeker(1), seeker(2, 1500, 0, None, OTHER)]) == []
    (group,) = match([seeker(1, 1500, 0, None, PAIRS, OTHER), seeker(2, 1500, 0, None, OTHER, THREES)])
    assert group.offer == OTHER
    assert match([seeker(1), seeker(1, 1500, 9)][:1]) == [], "nobody plays alone"


def test_a_reach_widens_but_never_beyond_its_bound() -> None:
    far = FIRST_REACH + 150.0

    assert match([seeker(1), seeker(2, 1500 + far)]) == []
    assert persons(match([seeker(1, waited=10), seeker(2, 1500 + far, 10)])) == {(1, 2)}
    assert match([seeker(1, waited=10), seeker(2, 1500 + far, 1)]) == [], "each must reach the other"
    assert match([seeker(1, waited=1e6, window=200), seeker(2, 1500 + far, 1e6)]) == []


def test_three_sit_down_together_and_either_leaves_nobody_over() -> None:
    both = (PAIRS, THREES)
    assert persons(match([seeker(n, 1500, 0, None, THREES) for n in range(3)])) == {(0, 1, 2)}
    assert persons(match([seeker(n, 1500, 0, None, *both) for n in range(3)])) == {(0, 1, 2)}
    groups = match([seeker(n, 1500 + n, 0, None, *both) for n in range(5)])
    assert sorted(len(group.persons) for group in groups) == [2, 3]


def test_who_has_waited_is_seated_before_who_is_nearer() -> None:
    waiting = [seeker(1, 1500), seeker(2, 1500), seeker(3, 1590, waited=30)]

    (group,) = match(waiting)

    assert 3 in group.persons


@pytest.mark.parametrize("people", [8, 20, 60])
def test_little_is_lost_to_the_heaviest_matching(people: int) -> None:
    rustworkx = pytest.importorskip("rustworkx")
    lost = []
    for seed in range(12):
        rng = Random(f"{people} {seed}")
        waiting = [
            seeker(n, rng.gauss(1500, 200), rng.expovariate(0.1), rng.choice((None, 200.0, 400.0)))
            for n in range(people)
        ]
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(people))
        for one, other in combinations(waiting, 2):
            group = group_of((one, other), PAIRS)
            if group is not None:
                graph.add_edge(one.person, other.person, group.weight)
        best = rustworkx.max_weight_matching(graph, weight_fn=lambda weight: int(weight * 1000))
        most = sum(graph.get_edge_data(*edge) for edge in best)
        groups = match(waiting)
        assert len({person for group in groups for person in group.persons}) == 2 * len(groups)
        lost.append(1 - sum(group.weight for group in groups) / most)

    assert min(lost) > -1e-9, "nothing is heavier than the heaviest"
    assert sum(lost) / len(lost) < 0.05, lost


def test_forty_people_wait_a_few_seconds_and_nobody_is_passed_over() -> None:
    runs = [simulate(Random(seed), people=40, per_second=0.5) for seed in range(6)]

    assert max(run.median for run in runs) <= 10.0, runs
    assert [run.outside for run in runs] == [0] * 6
    assert all(run.seated + run.unseated == 40 for run in runs)
    assert sum(run.unseated for run in runs) <= 12, "only whom nobody fits is left"


def test_arrivals_are_the_same_for_the_same_seed() -> None:
    assert arrivals(Random(3), 20, 1.0) == arrivals(Random(3), 20, 1.0)
