"""Thousands of games stepped at once, in arrays: the fast path for learning.

    batch = Batch(game, games=1024, seed=1)
    while batch.episodes < 10_000:
        choice = policy(batch.views, batch.moves, batch.offsets)   # one row of each game's moves
        batch.step(choice)
        learn(batch.dones, batch.rewards)

An episode is what has a `RoundResult`: a round, or a game of a match. Where one ends, its points are
in `rewards`, and the next one has begun: the other arrays describe that. The arrays hold what the
seat to act may know, and nothing else. What happens depends on the seed and the choices alone, not
on the number of threads.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import OptionError
from parlour.envs.catalogue import env_kind
from parlour.envs.encoding import make_encoding
from parlour.envs.fields import describe

if TYPE_CHECKING:
    from parlour.envs.fields import Floats
    from parlour.envs.kernel.batch import Rows
    from parlour.games.catalogue import AnyGame

Ints = NDArray[np.int64]
ROOM: Final = 1.5
"""Arrays that are too small are replaced by some this much larger than needed."""
PARTS: Final = 16
"""Parts of the games for each of several threads: games differ a hundredfold in the time that a step takes."""


class BatchStart(NamedTuple):
    """How the games of a batch are played and begin."""

    kernel: Rows
    opening: Ints
    """The kernel's vector that every episode begins with, before its deal."""
    target: int
    """What scores in a view are parts of."""


class Threads:
    """How many threads may be used: one in a process that was forked after several were used.

    The child has none of its parent's threads, and OpenMP would wait for them for ever.
    """

    used_by: int | None = None

    @classmethod
    def allowed(cls, wanted: int) -> int:
        """The wanted number, or 1."""
        if wanted > 1 and cls.used_by is None:
            cls.used_by = os.getpid()
        return wanted if cls.used_by in (None, os.getpid()) else 1


class Batch:
    """Many games under the same options, each waiting for one seat.

    `step` overwrites all arrays: copy what must be kept.
    """

    def __init__(self, game: AnyGame, games: int, *, seed: int = 0, threads: int = 1) -> None:
        """Deal the first episodes; or raise OptionError for a game without a batch kernel, or for bad numbers."""
        for name, value, least in (("games", games, 1), ("threads", threads, 1), ("seed", seed, 0)):
            if type(value) is not int or not least <= value < 1 << 63:
                raise OptionError(f"{name} is a whole number from {least} up, got {value!r}")
        self.game = game
        self.encoding = make_encoding(game)
        self.kernel, self.opening, self.target = batch_start(game)
        self.games = games
        self.episodes = 0
        """How many have ended."""
        self.seats: Ints = np.zeros(games, np.int64)
        """Who is to act in each game."""
        self.views: Floats = np.zeros((games, self.encoding.view_size), np.float32)
        """What they see."""
        self.counts: Ints = np.zeros(games, np.int64)
        """How many legal moves they have."""
        self.offsets: Ints = np.zeros(games + 1, np.int64)
        """Where their moves begin in `legal` and `moves`; last, how many there are in all."""
        self.rewards: Floats = np.zeros((games, game.seats), np.float32)
        """What every seat gained, in games that ended with the last step; zeros in all others."""
        self.dones: NDArray[np.bool_] = np.zeros(games, np.bool_)
        """Which games ended with the last step."""
        self.states: Ints = np.zeros((games, len(self.opening)), np.int64)
        self.rngs: NDArray[np.uint64] = np.zeros(games, np.uint64)
        self.rows: Floats = np.zeros((0, self.encoding.move_size), np.float32)
        self.listed: Ints = np.zeros(0, np.int64)
        self.threads = min(threads, games)
        parts = 1 if self.threads == 1 else min(PARTS * self.threads, games)
        self.cuts: Ints = np.array([games * part // parts for part in range(parts + 1)], np.int64)
        """Where the parts of the games begin that threads take one by one, and last, the end."""
        self.lists: Ints = np.zeros((parts, 64 * (games // parts + 1)), np.int64)
        self.reset(seed)

    @property
    def legal(self) -> Ints:
        """The legal moves of all games, side by side: those of game i from `offsets[i]` to before `offsets[i + 1]`."""
        legal = self.listed[: self.offsets[-1]]
        legal.flags.writeable = False
        return legal

    @property
    def moves(self) -> Floats:
        """The same moves as features, one a row."""
        return self.rows[: self.offsets[-1]]

    def reset(self, seed: int) -> None:
        """Start over, as a new batch with this seed would."""
        if type(seed) is not int or not 0 <= seed < 1 << 63:
            raise OptionError(f"seed is a whole number from 0 up, got {seed!r}")
        self.kernel.deal_all(self.opening, self.states, self.rngs, seed)
        self.rewards[:] = 0
        self.dones[:] = False
        self.episodes = 0
        self.write()

    def step(self, choice: NDArray[np.integer[Any]]) -> None:
        """Make in every game the move with the chosen index among its legal ones.

        Raises ValueError, and changes nothing, where a choice is not the index of a move.
        """
        chosen = self.legal[self.offsets[:-1] + self.checked(choice)]
        self.kernel.advance(
            self.opening,
            self.states,
            self.rngs,
            chosen,
            self.rewards,
            self.dones.view(np.uint8),
            self.cuts,
            Threads.allowed(self.threads),
        )
        self.episodes += int(np.count_nonzero(self.dones))
        self.write()

    def checked(self, choice: NDArray[np.integer[Any]]) -> Ints:
        """A choice as the kernel takes it, or ValueError that names what is wrong."""
        if not isinstance(choice, np.ndarray) or choice.shape != (self.games,) or choice.dtype.kind not in "iu":
            raise ValueError(f"a choice is an array of {self.games} whole numbers, got {describe(choice)}")
        wrong = (choice < 0) | (choice >= self.counts)
        if wrong.any():
            at = int(np.argmax(wrong))
            raise ValueError(f"game {at} has {self.counts[at]} legal moves, numbered from 0; got {choice[at]}")
        return choice.astype(np.int64, copy=False)

    def write(self) -> None:
        """List the legal moves of all games, and write their features."""
        states, threads = self.states, Threads.allowed(self.threads)
        self.kernel.list_legal(states, self.seats, self.counts, self.lists, self.cuts, threads)
        np.cumsum(self.counts, out=self.offsets[1:])
        needed = int(np.diff(self.offsets[self.cuts]).max())
        if needed > self.lists.shape[1]:
            self.lists = np.zeros((len(self.lists), int(ROOM * needed)), np.int64)
            self.kernel.list_legal(states, self.seats, self.counts, self.lists, self.cuts, threads)
        total = int(self.offsets[-1])
        if total > len(self.rows):
            self.rows = np.empty((int(ROOM * total), self.encoding.move_size), np.float32)
            self.listed = np.empty(int(ROOM * total), np.int64)
        self.kernel.write_features(
            states,
            self.lists,
            self.offsets,
            self.target,
            self.views,
            self.listed,
            self.rows,
            self.cuts,
            threads,
        )


def batch_start(game: AnyGame) -> BatchStart:
    """How games of this kind begin in a batch, or OptionError where they cannot be played in one."""
    start = env_kind(game.name).batch
    if start is None:
        raise OptionError(f"{game.name} has no batch kernel")
    return start(game)
