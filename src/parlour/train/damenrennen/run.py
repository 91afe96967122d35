"""Trains a net in a folder: checkpoints, the curve of its strength, and the weights at the end."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from parlour.bots.damenrennen.weights import SHIPPED as SHIPPED_WEIGHTS
from parlour.bots.damenrennen.weights import pack_mind, unpack_mind
from parlour.train.catalogue import SHIPPED, Order, Report
from parlour.train.curve import add_measurement
from parlour.train.damenrennen.learner import CHUNKS, Learner, Settings
from parlour.train.damenrennen.strength import answer_strength, strength
from parlour.train.folder import TrainingError, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.bots.damenrennen.kernel.value_net import Mind

WEIGHTS: Final = "net.weights"
PLAYERS: Final = 2
MEASURED: Final = 32
"""Iterations from one measurement of strength to the next."""


def train(order: Order) -> Iterator[Report]:
    """Begin, or resume what is in the folder; reports every iteration, and the strength now and then."""
    if order.players != PLAYERS:
        raise TrainingError(f"this game is for 2 players, got {order.players}")
    if order.start is not None or order.searched:
        raise TrainingError("--from and --searched are for haggis; here the net always learns from solved stage games")
    opponent, digest = (None, "") if order.against is None else fixed_opponent(order.against)
    settings = Settings(order.rounds, order.seed, against=digest)
    learner = Learner(settings, order.folder, order.threads, opponent)
    for done in learner.run():
        last = done.iteration == settings.iterations
        measured = {}
        if order.deals and (last or done.iteration % MEASURED == 0):
            measured = measure(learner, order)
            figures = {"races": done.races, "loss": done.loss, "gap": done.gap}
            add_measurement(order.folder, figures | {f"over {spec}": value for spec, value in measured.items()})
        yield Report(done.iteration * CHUNKS * settings.chunk, done.races, done.loss, measured)
    write_whole(order.folder / WEIGHTS, pack_mind(learner.result))


def measure(learner: Learner, order: Order) -> dict[str, float]:
    """Percent of games won above one half; of an answer to a fixed opponent, over that one alone."""
    if learner.opponent is None:
        return strength(learner.result, order.deals, order.seed)
    points, margin = answer_strength(learner.result, learner.opponent, order.deals, order.seed)
    return {"the opponent": points, "the opponent, at least": points - margin}


def fixed_opponent(against: str) -> tuple[Mind, str]:
    """The net of a fixed opponent, and the SHA-256 of its weights."""
    path = files("parlour.bots.damenrennen") / SHIPPED_WEIGHTS if against == SHIPPED else Path(against)
    packed = path.read_bytes()
    return unpack_mind(packed, against), hashlib.sha256(packed).hexdigest()
