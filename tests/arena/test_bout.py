"""Boards: the same cards in every seating, and what bots do with them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from parlour.arena import bout as bout_module
from parlour.arena.bout import Bout, play_board, run_job
from parlour.arena.job import Board, BoutResult, Contest, Job, names, seatings
from parlour.core.game import CHANCE
from parlour.games.catalogue import KINDS
from tests.arena.bots import AGAIN, DRAFTER, FIRST, GREEDY, HERE, LAST
from tests.arena.contests import contest

pytestmark = pytest.mark.slow


@pytest.fixture
def bouts(monkeypatch: pytest.MonkeyPatch) -> list[Bout]:
    """Every bout that is played, to look into."""
    seen: list[Bout] = []

    class Watched(Bout):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            seen.append(self)

    monkeypatch.setattr(bout_module, "Bout", Watched)
    return seen


def shuffles(bout: Bout) -> list[Any]:
    return [event.move for event in bout.table.events if event.actor is CHANCE]


def first_player(bout: Bout) -> object:
    return next(event.actor for event in bout.table.events if event.actor is not CHANCE)


def results(some: Contest, deals: int = 4) -> list[BoutResult]:
    boards = run_job(Job(some, tuple(range(len(some.bots))), 0, deals)).boards
    return [result for board in boards for result in board.bouts]


def test_every_game_can_be_scored() -> None:
    for kind in KINDS.values():
        assert kind.length in kind.options.__struct_fields__


@pytest.mark.parametrize("players", [2, 3])
def test_a_deal_has_the_same_cards_dealer_and_leader_in_every_seating(bouts: list[Bout], players: int) -> None:
    bots = (GREEDY, "uniform", FIRST)[:players]
    for deal in range(5):
        bouts.clear()
        play_board(contest(*bots, players=players), tuple(range(players)), deal)

        assert len(bouts) == (2 if players == 2 else 6)
        assert len({bout.table.game.format_move(shuffles(bout)[0]) for bout in bouts}) == 1
        assert len({first_player(bout) for bout in bouts}) == 1
        assert len({tuple(bout.specs) for bout in bouts}) == len(bouts)


def test_the_rounds_of_a_match_have_the_same_cards_in_every_seating(bouts: list[Bout]) -> None:
    play_board(contest(GREEDY, "uniform", span="match", target=100), (0, 1), 0)

    one, two = map(shuffles, bouts)
    assert min(len(one), len(two)) > 1
    assert all(a.hands == b.hands and a.haggis == b.haggis for a, b in zip(one, two, strict=False))


def test_the_first_race_has_the_same_cards_in_every_seating(bouts: list[Bout]) -> None:
    play_board(contest(DRAFTER, "uniform", game="damenrennen"), (0, 1), 0)

    one, two = map(shuffles, bouts)
    assert one[0] == two[0]


def test_deals_differ(bouts: list[Bout]) -> None:
    run_job(Job(contest(FIRST, LAST), (0, 1), 0, 20))
    run_job(Job(contest(FIRST, LAST, seed=8), (0, 1), 0, 20))

    assert len({shuffles(bout)[0].hands for bout in bouts}) == 40


def test_a_match_goes_to_its_target() -> None:
    for result in results(contest(GREEDY, "uniform", span="match", target=120)):
        assert result.rounds > 1
        assert max(result.points) >= 120
        assert result.wins is not None
        assert result.wins.index(1.0) == result.points.index(max(result.points))
        assert sum(result.firsts) == result.rounds


def test_a_match_of_damenrennen_is_best_of_its_games() -> None:
    for result in results(contest(DRAFTER, "uniform", game="damenrennen", span="match", best_of=3)):
        assert result.rounds >= 2
        assert max(result.points) >= 2
        assert sum(result.points) == result.rounds
        assert result.wins is not None
        assert sum(result.wins) == 1


@pytest.mark.parametrize("bots", [(FIRST, AGAIN), ("uniform", "uniform")])
def test_a_bot_against_itself_wins_as_often_as_it_loses_and_by_as_much(bots: tuple[str, str]) -> None:
    board, _ = play_board(contest(*bots), (0, 1), 3)

    one, two = board.bouts
    assert one.seating == (0, 1)
    assert two.seating == (1, 0)
    assert one.points == two.points
    assert one.firsts == two.firsts


def test_a_board_does_not_depend_on_the_job_that_it_was_part_of() -> None:
    some = contest(GREEDY, "uniform")
    whole = run_job(Job(some, (0, 1), 0, 6)).boards

    parts = [board for deal in (4, 0, 5, 2, 1, 3) for board in run_job(Job(some, (0, 1), deal, deal + 1)).boards]

    assert sorted(parts, key=lambda board: board.deal) == list(whole)


def test_every_bout_has_fresh_bots() -> None:
    assert not any(result.forfeit for result in results(contest(f"{HERE}:make_forgetful", FIRST), deals=60))


def test_decisions_and_times_belong_to_bots() -> None:
    result = run_job(Job(contest("uniform", f"{HERE}:make_slow"), (0, 1), 0, 1))

    quick, slow = result.cpu_ms[0]
    decisions = [result.decisions[result.seating.index(1)] for result in result.boards[0].bouts]
    assert slow >= 50 * sum(decisions)
    assert quick < slow


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("cheat", "made an illegal move: "),
        ("absent", "made an illegal move: no such move: None [H5.1]"),
        ("broken", "raised ZeroDivisionError: the bot is broken"),
        ("quitter", "raised SystemExit: 3"),
        ("slow", "exceeded its time of 20 ms"),
        ("none", "could not be made: 'tests.arena.bots:make_none': RuntimeError: no weights"),
        ("endless", "exceeded its time of 20 ms"),
    ],
)
def test_a_bot_that_breaks_the_rules_of_the_arena_forfeits(bot: str, reason: str) -> None:
    some = contest(f"{HERE}:make_{bot}", FIRST, limit_ms=20.0)

    for result in results(some, deals=2):
        culprit = result.seating.index(0)
        assert result.forfeit is not None
        assert result.forfeit.seat == culprit
        assert result.forfeit.reason.startswith(reason)
        assert result.points[culprit] == 0
        assert result.points[1 - culprit] == KINDS["haggis"].forfeit
        assert result.firsts[1 - culprit] == 1


def test_a_forfeit_ends_a_match_and_all_others_share_it() -> None:
    some = contest(f"{HERE}:make_broken", FIRST, LAST, players=3, span="match")

    for result in results(some, deals=1):
        culprit = result.seating.index(0)
        assert result.wins is not None
        assert result.wins[culprit] == 0
        assert sorted(result.wins) == [0, 0.5, 0.5]


def test_a_limit_that_is_kept_changes_nothing() -> None:
    assert results(contest(GREEDY, "uniform", limit_ms=60000.0)) == results(contest(GREEDY, "uniform"))


def test_a_lineup_is_seated_in_every_way_that_can_be_told_apart() -> None:
    assert seatings((0, 1)) == [(0, 1), (1, 0)]
    assert seatings((0, 1, 1)) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert len(seatings((0, 1, 2))) == 6


def test_bots_of_the_same_spec_are_told_apart() -> None:
    assert names(("a", "b")) == ("a", "b")
    assert names(("a", "a", "a")) == ("a", "a (2)", "a (3)")


def test_boards_of_format_1_are_read_and_written_as_they_were() -> None:
    points = b'"points":[9.0,4.0],"firsts":[1.0,0.0],"wins":null,"decisions":[8,7],"forfeit":null'
    stored = b'{"lineup":[0,1],"deal":6,"sittings":[{"seating":[0,1],"rounds":1,' + points + b"}]}"

    board = msgspec.json.decode(stored, type=Board)

    assert board.bouts[0].points == (9.0, 4.0)
    assert msgspec.json.encode(board) == stored
