"""A run: jobs for the boards that are missing, results as they arrive, an early end where a test decides."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.arena.job import Board, Contest, Job, Lineup
from parlour.arena.pairing import compare
from parlour.arena.sprt import Hypotheses, Sprt
from parlour.arena.sprt import State as SprtState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from parlour.arena.runner import Runner
    from parlour.arena.store import Store

Key = tuple[Lineup, int]
Times = tuple[float, ...]
LARGEST_JOB: Final = 16
JOBS: Final = 64
"""About how many jobs a line-up's deals are split into: enough to balance the load."""


class Plan(msgspec.Struct, frozen=True):
    """What to play."""

    contest: Contest
    lineups: tuple[Lineup, ...]
    deals: int
    sprt: Hypotheses | None = None

    @property
    def boards(self) -> int:
        """How many boards there are."""
        return self.deals * len(self.lineups)


class Record(msgspec.Struct, frozen=True):
    """What was played, in the order of the deals."""

    plan: Plan
    boards: tuple[Board, ...]
    cpu_ms: tuple[Times, ...]
    sprt: SprtState | None


def run_plan(
    plan: Plan, runner: Runner, store: Store | None, on_board: Callable[[int, int], None] | None = None
) -> Record:
    """Play what is missing; `on_board` is called with the boards done and the boards in all."""
    boards = stored_boards(plan, store)
    monitor = SprtMonitor(plan)
    if monitor.update(boards):
        return record_of(plan, boards, monitor)
    with closing(runner.map(missing_jobs(plan, boards))) as results:
        for result in results:
            for board, cpu_ms in zip(result.boards, result.cpu_ms, strict=True):
                boards[board.lineup, board.deal] = board, cpu_ms
                if store is not None:
                    store.add(board, cpu_ms)
            decided = monitor.update(boards)
            if on_board is not None:
                on_board(plan.boards if decided else len(boards), plan.boards)
            if decided:
                break
    return record_of(plan, boards, monitor)


def stored_boards(plan: Plan, store: Store | None) -> dict[Key, tuple[Board, Times]]:
    """The boards of this plan that a store holds already."""
    if store is None:
        return {}
    wanted = set(plan.lineups)
    return {
        (line.board.lineup, line.board.deal): (line.board, line.cpu_ms)
        for line in store.lines
        if line.board.lineup in wanted and line.board.deal < plan.deals
    }


def missing_jobs(plan: Plan, boards: Mapping[Key, object]) -> Iterator[Job]:
    """Jobs for what is missing, in the order of deals, so that all line-ups keep pace."""
    known = set(boards)
    size = max(1, min(LARGEST_JOB, plan.deals // JOBS))
    for start in range(0, plan.deals, size):
        for lineup in plan.lineups:
            missing = [deal for deal in range(start, min(start + size, plan.deals)) if (lineup, deal) not in known]
            for first, stop in consecutive(missing):
                yield Job(plan.contest, lineup, first, stop)


def consecutive(deals: list[int]) -> Iterator[tuple[int, int]]:
    """The runs of consecutive numbers in an ascending list, as half-open ranges."""
    starts = [deal for deal in deals if deal - 1 not in deals]
    stops = [deal + 1 for deal in deals if deal + 1 not in deals]
    return zip(starts, stops, strict=True)


class SprtMonitor:
    """Feeds deals to a sequential test in their order, whatever order they arrive in."""

    def __init__(self, plan: Plan) -> None:
        """Without a test in the plan, nothing is ever decided."""
        self.plan = plan
        self.test = None if plan.sprt is None else Sprt(plan.sprt)
        self.next = 0

    def update(self, boards: Mapping[Key, tuple[Board, Times]]) -> bool:
        """Add the deals that are complete by now; whether the test is decided."""
        if self.test is None:
            return False
        while self.next < self.plan.deals:
            found = [boards[key] for lineup in self.plan.lineups if (key := (lineup, self.next)) in boards]
            if len(found) < len(self.plan.lineups):
                return False
            self.next += 1
            comparison = compare((board for board, _ in found), 0, 1)
            assert comparison is not None
            if self.test.add(comparison.score) is not None:
                return True
        return False


def record_of(plan: Plan, boards: Mapping[Key, tuple[Board, Times]], monitor: SprtMonitor) -> Record:
    """The boards in order; those after the deal that decided a test do not count."""
    deals = plan.deals if monitor.test is None else monitor.next
    kept = [boards[lineup, deal] for deal in range(deals) for lineup in plan.lineups]
    return Record(
        plan,
        tuple(board for board, _ in kept),
        tuple(cpu_ms for _, cpu_ms in kept),
        None if monitor.test is None else monitor.test.state,
    )
