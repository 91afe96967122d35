"""`parlour train`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from parlour.core.errors import OptionError
from parlour.extras import load_extra
from parlour.train.catalogue import RUNNERS, SHIPPED, TRAINERS, Order

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from parlour.cli.game import Commands
    from parlour.train.catalogue import Report

INTERRUPTED: Final = 130
ALL_PERCENT: Final = 100

DESCRIPTION: Final = """\
Train a net by self-play. The folder keeps a checkpoint of every iteration: the same command resumes where it was
interrupted or killed, and the same seed gives the same weights on the same machine. At the end the weights are in
net.weights. Some games need PyTorch: pip install 'parlour[train]'.
"""


def add_train(commands: Commands) -> None:
    train = commands.add_parser("train", help="train a net by self-play", description=DESCRIPTION)
    train.add_argument("game", metavar="GAME", help=", ".join(TRAINERS))
    train.add_argument("--players", type=int, default=2, metavar="N", help="how many (2)")
    train.add_argument(
        "--rounds",
        type=int,
        default=400_000,
        metavar="N",
        help="rounds of self-play in total, or games where the learner plays whole ones (400000)",
    )
    train.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (1)")
    train.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where checkpoints and weights go")
    train.add_argument("--threads", type=int, metavar="N", help="for self-play, beside the learner (one per core)")
    train.add_argument(
        "--runner",
        choices=RUNNERS,
        default=RUNNERS[0],
        help="where rounds are played, if PyTorch learns: in threads, or on Ray: so many processes, or the cluster"
        " that RAY_ADDRESS names (threads). The weights are the same",
    )
    train.add_argument("--deals", type=int, default=50, metavar="N", help="for measuring a generation's strength (50)")
    train.add_argument(
        "--against",
        metavar="FILE",
        help="a fixed opponent that the net learns to beat, beginning with its weights (shipped: the net of parlour)",
    )
    train.add_argument(
        "--from",
        dest="start",
        metavar="FILE",
        help="the weights that the net begins with (shipped: those of the net of parlour; random ones by default)",
    )
    train.add_argument(
        "--searched",
        type=float,
        default=0,
        metavar="PERCENT",
        help="percentage of decisions that are searched in sampled worlds; the net learns by how much their moves"
        " differ: expert iteration (0)",
    )
    train.set_defaults(run=run_train)


def run_train(options: argparse.Namespace) -> int:
    """Train, with a line for every iteration."""
    order = chosen_order(options)
    if options.game not in TRAINERS:
        raise OptionError(f"nothing learns {options.game!r}; there is {', '.join(TRAINERS)}")
    reports: Iterator[Report] = load_extra(TRAINERS[options.game], "train").train(order)
    try:
        show(reports, order)
    except KeyboardInterrupt:
        print(f"\nparlour: interrupted; the same command resumes from {order.folder}", file=sys.stderr)
        return INTERRUPTED
    print(f"weights in {order.folder}")
    return 0


def chosen_order(options: argparse.Namespace) -> Order:
    """What the command line asks for, or OptionError."""
    threads = os.cpu_count() or 1 if options.threads is None else options.threads
    if options.rounds < 1 or threads < 1 or options.deals < 0:
        raise OptionError(
            f"--rounds and --threads from 1, --deals from 0, got {options.rounds}, {threads}, {options.deals}"
        )
    for name, source in (("--against", options.against), ("--from", options.start)):
        if source not in {None, SHIPPED} and not Path(source).is_file():
            raise OptionError(f"{name}: no file {source}")
    if not 0 <= options.searched <= ALL_PERCENT:
        raise OptionError(f"--searched from 0 to {ALL_PERCENT} percent, got {options.searched:g}")
    return Order(
        players=options.players,
        rounds=options.rounds,
        seed=options.seed,
        folder=options.out,
        threads=threads,
        deals=options.deals,
        against=options.against,
        runner=options.runner,
        start=options.start,
        searched=options.searched,
    )


def show(reports: Iterator[Report], order: Order) -> None:
    """Print rounds, rate, time left, loss, and strength where it was measured."""
    first: tuple[int, float] | None = None
    for report in reports:
        line = f"{min(report.rounds, order.rounds):,} of {order.rounds:,} rounds"
        if first is None:
            first = report.rounds, monotonic()
        elif report.rounds > first[0]:
            rate = (report.rounds - first[0]) / (monotonic() - first[1])
            line += f", {rate:,.0f}/s, {max(0, order.rounds - report.rounds) / rate / 60:,.0f} min left"
        line += f", loss {report.loss:.4f}"
        line += "".join(f", {points:+.1f} over {spec}" for spec, points in report.strength.items())
        print(line, flush=True)
