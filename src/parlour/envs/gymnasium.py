"""The games in Gymnasium: one seat against bots.

Importing this registers `parlour/<Title>-v0` for every game of `parlour.envs.catalogue`.
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
from parlour.core.errors import IllegalMove, OptionError
from parlour.envs.catalogue import ENVS, env_kind
from parlour.envs.episode import Episode
from parlour.envs.render import draw_table
from parlour.envs.turns import check_keywords
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from parlour.bots.bot import AnyBot

Observation = dict[str, "NDArray[Any]"]
MODES: Final = ("ansi", "rgb_array")


class OpponentError(gymnasium.error.Error):
    """A bot made a move that the rules refuse; `__cause__` is the IllegalMove.

    Not InvalidAction: that one blames the agent.
    """


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """A match in which the agent has one seat, and bots have the others.

    An observation holds the numbers of `parlour.envs.encoding` and the mask of legal actions, which
    is in the info, too, and which `action_masks` returns for learners that call it. The reward comes
    at the end. As in PettingZoo, an action that is not legal ends the match at the cost of a point;
    `info["illegal_action"]` then says why. A bot's illegal move raises OpponentError.
    """

    # The framework reads it off the class, and never changes it.
    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        options: Mapping[str, object] | None = None,
        opponents: str | Sequence[str] | None = None,
        seat: int = 0,
        render_mode: str | None = None,
        **named_options: object,
    ) -> None:
        """Set up the game and its bots, or raise GameError; one spec is for all opponents."""
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is None, 'ansi' or 'rgb_array', got {render_mode!r}")
        check_keywords(name, named_options)
        self.episode = Episode(name, {**(options or {}), **named_options})
        if isinstance(seat, bool) or seat not in self.episode.seats:
            raise OptionError(f"the seat is from 0 to {len(self.episode.seats) - 1}, got {seat!r}")
        self.seat = seat
        self.specs = opponent_specs(env_kind(name).opponents if opponents is None else opponents, self.episode, seat)
        self.bots: dict[int, AnyBot] = {other: make_bot(spec, name) for other, spec in self.specs.items()}
        self.render_mode = render_mode
        encoding = self.episode.encoding
        self.observation_space: spaces.Dict[Any] = spaces.Dict(  # type: ignore[assignment] # Gymnasium's own types do not fit
            {
                "observation": spaces.Box(0.0, encoding.highest, (encoding.view_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
            }
        )
        self.action_space: spaces.Discrete = spaces.Discrete(encoding.actions)
        self.over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new match; the same seed makes the same deals and the same choices of the bots."""
        super().reset(seed=seed, options=options)
        self.episode.begin(int(self.np_random.integers(1 << 62)))
        self._play_opponents()
        observation = self._observation()
        return observation, {"action_mask": observation["action_mask"]}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and let the bots answer, or raise InvalidAction where the game has no such action."""
        episode = self.episode
        if self.over:
            raise ResetNeeded(f"the match is over or not begun, and action {action!r} cannot be played: call reset()")
        if not self.action_space.contains(action):
            raise InvalidAction(f"an action is a whole number from 0 to {self.action_space.n - 1}, got {action!r}")
        try:
            judged = episode.propose(index(action))
        except ValueError as error:
            self.over = True
            observation = self._observation()
            info = {"action_mask": observation["action_mask"], "illegal_action": str(error)}
            return observation, -1.0, True, False, info
        episode.accept(judged)
        self._play_opponents()
        observation = self._observation()
        info = {"action_mask": observation["action_mask"]}
        return observation, episode.payoffs()[self.seat], self.over, False, info

    def _play_opponents(self) -> None:
        """Let bots move until it is the agent's turn; after an OpponentError the match is over."""
        self.over = True
        episode = self.episode
        while (seat := episode.actor) is not None and seat != self.seat:
            move = self.bots[seat].choose(episode.view(seat), episode.legal, episode.rng)
            try:
                episode.play(move)
            except IllegalMove as error:
                raise OpponentError(
                    f"{self.specs[seat]!r} in seat {seat} played {self._text(move)}: {error}"
                ) from error
        self.over = episode.actor is None

    def _text(self, move: object) -> str:
        """A bot's move in notation, as far as it is one."""
        try:
            return repr(self.episode.game.format_move(move))
        except Exception:  # noqa: BLE001 - a bot may return anything, and a game need not be able to write it
            return repr(move)

    def _observation(self) -> Observation:
        return {"observation": self.episode.observation(self.seat), "action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """1 for every legal action of the agent."""
        return self.episode.mask(self.seat)

    def render(self) -> Any:
        """The table as the agent's seat sees it: as text or as an image."""
        view = self.episode.view(self.seat)
        if self.render_mode == "ansi":
            return self.episode.game.describe(view)
        return draw_table(self.episode.game, [view]) if self.render_mode == "rgb_array" else None


def opponent_specs(opponents: str | Sequence[str], episode: Episode, seat: int) -> dict[int, str]:
    """The spec of the bot in every seat but the agent's, or OptionError where there are too few or too many."""
    others = [other for other in episode.seats if other != seat]
    specs = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    if len(specs) != len(others):
        raise OptionError(f"one bot for all opponents or {len(others)} of them, got {specs!r}")
    return dict(zip(others, specs, strict=True))


def register_all() -> None:
    """Register every game of the catalogue."""
    for name, kind in ENVS.items():
        title, version = KINDS[name].title, kind.version
        env_id = f"parlour/{''.join(title.split())}-v{version}"
        if env_id not in gymnasium.registry:
            gymnasium.register(env_id, entry_point=f"{__name__}:SoloEnv", kwargs={"name": name})


register_all()
