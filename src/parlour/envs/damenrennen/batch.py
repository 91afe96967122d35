"""How games of Damenrennen begin in a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parlour.envs.batch import BatchStart
from parlour.envs.damenrennen.kernel.batch import make_rows

if TYPE_CHECKING:
    from parlour.games.damenrennen import Damenrennen


def start_batch(game: Damenrennen) -> BatchStart:
    """Begin with the state before the first deal."""
    opening = np.array(game.start().game.slots(), np.int64)
    return BatchStart(make_rows(game.seats), opening, game.options.needed)
