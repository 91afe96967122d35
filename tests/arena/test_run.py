"""Runs: whoever plays them and however often they are cut off, the numbers are the same."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import pytest

import parlour
from parlour.arena.bout import run_job
from parlour.arena.errors import ArenaError
from parlour.arena.job import Contest, Job
from parlour.arena.run import Key, Plan, Record, missing_jobs, run_plan
from parlour.arena.runner import InProcess, Pool, Results
from parlour.arena.sprt import Hypotheses
from parlour.arena.store import Store
from parlour.core.errors import OptionError
from parlour.extras import load_extra
from tests.arena.bots import DRAFTER, FIRST, GREEDY, HERE, LAST
from tests.arena.contests import contest, plan

pytestmark = pytest.mark.slow


class Cut:
    """A runner that is interrupted."""

    def __init__(self, after: int) -> None:
        self.after = after

    def map(self, jobs: Iterable[Job]) -> Results:
        yield from map(run_job, islice(jobs, self.after))
        raise KeyboardInterrupt


class Counting:
    """A runner that counts the deals it plays."""

    def __init__(self) -> None:
        self.deals = 0

    def map(self, jobs: Iterable[Job]) -> Results:
        for job in jobs:
            self.deals += job.stop - job.first
            yield run_job(job)


class KillingPool(Pool):
    """A pool that loses a worker, by kill -9, after its second result."""

    starts = 0

    def start(self) -> ProcessPoolExecutor:
        self.starts += 1
        return super().start()

    def map(self, jobs: Iterable[Job]) -> Results:
        for number, result in enumerate(super().map(jobs)):
            if number == 1:
                victim = multiprocessing.active_children()[0].pid
                assert victim is not None
                os.kill(victim, signal.SIGKILL)
            yield result


PLANS = [
    plan(GREEDY, "uniform", deals=40),
    plan(GREEDY, "uniform", FIRST, deals=6, players=3),
    plan(DRAFTER, "uniform", deals=6, game="damenrennen", span="match", best_of=3),
]


def played(some: Plan) -> Record:
    return run_plan(some, InProcess(), None)


def same(one: Record, two: Record) -> bool:
    return (one.boards, one.sprt) == (two.boards, two.sprt)


def test_a_plan_is_cut_into_jobs_that_hold_every_deal_once() -> None:
    some = plan("uniform", FIRST, LAST, deals=1000)

    jobs = list(missing_jobs(some, {}))

    deals = [(job.lineup, deal) for job in jobs for deal in range(job.first, job.stop)]
    assert len(deals) == len(set(deals)) == 3000
    assert max(job.stop - job.first for job in jobs) <= 16


def test_only_what_is_missing_is_planned() -> None:
    some = plan("uniform", FIRST, deals=320)
    known: dict[Key, None] = {((0, 1), deal): None for deal in range(320) if deal not in (3, 4, 7, 319)}

    assert [(job.first, job.stop) for job in missing_jobs(some, known)] == [(3, 5), (7, 8), (319, 320)]


@pytest.mark.parametrize("some", PLANS, ids=lambda some: f"{some.contest.game}-{len(some.contest.bots)}")
def test_a_pool_gives_what_this_process_gives(some: Plan) -> None:
    assert same(run_plan(some, Pool(2), None), played(some))


def test_ray_gives_what_this_process_gives() -> None:
    ray = pytest.importorskip("ray", reason="the extra ray is not installed")
    runner = load_extra("parlour.arena.ray_runner", "ray").RayRunner(2)

    try:
        for some in PLANS:
            assert same(run_plan(some, runner, None), played(some))
    finally:
        ray.shutdown()


def test_a_killed_worker_changes_nothing() -> None:
    some = plan(GREEDY, "uniform", deals=600)

    pool = KillingPool(2)

    assert same(run_plan(some, pool, None), played(some))
    assert pool.starts == 2
    assert not multiprocessing.active_children()


def test_a_worker_that_dies_in_the_middle_of_a_move_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / "left"
    monkeypatch.setenv("KILLER", str(left))
    some = plan(f"{HERE}:make_killer", LAST, deals=10)
    left.write_text("0", encoding="utf-8")
    undisturbed = played(some)

    left.write_text("2", encoding="utf-8")

    assert same(run_plan(some, Pool(1), None), undisturbed)


def test_a_bot_that_always_ends_its_process_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = tmp_path / "left"
    left.write_text("99", encoding="utf-8")
    monkeypatch.setenv("KILLER", str(left))

    with pytest.raises(ArenaError, match=r"workers died 3 times over deals 0 to 0 of tests.arena.bots:make_killer"):
        run_plan(plan(f"{HERE}:make_killer", LAST), Pool(1), None)


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    some = plan(GREEDY, "uniform", FIRST, deals=8)
    path = tmp_path / "run.jsonl"
    with Store(path, some.contest) as store, pytest.raises(KeyboardInterrupt):
        run_plan(some, Cut(7), store)

    counting = Counting()
    with Store(path, some.contest) as store:
        resumed = run_plan(some, counting, store)

    assert same(resumed, played(some))
    assert counting.deals == 24 - 7
    with Store(path, some.contest) as store:
        again = run_plan(some, Cut(0), store) if len(store.lines) < 24 else run_plan(some, InProcess(), store)
    assert again.cpu_ms == resumed.cpu_ms


def test_a_run_can_be_made_longer(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    short, long = plan(FIRST, LAST, deals=3), plan(FIRST, LAST, deals=9)
    with Store(path, short.contest) as store:
        run_plan(short, InProcess(), store)
    counting = Counting()
    with Store(path, long.contest) as store:
        record = run_plan(long, counting, store)

    assert counting.deals == 6
    assert same(record, played(long))
    with Store(path, short.contest) as store:
        assert same(run_plan(short, Counting(), store), played(short))


@pytest.mark.parametrize("cut", [1, 20, 5000])
def test_a_half_written_line_is_dropped(tmp_path: Path, cut: int) -> None:
    some = plan(FIRST, LAST, deals=4)
    path = tmp_path / "run.jsonl"
    with Store(path, some.contest) as store:
        run_plan(some, InProcess(), store)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut] if cut < len(whole) else whole[:30])

    with Store(path, some.contest) as store:
        assert store.dropped
        assert same(run_plan(some, InProcess(), store), played(some))

    with Store(path, some.contest) as store:
        assert not store.dropped
        assert {line.board.deal for line in store.lines} == {0, 1, 2, 3}
        assert len(store.lines) == 4


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (contest(FIRST, "uniform"), "its bots is .*make_first', .*make_last'.*, here .*make_first', 'uniform'"),
        (contest(FIRST, LAST, seed=8), "its seed is 7, here 8"),
        (contest(FIRST, LAST, target=99), "its options is .*250.*, here .*99"),
        (contest(FIRST, LAST, span="match"), "its span is 'round', here 'match'"),
        (contest(FIRST, LAST, limit_ms=5.0), "its limit_ms is None, here 5.0"),
    ],
)
def test_results_of_another_run_are_refused(tmp_path: Path, other: Contest, message: str) -> None:
    path = tmp_path / "run.jsonl"
    Store(path, contest(FIRST, LAST)).file.close()

    with pytest.raises(ArenaError, match=message):
        Store(path, other)


def test_results_of_another_version_with_the_same_rules_and_bots_are_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.jsonl"
    some = plan(FIRST, LAST, deals=2)
    monkeypatch.setattr(parlour, "__version__", "99.0")
    with Store(path, some.contest) as store:
        run_plan(some, InProcess(), store)
    monkeypatch.undo()

    with Store(path, some.contest) as store:
        assert len(store.lines) == 2


def test_results_of_other_rules_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    some = contest(FIRST, LAST)
    Store(path, some).file.close()
    path.write_text(path.read_text(encoding="utf-8").replace('"version":1', '"version":2'), encoding="utf-8")
    with pytest.raises(ArenaError, match="its version is 2, here 1"):
        Store(path, some)

    path.unlink()
    Store(path, some).file.close()
    monkeypatch.setattr("parlour.arena.store.fingerprint", lambda _: "of other sources")
    with pytest.raises(ArenaError, match=r"the rules or bots of this one, .*, differ"):
        Store(path, some)


def test_results_of_an_earlier_format_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"arena":1,"parlour":"0.1.0","contest":{}}\n', encoding="utf-8")

    with pytest.raises(ArenaError, match="results of format 1, this parlour reads format 2"):
        Store(path, contest(FIRST, LAST))


@pytest.mark.parametrize("text", ["hello\n", "{}\n", '{"arena":2}\n'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ArenaError, match=r"notes.txt: line 1: not the results of an arena"):
        Store(path, contest(FIRST, LAST))
    assert path.read_text(encoding="utf-8") == text


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    Store(path, contest(FIRST, LAST)).file.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"board":\n')

    with pytest.raises(ArenaError, match="line 2"):
        Store(path, contest(FIRST, LAST))


def test_a_test_ends_a_run_at_the_same_deal_everywhere(tmp_path: Path) -> None:
    full = plan(GREEDY, "uniform", deals=400)
    some = Plan(full.contest, full.lineups, full.deals, Hypotheses(0, 20))
    record = played(some)

    assert record.sprt is not None
    assert record.sprt.verdict == "accept"
    assert len(record.boards) == record.sprt.deals < 400
    assert record.boards == played(full).boards[: record.sprt.deals]
    assert same(run_plan(some, Pool(2), None), record)
    with Store(tmp_path / "run.jsonl", some.contest) as store:
        run_plan(full, InProcess(), store)
    with Store(tmp_path / "run.jsonl", some.contest) as store:
        assert same(run_plan(some, Cut(0), store), record)


def test_an_extra_that_is_missing_is_named() -> None:
    with pytest.raises(OptionError, match=r"needs no_such_thing, .* pip install 'parlour\[ray\]'"):
        load_extra("no_such_thing", "ray")
    with pytest.raises(ModuleNotFoundError):
        load_extra("parlour.arena.no_such_module", "ray")
