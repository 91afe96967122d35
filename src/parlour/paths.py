"""Where parlour keeps a user's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The folder for parlour's data: $PARLOUR_DATA, or the system's folder for application data."""
    home = os.environ.get("PARLOUR_DATA")
    if home:
        return Path(home)
    if sys.platform == "win32":
        return Path(os.environ["LOCALAPPDATA"]) / "parlour"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "parlour"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "parlour"
