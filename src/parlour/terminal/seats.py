"""The seats of a table at a server, in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.terminal.clocks import term_lines
from parlour.terminal.names import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.scenes.scene import Update
    from parlour.server.protocol import Sitter, TableState
    from parlour.terminal.names import Names


def is_free(seat: Sitter) -> bool:
    """Whether neither a person nor a bot has a seat."""
    return not seat.name and not seat.bot


def seat_names(seats: tuple[Sitter, ...]) -> Iterator[str]:
    """What the seats are called; several bots of one level by their numbers."""
    for number, seat in enumerate(seats):
        alike = sum(other.bot == seat.bot and not other.name for other in seats) > 1
        yield seat.name or (seat.bot and f"{seat.bot} bot{f' {number}' if alike else ''}")


def who_lines(state: TableState, site: str) -> list[str]:
    """Who has which seat, and how others find the table."""
    lines = [f"Table {site}/t/{state.table}"]
    for number, seat in enumerate(state.seats):
        you = " (you)" if number == state.scene.seat else ""
        lines.append(f"Seat {number}: {occupant(seat)}{you}.")
    lines += term_lines(state.terms) if state.status != "over" else []
    if state.status == "open":
        bots = "; 'bot 1 casual' gives seat 1 to a bot" if state.mine else ""
        lines.append(f"The match begins when every seat is taken. Invite people with the address above{bots}.")
    return lines


def occupant(seat: Sitter) -> str:
    """Who has a seat."""
    if is_free(seat):
        return "free"
    if not seat.name:
        return f"{seat.bot} bot"
    if seat.bot:
        return f"{seat.name}{'' if seat.here else ', away'}; a {seat.bot} bot plays meanwhile"
    return seat.name if seat.here else f"{seat.name}, away"


def seat_lines(update: Update, names: Names) -> list[str] | None:
    """What became of a seat, unless `changes` says it; None for an update about the game."""
    if update.seat is None or update.kind not in ("undo", "late", "left", "away", "back", "gone", "flag", "claimed"):
        return None
    match update.kind:
        case "undo":
            return [sentence(f"{names.does(update.seat, 'takes')} the move back")]
        case "late":
            return [sentence(f"{names.does(update.seat, 'runs')} out of time; a bot moves")]
        case "flag":
            return [sentence(f"{names.does(update.seat, 'runs')} out of time; a bot plays on")]
        case "claimed" if update.other is not None:
            return [sentence(f"{names.does(update.other, 'claims')} the win over {names[update.seat]}")]
        case _:
            return []


def changes(before: TableState, after: TableState) -> Iterator[str]:
    """Who has come or left between two states of a table."""
    if before.scene.seat is None and after.scene.seat is not None:
        yield f"You take seat {after.scene.seat}."
    for number, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        if occupant(was) != occupant(now) and number != after.scene.seat:
            yield f"Seat {number}: {occupant(now)}."
