"""How games of Damenrennen begin in a batch: with the first deal, or at a state of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parlour.envs.batch_start import BatchStart
from parlour.envs.damenrennen.kernel.batch import make_rows

if TYPE_CHECKING:
    from parlour.games.damenrennen import Damenrennen, State


def start_batch(game: Damenrennen) -> BatchStart:
    """Begin with the state before the first deal."""
    return BatchStart(
        kernel=make_rows(game.seats),
        opening=np.array(slots_of(game.start()), np.int64),
        target=game.options.needed,
        slots_of=slots_of,
        fits=lambda state: game.winner(state.standing) is None,
    )


def slots_of(state: State) -> tuple[int, ...]:
    """The vector of the game that is played."""
    return state.game.slots()
