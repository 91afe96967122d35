"""Games on the command line: their names, and their options as their types describe them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import msgspec

from parlour.core.errors import GameError, LogError, OptionError
from parlour.core.log import ReadLog, read_log
from parlour.games.catalogue import KINDS, make_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.games.catalogue import AnyGame

Commands = Any  # argparse keeps the type of its sub-parsers to itself


def add_game(command: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the name of the game."""
    command.add_argument("game", nargs="?" if optional else None, metavar="GAME", help=", ".join(KINDS))


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the options of every game, as their types describe them; last, so that none takes a command's own away."""
    owners: dict[str, dict[str, msgspec.structs.FieldInfo]] = {}
    for game, kind in KINDS.items():
        for field in msgspec.structs.fields(kind.options):
            owners.setdefault(field.name, {})[game] = field
    for name, fields in owners.items():
        add_option(command, name, fields)


def add_option(command: argparse.ArgumentParser, name: str, fields: dict[str, msgspec.structs.FieldInfo]) -> None:
    """Add an option of one or several games; where they differ in its type, it is read when the game is known.

    Where the command itself has an option of that name, it is `--game-NAME`: a package with a game breaks nothing.
    """
    try:
        add_flag(command, "--" + name.replace("_", "-"), name, fields)
    except argparse.ArgumentError:
        add_flag(command, "--game-" + name.replace("_", "-"), name, fields)


def add_flag(
    command: argparse.ArgumentParser, flag: str, name: str, fields: dict[str, msgspec.structs.FieldInfo]
) -> None:
    """Add an option under a flag; ArgumentError where the command has it already."""
    about = "; ".join(f"{game}: {described(field)}".rstrip(" :") for game, field in fields.items())
    kinds = {value_type(field) for field in fields.values()}
    kind = kinds.pop() if len(kinds) == 1 else str
    if kind is bool:
        command.add_argument(flag, dest=dest_of(name), action="store_true", default=None, help=about)
    elif get_origin(kind) is Literal:
        command.add_argument(flag, dest=dest_of(name), choices=get_args(kind), help=about)
    else:
        command.add_argument(flag, dest=dest_of(name), type=int if kind is int else str, metavar="N", help=about)


def dest_of(name: str) -> str:
    """The attribute of the parsed command line that has the option of a game."""
    return f"game_{name}"


def value_type(field: msgspec.structs.FieldInfo) -> object:
    """The type of an option, without what describes it."""
    return get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type


def described(field: msgspec.structs.FieldInfo) -> str:
    """What an option is, and its default."""
    notes = get_args(field.type)[1:] if get_origin(field.type) is Annotated else ()
    texts = [note.description for note in notes if isinstance(note, msgspec.Meta) and note.description]
    if field.default is not msgspec.NODEFAULT and field.default is not False:
        texts.append(f"({field.default})")
    return " ".join(texts)


def chosen_game(options: argparse.Namespace) -> AnyGame:
    """Set up the game that the command line names, with the options that it gives."""
    given = given_options(options)
    kind = KINDS.get(options.game)
    for field in () if kind is None else msgspec.structs.fields(kind.options):
        if isinstance(given.get(field.name), str):
            given[field.name] = converted(given[field.name], field)
    return make_game(options.game, given)


def given_options(options: argparse.Namespace) -> dict[str, Any]:
    """The options of games that the command line gives."""
    names = {field.name for kind in KINDS.values() for field in msgspec.structs.fields(kind.options)}
    given = {name: getattr(options, dest_of(name), None) for name in sorted(names)}
    return {name: value for name, value in given.items() if value is not None}


def converted(text: str, field: msgspec.structs.FieldInfo) -> object:
    """An option's text as the value that the game wants, or OptionError."""
    try:
        return msgspec.convert(text, field.type, strict=False)
    except msgspec.ValidationError as error:
        raise OptionError(f"--{field.name.replace('_', '-')}: {error}, got {text!r}") from error


def example(command: str) -> str:
    """A game and an argument for the help of a command, from the first game that brings one."""
    return next(f'{name} "{kind.examples[command]}"' for name, kind in KINDS.items() if command in kind.examples)


def load(path: Path) -> ReadLog:
    """Read a saved match, or raise LogError that names the file and the line."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            return read_lines(path, file)
    except UnicodeDecodeError as error:
        raise LogError(f"{path}: not a text file: {error.reason}") from error


def read_lines(path: Path, lines: Iterable[str]) -> ReadLog:
    """Replay the lines of a file, or raise LogError that names it."""
    try:
        return read_log(lines, make_game)
    except GameError as error:
        raise LogError(f"{path}: {error.reason}", error.clause) from error


def find_own_bots() -> None:
    """Make bots of one's own importable from the current folder."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
