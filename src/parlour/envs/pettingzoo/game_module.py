"""What PettingZoo expects of a module with an environment."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.envs.catalogue import env_kind
from parlour.envs.pettingzoo.turn_env import TurnEnv, wrap
from parlour.envs.turns import check_keywords

if TYPE_CHECKING:
    from pettingzoo import AECEnv


class GameModule(ModuleType):
    """The module of one game; `env` and `raw_env` take its options by name."""

    def __init__(self, package: str, game: str) -> None:
        """Named after the game and the version of its environment."""
        super().__init__(f"{package}.{game}_v{env_kind(game).version}")
        self.game = game

    def env(self, *, render_mode: str | None = None, **options: object) -> AECEnv[str, dict[str, Any], int | None]:
        """The environment with PettingZoo's usual wrappers, or GameError."""
        return wrap(self.raw_env(render_mode=render_mode, **options))

    def raw_env(self, *, render_mode: str | None = None, **options: object) -> TurnEnv:
        """The bare environment, or GameError."""
        check_keywords(self.game, options)
        return TurnEnv(self.game, options, render_mode)
