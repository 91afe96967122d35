"""A moment of a match: what OpenSpiel's states hold, and share among their clones."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, Protocol

import pyspiel

from parlour.core.game import CHANCE, Actor, Seat
from parlour.envs.damenrennen.spiel import DamenrennenLore
from parlour.envs.encoding import Encoding, make_encoding
from parlour.envs.haggis.spiel import HaggisLore
from parlour.envs.spiel.few_actions import FewActions
from parlour.envs.turns import Turns, make_turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from parlour.envs.fields import Floats
    from parlour.envs.spiel.dealing import Dealing

CHANCE_PLAYER: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
Event = tuple[Actor, Any]


class Lore(Protocol):
    """What OpenSpiel is told of one game, beside its rules."""

    @property
    def chance_outcomes(self) -> int:
        """How many outcomes a step of chance can have."""

    @property
    def max_decisions(self) -> int:
        """How many decisions there are at most; then nobody has won."""

    @property
    def max_chances(self) -> int:
        """How many steps of chance there are at most; then nobody has won."""

    @property
    def max_payoff(self) -> float:
        """The most that can be won or lost."""

    def possible_moves(self) -> Sequence[int] | None:
        """List every move of a seat that can occur; None where that is every move of the game."""

    def dealing(self, state: Any) -> Dealing:
        """Begin what chance does next."""

    def opens(self, dealing: Any) -> bool:
        """Tell whether this dealing begins a round or race."""

    def dealt(self, state: Any, move: Any) -> Any:
        """Give the state after chance's move."""

    def hand(self, state: Any, seat: Seat) -> int:
        """Give a seat's hand, by which actions are told apart."""

    def glimpse(self, state: Any, seat: Seat, out: Floats) -> None:
        """Write what a seat sees into zeros, as the encoding of its view."""

    def tell(self, before: Any, actor: Actor, move: Any, after: Any, eye: Seat | None) -> str:
        """Say what a seat, or a spectator, learns of an event."""

    def retell(self, steps: Sequence[Moment], seat: Seat, rng: Random) -> Iterator[Event]:
        """Go through the events of a round or race as it could have been for all that a seat knows.

        The steps begin with the moment before the deal.
        """


class Form:
    """A game under one set of options, as OpenSpiel plays it."""

    def __init__(self, name: str, options: tuple[tuple[str, Any], ...], position: str) -> None:
        """Set up the game, or raise GameError."""
        self.key = (name, options, position)
        self.turns: Turns = make_turns(name, dict(options))
        self.game = self.turns.game
        self.lore: Lore = HaggisLore(self.turns, position) if name == "haggis" else DamenrennenLore(self.turns)
        whole = make_encoding(self.game)
        moves = self.lore.possible_moves()
        self.encoding: Encoding | FewActions = whole if moves is None else FewActions(whole, moves)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what makes an equal one."""
        return make_form, self.key

    @cached_property
    def recalling(self) -> Encoding | None:
        """The encoding of views with the moves of the round, where there is one."""
        return make_encoding(self.game, recall=True) if self.game.name == "haggis" else None

    def write_view(self, state: Any, seat: Seat, out: Floats) -> None:
        """Write what a seat sees into an array of the encoding's size."""
        out[:] = 0
        self.lore.glimpse(state, seat, out)

    @cached_property
    def root(self) -> Moment:
        """The moment before the first deal."""
        return Moment(self, None, 0, None, self.game.start(), None)


@lru_cache(maxsize=64)
def make_form(name: str, options: tuple[tuple[str, Any], ...], position: str) -> Form:
    """Set up a game once for all states that are played of it."""
    return Form(name, options, position)


