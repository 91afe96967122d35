"""`parlour play --server`: a table over the network."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.cli.game import chosen_game
from parlour.core.errors import OptionError
from parlour.extras import load_extra
from parlour.terminal.account import Account, parse_address

if TYPE_CHECKING:
    import argparse

INTERRUPTED: Final = 130
LOCAL: Final = ("bot", "seed", "log", "resume")
"""Options of a match in this process: a server has its own cards, bots and store."""


def add_network(play: argparse.ArgumentParser) -> None:
    """Add the options for playing over the network."""
    network = play.add_argument_group("over the network", "with a server that `parlour serve` runs")
    network.add_argument("--server", metavar="URL", help="the server, like http://localhost:8250, or a table's link")
    network.add_argument("--name", help="your name there (guest)")
    network.add_argument("--table", metavar="ID", help="join this table; without it, a new one is opened for GAME")
    network.add_argument(
        "--invite", action="store_true", help="leave the other seats free for people who have the table's link"
    )
    network.add_argument(
        "--clock", type=int, metavar="S", help="seconds for a move, 5 to 604800; 86400 is a day (none)"
    )
    network.add_argument(
        "--bank", type=int, default=0, metavar="S", help="seconds for your whole match, 10 to 36000 (none)"
    )
    network.add_argument(
        "--increment",
        type=int,
        default=0,
        metavar="S",
        help="seconds that every decision adds to the bank, 0 to 600 (0)",
    )
    network.add_argument("--watch", action="store_true", help="watch, and take no seat")
    network.add_argument(
        "--token", type=Path, metavar="FILE", help="where your token for the server is kept (your data folder)"
    )


def play_at_server(options: argparse.Namespace) -> int:
    """Sign in, join or open a table, and play."""
    for name in LOCAL:
        if getattr(options, name) is not None:
            raise OptionError(f"--server and --{name} do not go together, got {getattr(options, name)}")
    remote = load_extra("parlour.terminal.remote", "server")
    site, linked = parse_address(options.server)
    table = options.table or linked
    if table is None and options.game is None:
        raise OptionError("which table? --table ID, or the name of a game to open one")
    if table is not None and options.game is not None:
        raise OptionError(f"--table has its game already, got {options.game!r} too")
    if table is None and options.invite and options.level is not None:
        raise OptionError(f"--invite or --level, not both, got {options.level!r}")
    account = Account(site, options.token)
    name = account.sign_in(options.name)
    if table is None:
        table = open_table(account, options)
    else:
        account.check_table(table)
    say = partial(print, flush=True)
    say(f"You are {name} at {site}.")
    try:
        remote.play_remote(account, table, watching=options.watch, say=say)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def open_table(account: Account, options: argparse.Namespace) -> str:
    """Open a table for the game that the command line names."""
    game = chosen_game(options)
    if not 0 <= options.seat < game.seats:
        raise OptionError(f"--seat is 0 to {game.seats - 1}, got {options.seat}")
    seats: list[str | None] = [None if options.invite else options.level or "casual"] * game.seats
    if not options.watch:
        seats[options.seat] = ""
    terms = {"clock": options.clock, "bank": options.bank, "increment": options.increment}
    return account.open_table(game.name, msgspec.to_builtins(game.options), seats, **terms)
