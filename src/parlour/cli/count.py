"""`parlour perft` and `parlour stats`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.cli.game import Commands, add_game, add_options, chosen_game
from parlour.core.errors import LogError, OptionError
from parlour.core.perft import perft
from parlour.core.statistics import random_statistics
from parlour.games.catalogue import make_game
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    import argparse


def add_perft(commands: Commands) -> None:
    """Describe `parlour perft`."""
    perft_command = commands.add_parser(
        "perft",
        help="count every line of play from an open position",
        description="Count the lines of play from an open position, or check a file of known counts.",
    )
    add_game(perft_command, optional=True)
    perft_command.add_argument("position", nargs="?", metavar="POSITION", help="an open position or deal, in quotes")
    add_options(perft_command)
    perft_command.add_argument("--depth", type=int, default=4, metavar="N", help="how many decisions deep (4)")
    perft_command.add_argument("--check", type=Path, metavar="FILE", help="known counts, one JSON object a line")
    perft_command.add_argument("--json", action="store_true", help="print data for programs")
    perft_command.set_defaults(run=run_perft)


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a file of known counts."""

    game: str
    options: dict[str, Any]
    position: str
    depth: int
    counts: dict[str, int]


def run_perft(options: argparse.Namespace) -> int:
    """Count, or compare with known counts."""
    if options.check is not None:
        return check_counts(options.check)
    if options.game is None or options.position is None:
        raise OptionError("perft needs a game and a position, or --check FILE")
    if options.depth < 0:
        raise OptionError(f"--depth is 0 or more, got {options.depth}")
    game = chosen_game(options)
    state = game.parse_position(options.position)
    counts = perft(game, state, options.depth, on_root_move=lambda done, total: show_progress(done, total, "perft"))
    if options.json:
        print(json.dumps(dict(sorted(counts.items()))))
        return 0
    for name, number in sorted(counts.items(), key=lambda item: (item[0] != "nodes", item)):
        print(f"{name:10} {number:>12,}")
    return 0


def check_counts(path: Path) -> int:
    """Count again what a file says, line by line."""
    wrong = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            known = msgspec.json.decode(line, type=Known)
        except msgspec.MsgspecError as error:
            raise LogError(f"{path}: line {number}: {error}") from error
        game = make_game(known.game, known.options)
        counts = dict(perft(game, game.parse_position(known.position), known.depth))
        same = counts == known.counts
        wrong += not same
        print(f"{'ok' if same else 'WRONG':5} line {number}, depth {known.depth}: {json.dumps(counts, sort_keys=True)}")
    print(f"{wrong} wrong")
    return 1 if wrong else 0


def add_stats(commands: Commands) -> None:
    """Describe `parlour stats`."""
    stats = commands.add_parser(
        "stats",
        help="play random matches and count what happened",
        description="Play matches at random and count what happened in them: every kind of move, what moves completed,"
        " who won. For people who study a game, and for seeing that a change of the rules changed what it should.",
    )
    add_game(stats)
    add_options(stats)
    stats.add_argument("--matches", type=int, default=1000, metavar="N", help="how many (1000)")
    stats.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    stats.add_argument("--json", action="store_true", help="print data for programs")
    stats.set_defaults(run=run_stats)


def run_stats(options: argparse.Namespace) -> int:
    """Count."""
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
        print(f"{name:14} {number:>12,} {number / options.matches:>10.3f} a match")
    return 0
