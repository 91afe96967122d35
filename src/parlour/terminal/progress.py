"""A progress bar on standard error; nothing where that is not a terminal."""

from __future__ import annotations

import sys
from typing import Final

WIDTH: Final = 30


def show_progress(done: int, total: int, what: str) -> None:
    """Draw the bar again; the last call ends its line."""
    if not sys.stderr.isatty():
        return
    filled = WIDTH * done // total
    end = "\n" if done >= total else ""
    sys.stderr.write(f"\r{what} [{'#' * filled}{'.' * (WIDTH - filled)}] {100 * done // total:3} %{end}")
    sys.stderr.flush()
