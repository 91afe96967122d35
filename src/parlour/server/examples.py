"""Examples of every message, for the description of the protocol; what a game says in them comes from its rules."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.core.game import CHANCE, Reason, Seat
from parlour.core.table import Table
from parlour.games.catalogue import KINDS, make_game
from parlour.scenes.catalogue import make_staging
from parlour.server.lobby.types import FriendHere, LobbyNews, LobbyTable, Paired
from parlour.server.protocol import (
    VERSION,
    Advised,
    Answered,
    Candidate,
    Commitment,
    Done,
    Past,
    Pong,
    Refused,
    Said,
    Sitter,
    TableState,
    Terms,
    Welcome,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.scenes.scene import Update

TABLE: Final = "q7kd2mzt4npa"
COMMITMENT: Final = "7c4a8d09ca3762af61e59520943dc26494f8941b7c4a8d09ca3762af61e59520"
SAMPLES: Final = {
    "table": TABLE,
    "id": "c12",
    "n": 7,
    "decision": 12,
    "number": 2,
    "seat": 1,
    "level": "regular",
    "win": True,
    "phrase": "hello",
}
SEED: Final = 3
MOVES: Final = 2
VIEWER: Final = Seat(0)


def of(kind: type[msgspec.Struct]) -> Sequence[Any]:
    """Examples of a message; of a table one for each game that comes with parlour."""
    if kind is TableState:
        return [table_state(game) for game in own_games()]
    replies = {type(each): each for each in short_replies()}
    if kind in replies:
        return [replies[kind]]
    move = some_moves(begun(own_games()[0]))[-1]
    samples = {**SAMPLES, "text": move, "move": move}
    return [kind(**{field.name: samples[field.name] for field in msgspec.structs.fields(kind)})]


def own_games() -> list[str]:
    """The games that come with parlour, whatever else is installed."""
    return [name for name in KINDS if KINDS[name].options.__module__.startswith("parlour.")]


@cache
def begun(game: str) -> Table[Any, Any, Any]:
    """The beginning of a match, where its first seat has a choice."""
    rng = Random(SEED)
    table: Table[Any, Any, Any] = Table(make_game(game, {}))
    table.deal(rng)
    while len(table.events) <= MOVES or table.to_act() != (VIEWER,) or len(table.legal_moves(VIEWER)) == 1:
        actor = table.to_act()[0]
        assert actor is not CHANCE
        table.play(actor, rng.choice(table.legal_moves(actor)))
        table.deal(rng)
    return table


def some_moves(table: Table[Any, Any, Any]) -> list[str]:
    """The first seat's legal moves, in notation."""
    return [table.game.format_move(move) for move in table.legal_moves(VIEWER)]


def updates(table: Table[Any, Any, Any], first: int, viewer: Seat | None) -> tuple[Update, ...]:
    """What a viewer is told of the events from the first wanted on."""
    staging = make_staging(table.game)
    replayed = Table(table.game, table.events[:first])
    told: list[Update] = []
    for event in table.events[first:]:
        before = replayed.view(viewer)
        replayed.play(event.actor, event.move)
        told += staging.told(event.actor, event.move, before, replayed.view(viewer))
    return tuple(told)


def table_state(game: str) -> TableState:
    """The beginning of a match as its first seat sees it, with the last thing that happened."""
    table = begun(game)
    staging, view, legal = make_staging(table.game), table.view(VIEWER), table.legal_moves(VIEWER)
    return TableState(
        table=TABLE,
        seq=3 + len(table.events),
        status="playing",
        mine=True,
        seats=(Sitter(name="Ada", here=True), Sitter(bot="regular")),
        terms=Terms(),
        decision=len([event for event in table.events if event.actor == VIEWER]),
        fair=Commitment(COMMITMENT, 1),
        scene=staging.scene(view, legal),
        groups=staging.answer(view, legal, "").groups,
        told=updates(table, len(table.events) - 1, VIEWER),
    )


def short_replies() -> Sequence[Any]:
    """One of each of the server's short messages."""
    table = begun(own_games()[0])
    *_, second, best = some_moves(table)
    answer = make_staging(table.game).answer(table.view(VIEWER), table.legal_moves(VIEWER), best)
    return (
        Pong(),
        Welcome(VERSION, "1.0.0", "Ada"),
        Done("c12"),
        Refused("seat/taken", "seat 1 is taken", id="c12", table=TABLE, parameters={"seat": 1}),
        Answered(TABLE, 7, best, msgspec.structs.replace(answer, groups=answer.groups[:1])),
        Advised(
            TABLE,
            7,
            best,
            "the best of 12 moves in 40 sampled worlds",
            (Candidate(best, 21.5, 0.61), Candidate(second, 18.0, 0.57, 0.0)),
            (Reason("sampled", {"moves": 12, "worlds": 40}),),
        ),
        Past(TABLE, updates(table, 0, None)),
        LobbyNews(
            first=True,
            here=3,
            tables=(
                LobbyTable(
                    table=TABLE,
                    game=table.game.name,
                    options=msgspec.to_builtins(table.game.options),
                    status="open",
                    names=("Bo", ""),
                    bots=("", ""),
                    clock=60,
                ),
            ),
            friends=(FriendHere(friend=4, name="Bo", here=True, table=TABLE, game=table.game.name, open=True),),
        ),
        Paired(TABLE, table.game.name, ("Bo",)),
        Said(TABLE, 1, "nice"),
    )
