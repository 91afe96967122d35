"""How much is drawn at random: enough for every run, and the full size for `script/soak`."""

from __future__ import annotations

import os
from typing import Final

FULL: Final = os.environ.get("PARLOUR_FULL_SAMPLES") == "1"


def sample(usual: int, full: int) -> int:
    """The size of a random sample."""
    return full if FULL else usual
