"""Examples of every message, for the description of the protocol; those of the server are made by the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from parlour.scenes.catalogue import make_staging
from parlour.server.protocol import (
    VERSION,
    Advised,
    Answered,
    Candidate,
    Done,
    Fairness,
    Past,
    Pong,
    Refused,
    Sitter,
    TableState,
    Terms,
    Welcome,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLE: Final = "q7kd2mzt4npa"
SAMPLES: Final = {
    "table": TABLE,
    "id": "c12",
    "text": "5r 6r J",
    "n": 7,
    "move": "5r 6r J",
    "decision": 12,
    "number": 2,
    "seat": 1,
    "level": "regular",
}
SEED: Final = 3
CANDIDATES: Final = (Candidate("4y 4g", 21.5, 0.61), Candidate("6r", 18.0, 0.57))
MOVES: Final = {"haggis": ("2o 3o 4o", "pass"), "damenrennen": ()}


def of(kind: type[msgspec.Struct]) -> tuple[Any, ...]:
    """Give examples of a message."""
    if kind is TableState:
        return (shown("haggis"), shown("damenrennen"))
    made = {type(each): each for each in said()}
    if kind in made:
        return (made[kind],)
    return (kind(**{field.name: SAMPLES[field.name] for field in msgspec.structs.fields(kind)}),)


def played(game: str) -> Table[Any, Any, Any]:
    """Play the beginning of a match."""
    table: Table[Any, Any, Any] = Table(make_game(game, {}))
    table.deal(Random(SEED))
    for move in MOVES[game]:
        (actor,) = table.to_act()
        table.play(actor, table.game.parse_move(move))
    return table


def shown(game: str) -> TableState:
    """Show the beginning of a match to its first seat, with the last thing that happened."""
    table, seat = played(game), Seat(0)
    staging = make_staging(table.game)
    before = Table(table.game, table.events[:-1]).view(seat)
    last = table.events[-1]
    return TableState(
        table=TABLE,
        seq=3 + len(table.events),
        status="playing",
        mine=True,
        seats=(Sitter(name="Ada", here=True), Sitter(bot="regular")),
        terms=Terms(),
        decision=len([event for event in table.events if event.actor == seat]),
        fair=Fairness("7c4a8d09ca3762af61e59520943dc26494f8941b7c4a8d09ca3762af61e59520"),
        scene=staging.scene(table.view(seat), table.legal_moves(seat)),
        told=staging.told(last.actor, last.move, before, table.view(seat)),
    )


def past(table: Table[Any, Any, Any]) -> Past:
    """Tell what happened in the round."""
    told: list[Any] = []
    for number, event in enumerate(table.events):
        before = Table(table.game, table.events[:number]).view(None)
        after = Table(table.game, table.events[: number + 1]).view(None)
        told += make_staging(table.game).told(event.actor, event.move, before, after)
    return Past(TABLE, tuple(told))


def said() -> Sequence[Any]:
    """Give one of each of the server's short messages."""
    table = played("haggis")
    assert table.to_act() != (CHANCE,)
    seat, staging = Seat(0), make_staging(table.game)
    answer = staging.answer(table.view(seat), table.legal_moves(seat), "4g J")
    short = msgspec.structs.replace(answer, groups=answer.groups[:1])
    return (
        Pong(),
        Welcome(VERSION, "1.0.0", "Ada"),
        Done("c12"),
        Refused("play/low", "'5r' does not beat '6g'", "H5.2", "c12", TABLE),
        Answered(TABLE, 7, "4g J", short),
        Advised(
            TABLE, 7, "7o 8o 9o", "keeps both bombs", (Candidate("7o 8o 9o", 21.5, 0.61), Candidate("2g", 18.0, 0.57))
        ),
        past(table),
    )
