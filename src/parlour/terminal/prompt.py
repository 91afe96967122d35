"""Asking for a line at the terminal, or in a pipe."""

from __future__ import annotations

import sys


def ask(prompt: str = "") -> str:
    """A line that was typed; EOFError at the end of input.

    `input` drops a Ctrl-C that comes while it writes a prompt into a pipe.
    """
    if sys.stdin.isatty() and sys.stdout.isatty():
        return input(prompt)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n")
