"""A few simulated tournaments under the eyes of the referees; `python -m tests.tournament.simulated` plays many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from parlour.tournament.events import Joined, Opened, Paired, Played
from parlour.tournament.pairing import History
from parlour.tournament.robin import robin_round
from parlour.tournament.terms import Terms
from parlour.tournament.tournament import Tournament, fold
from tests.tournament.dutch import compare
from tests.tournament.referee import (
    Met,
    judge,
    judged_rounds,
    least_matching,
    least_repeats,
    least_triples,
    moments,
    neighbours_spread,
    spread_of,
)
from tests.tournament.simulated import KINDS, met_twice, random_terms, seats_of, simulate
from tests.tournament.test_grouping import partitions

MISSED = "7 three 1066"
"""Seeds a tournament of 21 players in whose seventh round exchanges alone find no seating without a repeat."""
TOURNAMENTS = 6
LARGEST = 40


def tournaments(kind: str) -> Iterator[Tournament]:
    """Tournaments of a kind, some with people who leave."""
    rng = Random(KINDS.index(kind))
    for number in range(TOURNAMENTS):
        yield simulate(*random_terms(kind, LARGEST, rng), rng, leaving=0.05 * (number % 2))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["two", "three"])
def test_no_round_has_an_avoidable_repeat_an_unfair_pause_or_more_spread_than_it_needs(kind: str) -> None:
    for tournament in tournaments(kind):
        for judged in judged_rounds(tournament):
            assert judged.avoidable == 0
            assert judged.unfair_pauses == 0
            if not judged.repeats and judged.least_spread is not None:
                assert judged.spread == judged.least_spread
        assert seats_of(tournament).uneven <= 3


@pytest.mark.slow
def test_rounds_of_two_are_legal_by_the_rules_of_chess_and_hold_no_more_floats_than_its_own() -> None:
    """But for the seats: chess forbids a third game in a row with one colour, which is of no weight at cards."""
    rng = Random(11)
    for players in (5, 8, 13, 24, 31):
        tournament = simulate(Terms(name="chess", game="any", rounds=5), players, rng, leaving=0.05)
        for earlier, played in moments(tournament):
            found = compare(earlier, played)
            if found.dutch_floats is None:
                continue  # its absolute criteria leave no round at all
            assert found.met_again == found.paused_again == 0
            assert (found.paused_points or 0) <= (found.dutch_paused_points or 0)
            if found.paused_points == found.dutch_paused_points:
                assert found.spread <= found.dutch_spread


def test_in_a_round_robin_of_any_size_everybody_meets_everybody_once() -> None:
    for players in (4, 5, 10, 63, 300):
        names = [str(number) for number in range(players)]
        rounds = [robin_round(names, set(names), number) for number in range(1, players + players % 2)]

        met = Counter(frozenset(table) for tables, _ in rounds for table in tables)
        assert len(met) == players * (players - 1) // 2
        assert set(met.values()) == {1}
        assert all(len(pauses) == players % 2 for _, pauses in rounds)


@pytest.mark.parametrize("leaving", [0.0, 0.05, 0.2])
def test_nobody_meets_twice_in_a_round_robin_that_people_leave(leaving: float) -> None:
    tournament = simulate(Terms(name="robin", game="any", format="robin", rounds=0), 13, Random(2), leaving)

    assert met_twice(tournament) == 0
    assert seats_of(tournament).uneven <= 3


# The referees themselves.


def test_the_referee_finds_the_repeat_that_could_have_been_avoided() -> None:
    tournament = fold([Opened(Terms(name="night", game="any")), *map(Joined, "abcd")])
    for number in (1, 2):
        tournament.fold(Paired(number, (("a", "b"), ("c", "d"))))
        tournament.fold(Played(number, 1, (9, 0)))
        tournament.fold(Played(number, 2, (9, 0)))
    first, second = judged_rounds(tournament)

    assert (first.repeats, first.avoidable, first.spread) == (0, 0, 0)
    assert (second.repeats, second.avoidable, second.floats) == (2, 2, 2)
    (_, _), (earlier, played) = moments(tournament)
    assert compare(earlier, played).met_again == 2
    assert History(earlier).met[frozenset("ab")] == 1


def test_the_referee_finds_the_pause_that_was_another_s() -> None:
    tournament = fold([Opened(Terms(name="night", game="any")), *map(Joined, "abc")])
    for number in (1, 2):
        tournament.fold(Paired(number, (("a", "b"),), ("c",)))
        tournament.fold(Played(number, 1, (9, 0)))
    first, second = judged_rounds(tournament)

    assert (first.unfair_pauses, second.unfair_pauses) == (0, 1)
    *_, (earlier, played) = moments(tournament)
    assert compare(earlier, played).paused_again == 1


@pytest.mark.parametrize("size", [2, 3])
def test_the_bounds_are_what_trying_everything_gives(size: int) -> None:
    rng = Random(size)
    members = tuple(range(6))
    for _ in range(30):
        points = [rng.randrange(5) for _ in members]
        met: Met = Counter(
            {frozenset[str | None](pair): rng.randrange(2) for pair in combinations(map(str, members), 2)}
        )
        ways = list(partitions(members, size))
        spreads = [sum(spread_of([points[each] for each in group]) for group in way) for way in ways]
        repeats = [
            sum(met[frozenset(map(str, pair))] for group in way for pair in combinations(group, 2)) for way in ways
        ]

        assert neighbours_spread(points, size, 0) == min(spreads)
        assert least_repeats([str(each) for each in members], met, size, max(repeats)) == min(repeats)
        fresh = [spread for spread, again in zip(spreads, repeats, strict=True) if not again]
        costs = {
            pair: (points[pair[0]] - points[pair[1]]) ** 2
            for pair in combinations(members, 2)
            if not met[frozenset(map(str, pair))]
        }
        if fresh:
            found = least_matching(6, costs) if size == 2 else least_triples(6, costs)
            assert found == min(fresh)


def test_with_a_bot_one_group_is_smaller() -> None:
    assert neighbours_spread([0, 0, 3, 9, 9], 2, 1) == 0
    assert neighbours_spread([0, 0, 0, 5, 5], 3, 1) == 0


def test_a_seating_without_a_repeat_is_found_where_exchanges_miss_it() -> None:
    rng = Random(MISSED)
    tournament = simulate(*random_terms("three", 30, rng), rng, leaving=rng.choice((0.0, 0.03)))

    (seventh,) = (moment for number, moment in enumerate(moments(tournament), start=1) if number == 7)
    assert judge(History(seventh[0]), seventh[1]).repeats == 0
