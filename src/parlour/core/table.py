"""The one gate: a move that passes it is judged, applied and logged, each once."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Generic, overload

import msgspec

from parlour.core.errors import IllegalMove
from parlour.core.game import CHANCE, Actor, Game, Move, Outcome, RoundResult, Seat, State, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


class Event(msgspec.Struct, Generic[Move], frozen=True):
    """One entry of the log: a decision of a seat, or of chance."""

    actor: Actor
    move: Move


class Judged(msgspec.Struct, Generic[State, Move], frozen=True):
    """A move that the rules allow, with the states before and after it."""

    event: Event[Move]
    before: State
    after: State


class Table(Generic[State, Move, View]):
    """A match being played: the state and the events that led to it.

    A match begins before its first deal, or at an open `position` in the game's notation.
    `on_event` is called with every event after it was judged and before it counts; what it raises
    leaves the table as it was. With a `seed` the table deals by itself; without one, call `deal`.
    """

    def __init__(
        self,
        game: Game[State, Move, View],
        events: Iterable[Event[Move]] = (),
        *,
        position: str | None = None,
        on_event: Callable[[Event[Move]], None] | None = None,
        seed: int | None = None,
    ) -> None:
        """A table on which the given events are played; `on_event` is not called with those."""
        self.game = game
        self._opening = game.start() if position is None else game.parse_position(position)
        self.state = self._opening
        self.events: list[Event[Move]] = []
        self.on_event: Callable[[Event[Move]], None] | None = None
        self._previous: State | None = None
        self._rng = None if seed is None else Random(seed)
        for event in events:
            self.accept(self.propose(event.actor, event.move))
        self.on_event = on_event
        if self._rng is not None:
            self.deal(self._rng)

    def __repr__(self) -> str:
        """What makes a table in the same state, without the events that led to it."""
        return f"Table({self.game!r}, position={self.game.format_position(self.state)!r})"

    def propose(self, actor: Actor, move: Move) -> Judged[State, Move]:
        """Judge a move without making it, or raise IllegalMove."""
        refusal = self.game.refusal(self.state, actor, move)
        if refusal is not None:
            raise IllegalMove(refusal)
        return Judged(Event(actor, move), self.state, self.game.apply(self.state, actor, move))

    def accept(self, judged: Judged[State, Move]) -> None:
        """Make a move that was judged in this very state."""
        assert judged.before is self.state, "the table has moved on since this move was judged"
        if self.on_event is not None:
            self.on_event(judged.event)
        self._previous = self.state
        self.state = judged.after
        self.events.append(judged.event)

    def play(self, actor: Actor, move: Move) -> None:
        """Judge and make a move, or raise IllegalMove and change nothing."""
        self.accept(self.propose(actor, move))
        if self._rng is not None:
            self.deal(self._rng)

    def say(self, actor: Actor, text: str) -> None:
        """Play a move given in the game's notation; raise NotationError or IllegalMove and change nothing."""
        self.play(actor, self.game.parse_move(text))

    def undo(self) -> Event[Move]:
        """Take the last event back, and return it; IndexError where there is none."""
        event = self.events.pop()
        if self._previous is None:
            self._previous = self._opening
            for kept in self.events:
                self._previous = self.game.apply(self._previous, kept.actor, kept.move)
        self.state, self._previous = self._previous, None
        return event

    def deal(self, rng: Random) -> None:
        """Let chance act as long as the game waits for it."""
        while self.to_act() == (CHANCE,):
            self.accept(self.propose(CHANCE, self.game.deal(self.state, rng)))

    def to_act(self) -> tuple[Actor, ...]:
        """Whom the game waits for."""
        return self.game.to_act(self.state)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """A seat's legal moves, as the rules list them."""
        return self.game.legal_moves(self.state, seat)

    def legal(self, seat: Seat) -> LegalMoves[Move]:
        """A seat's legal moves, each with a `repr` for people."""
        return LegalMoves(self.game, self.game.legal_moves(self.state, seat))

    def view(self, seat: Seat | None) -> View:
        """What a seat, or a spectator, may see."""
        return self.game.view(self.state, seat)

    def scores(self) -> tuple[int, ...]:
        """Points, or games won, so far."""
        return self.game.scores(self.state)

    def round_result(self) -> RoundResult | None:
        """The result of the round that has just ended."""
        return self.game.round_result(self.state)

    def outcome(self) -> Outcome | None:
        """How the match ended; None before its end."""
        return self.game.outcome(self.state)


class LegalMoves(Sequence[Move]):
    """Legal moves that can be iterated, counted, asked with `in`, and read.

    Each move comes as `parse_move` returns it, which may be slower than what the game lists and
    easier to read.
    """

    SHOWN = 6

    def __init__(self, game: Game[State, Move, View], moves: Sequence[Move]) -> None:
        """Wrap the moves that a game listed."""
        self._game = game
        self._moves = moves

    def _readable(self, move: Move) -> Move:
        return self._game.parse_move(self._game.format_move(move))

    def __len__(self) -> int:
        """How many there are."""
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        """In the order of the rules."""
        return map(self._readable, self._moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        """One of them, or several."""
        if isinstance(index, slice):
            return LegalMoves(self._game, self._moves[index])
        return self._readable(self._moves[index])

    def __contains__(self, move: object) -> bool:
        """Whether a move, or a text in notation, is legal."""
        return (self._game.parse_move(move) if isinstance(move, str) else move) in self._moves

    def __repr__(self) -> str:
        """The first few, as text."""
        texts = [repr(self._game.format_move(move)) for move in self._moves[: self.SHOWN]]
        more = len(self) - len(texts)
        return f"<{len(self)} legal moves: {', '.join(texts)}{f', … {more} more' if more > 0 else ''}>"