class Moment:
    """Who acts, on which state, and what came before; a value that is never changed."""

    __slots__ = (
        "action", "actions", "before", "chances", "dealing", "decisions", "event", "form", "moves", "pasts", "player",
        "state", "told",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913, PLR0917 - all that a moment is; keywords would take time
        self, form: Form, before: Moment | None, action: int, event: Event | None, state: Any, dealing: Dealing | None
    ) -> None:
        """Keep the action that led here and the event that it completed, if it did."""
        self.form = form
        self.before = before
        self.action = action
        self.event = event
        self.state = state
        self.dealing = dealing
        self.actions: list[int] | None = None
        self.moves: Sequence[Any] = ()
        self.told: dict[Seat | None, str] | None = None
        self.pasts: dict[int, Any] | None = None
        self.decisions: int = 0 if before is None else before.decisions + (before.player >= 0)
        self.chances: int = 0 if before is None else before.chances + (before.player < 0)
        self.player: int = CHANCE_PLAYER if dealing is not None else self._next_player()

    def _next_player(self) -> int:
        """Find who acts; where chance does, begin to deal. Too long a match is over: nobody won it."""
        form, lore = self.form, self.form.lore
        if form.turns.is_over(self.state):
            return TERMINAL
        actor = form.game.to_act(self.state)[0]
        if actor is not CHANCE:
            return TERMINAL if self.decisions >= lore.max_decisions else int(actor)
        dealing = lore.dealing(self.state)
        if self.chances + dealing.steps_left() > lore.max_chances:
            return TERMINAL
        self.dealing = dealing
        return CHANCE_PLAYER

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        """Give itself: OpenSpiel clones states by deep copies of what they hold."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the actions that lead here."""
        return retrace, (self.form, self.history())

    def choices(self) -> list[int]:
        """List the actions of the seat that acts, each once, in the order of `moves`."""
        if self.actions is None:
            form, seat = self.form, Seat(self.player)
            self.moves = form.game.legal_moves(self.state, seat)
            self.actions = form.encoding.actions_of(self.moves, form.lore.hand(self.state, seat))
        return self.actions

    def after(self, action: int) -> Moment:
        """Give the moment after an action, or raise SpielError that names it."""
        if self.player >= 0:
            seat, move = Seat(self.player), self.move_of(action)
            return Moment(self.form, self, action, (seat, move), self.form.game.apply(self.state, seat, move), None)
        if self.dealing is None:
            raise pyspiel.SpielError(f"the game is over, and nobody can play action {action}")
        if not self.dealing.allows(action):
            raise pyspiel.SpielError(f"not an outcome of chance here: {action}")
        dealing = self.dealing.after(action)
        whole = dealing.move()
        if whole is None:
            return Moment(self.form, self, action, None, self.state, dealing)
        return Moment(self.form, self, action, (CHANCE, whole), self.form.lore.dealt(self.state, whole), None)

    def move_of(self, action: int) -> Any:
        """Give the move of a legal action of the seat that acts, or raise SpielError that names it."""
        if self.actions is not None and action in self.actions:
            return self.moves[self.actions.index(action)]
        form, seat = self.form, Seat(self.player)
        try:
            move = form.encoding.move_of(action, form.lore.hand(self.state, seat))
        except ValueError as error:
            raise pyspiel.SpielError(f"player {seat}: {error}") from None
        refusal = form.game.refusal(self.state, seat, move)
        if refusal is not None:
            words = form.game.format_move(move)
            raise pyspiel.SpielError(
                f"player {seat}: action {action} is {words!r}: {refusal.reason} [{refusal.clause}]"
            )
        return move

    def action_of(self, move: Any) -> int:
        """Give the action that is a legal move of the seat that acts."""
        return self.form.encoding.action_of(move, self.form.lore.hand(self.state, Seat(self.player)))

    def line(self) -> list[Moment]:
        """List all moments from the first to this one."""
        moments = [self]
        while moments[-1].before is not None:
            moments.append(moments[-1].before)
        moments.reverse()
        return moments

    def history(self) -> list[int]:
        """List the actions that led here."""
        return [moment.action for moment in self.line()[1:]]

    def tale(self, eye: Seat | None) -> str:
        """Tell all that a seat, or a spectator, has learned so far, a line for every event."""
        lines = [moment.tidings(eye) for moment in self.line() if moment.event is not None]
        return "\n".join([f"seat {'-' if eye is None else eye}", *lines])

    def tidings(self, eye: Seat | None) -> str:
        """Tell what a seat, or a spectator, has learned of the event that led here; kept for the next time."""
        if self.told is None:
            self.told = {}
        if eye not in self.told:
            assert self.event is not None
            assert self.before is not None
            self.told[eye] = self.form.lore.tell(self.before.state, *self.event, self.state, eye)
        return self.told[eye]

    def log(self) -> str:
        """Tell everything, hidden or not, in the game's notation."""
        form = self.form
        lines = [
            f"{'' if moment.event[0] is CHANCE else f'{moment.event[0]} '}{form.game.format_move(moment.event[1])}"
            for moment in self.line()
            if moment.event is not None
        ]
        return "\n".join([*lines, *self._words_in_the_air()])

    def _words_in_the_air(self) -> list[str]:
        """Say what chance has done since the last event."""
        lines: list[str] = []
        moment = self
        while moment.dealing is not None and moment.event is None and moment.before is not None:
            assert moment.before.dealing is not None
            lines.append(moment.before.dealing.words(moment.action))
            moment = moment.before
        return lines[::-1]

    def rounds(self) -> list[list[Moment]]:
        """Split what led here into rounds or races, each from the moment before its deal to that before the next."""
        parts: list[list[Moment]] = []
        for moment in self.line():
            if parts:
                parts[-1].append(moment)
            if moment.begins:
                parts.append([moment])
        return parts

    @property
    def begins(self) -> bool:
        """Whether a round or race is about to be dealt."""
        fresh = self.event is not None or self.before is None
        return fresh and self.dealing is not None and self.form.lore.opens(self.dealing)


def retrace(form: Form, actions: list[int]) -> Moment:
    """Give the moment to which actions lead."""
    moment = form.root
    for action in actions:
        moment = moment.after(action)
    return moment
