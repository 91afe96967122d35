"""A match as an environment plays it: dealt for, one seat after another, its choices as numbers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from parlour.core.game import CHANCE, Seat
from parlour.envs.encoding import make_encoding
from parlour.envs.turns import make_turns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parlour.envs.encoding import Encoding
    from parlour.envs.fields import Floats

HIGHEST = 256.0
"""No number of an encoded view is higher: the points of a match that ends at 1 are at most 231."""


class Sitting:
    """One match after another, under the same options."""

    def __init__(self, name: str, options: Mapping[str, object]) -> None:
        """Set up the game, or raise GameError."""
        self.turns = make_turns(name, options)
        self.game = self.turns.game
        self.encoding: Encoding = make_encoding(self.game)
        self.rng = Random()
        self.state: Any = self.game.start()
        self.actor: Seat | None = None
        self.legal: Sequence[Any] = ()

    @property
    def seats(self) -> range:
        """Everybody who takes part."""
        return range(self.game.seats)

    def begin(self, seed: int | None = None) -> None:
        """Deal a new match; the same seed makes the same deals."""
        if seed is not None:
            self.rng = Random(seed)
        self._go_on(self.game.start())

    def play(self, move: Any) -> None:
        """Make a legal move of the seat whose turn it is."""
        assert self.actor is not None
        self._go_on(self.game.apply(self.state, self.actor, move))

    def _go_on(self, state: Any) -> None:
        """Let chance act, and find whose turn it is; nobody's: the match is over."""
        while not self.turns.is_over(state) and self.turns.actor(state) is CHANCE:
            state = self.game.apply(state, CHANCE, self.game.deal(state, self.rng))
        over = self.turns.is_over(state)
        self.state = state
        self.actor = None if over else self.turns.actor(state)
        self.legal = () if self.actor is None else self.game.legal_moves(state, self.actor)

    def view(self, seat: int) -> Any:
        """Show what a seat may see."""
        return self.game.view(self.state, Seat(seat))

    def observation(self, seat: int) -> Floats:
        """Write what a seat may see as numbers."""
        return self.encoding.encode_view(self.view(seat))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Mark the actions of a seat; none unless it is its turn."""
        view = self.view(seat)
        return self.encoding.mask(self.legal if seat == self.actor else (), self.encoding.hand_of(view))

    def actions(self) -> list[int]:
        """List the actions of the seat whose turn it is."""
        if self.actor is None:
            return []
        return self.encoding.actions_of(self.legal, self.encoding.hand_of(self.view(self.actor)))

    def move_of(self, action: int) -> Any:
        """Give the move of a legal action of the seat whose turn it is, or raise ValueError that names it."""
        assert self.actor is not None
        move = self.encoding.move_of(action, self.encoding.hand_of(self.view(self.actor)))
        refusal = self.game.refusal(self.state, self.actor, move)
        if refusal is not None:
            words = self.game.format_move(move)
            raise ValueError(f"action {action} is {words!r}: {refusal.reason} [{refusal.clause}]")
        return move

    def payoffs(self) -> tuple[float, ...]:
        """Give what every seat has won, nothing before the end."""
        return self.turns.payoffs(self.state)
