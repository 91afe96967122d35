"""Finished matches between bots, and their decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from parlour.bots.bot import AnyBot
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.games.catalogue import AnyGame, make_game
from parlour.review.reviewing import AnyTable


def played(
    name: str, options: dict[str, Any], bots: Sequence[AnyBot], seed: int, *, one_round: bool = False
) -> AnyTable:
    """A match that bots have played to its end, or to that of its first round."""
    table: AnyTable = Table(make_game(name, options))
    rng = Random(seed)
    while actors := table.to_act():
        if one_round and table.round_result() is not None:
            break
        actor = actors[0]
        if actor is CHANCE:
            table.deal(rng)
        else:
            table.play(actor, bots[actor].choose(table.view(actor), table.legal_moves(actor), rng))
    return table


def numbered_round(name: str, options: dict[str, Any], bots: Sequence[AnyBot], seed: int, number: int) -> AnyTable:
    """The first round (or game) of one match out of many that a seed stands for."""
    return played(name, options, bots, seed * 1_000_003 + number, one_round=True)


def decisions(table: AnyTable, seat: Seat) -> Iterator[tuple[Any, Sequence[Any], Any]]:
    """What a seat saw, could do and did."""
    game: AnyGame = table.game
    state = game.start()
    for event in table.events:
        if event.actor == seat:
            yield game.view(state, seat), game.legal_moves(state, seat), event.move
        state = game.apply(state, event.actor, event.move)
