"""Thousands of games stepped at once, in arrays: the fast path for learning.

    batch = Batch(make_game("haggis", {}), games=1024, seed=1)
    while batch.episodes < 10_000:
        choice = policy(batch.views, batch.moves, batch.offsets)   # one row of each game's moves
        batch.step(choice)
        learn(batch.dones, batch.rewards)

An episode is a round of Haggis or a game of Damenrennen. Where one ends, its points are in
`rewards`, and the next one has begun: the other arrays tell of that. The arrays hold what the seat
to act may know, and nothing else. What happens depends on the seed and the choices alone, not on
the number of threads.
"""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import OptionError
from parlour.core.game import CHANCE
from parlour.envs.damenrennen.kernel import batch as damenrennen_batch
from parlour.envs.encoding import make_encoding
from parlour.envs.fields import describe
from parlour.envs.haggis.kernel import batch as haggis_batch
from parlour.games.damenrennen import Damenrennen
from parlour.games.haggis import Haggis

if TYPE_CHECKING:
    from parlour.envs.fields import Floats
    from parlour.envs.kernel.batch import Rows
    from parlour.games.catalogue import AnyGame

Ints = NDArray[np.int64]
ROOM: Final = 1.5
"""Arrays that grow get so many times the room that is needed."""
PARTS: Final = 16
"""Of the games, for each of several threads: a lead takes a hundred times as long as an answer, so halves differ."""


class Threads:
    """How many threads may work: one in a process that was forked from one where several have worked.

    Those of the parent do not exist in it, and OpenMP would wait for them for ever.
    """

    used_by: int | None = None

    @classmethod
    def allowed(cls, wanted: int) -> int:
        """Give the wanted number, or 1."""
        if wanted > 1 and cls.used_by is None:
            cls.used_by = os.getpid()
        return wanted if cls.used_by in (None, os.getpid()) else 1


class Batch:
    """Many games of one kind, each waiting for one seat.

    `step` writes all arrays anew; who wants to keep one copies it.
    """

    def __init__(self, game: AnyGame, games: int, *, seed: int = 0, threads: int = 1) -> None:
        """Deal the first episodes; or raise OptionError for numbers that make no sense."""
        for name, value, least in (("games", games, 1), ("threads", threads, 1), ("seed", seed, 0)):
            if type(value) is not int or not least <= value < 1 << 63:
                raise OptionError(f"{name} is a whole number from {least} up, got {value!r}")
        self.game = game
        self.encoding = make_encoding(game)
        self.kernel, self.opening, self.target = kernel_of(game)
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
        """Begin anew, as a new batch with this seed would."""
        if type(seed) is not int or not 0 <= seed < 1 << 63:
            raise OptionError(f"seed is a whole number from 0 up, got {seed!r}")
        self.kernel.deal_all(self.opening, self.states, self.rngs, seed)
        self.rewards[:] = 0
        self.dones[:] = False
        self.episodes = 0
        self.write()

    def step(self, choice: NDArray[np.integer[Any]]) -> None:
        """Make in every game the move with this index among its legal ones.

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
        """Give a choice back as it is needed, or raise ValueError that names what is wrong."""
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


def kernel_of(game: AnyGame) -> tuple[Rows, Ints, int]:
    """Say how a game is played in rows, the vector that an episode begins with, and what scores are parts of."""
    state = game.start()
    if isinstance(game, Haggis):
        opened = game.apply(state, CHANCE, game.deal(state, Random(0))).round
        assert opened is not None
        return haggis_batch.make_rows(game.seats), np.array(opened.slots(), np.int64), game.options.target
    if isinstance(game, Damenrennen):
        return damenrennen_batch.make_rows(game.seats), np.array(state.game.slots(), np.int64), game.options.needed
    raise OptionError(f"no batches of {game!r}")
