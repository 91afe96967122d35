"""`parlour explain`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from parlour.cli.game import Commands, add_game, add_options, chosen_game, example
from parlour.terminal.catalogue import make_words

if TYPE_CHECKING:
    import argparse


def add_explain(commands: Commands) -> None:
    command = commands.add_parser(
        "explain",
        help="explain what cards are and what beats them",
        description="Explain what a text means in a game: for cards, every reading of them and what beats each.",
        epilog=f"example: parlour explain {example('explain')}",
    )
    add_game(command)
    command.add_argument("text", metavar="CARDS", help="cards in the game's notation, in quotes")
    command.add_argument("--json", action="store_true", help="print JSON")
    add_options(command)
    command.set_defaults(run=run_explain)


def run_explain(options: argparse.Namespace) -> int:
    game = chosen_game(options)
    lines, data = make_words(game.name).explain(game, options.text)
    print(json.dumps(data) if options.json else "\n".join(lines))
    return 0
