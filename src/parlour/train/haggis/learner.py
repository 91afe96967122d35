"""Deep Monte Carlo: a net plays itself, and learns what came of its moves.

In expert iteration some decisions are searched: their moves are tried in sampled worlds, where the net plays on, and
the best one is played. From those the net also learns by how much the moves differ. How much they are worth it still
learns from what came of the moves that were played, as sampled worlds know nothing of what the others' moves tell.

Every iteration plays rounds and learns from their decisions once. Self-play runs beside the learner and is one
iteration ahead, so it plays by the weights from before the last step. All randomness is derived from the seed
and the number of the iteration; so a run that is resumed from a checkpoint gives the weights of one that was not
interrupted, whatever the number of threads.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np
import torch

from parlour.bots.haggis.kernel.net import NET, Net
from parlour.bots.haggis.weights import pack_net, read_net, unpack_net
from parlour.train.folder import TrainingError, publish, write_whole
from parlour.train.haggis.generations import Comparison, compare
from parlour.train.haggis.model import Model, dense, suit_relabellings
from parlour.train.haggis.self_play import Actors, Samples, Task, joined, opening_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future
    from pathlib import Path

CHECKPOINT: Final = "checkpoint.pt"
PLAYERS: Final = (2, 3)
CHUNKS: Final = 8
"""Tasks of an iteration; so many threads can play at most."""
RIVAL_CHUNKS: Final = 2
"""Of these, tasks in which the net meets an earlier generation of itself."""
GENERATION: Final = 16
"""Iterations from one stored generation to the next."""
BATCH: Final = 512
RATES: Final = (1e-3, 5e-5)
"""Learning rates at the beginning and at the end."""
EXPLORE: Final = (30, 3)
"""So many of 1000 moves are random, at the beginning and at the end."""
LATER_RATES: Final = (3e-4, 3e-5)
"""The same for a net that begins with weights that were learnt."""
AVERAGED: Final = 0.25
"""The share of the iterations, the last ones, whose weights are averaged: each alone follows its latest rounds."""
OUT_WEIGHT: Final = 0.5
"""The weight of the log loss of who goes out first, beside the squared error of points."""
SEARCH_WEIGHT: Final = 8.0
"""The weight of the squared error of differences between moves; they scatter far less than the points of a round."""


class Settings(msgspec.Struct, frozen=True):
    """What a run is; the same settings give the same weights."""

    players: int
    rounds: int
    """In all."""
    seed: int
    chunk: int = 256
    """Rounds of a task."""
    against: str = ""
    """The SHA-256 of the weights of a fixed opponent, if there is one."""
    start: str = ""
    """The SHA-256 of the weights that the net begins with, if they are given."""
    searched: int = 0
    """So many of 1000 decisions are searched."""

    @property
    def iterations(self) -> int:
        """Steps of self-play and learning."""
        return max(1, -(-self.rounds // (self.chunk * CHUNKS)))


@dataclass
class Progress:
    """Where a run stands after an iteration."""

    iteration: int
    samples: int
    loss: float
    actor: array[int] = field(repr=False)
    """The weights that the next iteration's rounds are played with."""


