"""What viewers are shown of a table: each exactly what it may see."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.core.game import Seat
from parlour.server.company.names import told_apart
from parlour.server.protocol import Commitment, Sitter, TableState, Terms
from parlour.server.store import TableSummary
from parlour.server.table_log import credited

if TYPE_CHECKING:
    from collections.abc import Container

    from parlour.scenes.scene import Update
    from parlour.server.events import Opening
    from parlour.server.table_log import AnyTableLog, Viewer

SHEET_ROWS: Final = 60
MOST_RECALLED: Final = 60
"""So many updates fit into one message."""
MOST_SPECTATORS: Final = 8
"""So many spectators are named; the others are counted."""


class LiveState(msgspec.Struct, frozen=True, kw_only=True):
    """What is true of a table only while it is in memory."""

    table: str
    seats: tuple[Sitter, ...]
    """Who sits there, and who of them has a connection to it."""
    spectators: tuple[str, ...] = ()
    """The names of people with a connection to it who hold no seat."""
    waits: bool = False
    """Whether the next deal waits for somebody."""
    deadlines: tuple[float | None, ...] = ()
    """Seconds left by seat; empty without a clock."""
    banks: tuple[float | None, ...] = ()
    """Seconds in each bank; empty without banks."""
    claims: tuple[int, ...] = ()
    """The seats over which the win can be claimed."""
    grace: int = 0
    """Seconds after which something is done about somebody who is away."""
    time_left: float | None = None
    """Seconds left of a tournament's round."""


def table_state(
    log: AnyTableLog, viewer: Viewer, person: int | None, updates: tuple[Update, ...], live: LiveState
) -> TableState:
    """The table as a person is shown it, with what happened since the last time."""
    status = log.status
    legal = () if viewer is None else log.legal_moves(viewer)
    return TableState(
        table=live.table,
        seq=log.seq,
        status=status,
        mine=person == log.opening.owner,
        host=log.seat_of(log.opening.owner),
        seats=live.seats,
        spectators=live.spectators[:MOST_SPECTATORS],
        spectator_count=len(live.spectators),
        terms=terms(log.opening, live.grace),
        closed=log.closed,
        time_left=live.time_left,
        decision=0 if viewer is None else log.decisions[viewer],
        can_undo=log.can_undo(viewer),
        deadlines=live.deadlines,
        banks=live.banks,
        claims=live.claims,
        sheet=tuple(log.sheet[-SHEET_ROWS:]),
        sheet_rows=len(log.sheet),
        waits=live.waits,
        winners=log.winners if status == "over" else (),
        conceded=log.conceded,
        abandoned=tuple(log.abandoned),
        next=log.next,
        fair=Commitment(log.commitments[-1].commitment if log.commitments else "", len(log.commitments), log.opened),
        scene=log.staging.scene(log.view(viewer), legal),
        groups=log.staging.answer(log.view(viewer), legal, "").groups if len(legal) else (),
        told=updates,
    )


def terms(opening: Opening, grace: int) -> Terms:
    """What everybody is told beforehand."""
    return Terms(
        hints=opening.hints,
        undo=opening.undo,
        clock=opening.clock,
        bank=opening.bank,
        increment=opening.increment,
        grace=grace,
        listed=opening.listed,
        rated=opening.rated,
        tournament=opening.tournament,
        round=opening.round,
        deals=opening.deals,
    )


def occupants(log: AnyTableLog, present: Container[int | None], ready: Container[int] = ()) -> tuple[Sitter, ...]:
    """Who sits at the table, and who is present or ready; nobody is shown under a name that looks like another's."""
    names = told_apart(tuple([seated.name for seated in log.seated]))
    return tuple(
        [
            Sitter(
                name=name,
                bot=log.bot_at(Seat(seated.seat)),
                here=seated.person in present,
                ready=seated.seat in ready,
            )
            for seated, name in zip(log.seated, names, strict=True)
        ]
    )


def recalled(log: AnyTableLog, viewer: Viewer) -> tuple[Update, ...]:
    """What happened since the round began, as the viewer was told it; only the end where it is long.

    Made at most once for each event: a client may ask as often as its rate limit allows.
    """
    if viewer not in log.recalled:
        log.recalled[viewer] = retold(log, viewer)
    return log.recalled[viewer]


def retold(log: AnyTableLog, viewer: Viewer) -> tuple[Update, ...]:
    """Play the round again, and collect what the viewer is told."""
    events = log.table.events
    first = max(log.round_start, len(events) - MOST_RECALLED)
    state = log.round_state
    for event in events[log.round_start : first]:
        state = log.game.apply(state, event.actor, event.move)
    updates: list[Update] = []
    asides = deque((at, aside) for at, aside in log.asides if at >= first)
    before = log.game.view(state, viewer)
    for number, event in enumerate(events[first:], start=first):
        while asides and asides[0][0] <= number:
            updates.append(asides.popleft()[1])
        state = log.game.apply(state, event.actor, event.move)
        after = log.game.view(state, viewer)
        told = log.staging.told(event.actor, event.move, before, after)
        updates += credited(told, event.actor, log.deciders[number])
        before = after
    updates += [aside for _, aside in asides]
    return tuple(updates[-MOST_RECALLED:])


def people_to_act(log: AnyTableLog) -> tuple[int, ...]:
    """The seats whose persons the match waits for."""
    return tuple(seat for seat in log.to_act() if not log.bot_at(seat))


def summary(log: AnyTableLog) -> TableSummary:
    """What lists show of the table."""
    return TableSummary(
        status=log.status,
        names=tuple(seated.name for seated in log.seated),
        bots=tuple(seated.bot for seated in log.seated),
        persons=tuple(seated.person for seated in log.seated),
        scores=log.scores,
        winners=log.winners,
        progress=log.staging.progress(log.view(None)) if log.dealt else (),
    )
