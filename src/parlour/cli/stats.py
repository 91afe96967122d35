"""`parlour stats`."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import msgspec

from parlour.cli.game import Commands, add_game, add_options, chosen_game
from parlour.core.errors import OptionError
from parlour.core.statistics import random_statistics
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    import argparse


def add_stats(commands: Commands) -> None:
    command = commands.add_parser(
        "stats",
        help="play random matches and count what happened",
        description="Play matches at random and count what happened in them: every kind of move, what moves completed,"
        " who won. Useful for studying a game, and for checking what a change of the rules has changed.",
    )
    add_game(command)
    add_options(command)
    command.add_argument("--matches", type=int, default=1000, metavar="N", help="how many matches (1000)")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the random matches (1)")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run_stats)


def run_stats(options: argparse.Namespace) -> int:
    if options.matches < 1:
        raise OptionError(f"--matches is 1 or more, got {options.matches}")
    game = chosen_game(options)
    counts = random_statistics(
        game, options.matches, Random(options.seed), lambda done, total: show_progress(done, total, "stats")
    )
    if options.json:
        print(json.dumps(dict(sorted(counts.items()))))
        return 0
    print(f"{options.matches:,} random matches of {game.name}, {json.dumps(msgspec.to_builtins(game.options))}")
    for name, number in counts.most_common():
        print(f"{name:14} {number:>12,} {number / options.matches:>10.3f} per match")
    return 0
