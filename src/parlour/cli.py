"""The command line: `parlour --help` teaches it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

import msgspec

import parlour
from parlour.bench.rules import bench_rules
from parlour.bots.uniform import Uniform
from parlour.core.errors import GameError, LogError, OptionError
from parlour.core.game import CHANCE, Seat
from parlour.core.log import LogWriter, ReadLog, read_log
from parlour.core.perft import perft
from parlour.core.statistics import random_statistics
from parlour.core.table import Table
from parlour.games.catalogue import KINDS, make_game
from parlour.terminal.names import name_of, sentence
from parlour.terminal.progress import show_progress
from parlour.terminal.session import Session
from parlour.terminal.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.games.catalogue import AnyGame

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

DESCRIPTION: Final = """\
A card parlour: Haggis and Damenrennen with complete rules.

start here:
  parlour play haggis                      a match against a bot; type ? and help at the prompt
  parlour play haggis --players 3          three players, you and two bots
  parlour play --resume LOG                goes on with a saved match
  parlour replay LOG                       shows a saved match move by move
  parlour explain haggis "5r J Q"          every reading of these cards, and what beats each

for programmers:
  parlour perft haggis "hands 2r J | 3g Q" --depth 6
  parlour stats haggis --players 3
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
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever listened has left
        return 0
    except OSError as error:
        print(f"parlour: {error.filename}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return code


def make_parser() -> argparse.ArgumentParser:
    """Describe every command."""
    parser = argparse.ArgumentParser(
        prog="parlour", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kernel = "compiled" if parlour.compiled else "interpreted"
    parser.add_argument("--version", action="version", version=f"parlour {parlour.__version__} ({kernel} kernels)")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_play(commands)
    add_explain(commands)
    add_replay(commands)
    add_perft(commands)
    add_stats(commands)
    add_bench(commands)
    return parser


Commands = Any  # argparse keeps the type of its sub-parsers to itself


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the options of every game, as their types describe them."""
    kinds: dict[str, list[tuple[str, msgspec.structs.FieldInfo]]] = {}
    for game, kind in KINDS.items():
        for field in msgspec.structs.fields(kind.options):
            kinds.setdefault(field.name, []).append((game, field))
    for name, owners in kinds.items():
        field = owners[0][1]
        kept, meta = get_args(field.type)
        games = ", ".join(game for game, _ in owners)
        about = f"{games}: {meta.description}"
        flag = "--" + name.replace("_", "-")
        if kept is bool:
            command.add_argument(flag, dest=name, action="store_true", default=None, help=about)
        elif get_origin(kept) is Literal:
            command.add_argument(flag, dest=name, choices=get_args(kept), help=f"{about} ({field.default})")
        else:
            command.add_argument(flag, dest=name, type=kept, metavar="N", help=f"{about} ({field.default})")


def chosen_game(options: argparse.Namespace) -> AnyGame:
    """Set up the game that the command line names, with the options that it gives."""
    fields = {field.name for kind in KINDS.values() for field in msgspec.structs.fields(kind.options)}
    given = {name: getattr(options, name) for name in fields if getattr(options, name, None) is not None}
    return make_game(options.game, given)


def add_game(command: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the name of the game."""
    command.add_argument(
        "game", nargs="?" if optional else None, metavar="GAME", help=f"which game: {', '.join(KINDS)}"
    )


def add_play(commands: Commands) -> None:
    """Describe `parlour play`."""
    play = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against bots, in plain lines that a screen reader can read. Every move is saved"
        " as it is made; Ctrl-C, 'quit' and the end of input leave a log that --resume goes on with.",
    )
    add_game(play, optional=True)
    add_options(play)
    play.add_argument("--seat", type=int, default=0, metavar="N", help="where you sit (0)")
    play.add_argument("--seed", type=int, metavar="N", help="repeatable cards and bots; without it, nobody can know")
    play.add_argument("--log", type=Path, metavar="FILE", help="where the match is saved (your data folder)")
    play.add_argument("--resume", type=Path, metavar="LOG", help="go on with a saved match")
    play.set_defaults(run=run_play)


def run_play(options: argparse.Namespace) -> int:
    """Play, new or resumed, and save every move."""
    if options.resume is not None and options.game is not None:
        raise OptionError(f"--resume takes its game from the log, got {options.game!r} too")
    if options.resume is None and options.game is None:
        raise OptionError(f"which game? parlour play {' | '.join(KINDS)}, or parlour play --resume LOG")
    if options.resume is not None:
        read = load(options.resume)
        with options.resume.open("a", encoding="utf-8") as file:
            writer = LogWriter(read.table.game, file, total=read.total)
            return converse(read.table, writer, options, options.resume)
    game = chosen_game(options)
    path = options.log or new_log_path(game.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8") as file:
        return converse(Table(game), LogWriter.begin(game, file), options, path)


def converse(table: Table[Any, Any, Any], writer: LogWriter, options: argparse.Namespace, path: Path) -> int:
    """Talk a person through a match."""
    if not 0 <= options.seat < table.game.seats:
        raise OptionError(f"--seat is 0 to {table.game.seats - 1}, got {options.seat}")
    table.on_event = writer
    rng = SystemRandom() if options.seed is None else Random(f"{options.seed}/{len(table.events)}")
    session = Session(table, WORDS[table.game.name], Seat(options.seat), bot=Uniform(), rng=rng, say=print)
    print(f"You are seat {options.seat} at a table of {table.game.seats}. The match is saved in {path}")
    code = 0
    try:
        session.run(input)
    except EOFError:
        print()
    except KeyboardInterrupt:
        print()
        code = INTERRUPTED
    if table.outcome() is None:
        print(f"Saved. Go on with: parlour play --resume {path}")
    return code


def new_log_path(game: str) -> Path:
    """Name a new log in the user's data folder."""
    home = os.environ.get("PARLOUR_DATA")
    if home:
        folder = Path(home)
    elif sys.platform == "win32":
        folder = Path(os.environ["LOCALAPPDATA"]) / "parlour"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "parlour"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "parlour"
    now = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
    return folder / "logs" / f"{game}-{now}.jsonl"


def load(path: Path) -> ReadLog:
    """Read a saved match, or raise LogError that names the file and the line."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            return read_log(file, make_game)
    except UnicodeDecodeError as error:
        raise LogError(f"{path}: not a text file: {error.reason}") from error
    except GameError as error:
        raise LogError(f"{path}: {error.reason}", error.clause) from error


def add_explain(commands: Commands) -> None:
    """Describe `parlour explain`."""
    explain = commands.add_parser(
        "explain",
        help="say what cards are, and what beats them",
        description='Say every reading of some cards and what beats each: parlour explain haggis "5r J Q".',
    )
    add_game(explain)
    explain.add_argument("text", metavar="CARDS", help="cards in the game's notation, in quotes")
    add_options(explain)
    explain.add_argument("--json", action="store_true", help="print data for programs")
    explain.set_defaults(run=run_explain)


def run_explain(options: argparse.Namespace) -> int:
    """Explain cards."""
    game = chosen_game(options)
    lines, data = WORDS[game.name].explain(game, options.text)
    print(json.dumps(data) if options.json else "\n".join(lines))
    return 0


def add_replay(commands: Commands) -> None:
    """Describe `parlour replay`."""
    replay = commands.add_parser(
        "replay",
        help="show a saved match move by move",
        description="Read a log, judge every move of it again, and tell the match move by move.",
    )
    replay.add_argument("log", type=Path, metavar="LOG")
    replay.add_argument("--seat", type=int, metavar="N", help="tell it as this seat saw it; without it, as a spectator")
    replay.add_argument("--step", action="store_true", help="wait for Enter after every move")
    replay.set_defaults(run=run_replay)


def run_replay(options: argparse.Namespace) -> int:
    """Tell a match again; it was judged whole before the first line is told."""
    read = load(options.log)
    game = read.table.game
    if options.seat is not None and not 0 <= options.seat < game.seats:
        raise OptionError(f"--seat is 0 to {game.seats - 1}, got {options.seat}")
    seat = None if options.seat is None else Seat(options.seat)
    print(f"{game.name}, version {game.version}, {json.dumps(msgspec.to_builtins(game.options))}")
    table: Table[Any, Any, Any] = Table(game)
    for event in read.table.events:
        before = table.view(seat)
        table.play(event.actor, event.move)
        if event.actor is CHANCE and seat is None:
            print(f"\n{game.format_move(event.move)}", end="")
        print("\n".join(WORDS[game.name].event(event.actor, event.move, before, table.view(seat))))
        if options.step:
            input()
    outcome = table.outcome()
    if outcome is None:
        print("The match is not finished.")
        return 0
    winners = " and ".join(name_of(winner, seat) for winner in outcome.winners)
    print(sentence(f"winner: {winners}; points {', '.join(map(str, outcome.points))}"))
    return 0


def add_perft(commands: Commands) -> None:
    """Describe `parlour perft`."""
    perft_command = commands.add_parser(
        "perft",
        help="count every line of play from an open position",
        description="Count the lines of play from an open position, or check a file of known counts.",
    )
    add_game(perft_command, optional=True)
    perft_command.add_argument("position", nargs="?", metavar="POSITION", help="an open position or deal, in quotes")
    add_options(perft_command)
    perft_command.add_argument("--depth", type=int, default=4, metavar="N", help="how many decisions deep (4)")
    perft_command.add_argument("--check", type=Path, metavar="FILE", help="known counts, one JSON object a line")
    perft_command.add_argument("--json", action="store_true", help="print data for programs")
    perft_command.set_defaults(run=run_perft)


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a file of known counts."""

    game: str
    options: dict[str, Any]
    position: str
    depth: int
    counts: dict[str, int]


def run_perft(options: argparse.Namespace) -> int:
    """Count, or compare with known counts."""
    if options.check is not None:
        return check_counts(options.check)
    if options.game is None or options.position is None:
        raise OptionError("perft needs a game and a position, or --check FILE")
    if options.depth < 0:
        raise OptionError(f"--depth is 0 or more, got {options.depth}")
    game = chosen_game(options)
    state = game.parse_position(options.position)
    counts = perft(game, state, options.depth, on_root_move=lambda done, total: show_progress(done, total, "perft"))
    if options.json:
        print(json.dumps(dict(sorted(counts.items()))))
        return 0
    for name, number in sorted(counts.items(), key=lambda item: (item[0] != "nodes", item)):
        print(f"{name:10} {number:>12,}")
    return 0


def check_counts(path: Path) -> int:
    """Count again what a file says, line by line."""
    wrong = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            known = msgspec.json.decode(line, type=Known)
        except msgspec.MsgspecError as error:
            raise LogError(f"{path}: line {number}: {error}") from error
        game = make_game(known.game, known.options)
        counts = dict(perft(game, game.parse_position(known.position), known.depth))
        same = counts == known.counts
        wrong += not same
        print(f"{'ok' if same else 'WRONG':5} line {number}, depth {known.depth}: {json.dumps(counts, sort_keys=True)}")
    print(f"{wrong} wrong")
    return 1 if wrong else 0


def add_stats(commands: Commands) -> None:
    """Describe `parlour stats`."""
    stats = commands.add_parser(
        "stats",
        help="play random matches and count what happened",
        description="Play matches at random and count what happened in them: every kind of move, what moves completed,"
        " who won. For people who study a game, and for seeing that a change of the rules changed what it should.",
    )
    add_game(stats)
    add_options(stats)
    stats.add_argument("--matches", type=int, default=1000, metavar="N", help="how many (1000)")
    stats.add_argument("--seed", type=int, default=1, metavar="N", help="which ones (1)")
    stats.add_argument("--json", action="store_true", help="print data for programs")
    stats.set_defaults(run=run_stats)


def run_stats(options: argparse.Namespace) -> int:
    """Count."""
    if options.matches < 1:
        raise OptionError(f"--matches is 1 or more, got {options.matches}")
    game = chosen_game(options)
    counts = random_statistics(
        game, options.matches, Random(options.seed), lambda done, total: show_progress(done, total, "stats")
    )
    if options.json:
        print(json.dumps(dict(sorted(counts.items()))))
        return 0
    print(f"{options.matches:,} random matches of {game.name}, {json.dumps(msgspec.to_builtins(game.options))}")
    for name, number in counts.most_common():
        print(f"{name:14} {number:>12,} {number / options.matches:>10.3f} a match")
    return 0


def add_bench(commands: Commands) -> None:
    """Describe `parlour bench`."""
    bench = commands.add_parser("bench", help="measure speed, per CPU second", description="Measure speed.")
    bench.add_argument("what", choices=["rules"], help="rules: random play in the kernels and through the protocol")
    bench.add_argument("--seconds", type=float, default=10.0, metavar="S", help="how long in all (10)")
    bench.add_argument("--json", action="store_true", help="print data for programs")
    bench.set_defaults(run=run_bench)


def run_bench(options: argparse.Namespace) -> int:
    """Measure."""
    if options.seconds <= 0:
        raise OptionError(f"--seconds is above 0, got {options.seconds}")
    result = bench_rules(options.seconds, lambda done, total: show_progress(done, total, "bench"))
    if options.json:
        print(json.dumps(result))
        return 0
    print(f"{'compiled' if result.pop('compiled') else 'interpreted'} kernels, medians, per CPU second")
    for name, figures in result.items():
        print(f"{name:12} " + ", ".join(f"{key} {value:,}" for key, value in figures.items()))
    return 0
