"""Removes a person who deletes her data from one table of the database, damaged tables included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.server.events import Seated
from parlour.server.store import EVENT_DECODER, EVENT_ENCODER, TableSummary

if TYPE_CHECKING:
    import sqlite3


def leave_table(connection: sqlite3.Connection, name: str, person: int, stand_in: str) -> None:
    """Delete the table if no other person ever sat there, else the person's name and her seat in a running match."""
    query = "SELECT id, digest, over, begun FROM play_table WHERE name = ?"
    found = connection.execute(query, (name,)).fetchone()
    if found is None:
        return
    table, digest, over, begun = found
    others = "SELECT 1 FROM sitting WHERE play_table = ? AND person != ?"
    if connection.execute(others, (table, person)).fetchone() is None:
        connection.execute("DELETE FROM play_table WHERE id = ?", (table,))
        return
    seat = erase_name(connection, table, person)
    freed = None if over or seat is None else Seated(seat, bot=stand_in if begun else "")
    if freed is not None:
        query = "INSERT INTO entry SELECT ?1, max(seq) + 1, NULL, ?2 FROM entry WHERE play_table = ?1"
        connection.execute(query, (table, EVENT_ENCODER.encode(freed).decode()))
    values = (summary_without(digest, person, freed), table)
    connection.execute("UPDATE play_table SET digest = ? WHERE id = ?", values)
    connection.execute("DELETE FROM sitting WHERE play_table = ? AND person = ?", (table, person))


def erase_name(connection: sqlite3.Connection, table: int, person: int) -> int | None:
    """Delete a person's name from the events of a table; the seat that she holds at their end.

    An event that cannot be decoded may contain her name, and no replay gets past it: it is emptied.
    """
    seat = None
    rows = connection.execute("SELECT seq, body FROM entry WHERE play_table = ? ORDER BY seq", (table,)).fetchall()
    for seq, body in rows:
        try:
            event = EVENT_DECODER.decode(body)
        except msgspec.MsgspecError:
            erased = ""
        else:
            if not isinstance(event, Seated):
                continue
            if event.person != person:
                seat = None if event.seat == seat else seat
                continue
            seat = event.seat
            erased = EVENT_ENCODER.encode(Seated(event.seat, person)).decode()
        connection.execute("UPDATE entry SET body = ? WHERE play_table = ? AND seq = ?", (erased, table, seq))
    return seat


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
