"""Views, moves and actions of a game as numbers.

A view is an array of `view_size` numbers, a list of legal moves a matrix with `move_size` columns;
`fields` and `move_fields` say what stands where. An action is a number below `actions` that means
the same move in every state. Only what a seat may know goes in: its view, its legal moves, its hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from parlour.envs.damenrennen.encoding import DamenrennenEncoding
from parlour.envs.haggis.encoding import HaggisEncoding
from parlour.games.damenrennen import Damenrennen
from parlour.games.haggis import Haggis

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parlour.envs.fields import Field, Floats
    from parlour.games.catalogue import AnyGame


class Encoding(Protocol):
    """How one game under one set of options is written as numbers."""

    name: str
    version: str
    """The version of the game's play and that of the encoding: `1.1`."""
    fields: tuple[Field, ...]
    move_fields: tuple[Field, ...]
    view_size: int
    move_size: int
    actions: int
    """How many actions there are."""

    def encode_view(self, view: Any, out: Floats | None = None) -> Floats:
        """Write what a seat sees, into a new array or the caller's."""

    def encode_moves(self, view: Any, legal: Sequence[int], out: Floats | None = None) -> Floats:
        """Write moves of the viewer, one a row."""

    def hand_of(self, view: Any) -> int:
        """Give the viewer's hand, which the functions below ask for."""

    def action_of(self, move: int, hand: int) -> int:
        """Give the action that is this move of a seat with this hand, or raise ValueError."""

    def move_of(self, action: int, hand: int) -> int:
        """Give the move that an action is for a seat with this hand, or raise ValueError."""

    def actions_of(self, legal: Sequence[int], hand: int) -> list[int]:
        """Give the actions of legal moves, in their order."""

    def mask(self, legal: Sequence[int], hand: int) -> NDArray[np.int8]:
        """Give 1 for every action that is legal, and 0 for all others."""


def make_encoding(game: AnyGame, *, recall: bool = False) -> Encoding:
    """Choose the encoding of a game; with `recall` a view holds every move of the round as well."""
    if isinstance(game, Haggis):
        return HaggisEncoding(game, recall=recall)
    if isinstance(game, Damenrennen):
        return DamenrennenEncoding(game, recall=recall)
    raise ValueError(f"no encoding for {game!r}")
