"""Trains a net in a folder: checkpoints, generations, the curve of its strength, and the weights at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import torch

from parlour.bots.haggis.kernel.net import Net
from parlour.train.catalogue import Order, Report
from parlour.train.folder import write_whole
from parlour.train.haggis.learner import CHUNKS, GENERATION, Learner, Settings
from parlour.train.haggis.strength import OPPONENTS, strength

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WEIGHTS: Final = "net.weights"
CURVE: Final = "curve.csv"


def train(order: Order) -> Iterator[Report]:
    """Begin, or resume what is in the folder; reports every iteration, with the strength of every generation."""
    torch.set_num_threads(1)  # more change the order of sums, and so the weights
    settings = Settings(order.players, order.rounds, order.seed)
    learner = Learner(settings, order.folder, order.threads)
    for progress in learner.run():
        last = progress.iteration == settings.iterations
        measured = {}
        if order.deals and (last or progress.iteration % GENERATION == 0):
            measured = strength(Net(learner.average.exported()), order.players, order.deals, order.seed)
        rounds = progress.iteration * CHUNKS * settings.chunk
        report = Report(rounds, progress.samples, progress.loss, measured)
        if measured:
            add_line(order.folder / CURVE, report)
        yield report
    write_whole(order.folder / WEIGHTS, learner.packed())


def add_line(path: Path, report: Report) -> None:
    """Add a line to the curve; a resumed training may write one twice."""
    if not path.exists():
        path.write_text(",".join(("rounds", "samples", "loss", *OPPONENTS)) + "\n", encoding="utf-8")
    with path.open("a", encoding="utf-8") as file:
        points = (f"{report.strength[spec]:.2f}" for spec in OPPONENTS)
        file.write(",".join((str(report.rounds), str(report.samples), f"{report.loss:.4f}", *points)) + "\n")
