"""Trains a net in a folder: checkpoints, generations, the curve of its strength, and the weights at the end."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

import torch

from parlour.bots.haggis.kernel.net import Net
from parlour.bots.haggis.weights import unpack_net
from parlour.extras import load_extra
from parlour.train.catalogue import RAY, SHIPPED, Order, Report
from parlour.train.curve import add_measurement
from parlour.train.folder import write_whole
from parlour.train.haggis.generations import gain
from parlour.train.haggis.learner import CHUNKS, GENERATION, Learner, Settings
from parlour.train.haggis.self_play import Threads
from parlour.train.haggis.strength import strength

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from parlour.train.haggis.self_play import Actors

WEIGHTS: Final = "net.weights"


def train(order: Order) -> Iterator[Report]:
    """Begin, or resume what is in the folder; reports every iteration, with the strength of every generation."""
    torch.set_num_threads(1)  # more change the order of sums, and so the weights
    opponent, against = given_weights(order.against, order.players)
    start, begun = given_weights(order.start, order.players)
    settings = Settings(
        order.players, order.rounds, order.seed, against=against, start=begun, searched=round(10 * order.searched)
    )
    learner = Learner(settings, order.folder, actors(order), opponent, start)
    for progress in learner.run():
        measured = {}
        if order.deals and (progress.iteration == settings.iterations or progress.iteration % GENERATION == 0):
            measured = measure(learner, order)
        rounds = progress.iteration * CHUNKS * settings.chunk
        if measured:
            figures = {"rounds": rounds, "samples": progress.samples, "loss": progress.loss}
            add_measurement(order.folder, figures | {f"over {spec}": value for spec, value in measured.items()})
        yield Report(rounds, progress.samples, progress.loss, measured)
    write_whole(order.folder / WEIGHTS, learner.packed())


def actors(order: Order) -> Actors:
    """Where the order says that rounds are played."""
    if order.runner == RAY:
        on_ray: Actors = load_extra("parlour.train.haggis.ray_actors", "ray").RayActors(order.threads)
        return on_ray
    return Threads(order.threads)


def measure(learner: Learner, order: Order) -> dict[str, float]:
    """Points a round over other bots; of an answer to a fixed opponent, over that one alone."""
    net = Net(learner.average.exported())
    if learner.opponent is None:
        return strength(net, order.players, order.deals, order.seed)
    points, margin = gain(net, Net(learner.opponent), learner.opening, order.seed, order.deals)
    return {"the opponent": points, "the opponent, at least": points - margin}


def given_weights(source: str | None, players: int) -> tuple[array[int] | None, str]:
    """The weights that an option names, and their SHA-256."""
    if source is None:
        return None, ""
    path = files("parlour.bots.haggis") / f"net-{players}.weights" if source == SHIPPED else Path(source)
    packed = path.read_bytes()
    return unpack_net(packed, players, source), hashlib.sha256(packed).hexdigest()
