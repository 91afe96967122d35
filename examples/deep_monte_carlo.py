"""Deep Monte Carlo on the batch environment: a small network learns two-player Haggis by itself.

    python examples/deep_monte_carlo.py --rounds 60000 --plot learning.png
    parlour arena examples.deep_monte_carlo:learned sense --deals 500

Both seats play by the same network, which predicts from a view and a move the points of the round
less the other seat's. The seat to act takes the best move, or with a small probability any. When a
round ends, its points are the target of every move in it. There is no search and no bootstrapping.
It needs NumPy alone; `OPENBLAS_NUM_THREADS=1` in the environment makes it faster on most machines.
"""

from __future__ import annotations

import argparse
import importlib
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from parlour.bots.bot import Advice, Candidate
from parlour.bots.catalogue import make_bot
from parlour.core.table import Table
from parlour.envs.batch import Batch
from parlour.envs.encoding import make_encoding
from parlour.games.catalogue import make_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.bot import AnyBot

Floats = NDArray[np.float32]
POINTS: Final = 50.0
"""The unit of the network's values, in points."""
LONGEST: Final = 80
"""No round of two has more decisions."""
WEIGHTS: Final = Path("deep_monte_carlo.npz")


class Network:
    """Values of moves, by two hidden layers; the weights of the first are split by view and move.

    So the view, which all moves of a decision share, is multiplied once.
    """

    def __init__(self, views: int, moves: int, hidden: tuple[int, int], seed: int) -> None:
        """Draw random weights."""
        rng = np.random.default_rng(seed)

        def layer(inputs: int, outputs: int, spread: float) -> Floats:
            return rng.standard_normal((inputs, outputs), np.float32) * np.float32(spread / inputs**0.5)

        first, second = hidden
        self.weights: list[Floats] = [
            layer(views, first, 2.0),
            layer(moves, first, 2.0),
            np.zeros(first, np.float32),
            layer(first, second, 1.4),
            np.zeros(second, np.float32),
            layer(second, 1, 0.1),
            np.zeros(1, np.float32),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.updates = 0

    def values(self, views: Floats, moves: Floats, counts: NDArray[np.int64]) -> Floats:
        """The value of every move; `counts` is how many rows of `moves` belong to each view."""
        from_view, from_move, bias, middle, middle_bias, last, last_bias = self.weights
        first: Floats = moves @ from_move
        first += np.repeat(views @ from_view + bias, counts, axis=0)
        np.maximum(first, 0, out=first)
        second: Floats = first @ middle
        second += middle_bias
        np.maximum(second, 0, out=second)
        values: Floats = second @ last[:, 0]
        values += last_bias
        return values

    def learn(self, views: Floats, moves: Floats, targets: Floats, rate: float) -> float:
        """One step of Adam on the squared error; returns its mean before the step."""
        from_view, from_move, bias, middle, middle_bias, last, last_bias = self.weights
        first = np.maximum(views @ from_view + moves @ from_move + bias, 0)
        second = np.maximum(first @ middle + middle_bias, 0)
        error = (second @ last)[:, 0] + last_bias - targets
        back = (2 / len(targets)) * error[:, None]
        back_second = (back @ last.T) * (second > 0)
        back_first = (back_second @ middle.T) * (first > 0)
        self.update(
            [
                views.T @ back_first,
                moves.T @ back_first,
                back_first.sum(axis=0),
                first.T @ back_second,
                back_second.sum(axis=0),
                second.T @ back,
                back.sum(axis=0),
            ],
            rate,
        )
        return float(np.mean(error * error))

    def update(self, gradients: list[Floats], rate: float) -> None:
        """Update the weights by Adam."""
        self.updates += 1
        scale = rate * np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for weight, gradient, mean, square in zip(self.weights, gradients, self.means, self.squares, strict=True):
            mean[...] += 0.1 * (gradient - mean)
            square[...] += 0.001 * (gradient * gradient - square)
            weight[...] -= (scale * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)

    def save(self, path: Path) -> None:
        """Write the weights as half-precision numbers."""
        np.savez_compressed(path, *[weight.astype(np.float16) for weight in self.weights])

    @staticmethod
    def load(path: Path) -> Network:
        """Read what `save` wrote."""
        with np.load(path) as file:
            weights = [file[name].astype(np.float32) for name in file.files]
        network = Network(len(weights[0]), len(weights[1]), (len(weights[2]), len(weights[4])), seed=0)
        network.weights = weights
        return network


def best_rows(values: Floats, batch: Batch) -> NDArray[np.int64]:
    """The best move of every game, as its index among the legal ones."""
    starts = batch.offsets[:-1]
    best = np.maximum.reduceat(values, starts)
    hits = np.flatnonzero(values == np.repeat(best, batch.counts))
    rows: NDArray[np.int64] = hits[np.searchsorted(hits, starts)] - starts
    return rows


class ReplayBuffer:
    """A replay buffer: the decisions of running rounds, and those of finished ones with their targets."""

    def __init__(self, batch: Batch) -> None:
        """Allocate for the longest rounds."""
        games = batch.games
        self.views = np.zeros((games, LONGEST, batch.encoding.view_size), np.float32)
        self.moves = np.zeros((games, LONGEST, batch.encoding.move_size), np.float32)
        self.seats = np.zeros((games, LONGEST), np.int64)
        self.lengths = np.zeros(games, np.int64)
        self.finished: list[tuple[Floats, Floats, Floats]] = []
        self.size = 0

    def note(self, batch: Batch, choice: NDArray[np.int64]) -> None:
        """Store what is seen and chosen now."""
        games = np.arange(batch.games)
        self.views[games, self.lengths] = batch.views
        self.moves[games, self.lengths] = batch.moves[batch.offsets[:-1] + choice]
        self.seats[games, self.lengths] = batch.seats
        self.lengths += 1

    def close(self, batch: Batch) -> None:
        """Move the rounds that have ended to `finished`, with their targets."""
        for game in np.flatnonzero(batch.dones):
            length = self.lengths[game]
            mine = batch.rewards[game, self.seats[game, :length]]
            theirs = batch.rewards[game, 1 - self.seats[game, :length]]
            targets = ((mine - theirs) / POINTS).astype(np.float32)
            self.finished.append((self.views[game, :length].copy(), self.moves[game, :length].copy(), targets))
            self.size += int(length)
            self.lengths[game] = 0

    def take(self) -> tuple[Floats, Floats, Floats]:
        """All finished decisions; the buffer forgets them."""
        views, moves, targets = (np.concatenate(parts) for parts in zip(*self.finished, strict=True))
        self.finished, self.size = [], 0
        return views, moves, targets


def train(network: Network, batch: Batch, rounds: int, *, seed: int, epoch: int = 8192) -> list[tuple[int, float]]:
    """Self-play and learning for a number of rounds; returns the mean error after each twentieth of them."""
    rng = np.random.default_rng(seed)
    buffer = ReplayBuffer(batch)
    history: list[tuple[int, float]] = []
    errors: list[float] = []
    begin = time.process_time()
    while batch.episodes < rounds:
        share = batch.episodes / rounds
        choice = best_rows(network.values(batch.views, batch.moves, batch.counts), batch)
        wander = rng.random(batch.games) < 0.1 - 0.08 * share
        choice[wander] = (rng.random(int(wander.sum())) * batch.counts[wander]).astype(np.int64)
        buffer.note(batch, choice)
        batch.step(choice)
        buffer.close(batch)
        if buffer.size >= epoch:
            errors += train_epoch(network, buffer, 1e-3 * (1 - 0.95 * share), rng)
        if errors and batch.episodes >= (len(history) + 1) * rounds / 20:
            history.append((batch.episodes, float(np.mean(errors))))
            errors = []
            spent = time.process_time() - begin
            print(f"{batch.episodes:9,} rounds  {spent:6.0f} CPU s  error {history[-1][1]:.4f}", flush=True)
    return history


def train_epoch(network: Network, buffer: ReplayBuffer, rate: float, rng: np.random.Generator) -> list[float]:
    """One epoch over the finished decisions, shuffled; returns the errors of its batches."""
    views, moves, targets = buffer.take()
    parts = np.array_split(rng.permutation(len(targets)), len(targets) // 256)
    return [network.learn(views[rows], moves[rows], targets[rows], rate) for rows in parts]


class Learned:
    """A bot that plays by a network."""

    def __init__(self, network: Network) -> None:
        """Play by this network."""
        self.network = network
        self.encoding = make_encoding(make_game("haggis", {}))

    def choose(self, view: Any, legal: Sequence[int], rng: Random) -> int:
        """The move with the highest value."""
        return int(self.advise(view, legal, rng).move)

    def advise(self, view: Any, legal: Sequence[int], rng: Random) -> Advice[int]:
        """The move with the highest value, and the values of the best moves."""
        del rng
        rows = self.encoding.encode_moves(view, legal)
        values = self.network.values(self.encoding.encode_view(view)[None], rows, np.array([len(legal)]))
        best = np.argsort(-values, kind="stable")[:5]
        candidates = tuple(Candidate(legal[i], float(POINTS * values[i])) for i in best)
        return Advice(legal[best[0]], candidates)


def learned(game: str) -> Learned:
    """The bot with the weights in `deep_monte_carlo.npz`, for the arena."""
    if game != "haggis":
        raise ValueError(f"this network plays haggis for two, not {game}")
    return Learned(Network.load(WEIGHTS))


def strength(bot: AnyBot, other: AnyBot, deals: int, seed: int) -> tuple[float, float]:
    """Points a round over the other bot, and the share of rounds with more, on deals played from both sides."""
    game = make_game("haggis", {})
    gains = []
    for mine in (0, 1):
        for deal in range(deals):
            rng = Random(seed + deal)
            table = Table(game)
            table.deal(rng)
            while table.round_result() is None:
                seat = table.to_act()[0]
                assert seat is not None
                player = bot if seat == mine else other
                table.play(seat, player.choose(table.view(seat), table.legal_moves(seat), rng))
            points = table.scores()
            gains.append(points[mine] - points[1 - mine])
    return float(np.mean(gains)), float(np.mean([(gain > 0) + 0.5 * (gain == 0) for gain in gains]))


def plot(history: list[tuple[int, float]], path: Path) -> None:
    """Plot the error over the rounds with matplotlib."""
    pyplot = importlib.import_module("matplotlib.pyplot")
    pyplot.plot([rounds for rounds, _ in history], [error for _, error in history])
    pyplot.xlabel("rounds of self-play")
    pyplot.ylabel("mean squared error, in (50 points)²")
    pyplot.savefig(path)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, save, and print how strong the network has become."""
    parser = argparse.ArgumentParser(description="Deep Monte Carlo on two-player Haggis.")
    parser.add_argument("--rounds", type=int, default=60_000, help="of self-play (60000)")
    parser.add_argument("--games", type=int, default=256, help="played side by side (256)")
    parser.add_argument("--hidden", type=int, nargs=2, default=(128, 64), help="sizes of the hidden layers (128 64)")
    parser.add_argument("--threads", type=int, default=1, help="of the environment (1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=100, help="played against uniform and sense at the end (100)")
    parser.add_argument("--save", type=Path, default=WEIGHTS, help=f"where the weights go ({WEIGHTS})")
    parser.add_argument("--plot", type=Path, help="draw the error into this file; needs matplotlib")
    options = parser.parse_args(arguments)
    batch = Batch(make_game("haggis", {}), options.games, seed=options.seed, threads=options.threads)
    network = Network(batch.encoding.view_size, batch.encoding.move_size, tuple(options.hidden), options.seed)
    history = train(network, batch, options.rounds, seed=options.seed)
    network.save(options.save)
    print(f"{batch.episodes:,} rounds; weights in {options.save}")
    if options.plot is not None:
        plot(history, options.plot)
    for name in ("uniform", "sense"):
        points, share = strength(Learned(network), make_bot(name, "haggis"), options.deals, options.seed)
        print(f"against {name}: {points:+.1f} points a round, more points in {100 * share:.1f} % of rounds")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
