"""The command line: `parlour --help` teaches it."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Final

import parlour
from parlour.cli.admin import add_admin
from parlour.cli.arena import add_arena, add_bots
from parlour.cli.bench import add_bench
from parlour.cli.copy import add_copy
from parlour.cli.dataset import add_dataset
from parlour.cli.engine import add_engine
from parlour.cli.explain import add_explain
from parlour.cli.fair import add_fair
from parlour.cli.game import example
from parlour.cli.ladder import add_ladder
from parlour.cli.perft import add_perft
from parlour.cli.play import add_play
from parlour.cli.puzzle import add_puzzle, add_puzzles
from parlour.cli.ratings import add_ratings
from parlour.cli.replay import add_replay
from parlour.cli.review import add_review
from parlour.cli.serve import add_serve
from parlour.cli.show import add_show
from parlour.cli.stats import add_stats
from parlour.cli.tournament import add_tournament
from parlour.cli.train import add_train
from parlour.core.errors import GameError
from parlour.games.catalogue import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

BAD_INPUT: Final = 2

DESCRIPTION: Final = """\
A card parlour: {titles}, with complete rules.

start here:
  parlour play {game:<28}a match against a bot; type ? and help at the prompt
  parlour play --resume LOG                resumes a saved match
  parlour serve                            tables for people and bots, in the browser
  parlour copy FOLDER postgresql://…       moves a server's data to another database
  parlour admin DATA reports               lists reports; renames and bans people
  parlour fair https://HOST/t/TABLE        checks that the cards were dealt as committed
  parlour tournament FILE                  runs a tournament: pairings, results, standings
  parlour ratings show FOLDER              how strong the people of a server are
  parlour replay LOG                       shows a saved match move by move
  parlour review LOG --seat 0              judges your decisions, and tells luck from play
  parlour puzzle                           sets you a puzzle
  parlour show --log LOG --seat 0 -o x.svg draws a position as a picture
  parlour explain {explain:<25}what these cards are, and what beats them

for programmers:
  parlour perft {perft} --depth 6
  parlour bots                             lists the bots
  parlour arena sense uniform --deals 500 --report arena.html
  parlour ladder FILE A B C                ratings of many bots over many nights
  parlour engine check ./fox               examines an engine in any language
  parlour stats {game}
  parlour dataset {game} --out FOLDER      writes self-play as Parquet files
  parlour train {game} --out FOLDER
  parlour bench rules --json
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; bad input ends with code 2 and one line that says what is wrong."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
    except GameError as error:
        print(f"parlour: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has closed the pipe
        return 0
    except OSError as error:
        print(f"parlour: {error.filename}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return code


def make_parser() -> argparse.ArgumentParser:
    """The parser of every command."""
    *first, last = (kind.title for kind in KINDS.values())
    description = DESCRIPTION.format(
        titles=f"{', '.join(first)} and {last}",
        game=next(iter(KINDS)),
        explain=example("explain"),
        perft=example("perft"),
    )
    parser = argparse.ArgumentParser(
        prog="parlour", description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kernel = "compiled" if parlour.compiled else "interpreted"
    parser.add_argument("--version", action="version", version=f"parlour {parlour.__version__} ({kernel} kernels)")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_play(commands)
    add_serve(commands)
    add_copy(commands)
    add_admin(commands)
    add_fair(commands)
    add_tournament(commands)
    add_ratings(commands)
    add_explain(commands)
    add_replay(commands)
    add_review(commands)
    add_puzzle(commands)
    add_puzzles(commands)
    add_show(commands)
    add_perft(commands)
    add_stats(commands)
    add_bots(commands)
    add_arena(commands)
    add_ladder(commands)
    add_engine(commands)
    add_dataset(commands)
    add_train(commands)
    add_bench(commands)
    return parser
