"""Clocks and claims in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.terminal.names import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.server.protocol import TableState, Terms
    from parlour.terminal.names import Names

MINUTE, HOUR, DAY = 60, 3600, 86_400
UNITS: Final = ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second"))


def duration(seconds: float) -> str:
    """A time in words, in the largest unit that divides it, or in minutes and seconds: `1 day`, `2:05`."""
    whole = int(seconds)
    size, unit = next((each for each in UNITS if whole and whole % each[0] == 0), UNITS[-1])
    if size == 1 and whole > MINUTE:
        return f"{whole // MINUTE}:{whole % MINUTE:02}"
    return f"{whole // size} {unit}{'' if whole == size else 's'}"


def term_lines(terms: Terms) -> list[str]:
    """What is told before the match: how much time there is, and what becomes of who has none or is away."""
    if terms.bank:
        more = f", and {duration(terms.increment)} more for every decision" if terms.increment else ""
        then = "When the time is up a bot plays on, and the others may claim the win."
        lines = [f"Clock: {duration(terms.bank)} for the match{more}. {then}"]
    elif terms.clock is not None:
        lines = [f"Clock: {duration(terms.clock)} for a move. When the time is up a bot makes the move."]
    else:
        lines = []
    if terms.grace:
        away = "" if lines else "a bot plays, and "
        lines.append(f"After {duration(terms.grace)} of waiting for somebody who is away, {away}the others may claim.")
    return lines


def time_left(state: TableState, seat: int) -> float | None:
    """What a seat has left: of the decision that it makes, else of its bank."""
    running = state.deadlines[seat] if state.deadlines else None
    return state.banks[seat] if running is None and state.banks else running


def bank_line(state: TableState, names: Names) -> str:
    """What every person's bank holds; empty without banks."""
    known = [(seat, time_left(state, seat)) for seat in range(len(state.seats))]
    return ", ".join(f"{names[seat]} {duration(left)}" for seat, left in known if left is not None)


def claim_lines(before: TableState | None, state: TableState, names: Names) -> Iterator[str]:
    """Over whom the win can be claimed since the last time, and how."""
    claimed = () if before is None else before.claims
    for seat in state.claims:
        if seat not in claimed and state.scene.seat not in (None, seat):
            bot = "" if state.seats[seat].bot else f", 'claim {seat} bot' lets a bot play meanwhile"
            yield sentence(f"you need not wait for {names[seat]}: 'claim {seat}' claims the win{bot}")
