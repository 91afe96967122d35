"""Value iteration: a net plays itself, and learns the values of the stage games that it meets.

It begins with what the small net knows, and has room for more. Every iteration plays games and learns from their races.
Against a fixed opponent it begins with her net, plays her, and learns what states are worth against her.
All randomness is derived from the seed and the number of the iteration; so a run that is resumed from a checkpoint
gives the weights of one that was not interrupted, whatever the number of threads.
"""

from __future__ import annotations

from array import array
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from parlour.bots.damenrennen.kernel.adam import Adam, learn_states
from parlour.bots.damenrennen.kernel.answering import play_answers
from parlour.bots.damenrennen.kernel.preparation import Preparation
from parlour.bots.damenrennen.kernel.stage_play import play_stages
from parlour.bots.damenrennen.kernel.value_net import NET, Mind
from parlour.bots.damenrennen.weights import fitted_mind
from parlour.games.damenrennen.kernel.slots import SLOTS
from parlour.train.folder import TrainingError, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

CHECKPOINT: Final = "checkpoint.msgpack"
CHUNKS: Final = 8
"""Tasks of an iteration; so many threads can play at most."""
RACES: Final = 16
"""Of a game that there is room for on average; a task ends where the room does."""
EPOCHS: Final = 6
BATCH: Final = 64
RATES: Final = (1e-3, 3e-5)
"""Learning rates at the beginning and at the end."""
ANSWER_RATES: Final = (3e-4, 3e-5)
"""The same for a net that begins with the weights of its fixed opponent."""
ANSWER_STEPS: Final = 30
"""By which a fixed opponent solves her preparations."""
EXPLORE: Final = (150, 60)
"""So many of 1000 picks are random, at the beginning and at the end."""
SIMPLE: Final = 0.5
"""The share of the iterations, the first ones, that learn from simple values of stage games, which are a little off."""
STEPS: Final = 2
"""Of CFR+, after which the other iterations take the values of stage games."""
AVERAGED: Final = 0.25
"""The share of the iterations, the last ones, whose weights are averaged: each alone follows its latest games."""


