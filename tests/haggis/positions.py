"""Short words for tests of Haggis."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.core.errors import IllegalMove
from parlour.core.game import Seat
from parlour.core.table import Table
from parlour.games.haggis import REFUSALS, AnyMove, Haggis, Options, State, View
from parlour.games.haggis.cards import parse_cards, pile_names
from parlour.games.haggis.notation import parse_move
from parlour.games.haggis.position import Position, decode_round

HaggisTable = Table[State, AnyMove, View]


def table_at(text: str, **options: Any) -> HaggisTable:
    """A table with an open position on it."""
    game = Haggis(Options(**options))
    table: HaggisTable = Table(game)
    table.state = game.parse_position(text)
    return table


def say(table: HaggisTable, *lines: str) -> None:
    """Play lines like `0: 5r 6r 7r`."""
    for line in lines:
        seat, _, words = line.partition(":")
        table.play(Seat(int(seat)), parse_move(words))


def position(table: HaggisTable) -> Position:
    """The round, spelled out."""
    assert table.state.round is not None
    return decode_round(table.state.round)


def captured(table: HaggisTable, seat: int) -> list[str]:
    """What a seat has captured."""
    return sorted(pile_names(position(table).captured[seat]))


def names(text: str) -> list[str]:
    """Cards in the order that `captured` gives."""
    return sorted(text.split())


def points(table: HaggisTable, seat: int) -> tuple[int, ...]:
    """A finished round's points, part by part."""
    assert table.state.round is not None
    return table.state.round.score(seat)


def legal(table: HaggisTable, seat: int) -> set[str]:
    """A seat's moves, as text."""
    return {table.game.format_move(each) for each in table.legal_moves(Seat(seat))}


def refused(table: HaggisTable, line: str) -> tuple[str, str]:
    """Code and clause of a refusal; the table must be as it was."""
    before = table.state
    with pytest.raises(IllegalMove) as error:
        say(table, line)
    assert table.state is before
    assert str(error.value).endswith(f"[{error.value.clause}]")
    assert tuple(error.value.refusal.parameters) == REFUSALS[error.value.refusal.code]
    return error.value.refusal.code, error.value.refusal.clause


__all__ = [
    "HaggisTable",
    "captured",
    "legal",
    "names",
    "parse_cards",
    "points",
    "position",
    "refused",
    "say",
    "table_at",
]
