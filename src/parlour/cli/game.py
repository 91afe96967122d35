"""Games on the command line: their names, and their options as their types describe them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import msgspec

from parlour.core.errors import GameError, LogError
from parlour.core.log import ReadLog, read_log
from parlour.games.catalogue import KINDS, make_game

if TYPE_CHECKING:
    import argparse

    from parlour.games.catalogue import AnyGame

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


def load(path: Path) -> ReadLog:
    """Read a saved match, or raise LogError that names the file and the line."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            return read_log(file, make_game)
    except UnicodeDecodeError as error:
        raise LogError(f"{path}: not a text file: {error.reason}") from error
    except GameError as error:
        raise LogError(f"{path}: {error.reason}", error.clause) from error


def find_own_bots() -> None:
    """Let bots of one's own be found in the folder where the command is given."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
