"""Profiles: made of one's own finished matches and reviews, for nobody else, and with no figure from few decisions."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import msgspec
import pytest

from parlour.server.events import Opening
from parlour.server.profile import MOST_MATCHES, profile_of
from parlour.server.profile_types import KindGiven, LevelRecord, PlayedList, Profile
from parlour.server.review_store import NewReview, PlayedRow
from parlour.server.review_types import Figures, Judge, KindLoss
from parlour.server.review_work import judge_of
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Person, TableRow, TableSummary
from tests.server.conftest import Launch
from tests.server.finished import ADA, BO, person, random_match, write_finished

pytestmark = pytest.mark.anyio

ME = Person(7, "Ada")
SOMEBODY = 8


def figures(losses: list[float], **kinds: tuple[int, float]) -> Figures:
    """What a review says of decisions that cost so much."""
    return Figures(
        decisions=len(losses),
        lost_per_decision=fmean(losses) if losses else None,
        margin=1.96 * stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else None,
        level=None,
        result=10.0,
        luck=4.0,
        adjusted=6.0,
        rounds=(),
        kinds=tuple(KindLoss(kind, *each) for kind, each in kinds.items()),
    )


def a_match(
    number: int,
    *,
    winner: int = 0,
    others: tuple[str, ...] = ("casual",),
    judged: Figures | None = None,
    judge: Judge | None = None,
    **opening: Any,
) -> PlayedRow:
    """A match of mine in seat 0, at a table with bots or, where a name is empty, with somebody."""
    scores = tuple(100 if seat == winner else 10 * seat for seat in range(len(others) + 1))
    summary = TableSummary(
        status="over",
        names=("Ada", *("" if bot else "Bo" for bot in others)),
        bots=("", *others),
        persons=(ME.id, *(None if bot else SOMEBODY for bot in others)),
        scores=scores,
        winners=(winner,),
    )
    settings = {"game": "haggis", "version": 1, "options": {}, "owner": ME.id, **opening}
    row = TableRow(f"t{number}", Opening(**settings), summary, f"2026-11-{1 + number % 28:02}T12:00:00+00:00")
    if judged is None:
        return PlayedRow(row, None, None)
    speaks = msgspec.json.encode(judge or judge_of(row.opening.game)).decode()
    return PlayedRow(row, speaks, msgspec.json.encode(judged).decode())


def only_list(rows: list[PlayedRow]) -> PlayedList:
    """The one list of matches, given the latest first."""
    (found,) = profile_of(ME, rows).lists
    return found


def test_wins_are_counted_by_the_strongest_of_the_others() -> None:
    rows = [
        a_match(0, others=("casual", "master")),
        a_match(1, others=("strong", "casual"), winner=1),
        a_match(2, others=("strong", "strong")),
        a_match(3, others=("strong", "")),
        a_match(4, others=("engine of Cy", "casual")),
        a_match(5, others=("engine of Cy", "engine of Cy"), winner=2),
    ]

    assert only_list(rows).levels == (
        LevelRecord("engine of Cy", 1, 0),
        LevelRecord("casual", 1, 1),
        LevelRecord("strong", 2, 1),
        LevelRecord("master", 1, 1),
        LevelRecord("", 1, 1),
    )


@pytest.mark.parametrize(
    ("wins", "streak", "longest"), [("", 0, 0), ("1", 1, 1), ("0", 0, 0), ("110111", 2, 3), ("011110", 0, 4)]
)
def test_a_streak_ends_with_a_loss(wins: str, streak: int, longest: int) -> None:
    rows = [a_match(number, winner=0 if won == "1" else 1) for number, won in enumerate(wins)]

    found = [(each.streak, each.longest, each.won) for each in profile_of(ME, rows).lists]
    assert found == ([(streak, longest, wins.count("1"))] if wins else [])


def test_the_place_is_behind_the_winners_and_whoever_has_more() -> None:
    rows = [a_match(0, others=("casual", "casual")), a_match(1, others=("casual", "casual"), winner=1)]

    first, last = profile_of(ME, rows).matches
    assert (first.place, first.won, last.place, last.won) == (1, True, 3, False)


def test_all_decisions_together_have_the_mean_and_interval_of_one_long_match() -> None:
    rng = Random(1)
    losses = [[rng.expovariate(0.3) for _ in range(count)] for count in (40, 3, 55)]
    rows = [a_match(number, judged=figures(each)) for number, each in enumerate([*losses, []])]

    found = only_list(rows)
    together = [loss for each in losses for loss in each]
    assert found.given.decisions == len(together)
    assert found.given.lost == pytest.approx(fmean(together), abs=0.001)
    assert found.given.margin == pytest.approx(1.96 * stdev(together) / sqrt(len(together)), abs=0.001)
    assert (found.reviewed, found.cards, found.play) == (4, 4.0, 6.0)


def test_fewer_than_thirty_decisions_have_no_figure() -> None:
    rows = [a_match(number, judged=figures([2.0] * 29, lead=(10, 1.0), bet=(19, 3.0))) for number in (1, 0)]

    found = only_list(rows)
    assert only_list(rows[1:]).given.lost is None
    assert found.given.lost == 2.0
    assert found.kinds == (KindGiven("bet", 38, 3.0), KindGiven("lead", 20, None))
    assert [match.given.lost for match in profile_of(ME, rows).matches if match.given] == [None, None]


def test_a_point_of_the_curve_has_thirty_decisions_and_the_earliest_comes_first() -> None:
    counts = [10, 25, 40, 20]
    rows = [a_match(number, judged=figures([float(number)] * count)) for number, count in enumerate(counts)]

    points = only_list(rows[::-1]).points
    assert [(each.matches, each.decisions) for each in points] == [(2, 35), (1, 40)]
    assert points[0].opened == rows[1].table.opened
    assert points[1].lost == 2.0


def test_a_review_by_an_earlier_judge_does_not_count() -> None:
    current = judge_of("haggis")
    assert current is not None
    earlier = msgspec.structs.replace(current, version=current.version - 1)
    rows = [a_match(0, judged=figures([5.0] * 40), judge=earlier), a_match(1, judged=figures([1.0] * 40))]

    found = only_list(rows)
    assert (found.reviewed, found.outdated, found.given.lost) == (1, 1, 1.0)
    assert [match.given is None for match in profile_of(ME, rows).matches] == [True, False]


def test_lists_are_apart_by_game_and_size_and_practice_does_not_count() -> None:
    rows = [
        a_match(0, others=("casual", "casual")),
        a_match(1, game="damenrennen"),
        a_match(2, game="damenrennen"),
        a_match(3, practice=True),
        a_match(4, game="a game that nobody judges", judged=figures([1.0] * 40), judge=judge_of("haggis")),
    ]
    left = msgspec.structs.replace(rows[0].table.summary, persons=(None, None, None))
    rows.append(PlayedRow(msgspec.structs.replace(rows[0].table, summary=left), None, None))

    found = profile_of(ME, rows)
    listed = [(each.game, each.players, each.matches) for each in found.lists]
    assert listed == [("damenrennen", 2, 2), ("haggis", 3, 1), ("a game that nobody judges", 2, 1)]
    assert len(found.matches) == 4
    assert found.lists[2].reviewed == 0


def test_only_the_latest_matches_count() -> None:
    rows = [a_match(number) for number in range(MOST_MATCHES + 1)]

    assert not profile_of(ME, rows[1:]).more
    found = profile_of(ME, rows)
    assert found.more
    assert len(found.matches) == only_list(rows).matches == MOST_MATCHES


async def test_everybody_reads_her_own_profile_and_nobody_elses(launch: Launch, tmp_path: Path) -> None:
    data = tmp_path / "data"
    table = await write_finished(data, random_match("haggis", 1))
    store = SqliteStore(data)
    ada = await person(store, "Ada", ADA)
    judge = msgspec.json.encode(judge_of("haggis")).decode()
    begun = await store.reviews.add(NewReview(table, ada.id, 0, judge, 40), now=0.0)
    judged = msgspec.json.encode(figures([3.0] * 31, lead=(31, 3.0))).decode()
    await store.reviews.add_verdicts(begun.id, 0, [], judged)
    await store.close()
    server = launch(data=data)

    hers, his, nobodys = (server.call("GET", "/api/me/profile", cookie=cookie) for cookie in (ADA, BO, ""))
    assert msgspec.convert(nobodys.json, Profile) == Profile("")
    found = msgspec.convert(hers.json, Profile)
    assert (found.name, found.lists[0].given.lost, found.matches[0].table) == ("Ada", 3.0, table)
    other = msgspec.convert(his.json, Profile)
    assert (other.name, other.lists[0].reviewed, other.matches[0].given) == ("Bo", 0, None)
