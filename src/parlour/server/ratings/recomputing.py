"""Ladders folded again from their results, under the fit that they have or under a new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.ratings.fitting import fitted
from parlour.ratings.ladder import Ladder
from parlour.server.errors import RefusalError, StoreError
from parlour.server.ratings.results import result_of
from parlour.server.ratings.store import LadderRow, Recomputed, encode_unrated, standing_row, step_row
from parlour.server.table_log import replay

if TYPE_CHECKING:
    from parlour.ratings.fit import Fit
    from parlour.ratings.result import Result
    from parlour.server.ratings.store import RatingStore, StepRow
    from parlour.server.store import Store

CHUNK: Final = 1000
Numbered = tuple[int, str, "Result"]
"""A result with its number and its table."""
Progress = Callable[[int, int], None]


async def all_results(
    store: RatingStore, game: str, on_progress: Progress = lambda _done, _total: None
) -> list[Numbered]:
    """All results of a game, in their order."""
    last = (await store.ladder(game)).last
    found: list[Numbered] = []
    while more := await store.results(game, after=len(found), most=CHUNK):
        found += more
        on_progress(len(found), max(last, len(found)))
    return found


def folded(fit: Fit, results: list[Numbered]) -> Recomputed:
    """The fold of results under a fit, as it is stored."""
    ladder = Ladder(fit)
    steps: list[StepRow] = []
    unrated = []
    for number, _, result in results:
        change = ladder.fold(result)
        steps += [step_row(number, result.day, step) for step in change.steps]
        unrated.append((number, encode_unrated(change)))
    last, day = (results[-1][0], results[-1][2].day) if results else (0, 0)
    standings = [standing_row(person, ladder.standings[person]) for person in sorted(ladder.standings)]
    return Recomputed(LadderRow(fit, last, day), standings, sorted(steps), unrated)


def differences(stored: Recomputed, again: Recomputed) -> int:
    """In how many rows two folds differ, to the last bit."""
    pairs = (
        (stored.standings, again.standings),
        (stored.steps, again.steps),
        (stored.unrated, again.unrated),
        ([stored.ladder], [again.ladder]),
    )
    return sum(len({*map(repr, one)} ^ {*map(repr, other)}) for one, other in pairs)


def refitted(fit: Fit, results: list[Numbered], on_fold: Callable[[int], None] = lambda _: None) -> Recomputed:
    """The fold under a fit to the results themselves."""
    return folded(fitted([result for _, _, result in results], fit, on_fold), results)


async def misread(store: Store, results: list[Numbered], on_progress: Progress) -> list[str]:
    """The tables whose logs tell another result than the one that is stored; those that are deleted tell nothing."""
    wrong = []
    for done, (_, name, result) in enumerate(results, start=1):
        on_progress(done, len(results))
        row = await store.table(name)
        if row is None:
            continue
        events = [line.event for line in await store.events(name)]
        try:
            told = result_of(replay(row.opening, events), events, result.day)
        except (RefusalError, StoreError, msgspec.MsgspecError):
            wrong.append(name)
            continue
        if told != result:
            wrong.append(name)
    return wrong