class Learner:
    """A run in a folder: its net, its optimiser, and how far it has come."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        actors: Actors,
        opponent: array[int] | None = None,
        start: array[int] | None = None,
    ) -> None:
        """Resume from the folder's checkpoint, or begin; TrainingError where it belongs to another run.

        The net begins with given weights or, with an opponent, with those of the opponent, and plays against nobody
        else; without either, with random ones.
        """
        if settings.players not in PLAYERS:
            raise TrainingError(f"nets are for 2 or 3 players, got {settings.players}")
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.folder = folder
        self.model = Model()
        self.opponent = opponent
        given = opponent if start is None else start
        if given is not None:
            self.model.take(given)
        self.model.limit()
        self.rates = RATES if given is None else LATER_RATES
        self.promoted: list[int] = []
        self.average = Model()
        self.average.load_state_dict(self.model.state_dict())
        self.optimiser = torch.optim.Adam(self.model.parameters(), lr=self.rates[0], fused=True)
        self.relabellings = suit_relabellings(settings.players)
        self.progress = Progress(0, 0, 0.0, self.model.exported())
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CHECKPOINT).exists():
            self.resume()
        self.actors = actors
        self.opening = opening_of(settings.players)

    def run(self) -> Iterator[Progress]:
        """Train to the end; a checkpoint is on disk before an iteration is reported."""
        coming = self.begin(self.progress.iteration, self.progress.actor)
        try:
            while self.progress.iteration < self.settings.iterations:
                samples = joined([future.result() for future in coming])
                weights = self.model.exported()
                coming = self.begin(self.progress.iteration + 1, weights)
                loss = self.learn(samples)
                done = self.progress.iteration + 1
                self.add_to_average(done)
                self.progress = Progress(done, self.progress.samples + len(samples.points), loss, weights)
                if done % GENERATION == 0:
                    self.store_generation(done // GENERATION)
                self.save()
                yield self.progress
        finally:
            self.actors.close()

    def begin(self, iteration: int, weights: array[int]) -> list[Future[Samples]]:
        """Start to play the rounds of an iteration."""
        if iteration >= self.settings.iterations:
            return []
        share = iteration / self.settings.iterations
        explore = round(EXPLORE[0] + share * (EXPLORE[1] - EXPLORE[0]))
        # The generation that is being stored while these rounds are played is not among the rivals.
        past = [number for number in self.promoted if number * GENERATION < iteration]
        tasks = []
        for chunk in range(CHUNKS):
            rng = Random(f"{self.settings.seed} {iteration} {chunk}")
            rival = self.opponent
            if rival is None and chunk < RIVAL_CHUNKS and past:
                path = self.generation(rng.choice(past))
                rival = unpack_net(path.read_bytes(), self.settings.players, str(path))
            chunk_seed = rng.getrandbits(63)
            tasks.append(
                Task(
                    self.settings.players,
                    weights,
                    rival,
                    self.settings.chunk,
                    chunk_seed,
                    explore,
                    self.settings.searched,
                )
            )
        return self.actors.submit(tasks)

    def learn(self, samples: Samples) -> float:
        """One pass over samples, in random order; returns the mean loss."""
        iteration = self.progress.iteration
        rng = np.random.default_rng([self.settings.seed, iteration])
        share = iteration / self.settings.iterations
        for group in self.optimiser.param_groups:
            group["lr"] = self.rates[0] * (self.rates[1] / self.rates[0]) ** share
        features = torch.from_numpy(samples.features.astype(np.int64))
        points = torch.from_numpy(samples.points) / NET["points"]
        firsts = torch.from_numpy(samples.firsts.astype(np.int64))
        tried, gains = torch.from_numpy(samples.tried.astype(np.int64)), torch.from_numpy(samples.gains) / NET["points"]
        losses = []
        batches = torch.from_numpy(rng.permutation(len(points))).split(BATCH)
        searched = torch.from_numpy(rng.permutation(len(gains))).tensor_split(len(batches))
        for rows, decisions in zip(batches, searched, strict=True):
            relabelling = self.relabellings[int(rng.integers(len(self.relabellings)))]
            heads = self.model(dense(relabelling[features[rows]]))
            loss = torch.nn.functional.mse_loss(heads[:, 0], points[rows]) + OUT_WEIGHT * (
                torch.nn.functional.cross_entropy(heads[:, 1 : 1 + self.settings.players], firsts[rows])
            )
            if len(decisions):
                loss = loss + SEARCH_WEIGHT * self.differences_loss(relabelling[tried[decisions]], gains[decisions])
            self.optimiser.zero_grad()
            loss.backward()
            self.optimiser.step()
            self.model.limit()
            losses.append(loss.item())
        return float(np.mean(losses))

    def differences_loss(self, tried: torch.Tensor, gains: torch.Tensor) -> torch.Tensor:
        """How far differences between the moves of searched decisions are off, squared."""
        there = (tried[:, :, 0] < NET["features"]).float()
        values = self.model(dense(tried.flatten(0, 1)))[:, 0].view(gains.shape)
        off = (values - gains) * there
        off = (off - off.sum(1, keepdim=True) / there.sum(1, keepdim=True)) * there
        return off.square().sum() / there.sum()

    def store_generation(self, number: int) -> None:
        """Store the weights; the generation is promoted if it is stronger than the last one that was."""
        write_whole(self.generation(number), self.packed())
        if self.opponent is not None:
            return
        net, seed = Net(self.average.exported()), Random(f"{self.settings.seed} generation {number}").getrandbits(62)
        if not self.promoted or self.compared(net, seed).stronger:
            self.promoted.append(number)

    def compared(self, net: Net, seed: int) -> Comparison:
        """A net against the last promoted generation."""
        return compare(net, read_net(self.generation(self.promoted[-1]), self.settings.players), self.opening, seed)

    def add_to_average(self, done: int) -> None:
        """Take the weights after an iteration into the mean of the last ones; before these, they are the mean."""
        count = max(1, done - int((1 - AVERAGED) * self.settings.iterations))
        with torch.no_grad():
            for mean, latest in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean.add_((latest - mean) / count)

    def packed(self) -> bytes:
        """The averaged weights as a file holds them."""
        return pack_net(self.average.exported(), self.settings.players)

    def generation(self, number: int) -> Path:
        """Where a generation is stored."""
        return self.folder / f"generation-{number:04}.net"

    def save(self) -> None:
        """Write a checkpoint: the old one, or the new one as a whole."""
        state: dict[str, Any] = {
            "settings": msgspec.to_builtins(self.settings),
            "encoding": NET["encoding"],
            "iteration": self.progress.iteration,
            "samples": self.progress.samples,
            "loss": self.progress.loss,
            "actor": self.progress.actor.tobytes(),
            "promoted": self.promoted,
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }
        part = self.folder / f"{CHECKPOINT}.part"
        torch.save(state, part)
        publish(part, self.folder / CHECKPOINT)

    def resume(self) -> None:
        """Take up the checkpoint."""
        path = self.folder / CHECKPOINT
        state = torch.load(path, weights_only=True)
        found = (stored_settings(state), state.get("encoding"))
        wanted = (self.settings, NET["encoding"])
        if found != wanted:
            raise TrainingError(f"{path} is of another run: {found}, not {wanted}")
        self.model.load_state_dict(state["model"])
        self.average.load_state_dict(state["average"])
        self.promoted = state["promoted"]
        self.optimiser.load_state_dict(state["optimiser"])
        self.progress = Progress(state["iteration"], state["samples"], state["loss"], array("h", state["actor"]))


def stored_settings(state: dict[str, Any]) -> Settings | None:
    """The settings of a checkpoint, also of one from before some of them existed; None if it is no such checkpoint."""
    try:
        return msgspec.convert(state.get("settings"), Settings)
    except msgspec.ValidationError:
        return None
