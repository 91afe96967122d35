"""`parlour arena` and `parlour bots`."""

from __future__ import annotations

import json
import os
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.arena.errors import ArenaError
from parlour.arena.job import Contest
from parlour.arena.lineup import entrants, lineups
from parlour.arena.run import Plan, run_plan
from parlour.arena.runner import InProcess, Pool, Runner
from parlour.arena.signals import Terminated, terminable
from parlour.arena.sprt import parse_hypotheses
from parlour.arena.store import Store
from parlour.bots.catalogue import BrokenBotError, listed_bots
from parlour.cli.game import Commands, add_options, chosen_game, dest_of, find_own_bots
from parlour.engine.bot import open_bot
from parlour.extras import load_extra
from parlour.games.catalogue import KINDS
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    import argparse

    from parlour.games.catalogue import AnyGame

INTERRUPTED: Final = 130
TERMINATED: Final = 143
PAIR: Final = 2
OWN: Final = "module:factory"
ENGINE: Final = "engine:COMMAND"

DESCRIPTION: Final = """\
Measure how strong bots are. Every deal is played in every seating: the same cards, the bots change places. Games for
two are played by every pair of bots; with three seats, two bots fill them both ways (A B B and A A B) and three bots
play in all six orders. If there are as many names as seats, they form one table: search sense sense.

A bot that makes an illegal move, raises an error or exceeds its time limit forfeits that bout: it gets 0 points, all
others {forfeits}, and the run continues. So does a bot whose factory fails; a spec that
names no bot is refused before anything is played.
"""


def description() -> str:
    """The description of `parlour arena`, with the points that every game awards for a forfeit."""
    *rest, last = [f"{kind.forfeit:g} ({game})" for game, kind in KINDS.items()]
    return DESCRIPTION.format(forfeits=f"{', '.join(rest)} or {last}" if rest else last)


def match_help() -> str:
    """What `--match N` sets in every game that has matches of different lengths."""
    lengths = [f"{game} {kind.length.replace('_', ' ')} N" for game, kind in KINDS.items() if kind.length]
    return f"play whole matches: {', '.join(lengths)}"


def add_arena(commands: Commands) -> None:
    arena = commands.add_parser(
        "arena", help="measure how strong bots are, on duplicate deals", description=description()
    )
    arena.add_argument("bots", nargs="+", metavar="BOT", help="specs, as `parlour bots` lists them")
    usual = next(iter(KINDS))
    arena.add_argument("--game", default=usual, metavar="GAME", help=f"{', '.join(KINDS)} ({usual})")
    arena.add_argument("--deals", type=int, default=1000, metavar="N", help="how many (1000)")
    arena.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    arena.add_argument("--match", type=int, metavar="N", help=match_help())
    arena.add_argument(
        "--runner",
        choices=["process", "pool", "ray"],
        help="where to play: this process, a pool, or Ray (process)",
    )
    arena.add_argument("--workers", type=int, metavar="N", help="how many processes of a pool (one for each core)")
    arena.add_argument("--sprt", metavar="E0,E1", help="stop when the first bot is known to be E1 Elo stronger, or not")
    arena.add_argument("--limit-ms", type=float, metavar="MS", help="CPU time limit of a move; exceeding it forfeits")
    arena.add_argument(
        "--out", "--resume", type=Path, metavar="FILE", help="append results as they arrive; resume from those there"
    )
    arena.add_argument("--report", type=Path, metavar="FILE", help="write an HTML page with tables and plots")
    arena.add_argument("--json", action="store_true", help="print data for programs")
    add_options(arena)
    arena.set_defaults(run=run_arena)


def run_arena(options: argparse.Namespace) -> int:
    """Play, and print the results."""
    find_own_bots()
    plan = chosen_plan(options)
    runner = chosen_runner(options)
    summary_module = load_extra("parlour.arena.summary", "arena")
    report_module = load_extra("parlour.arena.report", "arena")
    text = load_extra("parlour.arena.text_report", "arena")
    with ExitStack() as stack:
        store = None if options.out is None else stack.enter_context(opened(options.out, plan))
        try:
            with terminable():
                record = run_plan(plan, runner, store, lambda done, total: show_progress(done, total, "arena"))
        except KeyboardInterrupt as error:
            kept = f"; the same command resumes from {options.out}" if store else ", and nothing was kept"
            print(f"\nparlour: interrupted{kept}", file=sys.stderr)
            return TERMINATED if isinstance(error, Terminated) else INTERRUPTED
    summary = summary_module.summarize(record)
    if options.report is not None:
        report_module.write_report(summary, options.report)
    if options.json:
        print(json.dumps(summary_module.to_json(summary)))
        return 0
    print(text.headline(summary), *text.aligned(text.pair_rows(summary), left=2), sep="\n")
    print("", *text.aligned(text.bot_rows(summary), left=1), sep="\n")
    for bot, reason, count in text.fault_lines(summary):
        print(f"forfeit: {bot} {reason}, {count} times")
    if summary.sprt is not None:
        print(text.sprt_line(summary.sprt))
    return 0


