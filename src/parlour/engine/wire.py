"""How a game's views and moves are written in the messages of the engine protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

View = TypeVar("View")
Seen = TypeVar("Seen")

Cards = tuple[str, ...]
"""Names of cards, as in docs/notation.md."""


class Wire(Protocol[View, Seen]):
    """Writes and reads the views of one seat that has a decision to make."""

    def encode(self, view: View) -> Seen:
        """All that a view holds, in notation."""

    def decode(self, seen: Seen) -> View:
        """The view that was encoded; ValueError, LookupError or AssertionError where there is none like it."""

    def format_legal(self, view: View, legal: Sequence[Any]) -> list[str]:
        """Every legal move in notation, in order."""

    def read_legal(self, view: View, texts: Sequence[str]) -> Sequence[Any]:
        """The legal moves that were written, as the rules list them; ValueError where they cannot be read."""


AnyWire = Wire[Any, Any]
