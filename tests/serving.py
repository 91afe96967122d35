"""The one launcher of servers for all tests, and the one upper bound of every wait.

No test depends on speed: a wait ends as soon as its condition holds, and the bound is so generous that
only a condition that never holds reaches it, also on a busy machine.
"""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Self, TypeVar

PATIENCE: Final = 120.0
"""Seconds after which something that has not come never will."""
POLL_SECONDS: Final = 0.02
ANNOUNCED: Final = re.compile(r"parlour is at (http://\S+)/ ")
PARLOUR: Final = (sys.executable, "-m", "parlour")
UNLIMITED: Final = tuple(
    word
    for limit in ("messages", "requests", "per-address", "new-per-address", "tables-per-person", "reviews-per-person")
    for word in (f"--{limit}", "1000000")
)
"""Rate limits count by the wall clock, so only the tests of these limits have any."""
QUICK: Final = ("--pace", "0", "--workers", "1")
T = TypeVar("T")
unmarked: str | None = None
"""The running test, where it has no marker that allows a server; tests/conftest.py sets it."""


def wait_until(condition: Callable[[], T], what: Callable[[], object]) -> T:
    """The first true value of a condition; `what` is evaluated for the message of the assertion."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, f"not within {PATIENCE:.0f} s: {what()}"
        time.sleep(POLL_SECONDS)
    return value


async def eventually(condition: Callable[[], T], what: Callable[[], object]) -> T:
    """As `wait_until`, for coroutines."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, f"not within {PATIENCE:.0f} s: {what()}"
        await asyncio.sleep(POLL_SECONDS)
    return value


def reserve_port() -> socket.socket:
    """A socket that keeps a port for a server.

    It is bound but does not listen, so a connection is refused, no other program is given the port, and a
    server can listen there (both set SO_REUSEADDR), again and again.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    return reserved


class Server:
    """A `parlour serve` in a process of its own, which can be killed and started again at the same address."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        data: Path | None = None,
        command: Sequence[str] = PARLOUR,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.data = data or folder / "data"
        self.options = options
        self.command = command
        self.environment = environment
        self.starts = 0
        reserved = reserve_port()
        self.port: int = reserved.getsockname()[1]
        self.release = weakref.finalize(self, reserved.close)
        self.process: subprocess.Popen[bytes]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What the server has written since it was last started."""
        return self.folder / f"serve-{self.starts}.log"

    @property
    def pid(self) -> int:
        return self.process.pid

    def said(self) -> str:
        """What the server has written since it was first started."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("serve-*.log")))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        self.release()

    def launch(self) -> None:
        """Start the process without waiting for it."""
        assert unmarked is None, f"{unmarked} starts a server without the marker: @pytest.mark.server"
        self.starts += 1
        line = [*self.command, "serve", "--port", str(self.port), "--data", str(self.data), *self.options]
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=self.environment,
            )

    def start(self) -> None:
        """Start the process and wait until the server answers."""
        self.launch()
        self.wait_announced()

    def wait_announced(self) -> None:
        """Wait until the server answers; it is killed if it never does."""
        try:
            wait_until(self.is_announced, self.said)
        except AssertionError:
            self.kill()
            raise

    def is_announced(self) -> bool:
        assert self.process.poll() is None, f"the server ended with {self.process.returncode}: {self.said()}"
        return ANNOUNCED.search(self.log.read_text()) is not None

    def kill(self) -> None:
        """End the server as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask the server to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.exit_code()

    def exit_code(self) -> int:
        """Wait for the end of a server that ends by itself."""
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server does not end: {self.said()}") from None
