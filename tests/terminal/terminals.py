"""A real server process, and people at real terminals of it."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

from tests.serving import PATIENCE, QUICK, UNLIMITED, Server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random


class TerminalServer(Server):
    """A server and the terminals that play at it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, *QUICK, *UNLIMITED)
        self.terminals: list[Terminal] = []

    def __exit__(self, *error: object) -> None:
        for terminal in self.terminals:
            terminal.close()
        super().__exit__(*error)

    def terminal(self, who: str, *arguments: str) -> Terminal:
        """Let somebody run `parlour play --server`, with a data folder of her own."""
        self.terminals.append(Terminal(self, self.folder / who, arguments))
        return self.terminals[-1]


class Terminal:
    """Somebody who runs `parlour play --server`, reads what is said and types."""

    def __init__(self, server: TerminalServer, home: Path, arguments: tuple[str, ...]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parlour", "play", *arguments, "--server", server.address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PARLOUR_DATA": str(home)},
            text=True,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.said: list[str] = []
        self.moves: list[str] = []
        self.listener = threading.Thread(target=self.listen)
        self.listener.start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def close(self) -> None:
        """End the program, whatever it does."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self.listener.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def next_line(self) -> str | None:
        """Read a line; None after the last one."""
        try:
            line = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError("\n".join(["nothing more was said after:", *self.said[-40:]])) from None
        if line is not None:
            self.said.append(line)
        return line

    def until(self, words: str) -> str:
        """Read until a line holds these words; return it."""
        while (line := self.next_line()) is not None:
            if words in line:
                return line
        raise AssertionError("\n".join([f"{words!r} was never said:", *self.said[-40:]]))

    def end(self) -> int:
        """Read to the end; return the exit code."""
        while self.next_line() is not None:
            pass
        return self.process.wait(PATIENCE)

    def play(self, rng: Random, *, meanwhile: Callable[[int], None] = lambda _: None) -> int:
        """Answer every question with a random legal move until the program ends; return its exit code.

        `meanwhile` is called after every move with how many were made; `moves` keeps those that were not refused.
        """
        choices: list[str] = []
        while (line := self.next_line()) is not None:
            if line.startswith("Refused"):
                self.moves.pop()
            if line.startswith(("Your move", "Refused")):
                choices = []
                self.type("?")
            elif found := re.match(r"(?:besides|[\w ]+ \(\d+\)): (.*?)(?: … and \d+ more)?$", line):
                choices += found[1].split(", ")
            elif re.search(r"legal moves?\.$", line):
                if choices:
                    self.moves.append(rng.choice(choices))
                    self.type(self.moves[-1])
                    meanwhile(len(self.moves))
                choices = []
            elif line.startswith(("Press Enter", "Type rematch")):
                self.type("")
        return self.process.wait(PATIENCE)
