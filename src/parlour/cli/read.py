"""`parlour explain` and `parlour replay`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.cli.game import Commands, add_game, add_options, chosen_game, load
from parlour.core.errors import OptionError
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.scenes.catalogue import make_staging
from parlour.terminal.names import Names, sentence
from parlour.terminal.words import WORDS

if TYPE_CHECKING:
    import argparse


def add_explain(commands: Commands) -> None:
    """Describe `parlour explain`."""
    explain = commands.add_parser(
        "explain",
        help="say what cards are, and what beats them",
        description='Say every reading of some cards and what beats each: parlour explain haggis "5r J Q".',
    )
    add_game(explain)
    explain.add_argument("text", metavar="CARDS", help="cards in the game's notation, in quotes")
    add_options(explain)
    explain.add_argument("--json", action="store_true", help="print data for programs")
    explain.set_defaults(run=run_explain)


def run_explain(options: argparse.Namespace) -> int:
    """Explain cards."""
    game = chosen_game(options)
    lines, data = WORDS[game.name].explain(game, options.text)
    print(json.dumps(data) if options.json else "\n".join(lines))
    return 0


def add_replay(commands: Commands) -> None:
    """Describe `parlour replay`."""
    replay = commands.add_parser(
        "replay",
        help="show a saved match move by move",
        description="Read a log, judge every move of it again, and tell the match move by move.",
    )
    replay.add_argument("log", type=Path, metavar="LOG")
    replay.add_argument("--seat", type=int, metavar="N", help="tell it as this seat saw it; without it, as a spectator")
    replay.add_argument("--step", action="store_true", help="wait for Enter after every move")
    replay.set_defaults(run=run_replay)


def run_replay(options: argparse.Namespace) -> int:
    """Tell a match again; it was judged whole before the first line is told."""
    read = load(options.log)
    game = read.table.game
    if options.seat is not None and not 0 <= options.seat < game.seats:
        raise OptionError(f"--seat is 0 to {game.seats - 1}, got {options.seat}")
    seat = None if options.seat is None else Seat(options.seat)
    print(f"{game.name}, version {game.version}, {json.dumps(msgspec.to_builtins(game.options))}")
    table: Table[Any, Any, Any] = Table(game)
    staging, words, names = make_staging(game), WORDS[game.name], Names(seat)
    for event in read.table.events:
        before = table.view(seat)
        table.play(event.actor, event.move)
        if event.actor is CHANCE and seat is None:
            print(f"\n{game.format_move(event.move)}", end="")
        after = table.view(seat)
        scene = staging.scene(after, ())
        told = staging.told(event.actor, event.move, before, after)
        print("\n".join(line for each in told for line in words.event(each, scene, names)))
        if options.step:
            input()
    outcome = table.outcome()
    if outcome is None:
        print("The match is not finished.")
        return 0
    winners = " and ".join(names[winner] for winner in outcome.winners)
    print(sentence(f"winner: {winners}; points {', '.join(map(str, outcome.points))}"))
    return 0
