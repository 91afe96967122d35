"""`parlour ladder`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

import parlour
from parlour.arena.errors import ArenaError
from parlour.arena.job import Contest
from parlour.arena.ladder import Ladder, Night
from parlour.arena.signals import Terminated, terminable
from parlour.cli.arena import INTERRUPTED, TERMINATED, check_bot, chosen_runner
from parlour.cli.game import Commands, add_options, chosen_game, find_own_bots, given_options
from parlour.extras import load_extra
from parlour.games.catalogue import KINDS, make_game
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    from parlour.arena.runner import Runner
    from parlour.arena.summary import Summary

FEWEST: Final = 2
DESCRIPTION: Final = """\
Keep ratings of many bots and engines over many nights in one file. Every run is a night: bots join, every pair plays
until it has so many deals, and the ratings of all are computed again. The file only ever grows: a run that was killed
is resumed by the same command. The first run sets game, options, seed and time limit.

  parlour ladder ladder.jsonl sense champion "fox=engine:./fox --depth 3" --deals 200 --report ladder.html
  parlour ladder ladder.jsonl --deals 400 --minutes 480 --runner pool
  parlour ladder ladder.jsonl --retire fox "fox-2=engine:./fox2"

The file has one JSON object a line: a header, entrants, nights and boards, as `docs/arena.md` describes.
"""


def add_ladder(commands: Commands) -> None:
    ladder = commands.add_parser(
        "ladder",
        help="keep ratings of many bots over many nights",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    ladder.add_argument("file", type=Path, metavar="FILE", help="the ladder; begun where there is none")
    ladder.add_argument("bots", nargs="*", metavar="[NAME=]SPEC", help="bots that join")
    ladder.add_argument("--retire", action="append", default=[], metavar="NAME", help="a bot that plays no more")
    ladder.add_argument("--game", metavar="GAME", help=f"{', '.join(KINDS)} ({next(iter(KINDS))})")
    ladder.add_argument("--seed", type=int, metavar="N", help="which deals (1)")
    ladder.add_argument("--limit-ms", type=float, metavar="MS", help="CPU time limit of a move; exceeding it forfeits")
    ladder.add_argument("--deals", type=int, default=100, metavar="N", help="deals of every pair, in all nights (100)")
    ladder.add_argument("--minutes", type=float, metavar="M", help="stop after so many minutes")
    ladder.add_argument("--runner", choices=["process", "pool", "ray"], help="where to play, as in the arena (process)")
    ladder.add_argument("--workers", type=int, metavar="N", help="how many processes of a pool (one for each core)")
    ladder.add_argument("--report", type=Path, metavar="FILE", help="write an HTML page with tables and plots")
    ladder.add_argument("--json", action="store_true", help="print data for programs")
    add_options(ladder)
    ladder.set_defaults(run=run_ladder)


def run_ladder(options: argparse.Namespace) -> int:
    """Play a night, and print the ratings."""
    find_own_bots()
    if options.deals < 1:
        raise ArenaError(f"--deals is 1 or more, got {options.deals}")
    if options.minutes is not None and not options.minutes > 0:
        raise ArenaError(f"--minutes is above 0, got {options.minutes:g}")
    if options.report is not None and not options.report.absolute().parent.is_dir():
        raise ArenaError(f"--report: no such folder: {options.report.absolute().parent}")
    runner = chosen_runner(options)
    entries = [named(text) for text in options.bots]
    contest = wanted_contest(options)
    with Ladder(options.file, contest) as ladder:
        if ladder.dropped:
            print(f"parlour: {options.file}: the last line was cut off and is dropped", file=sys.stderr)
        for name, spec in entries:
            check_bot(spec, ladder.contest.game)
            ladder.enter(name, spec)
        for name in options.retire:
            ladder.retire(name)
        for name in ladder.active():
            check_bot(ladder.specs[name], ladder.contest.game)
        if len(ladder.specs) < FEWEST:
            raise ArenaError(f"a ladder needs two bots or more, got {len(ladder.specs)}")
        code = play_night(ladder, runner, options)
        return code or report(ladder, options)


def named(text: str) -> tuple[str, str]:
    """The name and the spec of `NAME=SPEC`; a spec alone is its own name."""
    name, equals, spec = text.partition("=")
    return (name, spec) if equals and name.replace("-", "").replace("_", "").isalnum() else (text, text)


def wanted_contest(options: argparse.Namespace) -> Contest | None:
    """The contest that the command line names; None where it leaves that to the file."""
    options_given = given_options(options)
    said = (options.game, options.seed, options.limit_ms)
    if options.file.exists() and options.file.stat().st_size and said == (None, None, None) and not options_given:
        return None
    options.game = options.game or next(iter(KINDS))
    game = chosen_game(options)
    return Contest(
        game=game.name,
        version=game.version,
        options=msgspec.to_builtins(game.options),
        bots=(),
        seed=1 if options.seed is None else options.seed,
        span="round",
        limit_ms=options.limit_ms,
    )


def play_night(ladder: Ladder, runner: Runner, options: argparse.Namespace) -> int:
    """Play what is missing; the exit code where that was interrupted."""
    game = make_game(ladder.contest.game, ladder.contest.options)
    if game.version != ladder.contest.version:
        raise ArenaError(
            f"{ladder.path}: a ladder of version {ladder.contest.version} of {game.name}, not {game.version}"
        )
    jobs = ladder.missing(options.deals, game.seats)
    if not jobs:
        return 0
    until = float("inf") if options.minutes is None else time.monotonic() + 60 * options.minutes
    ladder.add(Night(len(ladder.nights) + 1, datetime.now(UTC).isoformat(timespec="seconds"), parlour.__version__))
    try:
        with terminable(), closing(runner.map(job for _, job in jobs)) as results:
            for done, ((pair, _), result) in enumerate(zip(jobs, results, strict=True), start=1):
                ladder.record(pair, result)
                show_progress(done, len(jobs), "ladder")
                if time.monotonic() > until:
                    break
    except KeyboardInterrupt as error:
        print(f"\nparlour: interrupted; the same command resumes from {ladder.path}", file=sys.stderr)
        return TERMINATED if isinstance(error, Terminated) else INTERRUPTED
    return 0


def report(ladder: Ladder, options: argparse.Namespace) -> int:
    """Print the ratings, and write the page."""
    ranking = load_extra("parlour.arena.ranking", "arena")
    text = load_extra("parlour.arena.text_report", "arena")
    if not ladder.boards:
        print("Nothing was played yet.")
        return 0
    summary, course = ranking.summary_of(ladder), ranking.course_of(ladder)
    if options.report is not None:
        load_extra("parlour.arena.report", "arena").write_page(
            ranking.ladder_page(ladder, summary, course), options.report
        )
    if options.json:
        print(json.dumps(as_json(ladder, summary, course)))
        return 0
    nights = len(ladder.nights)
    print(f"{len(ladder.boards):,} boards in {nights} {'night' if nights == 1 else 'nights'}.")
    print(*text.aligned(text.bot_rows(summary), left=1), sep="\n")
    for bot, reason, count in text.fault_lines(summary):
        print(f"forfeit: {bot} {reason}, {count} times")
    return 0


def as_json(ladder: Ladder, summary: Summary, course: dict[str, list[float | None]]) -> dict[str, Any]:
    """The ratings as data for programs."""
    return {
        "game": ladder.contest.game,
        "options": ladder.contest.options,
        "seed": ladder.contest.seed,
        "nights": msgspec.to_builtins(ladder.nights),
        "boards": len(ladder.boards),
        "bots": {
            bot.name: {
                "spec": ladder.specs[bot.name],
                "retired": bot.name in ladder.retired,
                "elo": bot.elo.value,
                "elo_ci": bot.elo.interval,
                "elo_by_night": course[bot.name],
                "moves": bot.moves,
                "ms_per_move": bot.ms_per_move,
                "forfeits": bot.forfeits,
            }
            for bot in summary.bots
        },
    }
