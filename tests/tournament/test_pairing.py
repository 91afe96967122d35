"""Who plays whom: nobody twice where it can be helped, equals with equals, pauses and seats in turn."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from parlour.tournament.errors import TournamentError
from parlour.tournament.events import Joined, Opened, Paired, Played, Withdrew
from parlour.tournament.pairing import next_round
from parlour.tournament.terms import Fill, Format, Terms
from parlour.tournament.tournament import Tournament, fold
from tests.tournament.simulated import met_twice, pauses_twice, seats_of, simulate

NAMES = ("Ada", "Bela", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana")


def opened(seats: int = 2, rounds: int = 5, fill: Fill = "pause", form: Format = "swiss") -> Opened:
    return Opened(Terms(name="night", game="any", seats=seats, rounds=rounds, fill=fill, format=form))


def begun(terms: Opened, names: tuple[str, ...]) -> Tournament:
    return fold([terms, *map(Joined, names)])


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("fill", ["pause", "bot"])
def test_nobody_meets_twice_nor_pauses_twice_in_a_field_that_is_large_enough(seats: int, fill: Fill) -> None:
    rng = Random(seats)
    for players in (20, 25, 31):
        tournament = simulate(opened(seats, 4, fill).terms, players, rng)

        assert met_twice(tournament) == 0
        assert pauses_twice(tournament) == 0
        assert seats_of(tournament).uneven <= 2


def test_those_who_won_meet_each_other() -> None:
    tournament = begun(opened(), NAMES)
    tournament.fold(Paired(1, tuple(zip(NAMES[::2], NAMES[1::2], strict=True))))
    for table in range(1, 5):
        tournament.fold(Played(1, table, (250, 100)))

    winners = set(NAMES[::2])

    for places in next_round(tournament, Random(1)).tables:
        assert len(winners.intersection(places)) in {0, 2}


def test_a_repeat_is_avoided_even_where_unequals_must_meet() -> None:
    tournament = begun(opened(), NAMES[:4])
    tournament.fold(Paired(1, (("Ada", "Bela"), ("Cleo", "Dora"))))
    tournament.fold(Played(1, 1, (250, 0)))
    tournament.fold(Played(1, 2, (250, 0)))
    tournament.fold(Paired(2, (("Ada", "Cleo"), ("Bela", "Dora"))))
    tournament.fold(Played(2, 1, (250, 0)))
    tournament.fold(Played(2, 2, (250, 0)))

    third = next_round(tournament, Random(1))

    assert {frozenset(table) for table in third.tables} == {frozenset(("Ada", "Dora")), frozenset(("Bela", "Cleo"))}


def test_another_player_pauses_where_that_avoids_a_repeat() -> None:
    """Cleo has met Ada and Bela; only if she does not pause can the other two meet somebody new."""
    tournament = begun(opened(), NAMES[:3])
    for number, (one, other, paused) in enumerate((("Ada", "Bela", "Cleo"), ("Ada", "Cleo", "Bela")), start=1):
        tournament.fold(Paired(number, ((one, other),), (paused,)))
        tournament.fold(Played(number, 1, (250, 0)))

    third = next_round(tournament, Random(1))

    assert set(third.tables[0]) == {"Bela", "Cleo"}
    assert third.pauses == ("Ada",)


def test_bots_fill_free_places_one_a_table() -> None:
    tournament = begun(opened(3, fill="bot"), NAMES[:7])

    paired = next_round(tournament, Random(1))

    assert sorted(table.count(None) for table in paired.tables) == [0, 1, 1]
    assert paired.pauses == ()


def test_bots_never_sit_together_though_everybody_has_met_one() -> None:
    tournament = simulate(opened(3, 6, "bot").terms, 7, Random(1))

    for played in tournament.rounds:
        assert sorted(table.places.count(None) for table in played.tables) == [0, 1, 1]


@pytest.mark.parametrize("players", [4, 5, 8])
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    tournament = simulate(opened(rounds=0, form="robin").terms, players, Random(1))

    met = [frozenset(table.players) for played in tournament.rounds for table in played.tables]

    assert sorted(map(sorted, met)) == sorted(map(sorted, map(set, combinations(tournament.players, 2))))
    assert tournament.is_over


def test_who_would_meet_somebody_that_has_withdrawn_pauses() -> None:
    tournament = begun(opened(rounds=0, form="robin"), NAMES[:4])
    first = next_round(tournament, Random(1))
    tournament.fold(first)
    for table in (1, 2):
        tournament.fold(Played(1, table, (250, 0)))
    tournament.fold(Withdrew("Dora"))

    second = next_round(tournament, Random(1))

    assert len(second.tables) == len(second.pauses) == 1


def test_the_same_seed_pairs_the_same_round() -> None:
    one, other = (next_round(begun(opened(), NAMES), Random(7)) for _ in range(2))

    assert one == other


@pytest.mark.parametrize(
    ("terms", "names", "message"),
    [
        (opened(), NAMES[:1], "a round needs 2 players or more, got 1"),
        (opened(3), NAMES[:2], "a round needs 3 players or more, got 2"),
        (opened(3, fill="bot"), NAMES[:1], "a round needs 2 players or more, got 1"),
    ],
)
def test_too_few_are_not_paired(terms: Opened, names: tuple[str, ...], message: str) -> None:
    with pytest.raises(TournamentError, match=message):
        next_round(begun(terms, names), Random(1))


def test_a_round_is_paired_once_the_one_before_is_over() -> None:
    tournament = begun(opened(), NAMES)
    tournament.fold(next_round(tournament, Random(1)))

    with pytest.raises(TournamentError, match="round 1 is not over"):
        next_round(tournament, Random(1))
