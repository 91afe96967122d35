"""Engines that are wrong in some way: the examination finds it, and the arena goes on."""

from __future__ import annotations

import pytest

from parlour.arena.bout import run_job
from parlour.arena.job import Job
from parlour.engine.check import check_engine
from parlour.engine.command import Command
from parlour.engine.messages import Limits
from parlour.engine.sessions import SESSIONS
from tests.arena.contests import contest
from tests.engine.engines import OURS, PATIENT, PATIENT_LIMITS, faulty, faulty_spec

pytestmark = pytest.mark.slow

IMPATIENT = Limits(start_ms=PATIENT, match_ms=PATIENT, move_ms=1, grace_ms=1)
"""For engines that never answer: nobody need wait for them."""
IMMEDIATE = Limits(start_ms=1, match_ms=1, move_ms=1, grace_ms=1)
LIMITS = {
    "silent": IMMEDIATE,
    "never_ready": Limits(start_ms=500, match_ms=1, move_ms=1, grace_ms=1),
    "late": IMPATIENT,
    "deaf_to_stop": IMPATIENT,
    "half_a_move": IMPATIENT,
    "shouts": IMPATIENT,
    "huge_unfinished_line": PATIENT_LIMITS,
}
FORFEITS = {
    "silent": "engine/late",
    "dead": "engine/ended",
    "protocol_2": "hello/protocol",
    "no_hello": "hello/missing",
    "no_games": "hello/games",
    "nameless": "line/shape",
    "banner": "line/json",
    "never_ready": "engine/late",
    "ready_for_another": "ready/id",
    "moves_unasked": "move/id",
    "late": "engine/late",
    "dies": "engine/ended",
    "closes_output": "engine/ended",
    "thinks_aloud": "line/json",
    "not_utf8": "line/json",
    "huge_line": "line/long",
    "huge_unfinished_line": "line/long",
    "floods": "engine/flood",
    "wrong_shape": "line/shape",
    "reports_error": "engine/error",
    "illegal": "move/illegal",
    "nonsense": "move/notation",
    "wrong_id": "move/id",
    "answers_twice": "move/twice",
    "deaf_to_stop": "engine/late",
    "half_a_hello": "engine/ended",
    "half_a_move": "engine/late",
    "shouts": "engine/late",
    "leaves_shouting_children": "engine/ended",
    "dies_of_a_signal_without_a_name": "engine/ended",
    "prints_zeros": "line/json",
    "nests_deeply": "line/json",
    "begs": "engine/flood",
    "reports_escapes": "engine/error",
}
"""What loses a bout, and the code that the examination gives it."""
CARELESS = {
    "needs_the_list": "engine/ended",
    "dies_of_unknown_messages": "message/unknown",
    "dies_of_unknown_fields": "engine/ended",
    "complains_forever": "message/unknown",
    "answers_stop": "move/twice",
    "deaf_to_quit": "quit/alive",
    "outlives_its_input": "input/alive",
}
"""What only the examination notices."""
WARNINGS = {"random": "move/varies", "remembers": "move/memory", "strange_games": "hello/strange"}


def ignore(_done: int, _total: int) -> None:
    return


@pytest.mark.parametrize("mode", FORFEITS | CARELESS)
def test_the_examination_finds_a_fault(mode: str) -> None:
    rounds = 1 if mode in FORFEITS else 2
    report = check_engine(faulty(mode), rounds, 1, ignore, LIMITS.get(mode, PATIENT_LIMITS))

    assert not report.ok
    assert (FORFEITS | CARELESS)[mode] in [fault.code for fault in report.faults], report


@pytest.mark.parametrize("mode", WARNINGS)
def test_the_examination_warns(mode: str) -> None:
    report = check_engine(faulty(mode), 2, 1, ignore, PATIENT_LIMITS)

    assert report.ok
    assert WARNINGS[mode] in [warning.code for warning in report.warnings], report


def test_what_an_engine_says_is_quoted_briefly_and_without_control_characters() -> None:
    report = check_engine(faulty("reports_escapes"), 1, 1, ignore, PATIENT_LIMITS)

    (fault,) = report.faults
    assert fault.message.startswith("reported fox/red: \\x1b[31mred red")
    assert fault.message.endswith("… (haggis, round 1)")
    assert len(fault.message) < 500


@pytest.mark.parametrize("mode", ["none", "stammers"])
def test_a_good_engine_has_no_fault(mode: str) -> None:
    report = check_engine(faulty(mode), 2, 1, ignore, PATIENT_LIMITS)

    assert (report.ok, report.faults, report.warnings) == (True, (), ())
    assert report.games == ("haggis", "damenrennen")
    assert report.decisions > 30


def test_our_own_bots_have_no_fault() -> None:
    report = check_engine(Command((*OURS, "sense")), 2, 1, ignore, PATIENT_LIMITS)

    assert (report.ok, report.faults, report.warnings) == (True, (), ())


@pytest.mark.parametrize("mode", FORFEITS)
def test_a_fault_loses_bouts_and_the_run_goes_on(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SESSIONS, "limits", LIMITS.get(mode, PATIENT_LIMITS))
    duel = contest(faulty_spec(mode), "uniform")

    (board,) = run_job(Job(duel, (0, 1), 0, 1)).boards

    for bout in board.bouts:
        assert bout.forfeit is not None
        assert duel.bots[bout.seating[bout.forfeit.seat]] == duel.bots[0]
        assert bout.forfeit.reason.startswith("raised EngineError: ")


def test_an_engine_that_fails_again_and_again_is_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SESSIONS, "limits", IMMEDIATE)

    boards = run_job(Job(contest(faulty_spec("silent") + " again", "uniform"), (0, 1), 0, 4)).boards

    reasons = [bout.forfeit.reason for board in boards for bout in board.bouts if bout.forfeit]
    assert len(reasons) == 8
    assert reasons[:3] == ["raised EngineError: did not answer in time"] * 3
    assert set(reasons[3:]) == {"raised EngineError: failed 3 times in a row; did not answer in time"}
