"""The columns of a dataset: those of every game, and those that follow from the encoding of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np
import pyarrow as pa

from parlour.envs.catalogue import ENVS
from parlour.envs.encoding import AnyEncoding, make_encoding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.dataset.recording import Decision, RecordedRound
    from parlour.games.catalogue import AnyGame


class Column(msgspec.Struct, frozen=True):
    """A column: its name, its Arrow type, and what it holds."""

    name: str
    type: Any
    meaning: str


COMMON: Final = (
    Column("round", pa.int64(), "number of the round; with the seed it determines the deal"),
    Column("decision", pa.int32(), "number of the decision within its round, from 0"),
    Column("seat", pa.int8(), "who decides"),
    Column("bot", pa.dictionary(pa.int8(), pa.string()), "spec of the bot that decides"),
    Column("view", pa.string(), "what the seat sees, as `format_view` of the game writes it (else as `describe` does)"),
    Column("legal", pa.list_(pa.string()), "every legal move of the seat, in notation"),
    Column("move", pa.string(), "the move that was made, in notation"),
    Column("points", pa.float32(), "what the round brought this seat in the end"),
    Column("first", pa.float32(), "its share of being first in the round, from 0 to 1"),
)
ACTIONS: Final = (
    Column("legal_actions", pa.list_(pa.int32()), "the legal moves as actions of the encoding, in the same order"),
    Column("action", pa.int32(), "the move as an action"),
)


class Columns:
    """The columns of one game: names, types and meanings, and how decisions become rows."""

    def __init__(self, game: AnyGame) -> None:
        """Take the encoding of the game where it has one: a column for each of its fields."""
        self.game = game
        self.encoding: AnyEncoding | None = make_encoding(game) if game.name in ENVS else None
        fields = () if self.encoding is None else self.encoding.fields
        self.fields = {f"view_{field.name}": field for field in fields}
        encoded = [
            Column(name, pa.list_(pa.float32(), field.size), field.meaning) for name, field in self.fields.items()
        ]
        self.all = (*COMMON, *(ACTIONS if self.encoding else ()), *encoded)

    def schema(self, metadata: dict[str, str]) -> Any:
        """The schema of a shard; every column carries its meaning."""
        fields = [
            pa.field(each.name, each.type, nullable=False, metadata={"meaning": each.meaning}) for each in self.all
        ]
        return pa.schema(fields, metadata)

    def table(self, rounds: Sequence[RecordedRound], metadata: dict[str, str]) -> Any:
        """The rows of some rounds; rounds that were forfeited have none."""
        played = [each for each in rounds if each.result is not None]
        values: dict[str, list[Any]] = {column.name: [] for column in (*COMMON, *ACTIONS)}
        seen: list[Any] = []
        for each in played:
            for number, decision in enumerate(each.decisions):
                row = {"round": each.number, "decision": number, **self.common(each, decision)}
                if self.encoding is not None:
                    row |= self.actions(self.encoding, decision)
                    seen.append(self.encoding.encode_view(decision.view))
                for name, value in row.items():
                    values[name].append(value)
        arrays = [
            self.encoded(column, seen) if column.name in self.fields else pa.array(values[column.name], column.type)
            for column in self.all
        ]
        return pa.Table.from_arrays(arrays, schema=self.schema(metadata))

    def common(self, played: RecordedRound, decision: Decision) -> dict[str, Any]:
        """What every game has."""
        assert played.result is not None
        format_view = getattr(self.game, "format_view", self.game.describe)
        return {
            "seat": decision.seat,
            "bot": decision.bot,
            "view": format_view(decision.view),
            "legal": [self.game.format_move(move) for move in decision.legal],
            "move": self.game.format_move(decision.move),
            "points": played.result.points[decision.seat],
            "first": played.result.firsts[decision.seat],
        }

    def actions(self, encoding: AnyEncoding, decision: Decision) -> dict[str, Any]:
        """The moves as actions."""
        hand = encoding.hand_of(decision.view)
        return {
            "legal_actions": encoding.actions_of(decision.legal, hand),
            "action": encoding.action_of(decision.move, hand),
        }

    def encoded(self, column: Column, seen: Sequence[Any]) -> Any:
        """One field of all views."""
        field = self.fields[column.name]
        rows = np.array([view[field.start : field.start + field.size] for view in seen], np.float32)
        return pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), type=column.type)
