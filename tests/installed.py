"""What an installed parlour does in the terminal: python -m tests.installed PARLOUR..., the command to run.

Needs nothing but the standard library: wheels are tested with it on every system.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

BOTS = ("sense", "uniform")


def run(command: Sequence[str], typed: str = "") -> str:
    """What a command prints; an error where it fails or warns."""
    done = subprocess.run(command, input=typed, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert "Warning" not in done.stderr, done.stderr
    return done.stdout


def check_installed(parlour: Sequence[str]) -> str:
    """Play, and let bots play; a line about what was found."""
    version = run([*parlour, "--version"]).strip()
    assert "compiled kernels" in version, version
    with tempfile.TemporaryDirectory() as folder:
        for game in ("haggis", "damenrennen"):
            log = str(Path(folder, f"{game}.jsonl"))
            played = run([*parlour, "play", game, "--seed", "5", "--log", log], typed="?\nh\nquit\n")
            assert "Your move" in played, played
            assert log in played, played
    (pair,) = json.loads(run([*parlour, "arena", *BOTS, "--deals", "20", "--json"]))["pairs"]
    return f"{version}; both games play; {pair['a']} and {pair['b']} played {pair['rounds']} rounds in the arena"


if __name__ == "__main__":
    sys.stdout.write(f"{check_installed(sys.argv[1:])}\n")
