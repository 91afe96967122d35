"""The one gate."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parlour.core.errors import IllegalMove
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Event, Table
from parlour.games.catalogue import make_game


def new_table() -> Table[Any, Any, Any]:
    return Table(make_game("haggis", {}))


def test_a_refused_move_changes_nothing_and_is_not_heard_of() -> None:
    heard: list[Event[Any]] = []
    table = new_table()
    table.on_event = heard.append
    table.deal(Random(1))
    state, events = table.state, list(table.events)

    with pytest.raises(IllegalMove) as error:
        table.play(Seat(5), 0)

    assert error.value.refusal.code == "seat/unknown"
    assert table.state is state
    assert table.events == events == heard


def test_an_event_that_could_not_be_written_does_not_count() -> None:
    def full_disk(_: Event[Any]) -> None:
        raise OSError(28, "No space left on device")

    table = new_table()
    table.on_event = full_disk
    with pytest.raises(OSError, match="No space left"):
        table.deal(Random(1))

    assert table.events == []
    assert table.to_act() == (CHANCE,)


def test_old_events_are_not_told_again() -> None:
    table = new_table()
    table.deal(Random(1))
    heard: list[Event[Any]] = []

    again: Table[Any, Any, Any] = Table(table.game, table.events, on_event=heard.append)

    assert heard == []
    assert again.state == table.state
    assert again.view(None) == table.view(None)
    assert again.outcome() is None
