"""Points, what tells equals apart, and what cannot happen."""

from __future__ import annotations

from fractions import Fraction

import pytest

from parlour.tournament.errors import TournamentError
from parlour.tournament.events import Corrected, Event, Joined, Opened, Paired, Played, Scores, Withdrew
from parlour.tournament.standings import prizes_of, standings
from parlour.tournament.terms import Terms
from parlour.tournament.tournament import Tournament, fold

THREE = Opened(Terms(name="night", game="any", seats=3, rounds=2))
TWO = Opened(Terms(name="night", game="any", seats=2, rounds=2))


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((250, 100), "1 0"),
        ((250, 250), "1/2 1/2"),
        ((None, 3), "0 1"),
        ((250, 100, 90), "3 1 0"),
        ((100, 250, 250), "0 2 2"),
        ((250, 100, 100), "3 1/2 1/2"),
        ((80, 80, 80), "4/3 4/3 4/3"),
        ((None, 80, None), "0 3 0"),
        ((-5, None, 10), "1 0 3"),
    ],
)
def test_places_at_a_table_bring_points_and_equals_share(scores: Scores, points: str) -> None:
    assert prizes_of(scores) == [Fraction(each) for each in points.split()]


def played_two_rounds() -> Tournament:
    """Ada and Cleo have 2 points each; Cleo's opponents have more."""
    names = ("Ada", "Bela", "Cleo", "Dora")
    events: list[Event] = [TWO, *map(Joined, names)]
    events += [Paired(1, (("Ada", "Bela"), ("Cleo", "Dora"))), Played(1, 1, (250, 10)), Played(1, 2, (250, 240))]
    events += [Paired(2, (("Ada", "Dora"), ("Cleo", "Bela"))), Played(2, 1, (None, 250)), Played(2, 2, (250, 100))]
    return fold(events)


def test_equal_points_are_told_apart_by_the_opponents_and_then_by_the_difference() -> None:
    lines = standings(played_two_rounds())

    assert [(line.place, line.player, int(line.points)) for line in lines] == [
        (1, "Cleo", 2),
        (2, "Dora", 1),
        (3, "Ada", 1),
        (4, "Bela", 0),
    ]
    assert [line.opponents for line in lines] == [1, 3, 1, 3]
    assert lines[2].difference == 240
    assert lines[2].places == (1, 2)


def test_who_is_equal_in_everything_shares_a_place() -> None:
    events: list[Event] = [TWO, Joined("Ada"), Joined("Bela"), Paired(1, (("Ada", "Bela"),)), Played(1, 1, (90, 90))]

    assert [line.place for line in standings(fold(events))] == [1, 1]


def test_a_pause_and_a_bot_count_as_an_opponent_with_ones_own_points() -> None:
    names = ("Ada", "Bela", "Cleo", "Dora")
    events: list[Event] = [THREE, *map(Joined, names)]
    events += [Paired(1, (("Ada", None, "Bela"), ("Cleo", "Dora", None)))]
    events += [Played(1, 1, (250, 200, 100)), Played(1, 2, (250, 100, 0))]

    ada = next(line for line in standings(fold(events)) if line.player == "Ada")

    assert ada.points == 3
    assert ada.opponents == 3 + 0
    assert ada.difference == 100


def test_a_correction_counts_and_stays_on_record() -> None:
    tournament = played_two_rounds()
    tournament.fold(Corrected(2, 1, (250, 10), "the wrong way round"))

    assert standings(tournament)[0].player == "Ada"
    assert [each.why for each in tournament.corrections] == ["the wrong way round"]


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([TWO], "opened once"),
        ([Joined("Ada")], "'Ada' plays already"),
        ([Withdrew("Zoe")], "'Zoe' does not play here"),
        ([Played(1, 1, (1, 2))], "no round is paired yet"),
        ([Paired(2, (("Ada", "Bela"),), ("Cleo",))], "round 1 is next, got round 2"),
        ([Paired(1, (("Ada", "Bela"),))], "one place for 'Cleo', got 0"),
        ([Paired(1, (("Ada", "Bela"),), ("Cleo", "Ada"))], "one place for 'Ada', got 2"),
        ([Paired(1, (("Ada", "Bela"),), ("Cleo", "Zoe"))], "one place for 'Zoe', got 1"),
        ([Paired(1, (("Ada", "Bela", "Cleo"),))], "table 1 has 2 seats"),
        ([Paired(1, ((None, None),), ("Ada", "Bela", "Cleo"))], "table 1 has 2 seats"),
        ([Paired(1, (), ("Ada", "Bela", "Cleo"))], "one table or more"),
        ([Paired(1, (("Ada", "Bela"),), ("Cleo",)), Played(1, 2, (1, 2))], "round 1 has tables 1 to 1, got 2"),
        ([Paired(1, (("Ada", "Bela"),), ("Cleo",)), Played(1, 1, (1,))], "as many scores, got 1"),
        ([Paired(1, (("Ada", "Bela"),), ("Cleo",)), Corrected(1, 1, (1, 2), "so")], "no result to correct"),
        ([Paired(1, (("Ada", "Bela"),), ("Cleo",)), Paired(2, ())], "round 1 is not over: table 1 still plays"),
        (
            [Paired(1, (("Ada", "Bela"),), ("Cleo",)), Played(1, 1, (1, 2)), Played(1, 1, (1, 2))],
            "has its result; correct it instead",
        ),
    ],
)
def test_what_cannot_happen_is_refused(events: list[Event], message: str) -> None:
    tournament = fold([TWO, *map(Joined, ("Ada", "Bela", "Cleo"))])
    for event in events[:-1]:
        tournament.fold(event)
    before = (dict(tournament.players), list(tournament.rounds))

    with pytest.raises(TournamentError, match=message):
        tournament.fold(events[-1])
    assert (tournament.players, tournament.rounds) == before


def test_who_withdraws_keeps_her_place_and_can_come_back() -> None:
    tournament = fold([TWO, *map(Joined, ("Ada", "Bela", "Cleo"))])
    tournament.fold(Paired(1, (("Ada", "Bela"),), ("Cleo",)))
    tournament.fold(Played(1, 1, (250, 0)))

    tournament.fold(Withdrew("Ada"))

    assert tournament.active == ["Bela", "Cleo"]
    assert [line.player for line in standings(tournament) if not line.plays] == ["Ada"]

    tournament.fold(Joined("Ada"))

    assert "Ada" in tournament.active


def test_terms_that_cannot_be_held_are_refused() -> None:
    with pytest.raises(TournamentError, match="tables of 2, got 3"):
        Terms(name="night", game="any", seats=3, format="robin")
    with pytest.raises(TournamentError, match="1 round or more, got 0"):
        Terms(name="night", game="any", rounds=0)
