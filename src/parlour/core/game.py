"""The one protocol that every game speaks: pure functions over values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NewType, Protocol, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

Seat = NewType("Seat", int)
"""Who: 0, 1, … clockwise."""

CHANCE: Final = None
"""The actor that shuffles; its moves are deals and draws."""

Actor = Seat | None
"""A seat, or CHANCE."""


Parameter = int | str | tuple[str, ...]
"""What a text for people is filled with: a number, a name, or the names of cards."""

Parameters = dict[str, Parameter]
"""What fills a text, by the name of its place."""


class Refusal(msgspec.Struct, frozen=True):
    """Why a move may not be made: code and parameters for programs, an English sentence and its clause for people."""

    code: str
    reason: str
    clause: str
    parameters: Parameters = {}


class Reason(msgspec.Struct, frozen=True):
    """Why a move is advised: a stable key and its parameters; whoever shows it puts it into words."""

    key: str
    parameters: Parameters = {}


class RoundResult(msgspec.Struct, frozen=True):
    """What a finished round brought, by seat; in a match of several games, a game is a round."""

    points: tuple[int, ...]
    firsts: tuple[float, ...]
    """Who was first in it (went out first, won): shares that add up to 1."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]


State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View")


class Game(Protocol[State, Move, View]):
    """The rules of one game under one set of options.

    States, moves and views are values: nothing here changes an argument, and nothing is kept
    between calls. Chance acts like a seat: where `to_act` says `(CHANCE,)`, `deal` proposes its
    next move, and `refusal` and `apply` take it as they take any other.
    """

    @property
    def name(self) -> str:
        """The game's name on the command line and in logs."""

    @property
    def version(self) -> int:
        """The version of its play: a log of another one is not replayed."""

    @property
    def seats(self) -> int:
        """How many take part."""

    @property
    def options(self) -> msgspec.Struct:
        """The options, as data that a log's header can hold."""

    def start(self) -> State:
        """The state before the first deal."""

    def deal(self, state: State, rng: Random) -> Move:
        """Chance's next move, drawn at random, where the state awaits one."""

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """Whom the game waits for: several seats choose at once and unseen; nobody after the end."""

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Every legal move of a seat, those out of turn too; empty where it has none."""

    def refusal(self, state: State, actor: Actor, move: Move) -> Refusal | None:
        """Why a move may not be made; None where it may. There is no other judge."""

    def apply(self, state: State, actor: Actor, move: Move) -> State:
        """The state after a move that was judged before; the old state stays as it was."""

    def round_result(self, state: State) -> RoundResult | None:
        """The result of the round just ended, until the next deal; None before the first and within a round."""

    def scores(self, state: State) -> tuple[int, ...]:
        """Points, or games won, so far, by seat; everybody may know them."""

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended; None before its end."""

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may see; None is a spectator. The view's `seat` says whose it is."""

    def determinize(self, view: View, rng: Random) -> State:
        """A random state that looks like this view, each as likely as the next.

        It agrees with the true state about who is to act, the scores, the round's result and the outcome.
        """

    def is_secret(self, move: Move) -> bool:
        """Whether the other seats and spectators are not told which move this is; their views may show it later."""

    def describe(self, view: View) -> str:
        """A view in plain lines of text."""

    def marks(self, before: State, move: Move, after: State) -> tuple[str, ...]:
        """What a move was and what it completed, for perft and statistics."""

    def format_move(self, move: Move) -> str:
        """A move, deals included, in the game's notation."""

    def parse_move(self, text: str) -> Move:
        """The move that `format_move` writes so, or that a person would type so; or NotationError."""

    def parse_position(self, text: str) -> State:
        """The state of an open position, for perft, tests and study; or NotationError."""

    def format_position(self, state: State) -> str:
        """A state as text that `parse_position` reads under the same options; any state of a match has one."""
