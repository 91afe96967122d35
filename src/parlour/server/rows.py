"""Tables and events as rows: what every database stores, encoded and decoded in one place."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from parlour.server.errors import StoreError
from parlour.server.events import AnyEvent, Committed, Opening, Seated
from parlour.server.store import EVENT_DECODER, EVENT_ENCODER, Clocks, StoredEvent, TableRow, TableSummary

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LOG: Final = logging.getLogger("parlour.server")


class Entry(NamedTuple):
    """A row of a table's log."""

    seq: int
    command: str | None
    body: str


class NewEvents(NamedTuple):
    """What events of one table add to the database."""

    entries: list[Entry]
    persons: list[int]
    """Who is seated by them."""
    begin: bool
    """Whether the match begins with them."""


def encode_events(seq: int, key: str, events: Sequence[AnyEvent]) -> NewEvents:
    """Events behind the first `seq` ones; the first carries the key of their command."""
    entries = [
        Entry(number, (key or None) if number == seq + 1 else None, EVENT_ENCODER.encode(event).decode())
        for number, event in enumerate(events, start=seq + 1)
    ]
    persons = [event.person for event in events if isinstance(event, Seated) and event.person is not None]
    return NewEvents(entries, persons, any(isinstance(event, Committed) for event in events))


def decode_events(name: str, rows: Iterable[Sequence[object]]) -> list[StoredEvent]:
    """The log of a table; StoreError where an event is missing, MsgspecError where one is damaged."""
    stored = []
    for number, (seq, command, body) in enumerate(rows, start=1):
        if seq != number:
            raise StoreError(
                "store/corrupt",
                f"event {number} of table {name!r} is missing",
                parameters={"number": number, "table": name},
            )
        stored.append(StoredEvent(str(command or ""), EVENT_DECODER.decode(str(body))))
    return stored


def encode_clocks(clocks: Clocks) -> str:
    """Running clocks as JSON."""
    return msgspec.json.encode(clocks).decode()


def decode_clocks(rows: Sequence[Sequence[str]]) -> Clocks:
    """The clocks of a table, of which there is one row or none."""
    return msgspec.json.decode(rows[0][0], type=Clocks) if rows else {}


def encode_table(row: TableRow) -> tuple[str, str, str, str]:
    """The columns name, opening, digest and opened."""
    return row.name, encode_text(row.opening), encode_text(row.summary), row.opened


def decode_table(row: Sequence[str]) -> TableRow:
    """The inverse; MsgspecError where the row is damaged."""
    name, opening, summary, opened = row
    return TableRow(
        name, msgspec.json.decode(opening, type=Opening), msgspec.json.decode(summary, type=TableSummary), opened
    )


def readable_table(row: Sequence[str]) -> TableRow | None:
    """A row of a list; None where it is damaged, which must not hide the others."""
    try:
        return decode_table(row)
    except msgspec.MsgspecError:
        LOG.warning("the row of table %s is damaged", row[0])
        return None


def encode_text(value: msgspec.Struct) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode()


def unknown_table(name: str) -> StoreError:
    """The error where a table is not in the database."""
    return StoreError("table/unknown", f"there is no table {name!r}", parameters={"table": name})


def unknown_person() -> StoreError:
    """The error where somebody who has left the server takes a seat."""
    return StoreError("person/unknown", "somebody who has left cannot sit down")
