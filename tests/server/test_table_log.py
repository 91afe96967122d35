"""A table that was played is the fold of its log, whatever was taken back."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.core.table import Table
from parlour.server.events import Undone
from parlour.server.presenting import MOST_RECALLED, recalled
from parlour.server.table_log import AnyTableLog, TableLog
from tests.server.twins import GAMES, random_log


@pytest.mark.parametrize("name", GAMES)
def test_after_moves_were_taken_back_the_table_is_what_its_events_make_it(name: str) -> None:
    log = random_log(name, 3)
    match: AnyTableLog = TableLog(log.opening)
    undone = 0
    for event in log.events:
        match.fold(event)
        if isinstance(event, Undone):
            undone += 1
            again: Table[Any, Any, Any] = Table(match.game, match.table.events)
            assert again.state == match.table.state

    assert undone > 0


@pytest.mark.parametrize("name", GAMES)
def test_what_is_recalled_is_what_was_told(name: str) -> None:
    log = random_log(name, 3)
    match: AnyTableLog = TableLog(log.opening)
    told: list[Any] = []
    for event in log.events:
        began = match.round_start
        more = match.fold(event, [None]).get(None, ())
        if match.round_start != began:
            told = []
        told += more
        if isinstance(event, Undone):
            told = list(recalled(match, None))
        assert recalled(match, None)[-10:] == tuple(told[-10:])
        assert len(recalled(match, None)) <= MOST_RECALLED
