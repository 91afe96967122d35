"""How rounds of Haggis begin in a batch: the scores at 0, any seat leading; or at a state of a match."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from parlour.core.game import CHANCE
from parlour.envs.batch_start import BatchStart
from parlour.envs.haggis.kernel.batch import make_rows
from parlour.games.haggis.state import options_of, sole_leader

if TYPE_CHECKING:
    from parlour.games.haggis import Haggis, Options, State


def start_batch(game: Haggis) -> BatchStart:
    """Begin with any deal: the kernel collects its cards and deals again."""
    state = game.start()
    opened = game.apply(state, CHANCE, game.deal(state, Random(0)))
    return BatchStart(
        kernel=make_rows(game.seats),
        opening=np.array(slots_of(opened), np.int64),
        target=game.options.target,
        slots_of=slots_of,
        fits=partial(fits, options=game.options),
    )


def slots_of(state: State) -> tuple[int, ...]:
    """The vector of the round that is played."""
    assert state.round is not None
    return state.round.slots()


def fits(state: State, options: Options) -> bool:
    """Whether a match under these options can come to a state within a round."""
    own = options_of(state)
    if (own.players, own.tournament, own.bonus) != (options.players, options.tournament, options.bonus):
        return False
    scores = state.standing.scores
    return max(scores) < options.target or sole_leader(scores) is None
