"""Haggis for PettingZoo, version 0: one round, or with a target a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.envs.pettingzoo.turn_env import TurnEnv, wrapped

if TYPE_CHECKING:
    from pettingzoo import AECEnv


def env(**options: Any) -> AECEnv[str, dict[str, Any], int | None]:
    """Make the environment with PettingZoo's usual wrappers; the options are those of `raw_env`."""
    return wrapped(raw_env(**options))


def raw_env(
    *,
    players: int = 2,
    edition: str = "english",
    tournament: bool = False,
    target: int = 0,
    render_mode: str | None = None,
) -> TurnEnv:
    """Make the bare environment; a target of 0 is one round."""
    options = {"players": players, "edition": edition, "tournament": tournament, "target": target}
    return TurnEnv("haggis", options, render_mode)