def opened(path: Path, plan: Plan) -> Store:
    """The results file, opened; warns where its last line was cut off."""
    store = Store(path, plan.contest)
    if store.dropped:
        print(f"parlour: {path}: the last line was cut off; its board is played again", file=sys.stderr)
    return store


def chosen_plan(options: argparse.Namespace) -> Plan:
    """What the command line asks for, checked before anything is played."""
    if options.deals < 1:
        raise ArenaError(f"--deals is 1 or more, got {options.deals}")
    if options.limit_ms is not None and not options.limit_ms > 0:
        raise ArenaError(f"--limit-ms is above 0, got {options.limit_ms:g}")
    if options.report is not None and not options.report.absolute().parent.is_dir():
        raise ArenaError(f"--report: no such folder: {options.report.absolute().parent}")
    game = arena_game(options)
    for spec in options.bots:
        check_bot(spec, game.name)
    field = entrants(options.bots)
    tables = lineups(options.bots, game.seats)
    sprt = None if options.sprt is None else parse_hypotheses(options.sprt)
    if sprt is not None and len(field) != PAIR:
        raise ArenaError(f"--sprt compares two bots, got {len(field)}")
    contest = Contest(
        game=game.name,
        version=game.version,
        options=msgspec.to_builtins(game.options),
        bots=field,
        seed=options.seed,
        span="round" if options.match is None else "match",
        limit_ms=options.limit_ms,
    )
    return Plan(contest, tuple(tables), options.deals, sprt)


def arena_game(options: argparse.Namespace) -> AnyGame:
    """The game; `--match` is its length, and `--players` may be given for every game."""
    kind = KINDS.get(options.game)
    if kind is not None and kind.length is None and options.match is not None:
        raise ArenaError(f"a match of {options.game} has no length to choose, got --match {options.match}")
    if kind is not None and kind.length is not None and options.match is not None:
        said = getattr(options, dest_of(kind.length))
        if said not in (None, options.match):
            raise ArenaError(f"--match {options.match} is not --{kind.length.replace('_', '-')} {said}")
        setattr(options, dest_of(kind.length), options.match)
    players = options.game_players
    if kind is not None and "players" not in kind.options.__struct_fields__:
        options.game_players = None
    game = chosen_game(options)
    if players not in (None, game.seats):
        raise ArenaError(f"{game.name} is for {game.seats} players, got {players}")
    return game


def check_bot(spec: str, game: str) -> None:
    """Raise BotError for a spec that names no bot; a factory that fails is the bot's fault, and forfeits in the run."""
    with suppress(BrokenBotError):
        open_bot(spec, game)


def chosen_runner(options: argparse.Namespace) -> Runner:
    """The runner that the command line names."""
    if options.workers is not None and options.workers < 1:
        raise ArenaError(f"--workers is 1 or more, got {options.workers}")
    if options.workers is not None and options.runner == "process":
        raise ArenaError(f"--runner process is one process, got --workers {options.workers}")
    workers = options.workers or os.cpu_count() or 1
    match options.runner or ("process" if options.workers is None else "pool"):
        case "pool":
            return Pool(workers)
        case "ray":
            runner: Runner = load_extra("parlour.arena.ray_runner", "ray").RayRunner(workers)
            return runner
        case _:
            return InProcess()


def add_bots(commands: Commands) -> None:
    bots = commands.add_parser(
        "bots",
        help="list the bots",
        description="List the bots. Settings follow a colon, search:nodes=2000; your own is module:factory, or"
        " engine:COMMAND in any language.",
    )
    bots.add_argument("--json", action="store_true", help="print data for programs")
    bots.set_defaults(run=run_bots)


def run_bots(options: argparse.Namespace) -> int:
    bots = listed_bots()
    if options.json:
        print(json.dumps(msgspec.to_builtins(bots)))
        return 0
    width = max(map(len, [*bots, OWN, ENGINE]))
    for name, entry in bots.items():
        print(f"{name:{width}}  {entry.about} ({', '.join(entry.games)})")
    print(f"{OWN:{width}}  your own: a callable that takes the game's name and returns a bot")
    print(f"{ENGINE:{width}}  a program in any language; parlour engine --help")
    return 0
