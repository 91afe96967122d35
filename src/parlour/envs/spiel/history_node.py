"""Nodes of the history tree: what OpenSpiel's states hold, and share among their clones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pyspiel

from parlour.core.game import CHANCE, Actor, Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.envs.spiel.rules import SpielRules
    from parlour.envs.spiel_traits import Dealing

CHANCE_PLAYER: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
Event = tuple[Actor, Any]


class HistoryNode:
    """Who acts, on which state, and what came before.

    What a node answers never changes, so clones of a state share it. What it has computed once it
    keeps: its legal actions and moves, texts of its event, and pasts that were resampled.
    """

    __slots__ = (
        "action", "actions", "before", "chances", "dealing", "decisions", "event", "moves", "player", "resampled",
        "rules", "state", "texts",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913, PLR0917 - all that a node is; keywords would take time
        self,
        rules: SpielRules,
        before: HistoryNode | None,
        action: int,
        event: Event | None,
        state: Any,
        dealing: Dealing[Any] | None,
    ) -> None:
        """`action` led here; `event` is the move that it completed, if it did."""
        self.rules = rules
        self.before = before
        self.action = action
        self.event = event
        self.state = state
        self.dealing = dealing
        self.actions: list[int] | None = None
        self.moves: Sequence[Any] = ()
        self.texts: dict[Seat | None, str] | None = None
        self.resampled: dict[int, Any] | None = None
        self.decisions: int = 0 if before is None else before.decisions + (before.player >= 0)
        self.chances: int = 0 if before is None else before.chances + (before.player < 0)
        self.player: int = CHANCE_PLAYER if dealing is not None else self._next_player()

    def _next_player(self) -> int:
        """Who acts; where chance does, its dealing begins. Too long a match is over without a winner."""
        rules, traits = self.rules, self.rules.traits
        if rules.turns.is_over(self.state):
            return TERMINAL
        actor = rules.turns.actor(self.state)
        if actor is not CHANCE:
            return TERMINAL if self.decisions >= traits.max_decisions else int(actor)
        dealing = traits.dealing(self.state)
        if self.chances + dealing.steps_left() > traits.max_chances:
            return TERMINAL
        self.dealing = dealing
        return CHANCE_PLAYER

    def __deepcopy__(self, memo: dict[int, Any]) -> HistoryNode:
        """Itself: OpenSpiel clones states by deep copies of what they hold."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the actions that lead here."""
        return retrace, (self.rules, self.history())

    def choices(self) -> list[int]:
        """The actions of the seat that acts, in the order of `moves`."""
        if self.actions is None:
            rules, seat = self.rules, Seat(self.player)
            self.moves = rules.game.legal_moves(self.state, seat)
            self.actions = rules.encoding.actions_of(self.moves, rules.traits.hand(self.state, seat))
        return self.actions

    def after(self, action: int) -> HistoryNode:
        """The node after an action, or SpielError that names it."""
        if self.player >= 0:
            seat, move = Seat(self.player), self.move_of(action)
            return HistoryNode(
                self.rules, self, action, (seat, move), self.rules.game.apply(self.state, seat, move), None
            )
        if self.dealing is None:
            raise pyspiel.SpielError(f"the game is over, and nobody can play action {action}")
        if not self.dealing.allows(action):
            raise pyspiel.SpielError(f"not an outcome of chance here: {action}")
        dealing = self.dealing.after(action)
        whole = dealing.move()
        if whole is None:
            return HistoryNode(self.rules, self, action, None, self.state, dealing)
        return HistoryNode(
            self.rules, self, action, (CHANCE, whole), self.rules.traits.after_deal(self.state, whole), None
        )

    def move_of(self, action: int) -> Any:
        """The move of an action of the seat that acts, listed as legal or judged; or SpielError that names it."""
        if self.actions is not None and action in self.actions:
            return self.moves[self.actions.index(action)]
        rules, seat = self.rules, Seat(self.player)
        try:
            move = rules.encoding.move_of(action, rules.traits.hand(self.state, seat))
        except ValueError as error:
            raise pyspiel.SpielError(f"player {seat}: {error}") from None
        refusal = rules.game.refusal(self.state, seat, move)
        if refusal is not None:
            text = rules.game.format_move(move)
            raise pyspiel.SpielError(f"player {seat}: action {action} is {text!r}: {refusal.reason} [{refusal.clause}]")
        return move

    def action_of(self, move: Any) -> int:
        """The action that is a legal move of the seat that acts."""
        return self.rules.encoding.action_of(move, self.rules.traits.hand(self.state, Seat(self.player)))

    def path(self) -> list[HistoryNode]:
        """All nodes from the first to this one."""
        nodes = [self]
        while nodes[-1].before is not None:
            nodes.append(nodes[-1].before)
        nodes.reverse()
        return nodes

    def history(self) -> list[int]:
        """The actions that led here."""
        return [node.action for node in self.path()[1:]]

    def information_string(self, viewer: Seat | None) -> str:
        """All that a seat, or a spectator, has learned so far, a line for every event."""
        lines = [node.event_text(viewer) for node in self.path() if node.event is not None]
        return "\n".join([f"seat {'-' if viewer is None else viewer}", *lines])

    def event_text(self, viewer: Seat | None) -> str:
        """What a seat, or a spectator, has learned of the event that led here."""
        if self.texts is None:
            self.texts = {}
        if viewer not in self.texts:
            assert self.event is not None
            assert self.before is not None
            self.texts[viewer] = self.rules.traits.event_text(self.before.state, *self.event, self.state, viewer)
        return self.texts[viewer]

    def log(self) -> str:
        """Everything that has happened, hidden or not, in the game's notation."""
        rules = self.rules
        lines = [
            f"{'' if node.event[0] is CHANCE else f'{node.event[0]} '}{rules.game.format_move(node.event[1])}"
            for node in self.path()
            if node.event is not None
        ]
        return "\n".join([*lines, *self._pending_chance()])

    def _pending_chance(self) -> list[str]:
        """What chance has done since the last event, a line a step."""
        lines: list[str] = []
        node = self
        while node.dealing is not None and node.event is None and node.before is not None:
            assert node.before.dealing is not None
            lines.append(node.before.dealing.outcome_text(node.action))
            node = node.before
        return lines[::-1]

    def rounds(self) -> list[list[HistoryNode]]:
        """The path in rounds, each from the node before its deal to the one before the next."""
        parts: list[list[HistoryNode]] = []
        for node in self.path():
            if parts:
                parts[-1].append(node)
            if node.begins:
                parts.append([node])
        return parts

    @property
    def begins(self) -> bool:
        """Whether a round is about to be dealt."""
        fresh = self.event is not None or self.before is None
        return fresh and self.dealing is not None and self.rules.traits.begins_round(self.dealing)


def retrace(rules: SpielRules, actions: list[int]) -> HistoryNode:
    """The node to which actions lead."""
    node = rules.root
    for action in actions:
        node = node.after(action)
    return node
