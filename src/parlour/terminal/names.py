"""How seats are called, and the grammar of short sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

SECOND_PERSON: Final = {"goes": "go", "has": "have", "passes": "pass"}


class Names:
    """Seats as a reader would call them: `you`, a name where one is known, else `seat 1`."""

    def __init__(self, reader: int | None, known: Sequence[str] = ()) -> None:
        """An empty name in `known` is one that is not known."""
        self.reader = reader
        self.known = known

    def __getitem__(self, seat: int) -> str:
        """What a seat is called."""
        if seat == self.reader:
            return "you"
        return (self.known[seat] if seat < len(self.known) else "") or f"seat {seat}"

    def does(self, seat: int, verb: str) -> str:
        """A seat and what it does, in the right person: `seat 1 wins`, `you win`."""
        if seat == self.reader:
            return f"you {SECOND_PERSON.get(verb) or verb.removesuffix('s')}"
        return f"{self[seat]} {verb}"


def plural(noun: str) -> str:
    """The plural of a noun: `pairs`, `sixes`."""
    return f"{noun}es" if noun.endswith("x") else f"{noun}s"


def count(number: int, noun: str) -> str:
    """A number with its noun: `1 card`, `2 cards`."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return f"{text[0].upper()}{text[1:]}."
