"""A table as text or as an image, as one seat sees it or with several hands open.

The first view says what is seen; the others add the hands of their seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from parlour.envs.extras import need

need("PIL")

from parlour.envs.damenrennen.render import draw_damenrennen
from parlour.envs.haggis.render import draw_haggis
from parlour.envs.text import DESCRIBE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from parlour.games.catalogue import AnyGame

DRAWERS: Final[dict[str, Callable[[Sequence[Any]], NDArray[np.uint8]]]] = {
    "haggis": draw_haggis,
    "damenrennen": draw_damenrennen,
}


def write_table(game: AnyGame, views: Sequence[Any]) -> str:
    """Write what the seat whose turn it is sees; where it is none of these, what the first one does."""
    acting = [view for view in views if view.seat in view.to_act[:1]]
    return DESCRIBE[game.name]((acting or views)[0])


def draw_table(game: AnyGame, views: Sequence[Any]) -> NDArray[np.uint8]:
    """Draw the table, the seat of the first view at the bottom: height, width, red-green-blue."""
    return DRAWERS[game.name](views)
