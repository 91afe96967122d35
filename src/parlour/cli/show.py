"""`parlour show`: a position, or a moment of a saved match, as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from parlour.bots.figure import advice_bars
from parlour.cli.game import Commands, add_game, add_options, chosen_game, find_own_bots, given_options, load
from parlour.core.errors import OptionError
from parlour.core.figure import Bar, Drawing, text_drawing
from parlour.core.game import CHANCE, Seat
from parlour.core.table import Table
from parlour.engine.bot import open_bot
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    import argparse

    from parlour.games.catalogue import AnyGame

THEMES: Final = ("light", "dark")
SHOWN_MOVES: Final = 5


def add_show(commands: Commands) -> None:
    show = commands.add_parser(
        "show",
        help="draw a position as an SVG picture",
        description="Draw what one seat, or a spectator, sees of a position or of a saved match, as one SVG file."
        " With --bot the picture also shows what a bot thinks of the moves.",
    )
    add_game(show, optional=True)
    show.add_argument("position", nargs="?", metavar="POSITION", help="an open position or deal, in quotes")
    show.add_argument("--log", type=Path, metavar="LOG", help="draw a moment of a saved match instead")
    show.add_argument("--at", type=int, metavar="N", help="with --log: after so many events (all)")
    show.add_argument("--seat", type=int, metavar="N", help="as this seat sees it; without it, as a spectator")
    show.add_argument("--theme", choices=THEMES, default="light", help="light or dark (light)")
    show.add_argument("--bot", metavar="SPEC", help="add the moves that this bot considers, for the seat to act")
    show.add_argument("--seed", type=int, default=1, metavar="N", help="with --bot: seeds its random numbers (1)")
    show.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to this file (standard output)")
    add_options(show)
    show.set_defaults(run=run_show)


def run_show(options: argparse.Namespace) -> int:
    """Draw, and write the picture."""
    game, state = chosen_moment(options)
    if options.seat is not None and not 0 <= options.seat < game.seats:
        raise OptionError(f"--seat is 0 to {game.seats - 1}, got {options.seat}")
    seat = None if options.seat is None else Seat(options.seat)
    view = game.view(state, seat)
    drawing = drawn(game, view, options.theme, considered(options, game, state, seat))
    if options.output is None:
        sys.stdout.write(drawing.svg + "\n")
    else:
        drawing.save(options.output)
    return 0


def chosen_moment(options: argparse.Namespace) -> tuple[AnyGame, Any]:
    """The game and the state that the command line names."""
    if (options.log is None) == (options.position is None):
        raise OptionError("show needs a game and a position, or --log LOG")
    if options.log is None:
        if options.at is not None:
            raise OptionError(f"--at goes with --log, got --at {options.at}")
        game = chosen_game(options)
        return game, game.parse_position(options.position)
    if options.game is not None:
        raise OptionError(f"a log says which game it is of, got {options.game!r} beside --log")
    if given := given_options(options):
        raise OptionError(f"a log says how its game is set up, got {', '.join(given)} beside --log")
    table = load(options.log).table
    count = len(table.events)
    if options.at is not None and not 0 <= options.at <= count:
        raise OptionError(f"--at is 0 to {count} in this log, got {options.at}")
    return table.game, Table(table.game, table.events[: options.at]).state


def considered(options: argparse.Namespace, game: AnyGame, state: Any, seat: Seat | None) -> tuple[Bar, ...]:
    """What a bot thinks of the seat's moves; nothing where no bot is asked."""
    if options.bot is None:
        return ()
    if seat is None or seat not in game.to_act(state):
        acting = ", ".join(str(actor) for actor in game.to_act(state) if actor is not CHANCE) or "nobody"
        raise OptionError(f"--bot needs --seat with a seat to act, here {acting}; got {seat}")
    find_own_bots()
    bot = open_bot(options.bot, game.name)
    advice = bot.advise(game.view(state, seat), game.legal_moves(state, seat), Random(options.seed))
    return advice_bars(game, advice, SHOWN_MOVES)


def drawn(game: AnyGame, view: Any, theme: Any, bars: tuple[Bar, ...]) -> Drawing:
    """The view's own figure, or its lines as text where its game draws none."""
    figure = getattr(view, "figure", None)
    if figure is None:
        return text_drawing(KINDS[game.name].title, game.describe(view), theme=theme, bars=bars)
    drawing: Drawing = figure(theme=theme, bars=bars)
    return drawing
