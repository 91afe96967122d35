"""Short words for tests of batches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.game import Seat
from parlour.envs.batch import Batch
from parlour.games.damenrennen import State as DamenrennenState
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.state import Standing as DamenrennenStanding
from parlour.games.haggis import State as HaggisState
from parlour.games.haggis.kernel.round import Round
from parlour.games.haggis.state import Standing as HaggisStanding


def some_choice(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """Any legal move in every game."""
    return (rng.random(batch.games) * batch.counts).astype(np.int64)


def state_in(batch: Batch, game: int) -> Any:
    """The state of one game, as the protocol knows it."""
    slots = tuple(batch.states[game].tolist())
    if batch.game.name == "haggis":
        return HaggisState(HaggisStanding((0,) * batch.game.seats, Seat(0), 1), Round(slots), ())
    return DamenrennenState(DamenrennenStanding((0, 0), 0), Game(slots))


def slots_of(state: Any) -> tuple[int, ...]:
    """The kernel's vector of a state."""
    kept: Round | Game = state.round if hasattr(state, "round") else state.game
    return kept.slots()


def rows_of(batch: Batch, game: int) -> slice:
    """Where the moves of one game are."""
    return slice(int(batch.offsets[game]), int(batch.offsets[game + 1]))


def arrays_of(batch: Batch) -> list[bytes]:
    """All that a batch shows, for comparing."""
    shown = (
        batch.seats,
        batch.views,
        batch.counts,
        batch.offsets,
        batch.legal,
        batch.moves,
        batch.rewards,
        batch.dones,
    )
    return [array.tobytes() for array in shown]
