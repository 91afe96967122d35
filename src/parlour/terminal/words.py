"""What the terminal must be able to say about a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.catalogue import AnyGame
    from parlour.scenes.scene import Group, Update
    from parlour.terminal.names import Names


class Worth(Protocol):
    """What a bot expects of a move."""

    @property
    def points(self) -> float | None:
        """Points of the round, less the mean of the others."""

    @property
    def wins(self) -> float | None:
        """The probability of being first."""

    @property
    def behind(self) -> float | None:
        """How much less it is worth than the best; 0 where they are about equal."""


def worth_words(worth: Worth) -> str:
    """What a move is worth, to be put behind it; of another than the best, by how much it is worse."""
    if worth.behind == 0:
        return ", about equal"
    if worth.behind is not None and worth.points is not None:
        return f", {worth.behind:.1f} points worse"
    points = "" if worth.points is None else f", {worth.points:+.1f} points"
    return points + ("" if worth.wins is None else f", chance {worth.wins:.0%}")


class Words(Protocol):
    """A game in plain lines; always of what one seat, or a spectator, is shown."""

    @property
    def move_help(self) -> str:
        """How to type a move."""

    def table(self, scene: Any, names: Names) -> list[str]:
        """The table, and what the seat is asked to do."""

    def score(self, scene: Any, names: Names) -> str:
        """How the match stands."""

    def update(self, update: Update, scene: Any, names: Names) -> list[str]:
        """Something that has happened; the scene is the one after it. The caller announces the end of the match."""

    def groups(self, game: AnyGame, moves: Sequence[Any]) -> dict[str, list[str]]:
        """Legal moves in named groups, as text that can be typed."""

    def group_name(self, group: Group) -> str:
        """The name of a group in the answer to a selection."""

    def plain_moves(self, scene: Any) -> list[str]:
        """The moves that no selection of cards would find, such as passing."""

    def selection(self, text: str) -> str | None:
        """The selection to ask the server about before a typed text is played; None where it is a move as it stands."""

    def read_move(self, game: AnyGame, legal: Sequence[Any], text: str) -> Any:
        """The move that a typed text means, or NotationError."""

    def describe_move(self, text: str) -> str:
        """A move in notation, with its name where it has one."""

    def explain(self, game: AnyGame, text: str) -> tuple[list[str], Any]:
        """What a text means in this game: lines for people, data for programs."""
