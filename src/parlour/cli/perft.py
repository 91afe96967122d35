"""`parlour perft`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.cli.game import Commands, add_game, add_options, chosen_game, example
from parlour.core.errors import LogError, OptionError
from parlour.core.perft import perft
from parlour.games.catalogue import make_game
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    import argparse


def add_perft(commands: Commands) -> None:
    command = commands.add_parser(
        "perft",
        help="count every line of play from an open position",
        description="Count every line of play from an open position, or check a file of known counts.",
        epilog=f"example: parlour perft {example('perft')} --depth 6",
    )
    add_game(command, optional=True)
    command.add_argument("position", nargs="?", metavar="POSITION", help="an open position or a deal, in quotes")
    command.add_argument("--depth", type=int, default=4, metavar="N", help="how many decisions deep (4)")
    command.add_argument("--check", type=Path, metavar="FILE", help="known counts, one JSON object per line")
    command.add_argument("--json", action="store_true", help="print JSON")
    add_options(command)
    command.set_defaults(run=run_perft)


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a file of known counts."""

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
    """Compare the counts of a file, line by line; 1 where one is wrong."""
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
