"""`parlour review`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.cli.game import Commands, read_lines
from parlour.cli.network import INTERRUPTED
from parlour.review.reviewing import bounded_lines, judge_of, review_steps, sum_up
from parlour.review.storage import ReviewFile
from parlour.terminal.progress import show_progress
from parlour.terminal.review_text import review_lines

if TYPE_CHECKING:
    import argparse

DESCRIPTION: Final = """\
Judge every decision of a seat in a finished match: what it cost against the best other move, in worlds that the seat
held possible, and how much of the result was luck. Verdicts are saved beside the log as they are found; the same
command resumes an interrupted review.

  parlour review match.jsonl               seat 0, in plain lines
  parlour review match.jsonl --seat 1 --json
"""


def add_review(commands: Commands) -> None:
    command = commands.add_parser("review", help="judge the decisions of a finished match", description=DESCRIPTION)
    command.add_argument("log", type=Path, metavar="LOG", help="a saved match, from `parlour play` or a server")
    command.add_argument("--seat", type=int, default=0, metavar="N", help="whose decisions (0)")
    command.add_argument(
        "--output", type=Path, metavar="FILE", help="where to save the verdicts (LOG.seatN.review, beside the log)"
    )
    command.add_argument("--json", action="store_true", help="print data for programs")
    command.set_defaults(run=run_review)


def run_review(options: argparse.Namespace) -> int:
    """Judge, save, and print."""
    table = read_lines(options.log, bounded_lines(options.log)).table
    judge_of(table, options.seat)
    path = options.output or options.log.with_name(f"{options.log.name}.seat{options.seat}.review")
    file = ReviewFile(path, table, options.seat)
    if file.earlier is not None:
        judge, earlier = file.head.judge, file.earlier
        said = f"{path} is by {earlier.name} {earlier.version}; judged anew by {judge.name} {judge.version}"
        print(f"parlour: {said}", file=sys.stderr)
    total = sum(event.actor == options.seat for event in table.events)
    verdicts = []
    try:
        with file:
            for verdict in review_steps(table, options.seat, file.known):
                file.add(verdict)
                verdicts.append(verdict)
                show_progress(min(len(verdicts), total - 1), total, "review")
    except KeyboardInterrupt:
        print(f"\nparlour: interrupted; the same command resumes from {path}", file=sys.stderr)
        return INTERRUPTED
    found = sum_up(table, options.seat, verdicts)
    show_progress(total, total, "review")
    if options.json:
        print(msgspec.json.encode(found).decode())
    else:
        print("\n".join(review_lines(table, found)))
    return 0
