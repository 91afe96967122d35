"""Examples of every message, for the description of the protocol; what a game says in them comes from its rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.game import CHANCE
from parlour.core.table import Table
from parlour.engine import messages
from parlour.engine.bot import told_event
from parlour.engine.catalogue import WIRES, make_wire
from parlour.engine.messages import Ask, Budget, Considered, Limits, OfferedGame, Option, Told
from parlour.games.catalogue import make_game

if TYPE_CHECKING:
    from collections.abc import Sequence

SEED: Final = 4
DECISIONS: Final = 3
"""How many were made before the one that is asked."""
FEWEST: Final = 3
MOST: Final = 12
"""How many legal moves an example of a question has."""


def of(kind: type[msgspec.Struct]) -> Sequence[msgspec.Struct]:
    """Examples of a message; of a question one for each game."""
    if kind is Ask:
        return [ask_of(game) for game in WIRES]
    return [each for each in short_messages() if type(each) is kind]


def short_messages() -> list[Any]:
    """One of every other message."""
    game, *_ = WIRES
    rules = make_game(game, {})
    table, ask = table_of(game), ask_of(game)
    event = told_event(rules, table.events[-1], ask.view.seat)
    first, *rest = ask.legal
    return [
        messages.Hello(1, "1.0.0", tuple(OfferedGame(name, 1) for name in WIRES), Limits()),
        messages.Set({"depth": 5}),
        messages.Ready(1),
        messages.Match("m2", game, rules.version, msgspec.to_builtins(rules.options), ask.view.seat, rules.seats),
        Told("m2", len(table.events) - 1, (event,)),
        messages.Legal(7, ask.legal),
        messages.Stop(7),
        messages.Over("m2"),
        messages.Quit(),
        messages.EngineHello(
            1, "Fox", tuple(WIRES), "Ada", "2.1", ("stop", "candidates"), (Option("depth", "int", 3, 1, 9),)
        ),
        messages.EngineReady(1),
        messages.Info(7, (Considered(first, 4.1, 0.62, 2.9, 1200), *(Considered(move, 3.5, 0.6) for move in rest[:1]))),
        messages.Chosen(7, first, "keeps the wilds"),
        messages.WantLegal(7),
        messages.Error("view/unknown", "this view cannot be read", 7, "view.hand"),
    ]


def table_of(game: str) -> Table[Any, Any, Any]:
    """A table at which somebody has a few moves to choose from, after a few random ones."""
    table: Table[Any, Any, Any] = Table(make_game(game, {}))
    rng = Random(SEED)
    for number in range(1000):
        table.deal(rng)
        actor = table.to_act()[0]
        assert actor is not CHANCE
        legal = table.legal_moves(actor)
        if number >= DECISIONS and FEWEST <= len(legal) <= MOST:
            return table
        table.play(actor, legal[rng.randrange(len(legal))])
    raise AssertionError(game)


def ask_of(game: str) -> Ask:
    """A question of a game."""
    table = table_of(game)
    seat = table.to_act()[0]
    assert seat is not CHANCE
    view, wire = table.view(seat), make_wire(table.game)
    legal = tuple(wire.format_legal(view, table.legal_moves(seat)))
    return Ask(
        id=7,
        match="m2",
        view=wire.encode(view),
        count=len(legal),
        seed=8302747512839,
        legal=legal,
        budget=Budget(ms=800),
        seq=len(table.events),
    )
