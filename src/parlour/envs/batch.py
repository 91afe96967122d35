"""Thousands of games stepped at once, in arrays: the fast path for learning.

    batch = Batch(game, games=1024, seed=1)
    while batch.episodes < 10_000:
        choice = policy(batch.views, batch.moves, batch.offsets)   # one row of each game's moves
        batch.step(choice)
        learn(batch.dones, batch.rewards)

An episode is what has a `RoundResult`: a round, or a game of a match. Where one ends, its points are
in `rewards`, and the next one has begun: the other arrays describe that. A batch that starts from
given states deals no more: a game that has ended keeps its result and leaves the other arrays.

    batch = Batch.at(game, states, seed=1)
    while batch.episodes < batch.games:
        batch.step(policy(batch.views, batch.moves, batch.offsets))
    learn(batch.rewards, batch.firsts)

The arrays hold what the seat to act may know, and nothing else. What happens depends on the seed
and the choices alone, not on the number of threads.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from parlour.core.errors import OptionError
from parlour.envs.batch_start import Ints, Positions, batch_start, positions_of
from parlour.envs.encoding import make_encoding
from parlour.envs.fields import describe

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from parlour.envs.fields import Floats
    from parlour.games.catalogue import AnyGame

ROOM: Final = 1.5
"""Arrays that are too small are replaced by some this much larger than needed."""
PARTS: Final = 16
"""Parts of the games for each of several threads: games differ a hundredfold in the time that a step takes."""


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
    """Many games under the same options; every running one waits for one seat.

    `step` overwrites all arrays: copy what must be kept.
    """

    def __init__(self, game: AnyGame, games: int | Positions, *, seed: int = 0, threads: int = 1) -> None:
        """Deal the first episodes; or raise OptionError for a game without a batch kernel, or for bad numbers.

        Positions instead of a number are those of `Batch.at`.
        """
        given: Positions | None = None
        if isinstance(games, Positions):
            given, games = games, len(games.vectors)
        for name, value, least in (("games", games, 1), ("threads", threads, 1), ("seed", seed, 0)):
            check_whole(name, value, least)
        self.game = game
        self.encoding = make_encoding(game)
        start = batch_start(game)
        self.kernel, self.opening, self.target = start.kernel, start.opening, start.target
        self.given: Positions | None = given
        """Where the games started; None where they are dealt, one after another."""
        self.games = games
        self.episodes = 0
        """How many have ended."""
        self.rewards: Floats = np.zeros((games, game.seats), np.float32)
        """What every seat gained in games that ended with their last move; zeros in all others."""
        self.firsts: Floats = np.zeros((games, game.seats), np.float32)
        """Who was first in them (`RoundResult.firsts`): shares that add up to 1; zeros in all others."""
        self.dones: NDArray[np.bool_] = np.zeros(games, np.bool_)
        """Which games ended with their last move."""
        self.states: Ints = np.zeros((games, len(self.opening)), np.int64)
        self.scores: Ints = np.zeros((games, game.seats), np.int64) if given is None else given.scores
        self.rngs: NDArray[np.uint64] = np.zeros(games, np.uint64)
        self.rows: Floats = np.zeros((0, self.encoding.move_size), np.float32)
        self.listed: Ints = np.zeros(0, np.int64)
        self.threads = min(threads, games)
        self.lists: Ints = np.zeros((self.parts(games), 64 * (games // self.parts(games) + 1)), np.int64)
        self.room: Final = (
            np.zeros(games, np.int64),
            np.zeros((games, self.encoding.view_size), np.float32),
            np.zeros(games, np.int64),
            np.zeros(games + 1, np.int64),
        )
        """Seats, views, counts and offsets of all games; the arrays of the running ones are the front of these."""
        self.reset(seed)

    @classmethod
    def at(cls, game: AnyGame, states: Iterable[Any], *, seed: int = 0, threads: int = 1) -> Self:
        """Start one game from each of some states, such as those that `game.determinize` draws.

        Each is played until its round, or its game of a match, ends; the seed decides what is drawn until then.
        Raises OptionError also where there is no state, and for one that is not of this game and its options,
        is finished, or awaits chance.
        """
        return cls(game, positions_of(game, states), seed=seed, threads=threads)

    def _run(self, running: Ints) -> None:
        """Ask in these games, and leave out all others."""
        rows, parts = len(running), self.parts(len(running))
        seats, views, counts, offsets = self.room
        self.running: Ints = running
        """The numbers of the games that wait for a seat: all, until one ends that started from a given state."""
        self.seats: Ints = seats[:rows]
        """Who is to act in each running game."""
        self.views: Floats = views[:rows]
        """What they see."""
        self.counts: Ints = counts[:rows]
        """How many legal moves they have."""
        self.offsets: Ints = offsets[: rows + 1]
        """Where their moves begin in `legal` and `moves`; last, how many there are in all."""
        self.cuts: Ints = np.array([rows * part // parts for part in range(parts + 1)], np.int64)
        """Where the parts of the running games begin that threads take one by one, and last, the end."""

    def parts(self, rows: int) -> int:
        """How many parts so many running games are cut into."""
        return 1 if self.threads == 1 else max(1, min(PARTS * self.threads, rows))

    @property
    def legal(self) -> Ints:
        """The moves of the running games, side by side: the i-th's from `offsets[i]` to before `offsets[i + 1]`."""
        legal = self.listed[: self.offsets[-1]]
        legal.flags.writeable = False
        return legal

    @property
    def moves(self) -> Floats:
        """The same moves as features, one a row."""
        return self.rows[: self.offsets[-1]]

    def reset(self, seed: int) -> None:
        """Start over, as a new batch with this seed would."""
        check_whole("seed", seed, 0)
        self.kernel.seed(self.rngs, seed)
        self.rewards[:] = self.firsts[:] = 0
        self.dones[:] = False
        self.episodes = 0
        self._run(np.arange(self.games, dtype=np.int64))
        if self.given is None:
            self._deal(np.ones(self.games, np.bool_))
        else:
            self.states[:] = self.given.vectors
        self.write()

    def step(self, choice: NDArray[np.integer[Any]]) -> None:
        """Make in every running game the move with the chosen index among its legal ones.

        Raises ValueError, and changes nothing, where a choice is not the index of a move or every game has ended.
        """
        chosen = self.legal[self.offsets[:-1] + self.checked(choice)]
        self.kernel.advance(
            self.states,
            self.rngs,
            self.running,
            chosen,
            self.rewards,
            self.firsts,
            self.dones.view(np.uint8),
            self.cuts,
            Threads.allowed(self.threads),
        )
        if self.given is None:
            self.episodes += int(np.count_nonzero(self.dones))
            self._deal(self.dones)
        else:
            self._run(self.running[~self.dones[self.running]])
            self.episodes = self.games - len(self.running)
        self.write()

    def _deal(self, due: NDArray[np.bool_]) -> None:
        """Begin the next episode in the games that are due."""
        threads = Threads.allowed(self.threads)
        self.kernel.deal(self.opening, self.states, self.rngs, due.view(np.uint8), self.cuts, threads)

    def checked(self, choice: NDArray[np.integer[Any]]) -> Ints:
        """A choice as the kernel takes it, or ValueError that names what is wrong."""
        rows = len(self.running)
        if rows == 0:
            raise ValueError(f"all {self.games} games have ended, got {describe(choice)}")
        if not isinstance(choice, np.ndarray) or choice.shape != (rows,) or choice.dtype.kind not in "iu":
            raise ValueError(f"a choice is an array of {rows} whole numbers, got {describe(choice)}")
        wrong = (choice < 0) | (choice >= self.counts)
        if wrong.any():
            at = int(np.argmax(wrong))
            game, count = self.running[at], self.counts[at]
            raise ValueError(f"game {game} has {count} legal moves, numbered from 0; got {choice[at]}")
        return choice.astype(np.int64, copy=False)

    def write(self) -> None:
        """List the legal moves of all running games, and write their features."""
        states, running, threads = self.states, self.running, Threads.allowed(self.threads)
        self.kernel.list_legal(states, running, self.seats, self.counts, self.lists, self.cuts, threads)
        self.counts.cumsum(out=self.offsets[1:])
        starts = self.offsets[self.cuts]
        needed = int((starts[1:] - starts[:-1]).max())
        if needed > self.lists.shape[1]:
            self.lists = np.zeros((len(self.lists), int(ROOM * needed)), np.int64)
            self.kernel.list_legal(states, running, self.seats, self.counts, self.lists, self.cuts, threads)
        total = int(self.offsets[-1])
        if total > len(self.rows):
            self.rows = np.empty((int(ROOM * total), self.encoding.move_size), np.float32)
            self.listed = np.empty(int(ROOM * total), np.int64)
        self.kernel.write_features(
            states,
            self.scores,
            running,
            self.lists,
            self.offsets,
            self.target,
            self.views,
            self.listed,
            self.rows,
            self.cuts,
            threads,
        )


def check_whole(name: str, value: object, least: int) -> None:
    """Raise OptionError where a value is not a whole number of 63 bits from the least up."""
    if type(value) is not int or not least <= value < 1 << 63:
        raise OptionError(f"{name} is a whole number from {least} up, got {value!r}")
