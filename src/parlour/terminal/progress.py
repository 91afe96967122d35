"""A bar on standard error for work that takes its time; nothing where nobody looks."""

from __future__ import annotations

import sys
from typing import Final

WIDTH: Final = 30


def show_progress(done: int, total: int, what: str) -> None:
    """Draw how far the work is; the last call ends the line."""
    if not sys.stderr.isatty():
        return
    filled = WIDTH * done // total
    end = "\n" if done >= total else ""
    sys.stderr.write(f"\r{what} [{'#' * filled}{'.' * (WIDTH - filled)}] {100 * done // total:3} %{end}")
    sys.stderr.flush()
