"""Logs of any game that the catalogue knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from parlour.core import log
from parlour.core.errors import LogError
from parlour.games.catalogue import make_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.core.table import Table


def read_log(source: str | Path | Iterable[str]) -> Table[Any, Any, Any]:
    """Replay a log, given as a path or as lines, and return its table; LogError names the line that is wrong."""
    if not isinstance(source, str | Path):
        return log.read_log(source, make_game).table
    try:
        with Path(source).open(encoding="utf-8") as lines:
            return log.read_log(lines, make_game).table
    except UnicodeDecodeError as error:
        raise LogError(f"{source} is not a text in UTF-8: {error}") from error
