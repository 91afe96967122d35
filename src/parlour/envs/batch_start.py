"""Where the games of a batch start: at a deal, or at given states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import OptionError
from parlour.core.game import CHANCE
from parlour.envs.catalogue import env_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from parlour.envs.kernel.batch import Rows
    from parlour.games.catalogue import AnyGame

Ints = NDArray[np.int64]


class BatchStart(NamedTuple):
    """How the games of a batch are played and begin."""

    kernel: Rows
    opening: Ints
    """The kernel's vector that every episode begins with, before its deal."""
    target: int
    """What scores in a view are parts of."""
    slots_of: Callable[[Any], tuple[int, ...]]
    """The kernel's vector of a state that waits for a seat."""
    fits: Callable[[Any], bool]
    """Whether such a state can come about under the game's options."""


class Positions(NamedTuple):
    """States as the kernel takes them, a row each."""

    vectors: Ints
    scores: Ints
    """By seat, as the match stands without the round or game that is played."""


def batch_start(game: AnyGame) -> BatchStart:
    """How games of this kind begin in a batch, or OptionError where they cannot be played in one."""
    start = env_kind(game.name).batch
    if start is None:
        raise OptionError(f"{game.name} has no batch kernel")
    return start(game)


def positions_of(game: AnyGame, states: Iterable[Any]) -> Positions:
    """The positions of some states, or OptionError that names the first one that a batch cannot start from."""
    start, given = batch_start(game), tuple(states)
    if not given:
        raise OptionError(f"a batch starts from one state or more, got {given!r}")
    for number, state in enumerate(given):
        obstacle = obstacle_in(state, game, start)
        if obstacle is not None:
            raise OptionError(f"state {number} {obstacle}: {state!r}")
    return Positions(
        np.array([start.slots_of(state) for state in given], np.int64),
        np.array([game.scores(state) for state in given], np.int64),
    )


def obstacle_in(state: object, game: AnyGame, start: BatchStart) -> str | None:
    """Why a batch cannot start from a state; None where it can."""
    if not isinstance(state, type(game.start())):
        return f"is not one of {game.name}"
    actors = game.to_act(state)
    if not actors:
        return "is finished"
    if actors[0] is CHANCE:
        return "awaits chance"
    return None if start.fits(state) else f"is not one of {game!r}"
