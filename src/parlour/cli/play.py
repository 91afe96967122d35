"""`parlour play`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from parlour.bots.catalogue import LEVELS
from parlour.cli.game import Commands, add_game, add_options, chosen_game, find_own_bots, load
from parlour.cli.network import INTERRUPTED, add_network, play_at_server
from parlour.core.errors import OptionError
from parlour.core.game import Seat
from parlour.core.log import LogWriter
from parlour.core.table import Table
from parlour.engine.bot import open_bot
from parlour.games.catalogue import KINDS
from parlour.paths import data_folder
from parlour.terminal.catalogue import make_words
from parlour.terminal.prompt import ask
from parlour.terminal.session import Session

if TYPE_CHECKING:
    import argparse


def add_play(commands: Commands) -> None:
    play = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against bots, in plain lines that a screen reader can read. Every move is saved"
        " as it is made; after Ctrl-C, 'quit' or the end of input, --resume continues the match.",
    )
    add_game(play, optional=True)
    play.add_argument("--bot", metavar="SPEC", help="your opponent: a bot that `parlour bots` lists, or your own")
    play.add_argument("--level", choices=LEVELS, help="your opponent, by strength (casual)")
    play.add_argument("--seat", type=int, default=0, metavar="N", help="your seat (0)")
    play.add_argument("--seed", type=int, metavar="N", help="repeatable cards and bots; without it, secure randomness")
    play.add_argument("--log", type=Path, metavar="FILE", help="where to save the match (your data folder)")
    play.add_argument("--resume", type=Path, metavar="LOG", help="resume a saved match")
    add_network(play)
    add_options(play)
    play.set_defaults(run=run_play)


def run_play(options: argparse.Namespace) -> int:
    """Play a new or a resumed match and save every move; or play at a table of a server."""
    if options.server is not None:
        return play_at_server(options)
    if options.bot is not None and options.level is not None:
        raise OptionError(f"--bot or --level, not both, got {options.bot!r} and {options.level!r}")
    if options.resume is not None and options.game is not None:
        raise OptionError(f"--resume takes its game from the log, got {options.game!r} too")
    if options.resume is None and options.game is None:
        raise OptionError(f"which game? parlour play {' | '.join(KINDS)}, or parlour play --resume LOG")
    if options.resume is not None:
        read = load(options.resume)
        with options.resume.open("a", encoding="utf-8") as file:
            writer = LogWriter(read.table.game, file, total=read.total)
            return play_here(read.table, writer, options, options.resume)
    game = chosen_game(options)
    path = options.log or new_log_path(game.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        return play_here(Table(game), LogWriter.begin(game, file), options, path)


def play_here(table: Table[Any, Any, Any], writer: LogWriter, options: argparse.Namespace, path: Path) -> int:
    """Play a match against bots in this process."""
    if not 0 <= options.seat < table.game.seats:
        raise OptionError(f"--seat is 0 to {table.game.seats - 1}, got {options.seat}")
    table.on_event = writer
    rng = SystemRandom() if options.seed is None else Random(f"{options.seed}/{len(table.events)}")
    find_own_bots()
    name = options.bot or options.level or "casual"
    bot = open_bot(name, table.game.name)
    adviser = open_bot("master", table.game.name)
    words = make_words(table.game.name)
    session = Session(table, words, Seat(options.seat), bot=bot, adviser=adviser, rng=rng, say=print)
    print(f"You are seat {options.seat} at a table of {table.game.seats}, against {name}. The match is saved in {path}")
    code = 0
    try:
        session.run(ask)
    except EOFError:
        print()
    except KeyboardInterrupt:
        print()
        code = INTERRUPTED
    if table.outcome() is None:
        print(f"Saved. Resume with: parlour play --resume {path}")
    return code


def new_log_path(game: str) -> Path:
    """The path of a new log in the user's data folder."""
    now = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
    return data_folder() / "logs" / f"{game}-{now}.jsonl"