class Settings(msgspec.Struct, frozen=True):
    """What a run is; the same settings give the same weights."""

    games: int
    """In all."""
    seed: int
    chunk: int = 64
    """Games of a task."""
    against: str = ""
    """The SHA-256 of the weights of a fixed opponent, if there is one."""

    @property
    def iterations(self) -> int:
        """Steps of self-play and learning."""
        return max(1, -(-self.games // (self.chunk * CHUNKS)))


class Checkpoint(msgspec.Struct, frozen=True):
    """Where a run stands after an iteration."""

    settings: Settings
    encoding: int
    iteration: int
    races: int
    loss: float
    gap: float
    """The root of the mean squared difference between values and targets; these depend on chance by their market."""
    weights: bytes
    average: bytes
    moments: bytes


class Samples(NamedTuple):
    """States before races, side by side, and what they are worth."""

    states: array[int]
    targets: array[float]


class Learner:
    """A run in a folder: its net, its optimiser, and how far it has come."""

    def __init__(self, settings: Settings, folder: Path, threads: int, opponent: Mind | None = None) -> None:
        """Resume from the folder's checkpoint, or begin; TrainingError where it belongs to another run."""
        self.settings = settings
        self.folder = folder
        self.opponent = opponent
        self.mind = self.shaped(grown(fitted_mind(), settings.seed) if opponent is None else opponent)
        self.average = array("d", self.mind.weights())
        self.adam = Adam()
        self.done = Checkpoint(settings, NET["encoding"], 0, 0, 0.0, 0.0, b"", b"", b"")
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CHECKPOINT).exists():
            self.resume()
        self.pool = ThreadPoolExecutor(threads, "self-play")
        self.rooms = [Preparation() for _ in range(CHUNKS)]

    def run(self) -> Iterator[Checkpoint]:
        """Train to the end; a checkpoint is on disk before an iteration is reported."""
        try:
            while self.done.iteration < self.settings.iterations:
                samples = joined(list(self.pool.map(self.play, range(CHUNKS))))
                loss, square = self.learn(samples)
                self.add_to_average(self.done.iteration + 1)
                self.done = Checkpoint(
                    self.settings,
                    NET["encoding"],
                    self.done.iteration + 1,
                    self.done.races + len(samples.targets),
                    loss,
                    square**0.5,
                    array("d", self.mind.weights()).tobytes(),
                    self.average.tobytes(),
                    array("d", self.adam.moments()).tobytes(),
                )
                write_whole(self.folder / CHECKPOINT, msgspec.msgpack.encode(self.done))
                yield self.done
        finally:
            self.pool.shutdown(cancel_futures=True)

    @property
    def share(self) -> float:
        """The part of the run that is done."""
        return self.done.iteration / self.settings.iterations

    @property
    def result(self) -> Mind:
        """The net with the averaged weights."""
        return self.shaped(Mind(self.average, large=True))

    def add_to_average(self, done: int) -> None:
        """Take the weights after an iteration into the mean of the last ones; before these, they are the mean."""
        count = max(1, done - int((1 - AVERAGED) * self.settings.iterations))
        latest = self.mind.weights()
        self.average = array("d", [mean + (new - mean) / count for mean, new in zip(self.average, latest, strict=True)])

    def shaped(self, mind: Mind) -> Mind:
        """A net with the weights of another: one that answers in seat 0 where there is a fixed opponent."""
        found = Mind(mind.weights(), large=True)
        if self.opponent is not None:
            found.answer_as(0)
        return found

    def play(self, chunk: int) -> Samples:
        """The games of a task, in a thread of their own."""
        rng = Random(f"{self.settings.seed} {self.done.iteration} {chunk}")
        most = RACES * self.settings.chunk
        samples = Samples(array("q", bytes(8 * SLOTS["size"] * most)), array("d", bytes(8 * most)))
        explore = round(EXPLORE[0] + self.share * (EXPLORE[1] - EXPLORE[0]))
        seed = rng.getrandbits(63)
        room, games = self.rooms[chunk], self.settings.chunk
        if self.opponent is None:
            steps = 0 if self.share < SIMPLE else STEPS
            count = play_stages(room, self.mind, games, seed, explore, steps, *samples)
        else:
            count = play_answers(room, self.opponent, self.mind, games, seed, explore, ANSWER_STEPS, *samples)
        return Samples(samples.states[: SLOTS["size"] * count], samples.targets[:count])

    def learn(self, samples: Samples) -> tuple[float, float]:
        """Some passes over samples, each in random order; the log loss and the squared error of the first."""
        rng = Random(f"{self.settings.seed} {self.done.iteration}")
        first, last = RATES if self.opponent is None else ANSWER_RATES
        rate = first * (last / first) ** self.share
        order = array("q", range(len(samples.targets)))
        found = []
        for _ in range(EPOCHS):
            rng.shuffle(order)
            found.append(learn_states(self.adam, self.mind, *samples, order, BATCH, rate))
        return found[0]

    def resume(self) -> None:
        """Take up the checkpoint."""
        path = self.folder / CHECKPOINT
        try:
            done = msgspec.msgpack.decode(path.read_bytes(), type=Checkpoint)
        except msgspec.DecodeError as error:
            raise TrainingError(f"{path}: not a checkpoint: {error}") from error
        if (done.settings, done.encoding) != (self.settings, NET["encoding"]):
            raise TrainingError(f"{path} is of another run: {done.settings}, encoding {done.encoding}")
        self.done = done
        self.mind = self.shaped(Mind(array("d", done.weights), large=True))
        self.average = array("d", done.average)
        self.adam = Adam(array("d", done.moments))


def grown(small: Mind, seed: int) -> Mind:
    """A large net that values as a small one does: what is new has no weight yet."""
    large = Mind(seed=seed, large=True)
    features, hidden, answering = NET["features"], NET["hidden"], NET["answering"]
    weights, old = large.weights(), small.weights()
    known, units = small.shape
    weights[:features] = old[:known] + [0.0] * (features - known)
    for feature in range(features):
        row = old[known + feature * units : known + (feature + 1) * units] if feature < known else [0.0] * units
        weights[features + feature * hidden : features + feature * hidden + units] = row
    weights[features + answering * hidden : features + (answering + 1) * hidden] = [0.0] * hidden
    top = features + features * hidden
    weights[top:] = old[known + known * units :] + [0.0] * (hidden - units)
    large.take(weights)
    return large


def joined(parts: Sequence[Samples]) -> Samples:
    """Samples of several tasks, in order."""
    states, targets = array("q"), array("d")
    for part in parts:
        states += part.states
        targets += part.targets
    return Samples(states, targets)
