"""`parlour dataset`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.arena.job import Contest
from parlour.bots.catalogue import make_bot
from parlour.cli.game import Commands, add_game, add_options, chosen_game, find_own_bots
from parlour.core.errors import OptionError
from parlour.extras import load_extra
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    import argparse

INTERRUPTED: Final = 130

DESCRIPTION: Final = """\
Let bots play and write every decision as a row of Parquet files: the view, the legal moves, the move that was made and
what the round brought, in notation and, where the game has an encoding, as numbers. Files hold some rounds each and
are written whole: the same command resumes where it was interrupted, and writes damaged files again. The same seed
gives the same rows. --columns describes them. It needs pyarrow: pip install 'parlour[dataset]'.
"""


def add_dataset(commands: Commands) -> None:
    command = commands.add_parser("dataset", help="write self-play as Parquet files", description=DESCRIPTION)
    add_game(command)
    command.add_argument("--bots", nargs="+", default=["sense"], metavar="BOT", help="who plays, in turns (sense)")
    command.add_argument("--count", type=int, default=1000, metavar="N", help="how many rounds (1000)")
    command.add_argument("--shard", type=int, default=1000, metavar="N", help="rounds in a file (1000)")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="of deals and bots (1)")
    command.add_argument("--out", type=Path, metavar="FOLDER", help="where the files go")
    command.add_argument("--columns", action="store_true", help="describe the columns of this game, and play nothing")
    command.add_argument("--json", action="store_true", help="print JSON")
    add_options(command)
    command.set_defaults(run=run_dataset)


def run_dataset(options: argparse.Namespace) -> int:
    """Write the shards that are missing."""
    game = chosen_game(options)
    if options.columns:
        print_columns(load_extra("parlour.dataset.columns", "dataset").Columns(game).all, as_json=options.json)
        return 0
    if options.count < 1 or options.shard < 1:
        raise OptionError(f"--count and --shard are 1 or more, got {options.count} and {options.shard}")
    if options.out is None:
        raise OptionError("--out FOLDER says where the files go")
    find_own_bots()
    for spec in options.bots:
        make_bot(spec, game.name)
    shards = load_extra("parlour.dataset.shards", "dataset")
    bots = tuple(options.bots)
    contest = Contest(game.name, game.version, msgspec.to_builtins(game.options), bots, options.seed, "round")
    try:
        summary = shards.write_dataset(
            shards.Order(contest, options.shard),
            options.count,
            options.out,
            lambda done, total: show_progress(done, total, "dataset"),
            lambda name, why: print(f"parlour: {name} is damaged and is written again: {why}", file=sys.stderr),
        )
    except KeyboardInterrupt:
        print(f"\nparlour: interrupted; the same command resumes in {options.out}", file=sys.stderr)
        return INTERRUPTED
    print_summary(summary, options)
    return 0


def print_columns(columns: tuple[Any, ...], *, as_json: bool) -> None:
    """The names, types and meanings of columns."""
    rows = [{"name": each.name, "type": str(each.type), "meaning": each.meaning} for each in columns]
    if as_json:
        print(json.dumps(rows))
        return
    name, kind = (max(len(row[key]) for row in rows) for key in ("name", "type"))
    for row in rows:
        print(f"{row['name']:{name}}  {row['type']:{kind}}  {row['meaning']}")


def print_summary(summary: Any, options: argparse.Namespace) -> None:  # noqa: ANN401 - its module needs the extra
    """What there is now."""
    if options.json:
        print(json.dumps(msgspec.to_builtins(summary)))
        return
    print(
        f"{summary.decisions:,} decisions of {summary.rounds:,} rounds in {summary.shards:,} files,"
        f" {summary.bytes:,} bytes, in {options.out}; {summary.written:,} written now"
    )
    if summary.forfeits:
        print(f"{summary.forfeits:,} rounds have no rows: a bot forfeited them")
