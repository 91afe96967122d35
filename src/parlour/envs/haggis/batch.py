"""How rounds of Haggis begin in a batch: the scores at 0, any seat leading."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from parlour.core.game import CHANCE
from parlour.envs.batch import BatchStart
from parlour.envs.haggis.kernel.batch import make_rows

if TYPE_CHECKING:
    from parlour.games.haggis import Haggis


def start_batch(game: Haggis) -> BatchStart:
    """Begin with any deal: the kernel collects its cards and deals again."""
    state = game.start()
    opened = game.apply(state, CHANCE, game.deal(state, Random(0))).round
    assert opened is not None
    return BatchStart(make_rows(game.seats), np.array(opened.slots(), np.int64), game.options.target)
