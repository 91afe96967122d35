"""The environment of any game: one agent's turn after another."""

from __future__ import annotations

import sys
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from parlour.envs.catalogue import env_kind
from parlour.envs.episode import Episode
from parlour.envs.render import draw_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

MODES: Final = ("human", "ansi", "rgb_array")


class TurnEnv(AECEnv[str, dict[str, Any], int | None]):
    """A match, one agent's turn after another.

    An observation holds the numbers of `parlour.envs.encoding` and the mask of legal actions, which
    is in the infos of the agent whose turn it is, too. All rewards come with the last step.
    """

    # The framework reads it off the class, and never changes it.
    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(self, name: str, options: Mapping[str, object] | None = None, render_mode: str | None = None) -> None:
        """Set up the game, or raise GameError."""
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is None or one of {', '.join(MODES)}, got {render_mode!r}")
        self.metadata = {**self.metadata, "name": f"parlour_{name}_v{env_kind(name).version}"}
        self.render_mode = render_mode
        self.episode = Episode(name, options or {})
        self.possible_agents = [f"player_{seat}" for seat in self.episode.seats]
        self.agents: list[str] = []
        encoding = self.episode.encoding
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, encoding.highest, (encoding.view_size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(encoding.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match; the same seed makes the same deals."""
        del options
        self.episode.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next_turn()

    def _next_turn(self) -> None:
        """Select the agent whose turn it is, or end the match."""
        actor = self.episode.actor
        if actor is None:
            self.rewards = dict(zip(self.possible_agents, self.episode.payoffs(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[actor]
        self.infos[self.agent_selection] = {"action_mask": self.episode.mask(actor)}

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent's seat may see."""
        seat = self.possible_agents.index(agent)
        known = self.infos[agent].get("action_mask") if seat == self.episode.actor else None
        mask = self.episode.mask(seat) if known is None else known
        return {"observation": self.episode.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is, or raise ValueError that names it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act, and None is no action before the end")
        judged = self.episode.propose(index(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        self.episode.accept(judged)
        self._clear_rewards()
        self._next_turn()
        self._accumulate_rewards()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table: an image with all hands open, or what the seat whose turn it is sees, as text."""
        episode = self.episode
        if self.render_mode == "rgb_array":
            return draw_table(episode.game, [episode.view(seat) for seat in episode.seats])
        text = episode.game.describe(episode.view(0 if episode.actor is None else episode.actor))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n\n")
        return None

    def close(self) -> None:
        """There is nothing to release."""


def wrap(raw: TurnEnv) -> AECEnv[str, dict[str, Any], int | None]:
    """Wrap an environment as PettingZoo does: an illegal action ends the match, at the cost of a point."""
    cautious = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(cautious))
