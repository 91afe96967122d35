"""Small words: who, counts, sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

YOURS: Final = {"goes": "go", "has": "have", "passes": "pass"}


class Names:
    """Names seats as the listener would: `you`, a name where one is known, else `seat 1`."""

    def __init__(self, listener: int | None, known: Sequence[str] = ()) -> None:
        """Take who listens, and the names by seat; an empty one is not known."""
        self.listener = listener
        self.known = known

    def __getitem__(self, seat: int) -> str:
        """Name a seat."""
        if seat == self.listener:
            return "you"
        return (self.known[seat] if seat < len(self.known) else "") or f"seat {seat}"

    def does(self, seat: int, verb: str) -> str:
        """Say that a seat does something: `seat 1 wins`, `you win`."""
        if seat == self.listener:
            return f"you {YOURS.get(verb) or verb.removesuffix('s')}"
        return f"{self[seat]} {verb}"


def plural(word: str) -> str:
    """Give a noun's plural."""
    return f"{word}es" if word.endswith("x") else f"{word}s"


def count(number: int, noun: str) -> str:
    """Count things."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def sentence(text: str) -> str:
    """Begin with a capital and end with a full stop."""
    return f"{text[0].upper()}{text[1:]}."
