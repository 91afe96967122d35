"""The checker finds every kind of fault that is planted in a sound history, and nothing in the sound one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from parlour.server.events import Moved, Seated
from parlour.server.table_log import replay
from tests.chaos.checker import Fault, check, scene_of
from tests.chaos.history import Audited, ClientHistory, Entry, Look, Sent, TableHistory
from tests.server.twins import random_log

EVENTS: Final = 40
"""More than a deal and some moves, less than a match."""
TAKEOVER: Final = 20
"""From which entry on another node owns the table."""


def sound(seed: int = 3) -> TableHistory:
    """Two people at a table that changes its owner once; each has two connections, the second from the takeover on."""
    log = random_log("haggis-2", seed)
    people = [ClientHistory("Ada", joined=[0.0, TAKEOVER]), ClientHistory("Bo", joined=[0.0, TAKEOVER])]
    entries: list[Entry] = []
    audit = [Audited("lease", 1)]
    match = replay(log.opening, ())
    for seq, event in enumerate(log.events[:EVENTS], 1):
        key = ""
        if isinstance(event, Moved):
            key = f"{event.seat + 1}:m{seq}"
            sent = Sent("play", f"m{seq}", seq + 0.1, event.move, answered=seq + 0.5)
            people[event.seat].sent.append(sent)
        epoch = 1 if seq < TAKEOVER else 2
        if seq == TAKEOVER:
            audit.append(Audited("lease", 2))
        entries.append(Entry(seq, key, event, epoch))
        audit.append(Audited("entry", epoch, seq))
        match.fold(event)
        for seat, client in enumerate(people):
            shown = seat if match.seated[seat].person else None
            client.looks.append(Look(seq + 0.6, int(seq >= TAKEOVER), seq, shown, scene_of(match, shown)))
    return TableHistory("t", log.opening, entries, people, audit)


def moves(table: TableHistory) -> list[Entry]:
    return [entry for entry in table.entries if isinstance(entry.event, Moved) and entry.key]


def sent(table: TableHistory, entry: Entry) -> Sent:
    return next(each for client in table.clients for each in client.sent if each.id == entry.command)


def miss_a_number(table: TableHistory) -> None:
    table.entries[-1].seq += 1


def lose(table: TableHistory) -> None:
    table.clients[0].sent.append(Sent("play", "gone", 99.0, "pass", answered=99.5))


def lose_a_seat(table: TableHistory) -> None:
    table.clients[0].sent.append(Sent("sit", "gone", 99.0, answered=99.5))


def double(table: TableHistory) -> None:
    moves(table)[-1].key = moves(table)[0].key


def alter_a_move(table: TableHistory) -> None:
    sent(table, moves(table)[0]).move += " 2r"


def alter_a_person(table: TableHistory) -> None:
    entry = moves(table)[0]
    entry.key = f"7:{entry.command}"


def refuse(table: TableHistory) -> None:
    sent(table, moves(table)[0]).refused = "store/busy"


def write_unsent(table: TableHistory) -> None:
    entry = moves(table)[0]
    for client in table.clients:
        client.sent = [each for each in client.sent if each.id != entry.command]


def swap_in_time(table: TableHistory) -> None:
    early, late = (sent(table, moves(table)[place]) for place in (0, 3))
    early.at, early.answered = (late.answered or 0.0) + 0.01, 99.0


def go_back(table: TableHistory) -> None:
    looks = table.clients[1].looks
    looks[-2], looks[-3] = looks[-3], looks[-2]


def join_a_stale_owner(table: TableHistory) -> None:
    client = table.clients[0]
    client.joined[1] = EVENTS - 1.0
    looks = client.looks
    looks.insert(TAKEOVER - 1, msgspec.structs.replace(looks[TAKEOVER - 2], connection=1))


def show_another_scene(table: TableHistory) -> None:
    look = table.clients[0].looks[10]
    look.scene = {**look.scene, "to_act": [5]}


def show_what_was_never_stored(table: TableHistory) -> None:
    for client in table.clients:
        client.looks = client.looks[:-1]
    table.clients[0].looks.append(msgspec.structs.replace(table.clients[0].looks[-1], seq=EVENTS + 1))


def stop_showing(table: TableHistory) -> None:
    table.clients[0].looks.pop()


def fall_back_an_epoch(table: TableHistory) -> None:
    table.entries[-1].epoch = 1


def write_after_the_takeover(table: TableHistory) -> None:
    """The old owner writes once more before the new one has written anything: only the audit shows it."""
    place = next(place for place, each in enumerate(table.audit) if each.kind == "lease" and each.epoch == 2)
    table.audit[place - 1], table.audit[place] = table.audit[place], table.audit[place - 1]


def share_a_seat(table: TableHistory) -> None:
    look = table.clients[1].looks[10]
    look.seat, look.scene = 0, table.clients[0].looks[10].scene


def move_for_somebody_else(table: TableHistory) -> None:
    entry = moves(table)[0]
    assert isinstance(entry.event, Moved)
    entry.key = f"{2 - entry.event.seat}:{entry.command}"


def sit_twice(table: TableHistory) -> None:
    table.entries[1].event = Seated(1, 1, "Ada")


def repeat_a_move(table: TableHistory) -> None:
    table.entries[-1].event = Moved(0, "nonsense")


PLANTED: Final[tuple[tuple[Fault, Callable[[TableHistory], None]], ...]] = (
    (Fault.NUMBERING, miss_a_number),
    (Fault.LOST, lose),
    (Fault.LOST, lose_a_seat),
    (Fault.DOUBLED, double),
    (Fault.ALTERED, alter_a_move),
    (Fault.ALTERED, alter_a_person),
    (Fault.REFUSED, refuse),
    (Fault.UNSENT, write_unsent),
    (Fault.ORDER, swap_in_time),
    (Fault.BACKWARDS, go_back),
    (Fault.STALE, join_a_stale_owner),
    (Fault.VIEW, show_another_scene),
    (Fault.VIEW, show_what_was_never_stored),
    (Fault.LAST, stop_showing),
    (Fault.EPOCH, fall_back_an_epoch),
    (Fault.FENCED, write_after_the_takeover),
    (Fault.SEAT, share_a_seat),
    (Fault.SEAT, move_for_somebody_else),
    (Fault.SEAT, sit_twice),
    (Fault.ILLEGAL, repeat_a_move),
)


def test_a_sound_history_has_no_fault() -> None:
    table = sound()

    assert len(moves(table)) > 10
    assert check(table) == []


@pytest.mark.parametrize(("fault", "plant"), PLANTED, ids=lambda value: getattr(value, "__name__", ""))
def test_a_planted_fault_is_found(fault: Fault, plant: Callable[[TableHistory], None]) -> None:
    table = sound()

    plant(table)

    assert fault in {finding.fault for finding in check(table)}


def test_every_kind_of_fault_is_planted() -> None:
    assert {fault for fault, _ in PLANTED} == set(Fault)


def test_an_old_owner_that_writes_before_the_new_one_is_found_by_the_audit_alone() -> None:
    table = sound()

    write_after_the_takeover(table)

    assert {finding.fault for finding in check(table)} == {Fault.FENCED}


def test_a_command_without_an_answer_may_be_in_the_log_or_not() -> None:
    table = sound()
    sent(table, moves(table)[-1]).answered = None
    table.clients[0].sent.append(Sent("play", "cut off", 99.0, "pass"))

    assert check(table) == []


def test_what_was_sent_at_the_same_time_may_stand_in_any_order() -> None:
    table = sound()
    early, late = (sent(table, moves(table)[place]) for place in (0, 1))
    early.at = late.at = 5.0
    early.answered, late.answered = 9.0, 8.0
    for client in table.clients:
        client.joined = [0.0, 1.0]

    assert check(table) == []


def test_a_history_can_be_kept_as_json() -> None:
    table = sound()

    again = msgspec.json.decode(msgspec.json.encode(table), type=TableHistory)

    assert check(again) == []
    assert again == table
