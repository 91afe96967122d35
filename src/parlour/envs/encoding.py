'''Views, moves and actions of a game as numbers.

A view is an array of `view_size` numbers, a list of legal moves a matrix with `move_size` columns;
`fields` and `move_fields` name their parts. An action is a number below `actions` that means the
same move in every state. Only what a seat may know is encoded: its view, its legal moves, its hand.

An encoding of a game outside parlour is a subclass of `Encoding`. In this one the players hold the
numbers 0 to 9, a move is one of them, and a view has the attribute `hand`:

    class SnapEncoding(Encoding[SnapView, int, None]):
        name, version = "snap", "1.1"
        fields = lay_out([("hand", 10, "the numbers in hand")])
        view_size, actions = width_of(fields), 10

        def __init__(self, game: Snap) -> None:
            """The same for all options."""

        def encode_view(self, view: SnapView, out: Floats | None = None) -> Floats:
            row = zeros((self.view_size,), out)
            row[list(view.hand)] = 1
            return row

    KIND = EnvKind(encoding=SnapEncoding)     # the entry point `snap` of the group `parlour.envs`
'''

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import numpy as np

from parlour.core.errors import OptionError
from parlour.envs.catalogue import env_kind
from parlour.envs.fields import Field, Floats, zeros

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from parlour.games.catalogue import AnyGame

View_contra = TypeVar("View_contra", contravariant=True)
Move = TypeVar("Move")
Hand = TypeVar("Hand")


class Encoding(Protocol[View_contra, Move, Hand]):
    """How one game under one set of options is written as numbers.

    Subclasses bring the attributes without a default and `encode_view`. Where moves are not themselves numbers from 0
    on, they bring `action_of` and `move_of` as well, and `hand_of` where these depend on the hand.
    """

    name: str
    version: str
    """The version of the game's play and that of the encoding: `1.1`."""
    fields: tuple[Field, ...]
    view_size: int
    actions: int
    """How many actions there are."""
    move_fields: tuple[Field, ...] = ()
    """Features of moves; a game that has none can be learned by its actions."""
    move_size: int = 0
    highest: float = 256.0
    """No number of an encoded view is higher, and none is below 0."""

    def encode_view(self, view: View_contra, out: Floats | None = None) -> Floats:
        """What a seat sees, in a new array or the caller's."""

    def hand_of(self, view: View_contra) -> Hand:
        """What tells actions apart that are different moves with different hands; None where none are."""
        del view
        return cast("Hand", None)

    def action_of(self, move: Move, hand: Hand) -> int:
        """The action that is this move of a seat with this hand, or ValueError."""
        del hand
        return cast("int", move)

    def move_of(self, action: int, hand: Hand) -> Move:
        """The move that an action is for a seat with this hand, or ValueError."""
        del hand
        if not 0 <= action < self.actions:
            raise ValueError(f"an action is a whole number from 0 to {self.actions - 1}, got {action}")
        return cast("Move", action)

    def encode_moves(self, view: View_contra, legal: Sequence[Move], out: Floats | None = None) -> Floats:
        """The features of moves of the viewer, one move a row."""
        del view
        return zeros((len(legal), self.move_size), out)

    def actions_of(self, legal: Sequence[Move], hand: Hand) -> list[int]:
        """The actions of legal moves, in their order."""
        return [self.action_of(move, hand) for move in legal]

    def mask(self, legal: Sequence[Move], hand: Hand) -> NDArray[np.int8]:
        """1 for every action that is legal, and 0 for all others."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.actions_of(legal, hand)] = 1
        return mask


AnyEncoding = Encoding[Any, Any, Any]


def make_encoding(game: AnyGame, *, recall: bool = False) -> AnyEncoding:
    """The encoding of a game; with `recall` a view holds every move of the round as well."""
    kind = env_kind(game.name)
    if not recall:
        return kind.encoding(game)
    if kind.recall_encoding is None:
        raise OptionError(f"{game.name} has no encoding with recall")
    return kind.recall_encoding(game)
