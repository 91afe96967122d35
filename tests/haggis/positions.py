"""Short words for tests of Haggis."""

from __future__ import annotations

from typing import Any

from parlour.core.table import Table
from parlour.games.haggis import REFUSALS, AnyMove, Haggis, Options, State, View
from parlour.games.haggis.cards import parse_cards, pile_names
from parlour.games.haggis.position import Position, decode_round
from tests.tables import legal, refusal_of, say

HaggisTable = Table[State, AnyMove, View]


def table_at(text: str, **options: Any) -> HaggisTable:
    """A table with an open position on it."""
    return Table(Haggis(Options(**options)), position=text)


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


def refused(table: HaggisTable, line: str) -> tuple[str, str]:
    """Code and clause of a refusal; the table must be as it was."""
    return refusal_of(table, line, REFUSALS)


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
