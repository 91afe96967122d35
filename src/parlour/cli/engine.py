"""`parlour engine`: our bots as engines, and other people's engines examined."""

from __future__ import annotations

import argparse
import gc
import json
import sys
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.cli.game import find_own_bots
from parlour.core.errors import OptionError
from parlour.engine.check import check_engine
from parlour.engine.command import SCHEME, parse_command
from parlour.engine.host import Host
from parlour.extras import load_extra
from parlour.terminal.progress import show_progress

if TYPE_CHECKING:
    from parlour.cli.game import Commands

ROUNDS: Final = 20
PORTS: Final = 65536
GC_THRESHOLD: Final = 50_000
"""Collect garbage rarely: a question leaves no cycles behind."""
INTERRUPTED: Final = 130
DESCRIPTION: Final = """\
An engine is a program in any language that plays: it reads questions as lines of JSON and answers with moves.
docs/engine-protocol.md describes the messages, and examples/engines has engines in Python, C and JavaScript.

A spec of an engine stands wherever a bot does:

  parlour arena "engine:./fox --depth 3" champion
  parlour play GAME --bot "engine:./fox"
  parlour serve --engine "fox=./fox --depth 3"
"""


def add_engine(commands: Commands) -> None:
    engine = commands.add_parser(
        "engine",
        help="engines in any language: examine one, or serve a bot as one",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parts = engine.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check = parts.add_parser(
        "check",
        help="examine an engine",
        description="Send an engine valid and invalid messages, play rounds of all its games, and say what is wrong."
        " Exit code 0: nothing is; 1: something is. Warnings do not count.",
    )
    check.add_argument("engine", metavar="COMMAND", help="as in a spec: './fox --depth 3', 'ms=500 ./fox', ws://…")
    check.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"rounds of every game ({ROUNDS})")
    check.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    check.add_argument("--json", action="store_true", help="print data for programs")
    check.set_defaults(run=run_check)
    serve = parts.add_parser(
        "serve",
        help="serve a bot as an engine",
        description="Answer as an engine on standard input and output, or to whoever connects to a WebSocket.",
    )
    serve.add_argument("bot", metavar="SPEC", help="a bot, as `parlour bots` lists them")
    serve.add_argument("--websocket", type=int, metavar="PORT", help="listen there; 0 for any free port")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1: this machine only)")
    serve.set_defaults(run=run_serve)


def run_check(options: argparse.Namespace) -> int:
    """Examine an engine, and print what is wrong."""
    if options.rounds < 1:
        raise OptionError(f"--rounds is 1 or more, got {options.rounds}")
    command = parse_command(options.engine.removeprefix(SCHEME))
    report = check_engine(
        command, options.rounds, options.seed, lambda done, total: show_progress(done, total, "check")
    )
    if options.json:
        print(json.dumps(msgspec.to_builtins(report)))
        return 0 if report.ok else 1
    print(f"{report.name}: {report.decisions:,} decisions in {', '.join(report.games) or 'no game'}")
    for fault in report.faults:
        print(f"fault: {fault.code}: {fault.message}")
    for warning in report.warnings:
        print(f"warning: {warning.code}: {warning.message}")
    count = len(report.faults)
    print("ok" if report.ok else "1 fault" if count == 1 else f"{count} faults")
    return 0 if report.ok else 1


def run_serve(options: argparse.Namespace) -> int:
    """Serve a bot until the end of the input, or until interrupted."""
    find_own_bots()
    try:
        if options.websocket is not None:
            if not 0 <= options.websocket < PORTS:
                raise OptionError(f"--websocket is a port from 0 to {PORTS - 1}, got {options.websocket}")
            websocket = load_extra("parlour.engine.websocket", "server")
            websocket.serve_bots(options.bot, options.host, options.websocket, lambda at: print(at, flush=True))
            return 0
        host = Host(options.bot)
        gc.freeze()  # bots and modules stay for good
        gc.set_threshold(GC_THRESHOLD)
        for answer in host.serve(sys.stdin.buffer):
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0
