"""Short words for tests of batches."""

from __future__ import annotations

from itertools import chain, count, islice
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.game import CHANCE, RoundResult, Seat
from parlour.envs.batch import Batch
from parlour.games.damenrennen import State as DamenrennenState
from parlour.games.damenrennen.kernel.game import Game
from parlour.games.damenrennen.state import Standing as DamenrennenStanding
from parlour.games.haggis import State as HaggisState
from parlour.games.haggis.kernel.round import Round
from parlour.games.haggis.state import Standing as HaggisStanding
from parlour.laws import random_match
from tests.laws.cases import AnyGame


def some_choice(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """Any legal move in every running game."""
    return (rng.random(len(batch.running)) * batch.counts).astype(np.int64)


def some_states(game: AnyGame, size: int) -> list[Any]:
    """Different states of random matches in which a seat is to act."""
    steps = islice(chain.from_iterable(random_match(game, seed) for seed in count()), 600)
    waiting = [step.after for step in steps if game.to_act(step.after) not in ((), (CHANCE,))]
    return Random(1).sample(waiting, size)


def rewards_of(game: AnyGame, result: RoundResult | None) -> list[float]:
    """What a batch shows of the points of a round, or of no result."""
    if result is None:
        return [0.0] * game.seats
    if game.name == "haggis":
        return [float(points) for points in result.points]
    return [float(2 * points - 1) if any(result.points) else 0.0 for points in result.points]


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
        batch.firsts,
        batch.dones,
        batch.running,
    )
    return [array.tobytes() for array in shown]
