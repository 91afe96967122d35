"""`parlour stats`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec

from parlour.bots.catalogue import make_bot
from parlour.cli.game import Commands, add_game, add_options, chosen_game, find_own_bots
from parlour.core.errors import OptionError
from parlour.core.statistics import random_statistics
from parlour.studies.catalogue import STUDIES
from parlour.studies.plot import draw
from parlour.studies.study import rounds_of
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from parlour.games.catalogue import AnyGame
    from parlour.studies.figure import Figure


def add_stats(commands: Commands) -> None:
    command = commands.add_parser(
        "stats",
        help="play many matches and report what happened",
        description="Play matches at random and count what happened in them: every kind of move, what moves completed,"
        " who won. Useful for studying a game, and for checking what a change of the rules has changed. With --bot a"
        " bot plays rounds with itself instead, and what they tell about the game is printed, and drawn with --plots.",
    )
    add_game(command)
    command.add_argument("--matches", type=int, default=1000, metavar="N", help="how many random matches (1000)")
    command.add_argument("--bot", metavar="SPEC", help="who plays, instead of chance")
    command.add_argument("--rounds", type=int, default=10_000, metavar="N", help="rounds, or games, of --bot (10000)")
    command.add_argument("--plots", type=Path, metavar="FOLDER", help="draw the figures of --bot as SVG")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the matches (1)")
    command.add_argument("--json", action="store_true", help="print JSON")
    add_options(command)
    command.set_defaults(run=run_stats)


def run_stats(options: argparse.Namespace) -> int:
    for name in ("matches", "rounds"):
        if getattr(options, name) < 1:
            raise OptionError(f"--{name} is 1 or more, got {getattr(options, name)}")
    if options.plots is not None and options.bot is None:
        raise OptionError("--plots draws what a --bot plays")
    game = chosen_game(options)
    return count_random(options, game) if options.bot is None else study(options, game)


def count_random(options: argparse.Namespace, game: AnyGame) -> int:
    """Count what happens in random matches."""
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


def study(options: argparse.Namespace, game: AnyGame) -> int:
    """Let a bot play with itself, and say what its rounds tell."""
    if game.name not in STUDIES:
        raise OptionError(f"nobody has a study of {game.name!r}; there are studies of {', '.join(STUDIES)}")
    found = STUDIES[game.name]()
    find_own_bots()
    bot = make_bot(options.bot, game.name)
    for done, (steps, result) in enumerate(rounds_of(game, bot, options.rounds, options.seed), start=1):
        found.observe(game, steps, result)
        show_progress(done, options.rounds, "stats")
    figures = [figure for figure in found.figures() if figure.rows]
    if options.plots is not None:
        options.plots.mkdir(parents=True, exist_ok=True)
        for each in figures:
            path = options.plots / f"{game.name}-{game.seats}-{each.name}.svg"
            path.write_text(draw(each), encoding="utf-8")
    if options.json:
        print(msgspec.json.encode(figures).decode())
        return 0
    print(f"{options.rounds:,} rounds of {game.name} by {options.bot}, {json.dumps(msgspec.to_builtins(game.options))}")
    print_figures(figures)
    return 0


def print_figures(figures: Iterable[Figure]) -> None:
    """Figures as text."""
    for figure in figures:
        print(f"\n{figure.title}, in {figure.unit}")
        for row in figure.rows:
            print(f"  {row.label:26} {row.mean:>8.2f} ± {row.margin:<6.2f} of {row.cases:,}")
