"""What a game must be able to say about itself, and the games that can."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from parlour.terminal.damenrennen import DamenrennenWords
from parlour.terminal.haggis import HaggisWords

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.scenes.scene import Group, Update
    from parlour.terminal.names import Names


class Words(Protocol):
    """A game in plain lines, always of what one seat, or a spectator, is shown and told."""

    @property
    def move_help(self) -> str:
        """How to type a move."""

    def table(self, scene: Any, names: Names) -> list[str]:
        """Draw the table."""

    def score(self, scene: Any, names: Names) -> str:
        """Say how the match stands."""

    def event(self, told: Update, scene: Any, names: Names) -> list[str]:
        """Tell something that has happened; the scene is the one after it. The end of a match is told by others."""

    def groups(self, moves: Sequence[Any]) -> dict[str, list[str]]:
        """Sort legal moves into named groups, as text that can be typed."""

    def group_name(self, group: Group) -> str:
        """Name a group of moves that was answered to a selection."""

    def plain_moves(self, scene: Any) -> list[str]:
        """List the moves that no selection of cards would find, such as passing."""

    def selection(self, text: str) -> str | None:
        """Give what to ask about what was typed, to have it read as a move; None where it is one as it stands."""

    def explain(self, game: Any, text: str) -> tuple[list[str], Any]:
        """Say what a text means in this game: lines for people, data for programs."""


WORDS: Final[dict[str, Words]] = {"haggis": HaggisWords(), "damenrennen": DamenrennenWords()}
