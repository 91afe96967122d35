"""Lets the pages import the example game."""

import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "third_game"
sys.path[:0] = [str(EXAMPLE), str(EXAMPLE / "tests")]
