"""A match as an environment plays it: at a table, one seat after another, actions as numbers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from parlour.core.errors import IllegalMove
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.envs.encoding import make_encoding
from parlour.envs.turns import make_turns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parlour.core.table import Judged
    from parlour.envs.encoding import AnyEncoding
    from parlour.envs.fields import Floats


class Episode:
    """One match after another, under the same options.

    Every move, of agents, bots and chance, is judged by the table.
    """

    def __init__(self, name: str, options: Mapping[str, object]) -> None:
        """Set up the game, or raise GameError."""
        self.turns = make_turns(name, options)
        self.game = self.turns.game
        self.encoding: AnyEncoding = make_encoding(self.game)
        self.rng = Random()
        self.table: Table[Any, Any, Any] = Table(self.game)
        self.actor: Seat | None = None
        """Whose turn it is; None before the first deal and after the end."""
        self.legal: Sequence[Any] = ()

    @property
    def seats(self) -> range:
        """Everybody who takes part."""
        return range(self.game.seats)

    def begin(self, seed: int | None = None) -> None:
        """Deal a new match; the same seed makes the same deals."""
        if seed is not None:
            self.rng = Random(seed)
        self.table = Table(self.game)
        self._go_on()

    def play(self, move: Any) -> None:
        """Make a move of the seat whose turn it is, or raise IllegalMove and change nothing."""
        assert self.actor is not None
        self.accept(self.table.propose(self.actor, move))

    def propose(self, action: int) -> Judged[Any, Any]:
        """The move of an action of the seat whose turn it is, judged; or ValueError that names action and move."""
        assert self.actor is not None
        move = self.encoding.move_of(action, self.encoding.hand_of(self.view(self.actor)))
        try:
            return self.table.propose(self.actor, move)
        except IllegalMove as error:
            raise ValueError(f"action {action} is {self.game.format_move(move)!r}: {error}") from error

    def accept(self, judged: Judged[Any, Any]) -> None:
        """Make a move that was judged in this very state."""
        self.table.accept(judged)
        self._go_on()

    def _go_on(self) -> None:
        """Let chance act, and find whose turn it is."""
        table, turns = self.table, self.turns
        while not (over := turns.is_over(table.state)) and turns.actor(table.state) is CHANCE:
            table.play(CHANCE, self.game.deal(table.state, self.rng))
        self.actor = None if over else turns.actor(table.state)
        self.legal = () if self.actor is None else table.legal_moves(self.actor)

    def view(self, seat: int) -> Any:
        """What a seat may see."""
        return self.table.view(Seat(seat))

    def observation(self, seat: int) -> Floats:
        """What a seat may see, as numbers."""
        return self.encoding.encode_view(self.view(seat))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """The mask of a seat's actions; it has none unless it is its turn."""
        view = self.view(seat)
        return self.encoding.mask(self.legal if seat == self.actor else (), self.encoding.hand_of(view))

    def payoffs(self) -> tuple[float, ...]:
        """What every seat has won, nothing before the end."""
        return self.turns.payoffs(self.table.state)
