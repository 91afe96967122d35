"""Trains a net in a folder: checkpoints, the curve of its strength, and the weights at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.weights import pack_mind
from parlour.train.catalogue import Order, Report
from parlour.train.curve import add_measurement
from parlour.train.damenrennen.learner import CHUNKS, Learner, Settings
from parlour.train.damenrennen.strength import strength
from parlour.train.folder import TrainingError, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

WEIGHTS: Final = "net.weights"
PLAYERS: Final = 2
MEASURED: Final = 32
"""Iterations from one measurement of strength to the next."""


def train(order: Order) -> Iterator[Report]:
    """Begin, or resume what is in the folder; reports every iteration, and the strength now and then."""
    if order.players != PLAYERS:
        raise TrainingError(f"this game is for 2 players, got {order.players}")
    if order.against is not None:
        raise TrainingError("this game has no training against a fixed opponent yet")
    settings = Settings(order.rounds, order.seed)
    learner = Learner(settings, order.folder, order.threads)
    for done in learner.run():
        last = done.iteration == settings.iterations
        measured = {}
        if order.deals and (last or done.iteration % MEASURED == 0):
            measured = strength(learner.mind, order.deals, order.seed)
            figures = {"races": done.races, "loss": done.loss, "gap": done.gap}
            add_measurement(order.folder, figures | {f"over {spec}": value for spec, value in measured.items()})
        yield Report(done.iteration * CHUNKS * settings.chunk, done.races, done.loss, measured)
    write_whole(order.folder / WEIGHTS, pack_mind(learner.mind))
