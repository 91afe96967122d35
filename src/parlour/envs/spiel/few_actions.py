"""Actions with numbers of their own, for a game in which few moves can occur."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.envs.encoding import Encoding
    from parlour.envs.fields import Field, Floats


class FewActions:
    """An encoding whose actions are numbered among those that can occur, in their old order.

    Tables of OpenSpiel have a column for every action.
    """

    def __init__(self, encoding: Encoding, moves: Sequence[int]) -> None:
        """Take every move that can occur."""
        self.encoding = encoding
        self.numbers = sorted(encoding.actions_of(moves, 0))
        self.actions = len(self.numbers)
        self.view_size: int = encoding.view_size
        self.fields: tuple[Field, ...] = encoding.fields

    def encode_view(self, view: Any, out: Floats | None = None) -> Floats:
        """Write what a seat sees."""
        return self.encoding.encode_view(view, out)

    def action_of(self, move: int, hand: int) -> int:
        """Give the action that is this move."""
        return bisect_left(self.numbers, self.encoding.action_of(move, hand))

    def actions_of(self, legal: Sequence[int], hand: int) -> list[int]:
        """Give the actions of legal moves, in their order."""
        return [bisect_left(self.numbers, number) for number in self.encoding.actions_of(legal, hand)]

    def move_of(self, action: int, hand: int) -> int:
        """Give the move that an action is, or raise ValueError."""
        if not 0 <= action < self.actions:
            raise ValueError(f"an action is a whole number from 0 to {self.actions - 1}, got {action!r}")
        return self.encoding.move_of(self.numbers[action], hand)
