"""`parlour replay`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.cli.game import Commands, load
from parlour.core.errors import OptionError
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.scenes.catalogue import make_staging
from parlour.terminal.catalogue import make_words
from parlour.terminal.names import Names, sentence
from parlour.terminal.prompt import ask

if TYPE_CHECKING:
    import argparse


def add_replay(commands: Commands) -> None:
    command = commands.add_parser(
        "replay",
        help="show a saved match move by move",
        description="Read a log, judge every move of it again, and show the match move by move.",
    )
    command.add_argument("log", type=Path, metavar="LOG", help="a saved match")
    command.add_argument("--seat", type=int, metavar="N", help="what this seat saw; without it, what a spectator saw")
    command.add_argument("--step", action="store_true", help="wait for Enter after every move")
    command.set_defaults(run=run_replay)


def run_replay(options: argparse.Namespace) -> int:
    """Show a match; all of it was judged before the first line is printed."""
    read = load(options.log)
    game = read.table.game
    if options.seat is not None and not 0 <= options.seat < game.seats:
        raise OptionError(f"--seat is 0 to {game.seats - 1}, got {options.seat}")
    seat = None if options.seat is None else Seat(options.seat)
    print(f"{game.name}, version {game.version}, {json.dumps(msgspec.to_builtins(game.options))}")
    table: Table[Any, Any, Any] = Table(game)
    staging, words, names = make_staging(game), make_words(game.name), Names(seat)
    for event in read.table.events:
        before = table.view(seat)
        table.play(event.actor, event.move)
        if event.actor is CHANCE and seat is None:
            print(f"\n{game.format_move(event.move)}", end="")
        after = table.view(seat)
        scene = staging.scene(after, ())
        updates = staging.told(event.actor, event.move, before, after)
        print("\n".join(line for update in updates for line in words.update(update, scene, names)))
        if options.step:
            ask()
    outcome = table.outcome()
    if outcome is None:
        print("The match is not finished.")
        return 0
    winners = " and ".join(names[winner] for winner in outcome.winners)
    print(sentence(f"winner: {winners}; points {', '.join(map(str, outcome.points))}"))
    return 0
