"""A table that was played is the fold of its log, whatever was taken back."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.core.table import Table
from parlour.server.events import Undone
from parlour.server.table_log import PAST, Match
from tests.server.twins import GAMES, random_log


@pytest.mark.parametrize("name", GAMES)
def test_after_moves_were_taken_back_the_table_is_what_its_events_make_it(name: str) -> None:
    log = random_log(name, 3)
    match = Match(log.opening)
    undone = 0
    for entry in log.entries:
        match.fold(entry)
        if isinstance(entry, Undone):
            undone += 1
            again: Table[Any, Any, Any] = Table(match.game, match.table.events)
            assert again.state == match.table.state

    assert undone > 0


@pytest.mark.parametrize("name", GAMES)
def test_what_is_recalled_is_what_was_told(name: str) -> None:
    log = random_log(name, 3)
    match = Match(log.opening)
    told: list[Any] = []
    for entry in log.entries:
        began = match.round_began
        more = match.fold(entry, [None]).get(None, ())
        if match.round_began != began:
            told = []
        told += more
        if isinstance(entry, Undone):
            told = list(match.past(None))
        assert match.past(None)[-10:] == tuple(told[-10:])
        assert len(match.past(None)) <= PAST
