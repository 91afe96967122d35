"""A review is a function of the log, the seat and the judge's version."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import msgspec
import pytest

import parlour
from parlour.core.errors import LogError
from parlour.core.game import CHANCE, Seat
from parlour.core.log import write_log
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from parlour.review import reviewing
from parlour.review.catalogue import JUDGES
from parlour.review.reviewing import AnyTable, ReviewError, judged, moments, review_steps, sum_up
from parlour.review.verdict import Review, Verdict
from parlour.server.review_work import Begun, Task

pytestmark = pytest.mark.usefixtures("few_worlds")


def test_every_counted_decision_of_the_seat_is_judged(match: AnyTable) -> None:
    found = parlour.review(match, 1)

    assert isinstance(found, Review)
    assert len(found.decisions) > 3
    for verdict in found.decisions:
        before = Table(match.game, match.events[: verdict.number])
        legal = [match.game.format_move(move) for move in before.legal_moves(Seat(1))]
        assert match.events[verdict.number].actor == 1
        assert len(legal) > 1
        assert {verdict.move, verdict.best} <= set(legal)
        assert verdict.low <= verdict.cost <= verdict.high
        assert (verdict.best == verdict.move) == (verdict.cost <= 0)
        assert {verdict.move, verdict.best} <= {candidate.move for candidate in verdict.candidates}
    assert found.adjusted == pytest.approx(found.result - found.luck, abs=0.01)
    assert found.lost_per_decision == pytest.approx(
        sum(max(0.0, each.cost) / each.stake for each in found.decisions) / len(found.decisions), abs=0.001
    )


def test_rounds_are_numbered_from_one(match: AnyTable, verdicts: tuple[Verdict, ...]) -> None:
    found = sum_up(match, 0, verdicts)
    numbers = [verdict.round for verdict in found.decisions]

    assert numbers == sorted(numbers)
    assert numbers[0] == 1
    assert [each.round for each in found.rounds] == list(range(1, len(found.rounds) + 1))
    assert numbers[-1] <= len(found.rounds)


def test_the_same_log_gives_the_same_review(match: AnyTable, verdicts: tuple[Verdict, ...], tmp_path: Path) -> None:
    file = io.StringIO()
    write_log(match, file)
    path = tmp_path / "match.jsonl"
    path.write_text(file.getvalue(), encoding="utf-8")

    assert parlour.review(path, 0) == sum_up(match, 0, verdicts)


def test_a_round_is_judged_from_its_quick_end(match: AnyTable, verdicts: tuple[Verdict, ...]) -> None:
    """In Haggis hands get shorter; in Damenrennen diamonds pile up."""
    numbers = [verdict.number for verdict in verdicts if verdict.round == 1]

    assert len(set(numbers)) > 3
    assert numbers == sorted(numbers, reverse=match.game.name == "haggis")


def test_an_interrupted_review_goes_on_where_it_was(
    match: AnyTable, verdicts: tuple[Verdict, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(verdicts)
    part, asked = whole[: len(whole) // 2], []

    def counted(*arguments: object) -> object:
        asked.append(arguments)
        return judged(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(reviewing, "judged", counted)
    again = list(review_steps(match, 0, part))

    assert again == whole
    assert len(whole) - len(part) <= len(asked) < len(moments_of(match, 0))


def test_a_worker_judges_what_is_not_known_yet_in_whatever_order_it_was_judged(
    match: AnyTable, verdicts: tuple[Verdict, ...]
) -> None:
    """A server of an earlier version may have begun the review elsewhere."""
    log = io.StringIO()
    write_log(match, log)
    task = Task(log.getvalue().encode(), 0)
    whole = Begun(task, ())
    encoded = [whole.encoded(verdict) for verdict in verdicts]

    rest = Begun(task, encoded[:2:-2])
    known = len(rest.verdicts)
    found = [rest.encoded(verdict) for verdict in rest.steps]

    assert known > 2
    assert sorted(encoded[:2:-2] + found) == sorted(encoded)


def moments_of(match: AnyTable, seat: int) -> list[object]:
    return [moment for moment in moments(match) if moment.event.actor == seat]


def test_hidden_cards_change_no_verdict(match: AnyTable) -> None:
    """At every decision the same events with other hidden cards are judged alike: the twin has the same view."""
    judge, rng, compared = JUDGES[match.game.name](), Random(3), 0
    for moment in moments(match):
        if moment.event.actor is CHANCE or rng.random() < 0.6:
            continue
        seat = moment.event.actor
        view = match.game.view(moment.state, seat)
        twin = match.game.determinize(view, rng)
        compared += match.game.format_position(twin) != match.game.format_position(moment.state)
        for question in judge.questions(view, match.game.legal_moves(moment.state, seat), moment.event.move):
            expected = judged(judge, match.game, moment, view, question)
            seen = match.game.view(twin, seat)
            assert judged(judge, match.game, moment._replace(state=twin), seen, question) == expected
    assert compared > 5


def test_a_running_match_is_not_reviewed(match: AnyTable) -> None:
    running = Table(match.game, match.events[:-1])

    with pytest.raises(ReviewError, match="not finished"):
        next(review_steps(running, 0))
    with pytest.raises(ReviewError, match="not finished"):
        sum_up(running, 0, [])


def test_a_seat_that_is_not_there_is_refused(match: AnyTable) -> None:
    with pytest.raises(ReviewError, match="the seat is 0 to 1, got 2"):
        parlour.review(match, 2)


def test_a_log_with_too_many_events_is_refused_before_it_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long.jsonl"
    file = io.StringIO()
    write_log(Table(make_game("haggis", {}), seed=1), file)
    path.write_text(file.getvalue(), encoding="utf-8")
    monkeypatch.setattr(reviewing, "MOST_EVENTS", 0)

    with pytest.raises(LogError, match="at most 0 events"):
        parlour.review(path, 0)


def test_reviews_are_data(match: AnyTable, verdicts: tuple[Verdict, ...]) -> None:
    found = sum_up(match, 0, verdicts)

    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found
