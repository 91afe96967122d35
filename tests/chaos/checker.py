"""Compares what clients were told with the log of their table: linearizability of a list that is appended to.

The log of a table is the order of its commands, so no order has to be searched for, and each check goes once over
the log and the histories.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

import msgspec

from parlour.core.game import Seat
from parlour.server.events import Moved
from parlour.server.table_log import AnyTableLog, replay
from tests.chaos.history import ClientHistory, Entry, Look, Sent, TableHistory


class Fault(StrEnum):
    """What can be wrong with a run."""

    NUMBERING = "entries are not numbered 1, 2, 3 …"
    LOST = "an acknowledged command is not in the log"
    DOUBLED = "a command is in the log more than once"
    ALTERED = "a command is in the log with another move, or under another person"
    REFUSED = "a refused command is in the log"
    UNSENT = "the log has a command that nobody sent"
    ORDER = "a command stands before one that was acknowledged before it was sent"
    BACKWARDS = "a connection was shown an older state after a newer one"
    STALE = "a new connection was shown less than had been acknowledged before"
    VIEW = "a client was shown something else than the fold of the log"
    LAST = "the last view of a client is not the last state of the table"
    EPOCH = "an entry has a lower epoch than the one before it"
    FENCED = "an entry was written by a node that no longer owned the table"
    SEAT = "two people in one seat, or one person in two"
    ILLEGAL = "the log cannot be replayed"


class Finding(msgspec.Struct, frozen=True):
    """A fault at a table."""

    fault: Fault
    table: str
    text: str


def check(table: TableHistory) -> list[Finding]:
    """Every fault of a table's history."""
    checks = (numbering, written, commands, order, connections, epochs, owners, seats, views)
    return [Finding(fault, table.name, text) for each in checks for fault, text in each(table)]


UNWRITTEN: Final = "ready"
"""The kind of command that leaves nothing in the log."""
Faults = Iterator[tuple[Fault, str]]


def numbering(table: TableHistory) -> Faults:
    for expected, entry in enumerate(table.entries, 1):
        if entry.seq != expected:
            yield Fault.NUMBERING, f"entry {entry.seq} stands in place {expected}"
            return


def written(table: TableHistory) -> Faults:
    """No command stands more than once, and somebody sent it."""
    times = Counter(entry.command for entry in table.entries if entry.command)
    sent = {each.id for client in table.clients for each in client.sent}
    for command, count in times.items():
        if count > 1:
            yield Fault.DOUBLED, f"{command} {count} times"
        if command not in sent:
            yield Fault.UNSENT, command


def commands(table: TableHistory) -> Faults:
    """Every acknowledged command stands there as it was sent; a refused one does not."""
    entries = {entry.command: entry for entry in table.entries if entry.command}
    for client in table.clients:
        persons = {entries[each.id].person for each in client.sent if each.id in entries}
        if len(persons) > 1:
            yield Fault.ALTERED, f"{client.name} is {persons} in the log"
        for each in client.sent:
            entry = entries.get(each.id)
            if entry is not None:
                yield from altered(client, each, entry)
            elif each.is_done and each.kind != UNWRITTEN:
                yield Fault.LOST, f"{client.name}: {each.kind} {each.id} {each.move!r}"


def altered(client: ClientHistory, sent: Sent, entry: Entry) -> Faults:
    """What is wrong with a command that is in the log."""
    if sent.refused:
        yield Fault.REFUSED, f"{client.name}: {sent.id} at {entry.seq}, refused with {sent.refused}"
    if sent.move and not (isinstance(entry.event, Moved) and entry.event.move == sent.move):
        yield Fault.ALTERED, f"{client.name}: {sent.id} {sent.move!r} is {entry.event}"


def order(table: TableHistory) -> Faults:
    """A command stands behind all that were acknowledged before it was sent."""
    places = {entry.command: entry.seq for entry in table.entries if entry.command}
    last = 0
    for at, sent in moments([each for client in table.clients for each in client.sent if each.id in places]):
        place = places[sent.id]
        if at == sent.answered:
            last = max(last, place) if sent.is_done else last
        elif place < last:
            yield Fault.ORDER, f"{sent.id} at {place} was sent after {last} had been acknowledged"


def moments(sent: list[Sent]) -> Iterator[tuple[float, Sent]]:
    """When commands were sent and answered, by time; of one instant, what was sent first."""
    happened = [(each.at, 0, each) for each in sent]
    happened += [(each.answered, 1, each) for each in sent if each.answered is not None]
    for at, _, each in sorted(happened, key=lambda moment: moment[:2]):
        yield at, each


