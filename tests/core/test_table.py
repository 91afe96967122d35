"""The one gate."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parlour.core.errors import IllegalMove
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Event, Table
from parlour.games.catalogue import make_game
from parlour.games.haggis import Haggis


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


def test_a_proposed_move_changes_nothing_until_it_is_accepted() -> None:
    table: Table[Any, Any, Any] = Table(make_game("haggis", {}), seed=3)
    (seat,) = table.to_act()
    assert seat is not None
    state = table.state

    judged = table.propose(seat, table.legal_moves(seat)[-1])

    assert table.state is state is judged.before
    table.accept(judged)
    assert table.state is judged.after
    with pytest.raises(AssertionError, match="moved on"):
        table.accept(judged)


def test_undo_takes_any_number_of_events_back() -> None:
    table: Table[Any, Any, Any] = Table(make_game("haggis", {}), seed=3)
    states = [table.state]
    for _ in range(6):
        (seat,) = table.to_act()
        assert seat is not None
        table.play(seat, table.legal_moves(seat)[-1])
        states.append(table.state)

    for expected in reversed(states[:-1]):
        last = table.events[-1]
        assert table.undo() == last
        assert table.state == expected
    table.undo()
    with pytest.raises(IndexError):
        table.undo()


def test_a_seeded_table_deals_by_itself_and_takes_moves_as_text() -> None:
    table: Table[Any, Any, Any] = Table(make_game("haggis", {}), seed=3)
    (seat,) = table.to_act()
    assert seat is not None
    legal = table.legal(seat)
    text = table.game.format_move(legal[-1])

    assert len(legal) == len([*legal]) > 6
    assert text in legal
    assert legal[-1] in legal
    assert [*legal[:2]] == [legal[0], legal[1]]
    assert repr(legal[-1]) == f"Move({text!r})"
    assert repr(legal).startswith(f"<{len(legal)} legal moves: ")
    assert repr(legal).endswith(f", … {len(legal) - 6} more>")
    table.say(seat, text)
    assert table.to_act() != (seat,)
    assert table.scores() == (0, 0)
    assert table.round_result() is None


def test_a_table_may_begin_at_a_position_and_reads_as_one() -> None:
    table: Table[Any, Any, Any] = Table(Haggis(), position="hands 5g 6g J | 8y 9y K")
    before = table.state

    table.say(Seat(0), "5g")

    assert repr(table) == "Table(Haggis(), position='hands 6g J | 8y 9y K; trick 5g by 0; act 1; history 5g by 0')"
    again: Table[Any, Any, Any] = eval(repr(table), {"Table": Table, "Haggis": Haggis})  # noqa: S307 - a repr of our own
    assert again.state == table.state
    again.say(Seat(1), "8y")
    assert again.undo().actor == 1
    with pytest.raises(IndexError):
        again.undo()
    table.say(Seat(1), "8y")
    table.undo()
    table.undo()
    assert table.state == before
