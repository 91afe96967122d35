"""Trains a net in a folder: checkpoints, the curve of its strength, and the weights at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.weights import pack_mind
from parlour.train.catalogue import Order, Report
from parlour.train.damenrennen.learner import CHUNKS, Learner, Settings
from parlour.train.damenrennen.strength import OPPONENTS, strength
from parlour.train.folder import TrainingError, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from parlour.train.damenrennen.learner import Checkpoint

WEIGHTS: Final = "net.weights"
CURVE: Final = "curve.csv"
PLAYERS: Final = 2
MEASURED: Final = 32
"""Iterations from one measurement of strength to the next."""


def train(order: Order) -> Iterator[Report]:
    """Begin, or resume what is in the folder; reports every iteration, and the strength now and then."""
    if order.players != PLAYERS:
        raise TrainingError(f"this game is for 2 players, got {order.players}")
    settings = Settings(order.rounds, order.seed)
    learner = Learner(settings, order.folder, order.threads)
    for done in learner.run():
        last = done.iteration == settings.iterations
        measured = {}
        if order.deals and (last or done.iteration % MEASURED == 0):
            measured = strength(learner.mind, order.deals, order.seed)
            add_line(order.folder / CURVE, done, measured)
        yield Report(done.iteration * CHUNKS * settings.chunk, done.races, done.loss, measured)
    write_whole(order.folder / WEIGHTS, pack_mind(learner.mind))


def add_line(path: Path, done: Checkpoint, measured: dict[str, float]) -> None:
    """Add a line to the curve; a resumed training may write one twice."""
    if not path.exists():
        path.write_text(",".join(("races", "loss", "gap", *OPPONENTS)) + "\n", encoding="utf-8")
    with path.open("a", encoding="utf-8") as file:
        points = (f"{measured[spec]:.2f}" for spec in OPPONENTS)
        file.write(",".join((str(done.races), f"{done.loss:.5f}", f"{done.gap:.5f}", *points)) + "\n")
