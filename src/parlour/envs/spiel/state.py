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
from parlour.envs.spiel.history_node import CHANCE_PLAYER, TERMINAL, Event, Moment

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.envs.spiel.game import Game


class State(pyspiel.State):
    """A match at one moment.

    What OpenSpiel's C++ asks for is answered from the moment. Python callers get the same answers
    without the way through C++ where that way is long. `resample_from_infostate` and `undo_action`
    are known to Python callers only, as OpenSpiel has it for games in Python. An undo cannot take
    back the history that C++ keeps: from then on Python callers are answered without it, and a
    clone has the right one again.
    """

    undone = False
    """Whether C++ keeps a history that is not the one of `now`."""

    def __init__(self, game: Game) -> None:
        """Begin before the first deal."""
        super().__init__(game)
        self.now: Moment = game.form.root

    def current_player(self) -> int:
        """Name who acts: a player, chance, or nobody at the end."""
        return self.now.player

    def is_terminal(self) -> bool:
        """Tell whether everything has been played."""
        return self.now.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Tell whether chance acts."""
        return self.now.player == CHANCE_PLAYER

    def legal_actions(self, player: int | None = None) -> list[int]:
        """List the actions of a player, or of whoever acts, in ascending order."""
        acting = self.now.player
        if acting >= 0 and (player is None or player == acting):
            return sorted(self.now.choices())
        legal: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
        return legal

    def _legal_actions(self, player: int) -> list[int]:
        """List the actions of the player who acts."""
        assert player == self.now.player
        return sorted(self.now.choices())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what chance may do, and how likely it is."""
        if self.now.dealing is None:
            raise pyspiel.SpielError("chance does not act here")
        return self.now.dealing.outcomes()

    def _apply_action(self, action: int) -> None:
        """Go on, or raise SpielError and stay."""
        self.now = self.now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Write an action in the game's notation."""
        now = self.now
        if player == CHANCE_PLAYER:
            if now.dealing is None:
                raise pyspiel.SpielError("chance does not act here")
            return now.dealing.words(action)
        if player != now.player:
            raise pyspiel.SpielError(f"player {player} does not act here")
        return str(now.form.game.format_move(now.move_of(action)))

    def returns(self) -> list[float]:
        """Give the payoffs, nothing before the end and where the match was cut."""
        now = self.now
        return list(now.form.turns.payoffs(now.state))

    def __str__(self) -> str:
        """Tell everything that has happened, hidden or not."""
        return self.now.log()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Give what a player sees now."""
        now = self.now
        form, seat = now.form, now.player if player is None else player
        if not 0 <= seat < form.game.seats:
            refused: list[float] = super().observation_tensor(seat)
            return refused
        row = np.empty(form.encoding.view_size, np.float32)
        form.write_view(now.state, Seat(seat), row)
        numbers: list[float] = row.tolist()
        return numbers

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Give what a player sees and every move of the round."""
        now = self.now
        form, seat = now.form, now.player if player is None else player
        if form.recalling is None or not 0 <= seat < form.game.seats:
            refused: list[float] = super().information_state_tensor(seat)
            return refused
        numbers: list[float] = form.recalling.encode_view(form.game.view(now.state, Seat(seat))).tolist()
        return numbers

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> State:
        """Draw a state that a player cannot tell from this one, all as likely as each other, with its own history."""
        now = self.now
        if not 0 <= player < now.form.game.seats:
            raise pyspiel.SpielError(f"there is no player {player}")
        dice = Random(int(rng() * (1 << 53)))
        *past, current = now.rounds()
        other = self._past([*past, current[:1]], player, dice)
        for event in now.form.lore.retell(current, Seat(player), dice):
            other._play(event)  # noqa: SLF001 - another state of this class
        while other.now.decisions + other.now.chances < now.decisions + now.chances:
            outcomes, weights = zip(*other.chance_outcomes(), strict=True)
            other.apply_action(dice.choices(outcomes, weights)[0])
        return other

    def _past(self, rounds: list[list[Moment]], player: int, dice: Random) -> State:
        """Give a state at the beginning of the last of these rounds, after others that a player cannot tell apart.

        Drawn once for every beginning and player: of what was hidden before nothing is left in play.
        """
        state: State = self.get_game().new_initial_state()
        for played, (beginning, *_) in pairwise(rounds):
            if beginning.pasts is None:
                beginning.pasts = {}
            if player not in beginning.pasts:
                for event in state.now.form.lore.retell(played, Seat(player), dice):
                    state._play(event)
                beginning.pasts[player] = state
            state = beginning.pasts[player].clone()
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
        """Give an equal state with the right history in C++."""
        other: State = self.get_game().new_initial_state()
        for action in self.now.history():
            other.apply_action(action)
        return other

    def clone(self) -> State:
        """Give an equal state."""
        copy: State = self._replayed() if self.undone else super().clone()
        return copy

    def child(self, action: int) -> State:
        """Give the state after an action."""
        if not self.undone:
            following: State = super().child(action)
            return following
        following = self._replayed()
        following.apply_action(action)
        return following

    def serialize(self) -> str:
        """Write the state for OpenSpiel."""
        text: str = self._replayed().serialize() if self.undone else super().serialize()
        return text

    def history(self) -> list[int]:
        """List the actions so far."""
        return self.now.history()

    def history_str(self) -> str:
        """Write the actions so far."""
        return ", ".join(map(str, self.now.history()))

    def full_history(self) -> list[Any]:
        """List the actions so far with who took them."""
        steps: list[Any] = self._replayed().full_history() if self.undone else super().full_history()
        return steps

    def is_initial_state(self) -> bool:
        """Tell whether nothing has happened yet."""
        return self.now.before is None

    def move_number(self) -> int:
        """Count the actions so far."""
        return self.now.decisions + self.now.chances

    def _to_struct(self) -> dict[str, Any]:
        """Give the options and everything that has happened."""
        now = self.now
        return {
            "game": now.form.game.name,
            "version": now.form.game.version,
            "options": msgspec.to_builtins(now.form.game.options),
            "log": now.log().splitlines(),
            "current_player": now.player,
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        """Give a player's view, field by field."""
        seen: dict[str, Any] = msgspec.to_builtins(self.now.form.game.view(self.now.state, Seat(player)))
        return seen

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        """Give an action in words."""
        return {"player": player, "move": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        """Read what `_action_to_struct` gives."""
        now, words = self.now, struct.get("move")
        if now.dealing is not None:
            return [action for action, _ in now.dealing.outcomes() if now.dealing.words(action) == words]
        try:
            move = now.form.game.parse_move(str(words))
        except GameError as error:
            raise pyspiel.SpielError(str(error)) from error
        return [action for action, legal in zip(now.choices(), now.moves, strict=True) if legal == move]
