"""Who sits at a table of a server, in plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.server.protocol import Sitter, TableState


def is_free(sitter: Sitter) -> bool:
    """Tell whether nobody sits there."""
    return not sitter.name and not sitter.bot


def names_of(seats: tuple[Sitter, ...]) -> Iterator[str]:
    """Name everybody; bots of one level by their seats."""
    for seat, sitter in enumerate(seats):
        alike = sum(other.bot == sitter.bot and not other.name for other in seats) > 1
        yield sitter.name or (sitter.bot and f"{sitter.bot} bot{f' {seat}' if alike else ''}")


def who_lines(state: TableState, site: str) -> list[str]:
    """Say who sits where, and how others find the table."""
    lines = [f"Table {site}/t/{state.table}"]
    for seat, sitter in enumerate(state.seats):
        you = " (you)" if seat == state.scene.seat else ""
        lines.append(f"Seat {seat}: {sitter_words(sitter)}{you}.")
    if state.status == "open":
        bots = ", and 'bot 1 casual' lets a bot sit down" if state.mine else ""
        lines.append(f"The match begins when every seat is taken; the address above is the invitation{bots}.")
    return lines


def sitter_words(sitter: Sitter) -> str:
    """Say who sits in a seat."""
    if is_free(sitter):
        return "free"
    if not sitter.name:
        return f"{sitter.bot} bot"
    if sitter.bot:
        return f"{sitter.name}, away; a {sitter.bot} bot plays on"
    return sitter.name if sitter.here else f"{sitter.name}, away"


def changes(before: TableState, after: TableState) -> Iterator[str]:
    """Say who has come or gone since."""
    if before.scene.seat is None and after.scene.seat is not None:
        yield f"You take seat {after.scene.seat}."
    for seat, (was, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        if sitter_words(was) != sitter_words(now) and seat != after.scene.seat:
            yield f"Seat {seat}: {sitter_words(now)}."
