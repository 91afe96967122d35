"""Small words: seats, counts, sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.core.game import Seat


def name_of(seat: Seat, listener: Seat | None) -> str:
    """Name a seat as the listener would."""
    return "you" if seat == listener else f"seat {seat}"


def plural(word: str) -> str:
    """Give a noun's plural."""
    return f"{word}es" if word.endswith("x") else f"{word}s"


def count(number: int, noun: str) -> str:
    """Count things."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def sentence(text: str) -> str:
    """Begin with a capital and end with a full stop."""
    return f"{text[0].upper()}{text[1:]}."