def connections(table: TableHistory) -> Faults:
    """No connection sees the table go back, and a new one sees all that anybody knew to be done when it joined."""
    known = acknowledged_by_time(table)
    for client in table.clients:
        shown: dict[int, int] = {}
        for look in client.looks:
            before = shown.get(look.connection)
            if before is None:
                least = known_at(known, client.joined[look.connection])
                if look.seq < least:
                    yield (
                        Fault.STALE,
                        f"{client.name} joined after {least} had been acknowledged and was shown {look.seq}",
                    )
            elif look.seq < before:
                yield Fault.BACKWARDS, f"{client.name} was shown {look.seq} after {before}"
            shown[look.connection] = look.seq


def acknowledged_by_time(table: TableHistory) -> list[tuple[float, int]]:
    """When which number of the log was first known to be written, both rising."""
    places = {entry.command: entry.seq for entry in table.entries if entry.command}
    done = sorted(
        (each.answered, places[each.id])
        for client in table.clients
        for each in client.sent
        if each.answered is not None and not each.refused and each.id in places
    )
    rising: list[tuple[float, int]] = []
    for at, place in done:
        if not rising or place > rising[-1][1]:
            rising.append((at, place))
    return rising


def known_at(known: list[tuple[float, int]], at: float) -> int:
    """The highest number that was acknowledged before a time."""
    before = bisect_left(known, (at, 0))
    return known[before - 1][1] if before else 0


def epochs(table: TableHistory) -> Faults:
    highest = 0
    for entry in table.entries:
        if entry.epoch is None:
            continue
        if entry.epoch < highest:
            yield Fault.EPOCH, f"entry {entry.seq} has epoch {entry.epoch} after {highest}"
        highest = max(highest, entry.epoch)


def owners(table: TableHistory) -> Faults:
    """Every entry has the epoch that the lease had when it was written."""
    current: int | None = None
    for each in table.audit:
        if each.kind == "lease":
            current = each.epoch
        elif current is not None and each.epoch != current:
            yield Fault.FENCED, f"entry {each.seq} has epoch {each.epoch} while the lease has {current}"


def seats(table: TableHistory) -> Faults:
    """At no moment of the table two clients are shown the same seat."""
    holders: dict[tuple[int, int], str] = {}
    for client in table.clients:
        for look in client.looks:
            if look.seat is None:
                continue
            holder = holders.setdefault((look.seq, look.seat), client.name)
            if holder != client.name:
                yield Fault.SEAT, f"{holder} and {client.name} both hold seat {look.seat} at {look.seq}"


def views(table: TableHistory) -> Faults:
    """Whatever anybody was shown is the fold of the log up to there, and in the end everybody sees all of it."""
    looks: defaultdict[int, list[tuple[ClientHistory, Look]]] = defaultdict(list)
    for client in table.clients:
        for look in client.looks:
            looks[look.seq].append((client, look))
        if client.looks and client.looks[-1].seq != len(table.entries):
            yield Fault.LAST, f"{client.name} was last shown {client.looks[-1].seq} of {len(table.entries)}"
    log = replay(table.opening, ())
    for entry in table.entries:
        if isinstance(entry.event, Moved) and entry.person is not None:
            holder = log.seated[entry.event.seat].person
            if holder != entry.person:
                yield Fault.SEAT, f"entry {entry.seq}: {entry.person} moves in the seat of {holder}"
        try:
            log.fold(entry.event)
        except (ValueError, AssertionError, LookupError) as error:
            yield Fault.ILLEGAL, f"entry {entry.seq}, {entry.event}: {error}"
            return
        people = [each.person for each in log.seated if each.person is not None]
        if len(people) != len(set(people)):
            yield Fault.SEAT, f"entry {entry.seq} seats somebody twice: {people}"
        yield from compared(log, looks.pop(log.seq, []))
    for seq, shown in sorted(looks.items()):
        yield Fault.VIEW, f"{shown[0][0].name} was shown {seq} of {len(table.entries)}"


def compared(log: AnyTableLog, looks: list[tuple[ClientHistory, Look]]) -> Faults:
    """Looks at the present state that do not show it."""
    scenes: dict[int | None, Any] = {}
    for client, look in looks:
        if look.seat not in scenes:
            scenes[look.seat] = scene_of(log, look.seat)
        if look.scene != scenes[look.seat]:
            yield Fault.VIEW, f"{client.name}, seat {look.seat}, at {look.seq}"


def scene_of(log: AnyTableLog, seat: int | None) -> Any:
    """What a viewer is sent of a table, decoded."""
    viewer = None if seat is None else Seat(seat)
    legal = () if viewer is None else log.legal_moves(viewer)
    return msgspec.json.decode(msgspec.json.encode(log.staging.scene(log.view(viewer), legal)))
