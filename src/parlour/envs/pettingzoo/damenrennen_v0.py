"""Damenrennen for PettingZoo, version 0: a match, best of one or more games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.envs.pettingzoo.turn_env import TurnEnv, wrapped

if TYPE_CHECKING:
    from pettingzoo import AECEnv


def env(**options: Any) -> AECEnv[str, dict[str, Any], int | None]:
    """Make the environment with PettingZoo's usual wrappers; the options are those of `raw_env`."""
    return wrapped(raw_env(**options))


def raw_env(*, best_of: int = 1, render_mode: str | None = None) -> TurnEnv:
    """Make the bare environment."""
    return TurnEnv("damenrennen", {"best_of": best_of}, render_mode)
