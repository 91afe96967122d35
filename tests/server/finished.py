"""Finished matches, written into the database of a server that has not started yet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from parlour.core.game import CHANCE
from parlour.core.table import Table
from parlour.games.catalogue import make_game
from parlour.server.commitments import commitment_to
from parlour.server.events import AnyEvent, Committed, Conceded, Dealt, Moved, Opening, Seated
from parlour.server.new_table import new_table
from parlour.server.people import hash_token
from parlour.server.sqlite import SqliteStore

ADA, BO = "cookie-of-ada", "cookie-of-bo"
SHORT: Final[Mapping[str, Mapping[str, Any]]] = {"haggis": {"target": 1}, "damenrennen": {}}
"""Options of matches that end soon."""


def random_match(game: str, seed: int, options: Mapping[str, Any] | None = None) -> Table[Any, Any, Any]:
    """A match by random moves."""
    rng = Random(seed)
    table: Table[Any, Any, Any] = Table(make_game(game, dict(SHORT[game] if options is None else options)))
    while actors := table.to_act():
        actor = actors[0]
        if actor is CHANCE:
            table.deal(rng)
        else:
            table.play(actor, rng.choice(table.legal_moves(actor)))
    return table


def table_events(table: Table[Any, Any, Any]) -> list[AnyEvent]:
    """The deals and moves of a match, as a table's log has them."""
    events: list[AnyEvent] = []
    for event in table.events:
        text = table.game.format_move(event.move)
        if event.actor is CHANCE:
            events += [Committed(commitment_to(text, "salt"), "salt", text), Dealt()]
        else:
            events.append(Moved(event.actor, text))
    return events


async def write_finished(
    data: Path,
    match: Table[Any, Any, Any],
    *,
    left_out: int = 0,
    conceded: int | None = None,
    rated: bool = False,
) -> str:
    """Let Ada and Bo have played a match, but for its last events, or to where a seat conceded; the table's name."""
    store = SqliteStore(data)
    people = [await person(store, name, cookie) for name, cookie in (("Ada", ADA), ("Bo", BO))]
    seated = [Seated(seat, each.id, each.name) for seat, each in enumerate(people)]
    rules = match.game
    opening = Opening(
        game=rules.name,
        version=rules.version,
        options=msgspec.to_builtins(rules.options),
        owner=people[0].id,
        hints=False,
        rated=rated,
    )
    events = table_events(match)
    end = [] if conceded is None else [Conceded(conceded)]
    added = new_table(opening, [*seated, *events[: len(events) - left_out], *end])
    await store.write(added)
    await store.write_summary(added.row.name, added.row.summary)
    await store.close()
    return added.row.name


async def person(store: SqliteStore, name: str, cookie: str) -> Any:
    """Somebody by her cookie, new where there is nobody yet."""
    return await store.person_of(hash_token(cookie)) or await store.add_person(name, hash_token(cookie))
