"""Tables of any game in tests: moves as lines of text, legal moves and refusals read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from parlour.core.errors import IllegalMove
from parlour.core.game import CHANCE, Actor, Seat
from parlour.core.table import Table

AnyTable = Table[Any, Any, Any]


def say(table: AnyTable, *lines: str) -> None:
    """Play lines like `0: 5r 6r 7r`; `-` is chance."""
    for line in lines:
        seat, _, words = line.partition(":")
        actor: Actor = CHANCE if seat == "-" else Seat(int(seat))
        table.say(actor, words)


def legal(table: AnyTable, seat: int) -> set[str]:
    """A seat's moves, as text."""
    return {table.game.format_move(each) for each in table.legal_moves(Seat(seat))}


def refusal_of(table: AnyTable, line: str, known: Mapping[str, tuple[str, ...]]) -> tuple[str, str]:
    """Code and clause of a refusal, one of the known ones; the table must be as it was."""
    before = table.state
    with pytest.raises(IllegalMove) as error:
        say(table, line)
    assert table.state is before
    assert str(error.value).endswith(f"[{error.value.clause}]")
    assert tuple(error.value.refusal.parameters) == known[error.value.refusal.code]
    return error.value.refusal.code, error.value.refusal.clause
