"""Where parlour keeps what it writes for a person."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Give the folder for parlour's data: $PARLOUR_DATA, or where the system keeps such things."""
    home = os.environ.get("PARLOUR_DATA")
    if home:
        return Path(home)
    if sys.platform == "win32":
        return Path(os.environ["LOCALAPPDATA"]) / "parlour"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "parlour"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "parlour"
