"""The games in PettingZoo, as agent environment cycles.

Every game of `parlour.envs.catalogue` has a module here that is named as PettingZoo names its own,
by the game and the version of its environment: `<game>_v0`, with `env` and `raw_env`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from parlour.envs.extras import need

need("pettingzoo")

from parlour.envs.catalogue import ENVS
from parlour.envs.pettingzoo.game_module import GameModule

if TYPE_CHECKING:

    def __getattr__(name: str) -> GameModule: ...


def add_all() -> None:
    """Add the module of every game."""
    for game in ENVS:
        module = GameModule(__name__, game)
        sys.modules[module.__name__] = globals()[module.__name__.rpartition(".")[2]] = module


add_all()
