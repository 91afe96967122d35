"""A state as OpenSpiel knows it."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyspiel

from parlour.core.errors import GameError
from parlour.core.game import Seat
from parlour.envs.spiel.history_node import CHANCE_PLAYER, TERMINAL, Event, HistoryNode

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.envs.spiel.game import Game


class State(pyspiel.State):
    """A node of the history tree.

    What OpenSpiel's C++ asks for is answered from the node. Python callers get the same answers
    without the detour through C++ where that is slow. `resample_from_infostate` and `undo_action`
    can be called from Python only, as in all games written in Python. An undo cannot take back the
    history that C++ keeps: from then on Python callers are answered without it, and a clone has the
    right one again.
    """

    undone = False
    """Whether C++ keeps a history that is not the one of `now`."""

    def __init__(self, game: Game) -> None:
        """The state before the first deal."""
        super().__init__(game)
        self.now: HistoryNode = game.rules.root

    def current_player(self) -> int:
        """Who acts: a player, chance, or nobody at the end."""
        return self.now.player

    def is_terminal(self) -> bool:
        return self.now.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.now.player == CHANCE_PLAYER

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of a player, or of whoever acts, in ascending order."""
        acting = self.now.player
        if acting >= 0 and (player is None or player == acting):
            return sorted(self.now.choices())
        legal: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return legal

    def _legal_actions(self, player: int) -> list[int]:
        """The actions of the player who acts."""
        assert player == self.now.player
        return sorted(self.now.choices())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, and how likely it is."""
        if self.now.dealing is None:
            raise pyspiel.SpielError("chance does not act here")
        return self.now.dealing.outcomes()

    def _apply_action(self, action: int) -> None:
        """Play an action, or raise SpielError and change nothing."""
        self.now = self.now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """An action in the game's notation."""
        now = self.now
        if player == CHANCE_PLAYER:
            if now.dealing is None:
                raise pyspiel.SpielError("chance does not act here")
            return now.dealing.outcome_text(action)
        if player != now.player:
            raise pyspiel.SpielError(f"player {player} does not act here")
        return str(now.rules.game.format_move(now.move_of(action)))

    def returns(self) -> list[float]:
        """The payoffs; zeros before the end, and where the match was too long."""
        now = self.now
        return list(now.rules.turns.payoffs(now.state))

    def __str__(self) -> str:
        """Everything that has happened, hidden or not."""
        return self.now.log()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player sees now."""
        now = self.now
        rules, seat = now.rules, now.player if player is None else player
        if not 0 <= seat < rules.game.seats:
            refused: list[float] = super().observation_tensor(seat)
            return refused
        row = np.empty(rules.encoding.view_size, np.float32)
        rules.write_view(now.state, Seat(seat), row)
        numbers: list[float] = row.tolist()
        return numbers

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """What a player sees, and every move of the round."""
        now = self.now
        rules, seat = now.rules, now.player if player is None else player
        if rules.recall_encoding is None or not 0 <= seat < rules.game.seats:
            refused: list[float] = super().information_state_tensor(seat)
            return refused
        numbers: list[float] = rules.recall_encoding.encode_view(rules.game.view(now.state, Seat(seat))).tolist()
        return numbers

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> State:
        """Draw a state that a player cannot tell from this one, uniformly, with a history of its own."""
        now = self.now
        if not 0 <= player < now.rules.game.seats:
            raise pyspiel.SpielError(f"there is no player {player}")
        dice = Random(int(rng() * (1 << 53)))
        *past, current = now.rounds()
        other = self._past([*past, current[:1]], player, dice)
        for event in now.rules.traits.resample(current, Seat(player), dice):
            other._play(event)  # noqa: SLF001 - another state of this class
        while other.now.decisions + other.now.chances < now.decisions + now.chances:
            outcomes, weights = zip(*other.chance_outcomes(), strict=True)
            other.apply_action(dice.choices(outcomes, weights)[0])
        return other

    def _past(self, rounds: list[list[HistoryNode]], player: int, dice: Random) -> State:
        """A state at the beginning of the last of these rounds, after others that a player cannot tell apart.

        Drawn once for every beginning and player: of what was hidden before nothing is left in play.
        """
        state: State = self.get_game().new_initial_state()
        for played, (beginning, *_) in pairwise(rounds):
            if beginning.resampled is None:
                beginning.resampled = {}
            if player not in beginning.resampled:
                for event in state.now.rules.traits.resample(played, Seat(player), dice):
                    state._play(event)
                beginning.resampled[player] = state
            state = beginning.resampled[player].clone()
        return state

    def _play(self, event: Event) -> None:
        """Make a whole move, of chance too."""
        _, move = event
        dealing = self.now.dealing
        for action in (self.now.action_of(move),) if dealing is None else dealing.steps_to(move):
            self.apply_action(action)

    def undo_action(self, player: int, action: int) -> None:
        """Take the last action back, which is this one of this player."""
        before = self.now.before
        if before is None:
            raise pyspiel.SpielError("there is nothing to undo")
        if (before.player, self.now.action) != (player, action):
            raise pyspiel.SpielError(
                f"the last action was {self.now.action} of player {before.player}, not {action} of player {player}"
            )
        self.now = before
        self.undone = True

    def _replayed(self) -> State:
        """An equal state with the right history in C++."""
        other: State = self.get_game().new_initial_state()
        for action in self.now.history():
            other.apply_action(action)
        return other

    def clone(self) -> State:
        copy: State = self._replayed() if self.undone else super().clone()
        return copy

    def child(self, action: int) -> State:
        if not self.undone:
            following: State = super().child(action)
            return following
        following = self._replayed()
        following.apply_action(action)
        return following

    def serialize(self) -> str:
        text: str = self._replayed().serialize() if self.undone else super().serialize()
        return text

    def history(self) -> list[int]:
        """The actions so far."""
        return self.now.history()

    def history_str(self) -> str:
        return ", ".join(map(str, self.now.history()))

    def full_history(self) -> list[Any]:
        """The actions so far, with who took them."""
        steps: list[Any] = self._replayed().full_history() if self.undone else super().full_history()
        return steps

    def is_initial_state(self) -> bool:
        return self.now.before is None

    def move_number(self) -> int:
        """How many actions there have been."""
        return self.now.decisions + self.now.chances

    def _to_struct(self) -> dict[str, Any]:
        """The options, and everything that has happened."""
        now = self.now
        return {
            "game": now.rules.game.name,
            "version": now.rules.game.version,
            "options": msgspec.to_builtins(now.rules.game.options),
            "log": now.log().splitlines(),
            "current_player": now.player,
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        """A player's view, field by field."""
        seen: dict[str, Any] = msgspec.to_builtins(self.now.rules.game.view(self.now.state, Seat(player)))
        return seen

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        """An action in notation."""
        return {"player": player, "move": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        """The actions that `_action_to_struct` writes like this."""
        now, text = self.now, struct.get("move")
        if now.dealing is not None:
            return [action for action, _ in now.dealing.outcomes() if now.dealing.outcome_text(action) == text]
        try:
            move = now.rules.game.parse_move(str(text))
        except GameError as error:
            raise pyspiel.SpielError(str(error)) from error
        return [action for action, legal in zip(now.choices(), now.moves, strict=True) if legal == move]
