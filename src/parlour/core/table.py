"""The one gate: a move that passes it is judged, applied and logged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

import msgspec

from parlour.core.errors import IllegalMove
from parlour.core.game import CHANCE, Actor, Game, Move, Outcome, Seat, State, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random


class Event(msgspec.Struct, Generic[Move], frozen=True):
    """One entry of the log: a decision of a seat, or of chance."""

    actor: Actor
    move: Move


class Table(Generic[State, Move, View]):
    """A match being played: the state and the events that led to it.

    `on_event` hears of every event after it was judged and before it counts; what it raises
    leaves the table as it was.
    """

    def __init__(
        self,
        game: Game[State, Move, View],
        events: Iterable[Event[Move]] = (),
        *,
        on_event: Callable[[Event[Move]], None] | None = None,
    ) -> None:
        """Open a table and play the given events on it, without telling `on_event` of those."""
        self.game = game
        self.state = game.start()
        self.events: list[Event[Move]] = []
        self.on_event: Callable[[Event[Move]], None] | None = None
        for event in events:
            self.play(event.actor, event.move)
        self.on_event = on_event

    def play(self, actor: Actor, move: Move) -> None:
        """Judge and make a move, or raise IllegalMove and change nothing."""
        refusal = self.game.refusal(self.state, actor, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        event = Event(actor, move)
        after = self.game.apply(self.state, actor, move)
        if self.on_event is not None:
            self.on_event(event)
        self.state = after
        self.events.append(event)

    def deal(self, rng: Random) -> None:
        """Let chance act as long as the game waits for it."""
        while self.to_act() == (CHANCE,):
            self.play(CHANCE, self.game.deal(self.state, rng))

    def to_act(self) -> tuple[Actor, ...]:
        """Name whom the game waits for."""
        return self.game.to_act(self.state)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """List a seat's moves."""
        return self.game.legal_moves(self.state, seat)

    def view(self, seat: Seat | None) -> View:
        """Show what a seat, or a spectator, may see."""
        return self.game.view(self.state, seat)

    def outcome(self) -> Outcome | None:
        """Tell how the match ended, if it has."""
        return self.game.outcome(self.state)
