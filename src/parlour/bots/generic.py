"""Bots that every game has without writing one: `uniform`, a determinizing `search`, and five levels made of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from parlour.bots.determinizing import DeterminizingSearch
from parlour.bots.uniform import Uniform

Maker = Callable[..., Any]
"""Makes a bot; the settings of a spec arrive as keyword arguments."""

LEVEL_NODES: Final = {"casual": 30, "regular": 100, "strong": 300, "master": 1000}
"""Playouts a move; a beginner plays at random."""


def generic_bots(game: str) -> dict[str, Maker]:
    """Makers for a game, by name."""
    levels = {level: partial(make_level, game, level) for level in LEVEL_NODES}
    return {"uniform": Uniform, "search": partial(DeterminizingSearch, game), "beginner": Uniform, **levels}


def make_level(game: str, level: str) -> DeterminizingSearch:
    """A level that searches."""
    return DeterminizingSearch(game, nodes=LEVEL_NODES[level])
