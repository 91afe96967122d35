"""What is left of a table when a person who deletes her data is removed from it, damaged tables included."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from parlour.server.events import Seated
from parlour.server.store import EVENT_DECODER, EVENT_ENCODER, TableSummary

if TYPE_CHECKING:
    from collections.abc import Iterable


class StoredTable(NamedTuple):
    """The columns of a table that matter here."""

    id: int
    digest: str
    over: bool
    begun: bool


class Remainder(NamedTuple):
    """What to write: a person's name is nowhere in it."""

    erased: list[tuple[int, str]]
    """By number, the new bodies of events."""
    added: str | None
    """The body of an event behind all others, which gives her seat away."""
    digest: str


def without_person(table: StoredTable, entries: Iterable[tuple[int, str]], person: int, stand_in: str) -> Remainder:
    """A table without a person's name; in a match that is not over her seat goes to a bot, or is free before the deal.

    An event that cannot be decoded may contain her name, and no replay gets past it: it is emptied.
    """
    seat = None
    erased = []
    for seq, body in entries:
        try:
            event = EVENT_DECODER.decode(body)
        except msgspec.MsgspecError:
            erased.append((seq, ""))
            continue
        if not isinstance(event, Seated):
            continue
        if event.person == person:
            seat = event.seat
            erased.append((seq, EVENT_ENCODER.encode(Seated(event.seat, person)).decode()))
        elif event.seat == seat:
            seat = None
    freed = None if table.over or seat is None else Seated(seat, bot=stand_in if table.begun else "")
    added = None if freed is None else EVENT_ENCODER.encode(freed).decode()
    return Remainder(erased, added, summary_without(table.digest, person, freed))


def summary_without(digest: str, person: int, freed: Seated | None) -> str:
    """The summary of a table without a person's name, and with whoever holds her seat now; empty if it is damaged."""
    try:
        summary = msgspec.json.decode(digest, type=TableSummary)
    except msgspec.MsgspecError:
        return ""
    names, bots, persons = list(summary.names), list(summary.bots), list(summary.persons)
    for seat, who in enumerate(persons):
        if who == person:
            names[seat] = ""
            if freed is not None:
                bots[seat], persons[seat] = freed.bot, None
    status = "open" if freed is not None and freed.is_free else summary.status
    return msgspec.json.encode(
        msgspec.structs.replace(summary, status=status, names=tuple(names), bots=tuple(bots), persons=tuple(persons))
    ).decode()
