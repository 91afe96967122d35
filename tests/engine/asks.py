"""The questions of random matches, as an engine gets them: `python -m tests.engine.asks` writes the golden files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.engine.catalogue import make_wire
from parlour.engine.messages import Ask
from parlour.games.catalogue import make_game

GOLDEN = Path(__file__).parents[1] / "golden"
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "haggis-2": ("haggis", {}),
    "haggis-3": ("haggis", {"players": 3, "target": 60}),
    "damenrennen": ("damenrennen", {}),
}
KEPT = 12
"""Questions of a golden file."""


def decisions(name: str, seed: int) -> Iterator[tuple[Table[Any, Any, Any], Seat]]:
    """Every decision of a random match."""
    game, options = VARIANTS[name]
    rng = Random(seed)
    table: Table[Any, Any, Any] = Table(make_game(game, options))
    while actors := table.to_act():
        actor = actors[-1]
        if actor is CHANCE:
            table.deal(rng)
            continue
        yield table, actor
        legal = table.legal_moves(actor)
        table.play(actor, legal[rng.randrange(len(legal))])


def ask_at(table: Table[Any, Any, Any], seat: Seat) -> Ask:
    """The question of a decision."""
    wire, view = make_wire(table.game), table.view(seat)
    legal = tuple(wire.format_legal(view, table.legal_moves(seat)))
    return Ask(id=1, match="m", view=wire.encode(view), count=len(legal), seed=0, legal=legal)


def golden(name: str) -> bytes:
    """Questions spread over a match that has many kinds of them, one a line; those with few legal moves."""
    asks = [ask for table, seat in decisions(name, 2) if (ask := ask_at(table, seat)).count <= 40]
    kept = asks[:: len(asks) // KEPT][:KEPT]
    return b"".join(msgspec.json.encode(ask) + b"\n" for ask in kept)


if __name__ == "__main__":
    for each in VARIANTS:
        (GOLDEN / f"engine-{each}.jsonl").write_bytes(golden(each))
