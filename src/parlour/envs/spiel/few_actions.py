"""Actions renumbered, for a game in which few moves can occur."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from parlour.envs.encoding import AnyEncoding, Encoding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.envs.fields import Floats


class FewActions(Encoding[Any, Any, Any]):
    """An encoding whose actions are only those that can occur, in their old order.

    Tabular algorithms of OpenSpiel keep a column for every action.
    """

    def __init__(self, encoding: AnyEncoding, moves: Sequence[Any]) -> None:
        """`moves` are all that can occur; none of their actions depends on the hand."""
        self.encoding = encoding
        self.numbers = sorted(encoding.actions_of(moves, 0))
        self.actions = len(self.numbers)
        self.name, self.version = encoding.name, encoding.version
        self.fields, self.view_size = encoding.fields, encoding.view_size

    def encode_view(self, view: Any, out: Floats | None = None) -> Floats:
        return self.encoding.encode_view(view, out)

    def hand_of(self, view: Any) -> Any:
        return self.encoding.hand_of(view)

    def action_of(self, move: Any, hand: Any) -> int:
        return bisect_left(self.numbers, self.encoding.action_of(move, hand))

    def actions_of(self, legal: Sequence[Any], hand: Any) -> list[int]:
        return [bisect_left(self.numbers, number) for number in self.encoding.actions_of(legal, hand)]

    def move_of(self, action: int, hand: Any) -> Any:
        if not 0 <= action < self.actions:
            raise ValueError(f"an action is a whole number from 0 to {self.actions - 1}, got {action!r}")
        return self.encoding.move_of(self.numbers[action], hand)
