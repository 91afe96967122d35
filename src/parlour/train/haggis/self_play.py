"""Samples from self-play: on all cores, or on Ray, and the same ones wherever they are played."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np

from parlour.bots.haggis.kernel.net import Net
from parlour.bots.haggis.kernel.net_play import SAMPLES, self_play
from parlour.bots.haggis.kernel.net_study import STUDY
from parlour.core.table import Table
from parlour.games.catalogue import make_game

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence
    from concurrent.futures import Future

    from numpy.typing import NDArray

    from parlour.games.haggis.kernel.round import Round

DECISIONS: Final = 40
"""Samples of a round that there is room for on average; a chunk ends where the room does."""
WORLDS: Final = 16
"""In which the moves of a searched decision are tried."""


class Samples(NamedTuple):
    """Decisions with what came of them, and searched ones with what each of their moves brought."""

    features: NDArray[np.uint16]
    points: NDArray[np.float32]
    firsts: NDArray[np.int8]
    rounds: int
    tried: NDArray[np.uint16]
    """Features by searched decision and move; no feature where there was no more move."""
    gains: NDArray[np.float32]
    """The points that came later, by searched decision and move."""


class Task(NamedTuple):
    """Some rounds to be played; a pure function of it gives the samples, on whichever machine."""

    players: int
    weights: array[int]
    rival: array[int] | None
    rounds: int
    seed: int
    explore: int
    """So many of 1000 moves are random."""
    searched: int = 0
    """So many of 1000 decisions are searched."""


class Actors(Protocol):
    """Where rounds are played."""

    def submit(self, tasks: Sequence[Task]) -> list[Future[Samples]]:
        """Begin with tasks; their results come in the same order."""

    def close(self) -> None:
        """Finish what was begun."""


class Threads:
    """Actors on this machine: the kernel runs without the interpreter's lock."""

    def __init__(self, threads: int) -> None:
        """Threads start with the first task."""
        self.pool = ThreadPoolExecutor(threads, "self-play")

    def submit(self, tasks: Sequence[Task]) -> list[Future[Samples]]:
        return [self.pool.submit(play, task) for task in tasks]

    def close(self) -> None:
        self.pool.shutdown(cancel_futures=True)


@cache
def opening_of(players: int) -> Round:
    """A round before its first move, which self-play deals anew."""
    table: Table[Any, Any, Any] = Table(make_game("haggis", {"players": players}))
    table.deal(Random(0))
    opening: Round = table.state.round
    return opening


def play(task: Task) -> Samples:
    """Play the rounds of a task."""
    net, rival = Net(task.weights), None if task.rival is None else Net(task.rival)
    room = DECISIONS * task.rounds + SAMPLES["longest"]
    features = np.zeros((room, SAMPLES["width"]), np.uint16)
    points, firsts = np.zeros(room, np.float32), np.zeros(room, np.int8)
    tried = np.zeros((-(-room * task.searched // 1000), STUDY["moves"], STUDY["width"]), np.uint16)
    gains = np.zeros(tried.shape[:2], np.float32)
    count, rounds, searched = self_play(
        net,
        rival,
        opening_of(task.players),
        task.rounds,
        task.seed,
        task.explore,
        features,
        points,
        firsts,
        task.searched,
        WORLDS,
        tried,
        gains,
    )
    played = features[:count].copy(), points[:count].copy(), firsts[:count].copy()
    return Samples(*played, rounds, tried[:searched].copy(), gains[:searched].copy())


def joined(parts: Sequence[Samples]) -> Samples:
    """Samples of several tasks, in order."""
    features, points, firsts, rounds, tried, gains = zip(*parts, strict=True)
    played = np.concatenate(features), np.concatenate(points), np.concatenate(firsts)
    return Samples(*played, sum(rounds), np.concatenate(tried), np.concatenate(gains))
