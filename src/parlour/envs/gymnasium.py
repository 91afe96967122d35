"""The games in Gymnasium, one seat against bots.

Importing this registers `parlour/Haggis-v0` and `parlour/Damenrennen-v0`.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final

from parlour.envs.extras import need

need("gymnasium")

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded

from parlour.bots.catalogue import make_bot
from parlour.core.errors import OptionError
from parlour.envs.episode import HIGHEST, Sitting
from parlour.envs.render import draw_table, write_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from parlour.bots.bot import AnyBot

Observation = dict[str, "NDArray[Any]"]
MODES: Final = ("ansi", "rgb_array")


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """A match in which the agent has one seat, and bots have the others.

    An observation holds the numbers of `parlour.envs.encoding` and the mask of legal actions, which
    is in the info, too, and which `action_masks` gives to learners that ask for it. The reward comes
    at the end. As in PettingZoo, an action that is not legal ends the match at the cost of a point;
    `info["illegal_action"]` then says why.
    """

    # The framework reads it off the class, and never changes it.
    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        options: Mapping[str, object],
        opponents: str | Sequence[str],
        seat: int,
        render_mode: str | None,
    ) -> None:
        """Set up the game and its bots, or raise GameError; one spec is for all opponents."""
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is None, 'ansi' or 'rgb_array', got {render_mode!r}")
        self.sitting = Sitting(name, options)
        if isinstance(seat, bool) or seat not in self.sitting.seats:
            raise OptionError(f"the seat is from 0 to {len(self.sitting.seats) - 1}, got {seat!r}")
        others = [other for other in self.sitting.seats if other != seat]
        specs = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(specs) != len(others):
            raise OptionError(f"one bot for all opponents or {len(others)} of them, got {specs!r}")
        self.bots: dict[int, AnyBot] = {other: make_bot(spec, name) for other, spec in zip(others, specs, strict=True)}
        self.seat = seat
        self.render_mode = render_mode
        encoding = self.sitting.encoding
        self.observation_space: spaces.Dict[Any] = spaces.Dict(  # type: ignore[assignment] # Gymnasium's own types do not fit
            {
                "observation": spaces.Box(0.0, HIGHEST, (encoding.view_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
            }
        )
        self.action_space: spaces.Discrete = spaces.Discrete(encoding.actions)
        self.over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new match; the same seed makes the same deals and the same bots."""
        super().reset(seed=seed, options=options)
        self.sitting.begin(int(self.np_random.integers(1 << 62)))
        self._wait()
        return self._observation(), {"action_mask": self.action_masks()}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and let the bots answer, or raise InvalidAction where the game has no such action."""
        sitting = self.sitting
        if self.over:
            raise ResetNeeded(f"the match is over or not begun, and action {action!r} cannot be played: call reset()")
        if not self.action_space.contains(action):
            raise InvalidAction(f"an action is a whole number from 0 to {self.action_space.n - 1}, got {action!r}")
        try:
            move = sitting.move_of(index(action))
        except ValueError as error:
            self.over = True
            info = {"action_mask": self.action_masks(), "illegal_action": str(error)}
            return self._observation(), -1.0, True, False, info
        sitting.play(move)
        self._wait()
        info = {"action_mask": self.action_masks()}
        return self._observation(), sitting.payoffs()[self.seat], self.over, False, info

    def _wait(self) -> None:
        """Let bots play until it is the agent's turn."""
        sitting = self.sitting
        while sitting.actor is not None and sitting.actor != self.seat:
            bot = self.bots[sitting.actor]
            sitting.play(bot.choose(sitting.view(sitting.actor), sitting.legal, sitting.rng))

        self.over = sitting.actor is None

    def _observation(self) -> Observation:
        """Show the agent what its seat may see."""
        return {"observation": self.sitting.observation(self.seat), "action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """Mark the legal actions."""
        return self.sitting.mask(self.seat)

    def render(self) -> Any:
        """Show the table as the agent's seat sees it: as text or as an image."""
        views = [self.sitting.view(self.seat)]
        if self.render_mode == "ansi":
            return write_table(self.sitting.game, views)
        return draw_table(self.sitting.game, views) if self.render_mode == "rgb_array" else None


class HaggisEnv(SoloEnv):
    """Haggis: one round, or with a target a match."""

    def __init__(  # noqa: PLR0913 - the options, each by name
        self,
        *,
        players: int = 2,
        edition: str = "english",
        tournament: bool = False,
        target: int = 0,
        opponents: str | Sequence[str] = "sense",
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Take the options; a target of 0 is one round."""
        options = {"players": players, "edition": edition, "tournament": tournament, "target": target}
        super().__init__("haggis", options, opponents, seat, render_mode)


class DamenrennenEnv(SoloEnv):
    """Damenrennen: a match, best of one or more games."""

    def __init__(
        self,
        *,
        best_of: int = 1,
        opponents: str | Sequence[str] = "sense",
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Take the options."""
        super().__init__("damenrennen", {"best_of": best_of}, opponents, seat, render_mode)


gymnasium.register("parlour/Haggis-v0", entry_point=f"{__name__}:HaggisEnv")
gymnasium.register("parlour/Damenrennen-v0", entry_point=f"{__name__}:DamenrennenEnv")
