"""What a game must be able to say about itself, and the games that can."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from parlour.terminal.damenrennen import DamenrennenWords
from parlour.terminal.haggis import HaggisWords

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.core.game import Actor


class Words(Protocol):
    """A game in plain lines, always as one seat (or a spectator) may see it."""

    @property
    def move_help(self) -> str:
        """How to type a move."""

    def table(self, view: Any) -> list[str]:
        """Draw the table for a seat that is to choose."""

    def score(self, view: Any) -> str:
        """Say how the match stands."""

    def event(self, actor: Actor, move: Any, before: Any, after: Any) -> list[str]:
        """Tell what happened, given the listener's views before and after."""

    def groups(self, moves: Sequence[Any]) -> dict[str, list[str]]:
        """Sort legal moves into named groups, as text that can be typed."""

    def explain(self, game: Any, text: str) -> tuple[list[str], Any]:
        """Say what a text means in this game: lines for people, data for programs."""


WORDS: Final[dict[str, Words]] = {"haggis": HaggisWords(), "damenrennen": DamenrennenWords()}
