"""Lets the pages import the examples."""

import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
GAME = EXAMPLES / "third_game"
sys.path[:0] = [str(EXAMPLES), str(GAME), str(GAME / "tests")]
